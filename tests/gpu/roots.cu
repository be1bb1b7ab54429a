#define FF_TEST_ON_DEVICE
#include "../roots_test.cpp"
