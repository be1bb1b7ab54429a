#define FF_TEST_ON_DEVICE
#include "../complex_test.cpp"
