#define FF_TEST_ON_DEVICE
#include "../special_values_test.cpp"
