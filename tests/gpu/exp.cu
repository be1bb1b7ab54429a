#define FF_TEST_ON_DEVICE
#include "../exp_test.cpp"
