#define FF_TEST_ON_DEVICE
#include "../atan_test.cpp"
