#define FF_TEST_ON_DEVICE
#include "../interval_test.cpp"
