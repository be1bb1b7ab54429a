#define FF_TEST_ON_DEVICE
#include "../eft_test.cpp"
