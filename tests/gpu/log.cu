#define FF_TEST_ON_DEVICE
#include "../log_test.cpp"
