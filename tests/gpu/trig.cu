#define FF_TEST_ON_DEVICE
#include "../trig_test.cpp"
