#define FF_TEST_ON_DEVICE
#include "../abi_test.cpp"
