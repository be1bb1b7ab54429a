#define FF_TEST_ON_DEVICE
#include "../vector_test.cpp"
