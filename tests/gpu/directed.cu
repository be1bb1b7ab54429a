#define FF_TEST_ON_DEVICE
#include "../directed_test.cpp"
