// Compiles: ff behind the macros of <windows.h>, X11, <sys/sysmacros.h>, <complex.h> and old code, and min
// and max before any standard header.
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define near
#define far
#define huge
#define small char
#define interface struct
#define IN
#define OUT
#define CONST const
#define ERROR 0
#define TRUE 1
#define FALSE 0
#define PI 3
#define E 2.7
#define I 1.0fi
#define N 5
#define T1 6
#define R0 7
#define DOMAIN 1
#define OVERFLOW 3
#define UNDERFLOW 4
#define SING 2
#define EPS 1e-9
#define INFINITE 0xffffffff
#define None 0L
#define Status int
#define Bool int
#define Success 0
#define Always 2
#define Complex X_Complex
#define check(x) x
#define verify(x) x
#define major(d) d
#define minor(d) d
#define B0 0
#define _B 1
#include <ff/ff.hpp>

// They are still there behind it.
#if !defined(min) || !defined(max) || !defined(near)
#error "ff leaves a user's macros alone"
#endif

static_assert((ff::min)(ff::ff_t(1), ff::ff_t(2)) == 1 && min(ff::ff_t(1), 2) == 1);
static_assert((std::numeric_limits<ff::ff_t>::max)() > 1e38f);

int main() {
  ff::philox engine(1);
  return ff::uniform_distribution(0, 1)(engine) < 2 ? 0 : 1;
}
