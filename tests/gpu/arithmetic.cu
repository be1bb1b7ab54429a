#define FF_TEST_ON_DEVICE
#include "../arithmetic_test.cpp"
