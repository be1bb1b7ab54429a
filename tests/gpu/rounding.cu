#define FF_TEST_ON_DEVICE
#include "../rounding_test.cpp"
