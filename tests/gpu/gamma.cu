#define FF_TEST_ON_DEVICE
#include "../gamma_test.cpp"
