#define FF_TEST_ON_DEVICE
#include "../ff_t_test.cpp"
