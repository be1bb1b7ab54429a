#define FF_TEST_ON_DEVICE
#include "../interval_functions_test.cpp"
