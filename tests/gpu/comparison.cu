#define FF_TEST_ON_DEVICE
#include "../comparison_test.cpp"
