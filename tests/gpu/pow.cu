#define FF_TEST_ON_DEVICE
#include "../pow_test.cpp"
