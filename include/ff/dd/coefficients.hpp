// Made by scripts/tables/dd.py: do not edit.
//
// Constants and coefficients of the functions of dd_t.
#pragma once

#include <ff/dd/number.hpp>

// clang-format off
namespace ff {
namespace detail {

/// ln 2.
FF_HD_LARGE constexpr dd_t dd_ln2() { return from_words(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56); }
/// 1/ln 2.
FF_HD_LARGE constexpr dd_t dd_log2e() { return from_words(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56); }
/// 1/ln 10.
FF_HD_LARGE constexpr dd_t dd_log10e() { return from_words(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57); }
/// ln 10.
FF_HD_LARGE constexpr dd_t dd_ln10() { return from_words(0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53); }
/// Word n of log10 2: multiples of the first three by integers below 2^13 are exact.
FF_HD_LARGE constexpr double dd_lg2_step(int n) {
  constexpr double word[] = {0x1.34413509f8000p-2, -0x1.80433b83b6000p-44, 0x1.9ac0b7c918000p-85, -0x1.f654b3ceaf0b8p-127};
  return word[n];
}
/// Word n of pi/2.
FF_HD_LARGE constexpr double dd_half_pi(int n) {
  constexpr double word[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164, 0x1.31d89cd9128a5p-218};
  return word[n];
}
/// 1/n! with the signs of the sine, n = 3, 5, ..., 29.
struct dd_sine {
  FF_HD_LARGE static constexpr dd_t at(int n) {
    constexpr double word[][2] = {
        {-0x1.5555555555555p-3, -0x1.5555555555555p-57},
        {0x1.1111111111111p-7, 0x1.1111111111111p-63},
        {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73},
        {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
        {-0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80},
        {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
        {-0x1.ae7f3e733b81fp-41, -0x1.1d8656b0ee8cbp-97},
        {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
        {-0x1.2f49b46814157p-57, -0x1.2650f61dbdcb4p-112},
        {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
        {-0x1.761b41316381ap-75, 0x1.3423c7d91404fp-130},
        {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
        {-0x1.d1ab1c2dccea3p-94, -0x1.054d0c78aea14p-149},
        {0x1.259f98b4358adp-103, 0x1.eaf8c39dd9bc5p-157},
    };
    return from_words(word[n][0], word[n][1]);
  }
};
/// 1/n! with the signs of the cosine, n = 4, 6, ..., 30.
struct dd_cosine {
  FF_HD_LARGE static constexpr dd_t at(int n) {
    constexpr double word[][2] = {
        {0x1.5555555555555p-5, 0x1.5555555555555p-59},
        {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65},
        {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
        {-0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76},
        {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
        {-0x1.93974a8c07c9dp-37, -0x1.05d6f8a2efd1fp-92},
        {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
        {-0x1.6827863b97d97p-53, -0x1.eec01221a8b0bp-107},
        {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
        {-0x1.0ce396db7f853p-70, 0x1.aebcdbd20331cp-124},
        {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
        {-0x1.88e85fc6a4e5ap-89, 0x1.71c37ebd16540p-143},
        {0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153},
        {-0x1.3932c5047d60ep-108, -0x1.832b7b530a627p-162},
    };
    return from_words(word[n][0], word[n][1]);
  }
};

}  // namespace detail
}  // namespace ff
// clang-format on
