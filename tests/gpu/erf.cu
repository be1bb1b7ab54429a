#define FF_TEST_ON_DEVICE
#include "../erf_test.cpp"
