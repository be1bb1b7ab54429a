#define FF_TEST_ON_DEVICE
#include "../hyperbolic_test.cpp"
