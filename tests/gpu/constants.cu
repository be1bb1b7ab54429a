#define FF_TEST_ON_DEVICE
#include "../constants_test.cpp"
