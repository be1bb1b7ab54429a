#define FF_TEST_ON_DEVICE
#include "../seeds_test.cpp"
