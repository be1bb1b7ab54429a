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
  static constexpr int last = 13, single = 8;
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
  static constexpr int last = 13, single = 8;
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
/// pi.
FF_HD_LARGE constexpr dd_t dd_pi() { return from_words(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53); }
/// log(2 pi) / 2.
FF_HD_LARGE constexpr dd_t dd_half_log_2pi() { return from_words(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55); }
/// erf(x) / x in powers of x^2.
struct dd_erf_series {
  static constexpr int last = 21, single = 13;
  FF_HD_LARGE static constexpr dd_t at(int n) {
    constexpr double word[][2] = {
        {0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56},
        {-0x1.812746b0379e7p-2, 0x1.ee12e49cab700p-57},
        {0x1.ce2f21a042be2p-4, -0x1.2871bc5e00766p-58},
        {-0x1.b82ce31288b51p-6, 0x1.1015978e7ac92p-61},
        {0x1.565bcd0e6a53fp-8, -0x1.a73e0832f7e39p-64},
        {-0x1.c02db40040b86p-11, 0x1.d9a497a0f8b0ep-65},
        {0x1.f9a326f9b89b7p-14, 0x1.e9a2341c71459p-68},
        {-0x1.f4d25c3e0c2ebp-17, -0x1.79b1b9b5c586cp-71},
        {0x1.b9e6c9dc651a3p-20, -0x1.fe08d49bd93ddp-74},
        {-0x1.5f742ec43e71ap-23, 0x1.d28f03df991d8p-80},
        {0x1.fcc5720624c1cp-27, -0x1.92e82d499b600p-82},
        {-0x1.51d7181c5d36dp-30, 0x1.edfe29582f8a2p-84},
        {0x1.9e6ad5e55a730p-34, -0x1.bf57a648fd29ep-89},
        {-0x1.d8453cb0c46eap-38, 0x1.08bb682a55bf7p-93},
        {0x1.f683ae4a97007p-42, -0x1.1f20dde18eb91p-96},
        {-0x1.f56f071a885cfp-46, 0x1.cc7b158f0ad67p-100},
        {0x1.d70b3537f4765p-50, -0x1.e1ac82fcae896p-107},
        {-0x1.a2007af3447f6p-54, 0x1.f33fa807de704p-109},
        {0x1.5f7919bc67b8cp-58, -0x1.ed97289411e80p-113},
        {-0x1.18cc8a061c479p-62, -0x1.51a1c2e0d5f43p-116},
        {0x1.ab5cc31489f29p-67, 0x1.8a80d6de77f1fp-124},
        {-0x1.3676fc48c133cp-71, -0x1.3c978a883a127p-126},
    };
    return from_words(word[n][0], word[n][1]);
  }
};
/// 2 pi / h, h = 45/128.
FF_HD_LARGE constexpr dd_t dd_two_pi_over_step() { return from_words(0x1.1df46a2529d39p+4, 0x1.5c1d8becdd291p-52); }
/// The weights of the trapezoidal rule for erfc: h/pi, and 2 h/pi e^-(nh)^2.
struct dd_erfc_weights {
  static constexpr int last = 24, single = 18;
  FF_HD_LARGE static constexpr dd_t at(int n) {
    constexpr double word[][2] = {
        {0x1.ca5dc1a63c1f8p-4, -0x1.1e7ab456405f9p-58},
        {0x1.9513355405096p-3, 0x1.16c627e3fc5f6p-59},
        {0x1.1794241b055b9p-3, -0x1.f387566ea7cefp-59},
        {0x1.2d674d1485895p-4, -0x1.7ee710b5d20d5p-58},
        {0x1.fb89a6712c119p-6, 0x1.e6c10b602fd92p-61},
        {0x1.4dbc9a3b5ac56p-7, 0x1.98eab549d18c1p-61},
        {0x1.56c7aae0ecde7p-9, -0x1.e614e49573f08p-64},
        {0x1.12f63f9cfcf94p-11, -0x1.c02ab7a127340p-66},
        {0x1.588346cfc248dp-14, 0x1.9875c13f7cc5dp-69},
        {0x1.511e98f5e0f66p-17, -0x1.05374303b5428p-72},
        {0x1.01a30f5c982c8p-20, 0x1.974220555bb8fp-75},
        {0x1.338b6b53e5bd4p-24, -0x1.06ef5bff2d21fp-78},
        {0x1.1eb79c2ffdf0ep-28, -0x1.6e3bd934c0cb6p-83},
        {0x1.a184996c999fep-33, -0x1.22bffeeb2ed19p-88},
        {0x1.dad5a16e8954bp-38, 0x1.7be1005c06044p-92},
        {0x1.a5bffe608d8e6p-43, 0x1.56934fe505d61p-97},
        {0x1.248f1feb59d57p-48, -0x1.3677c9826b910p-102},
        {0x1.3cfddc119d23bp-54, -0x1.e1578d73e6d66p-108},
        {0x1.0c3e1ad2ff920p-60, 0x1.4ee22e37c41fcp-115},
        {0x1.628e0876be49cp-67, 0x1.b94c52ca25a7fp-121},
        {0x1.6e00ca37d68f1p-74, -0x1.b8bf1a0f4cffep-128},
        {0x1.2713187e244d7p-81, -0x1.d3797ab292e58p-136},
        {0x1.7394f9c15d7b1p-89, 0x1.9aa07e1d017abp-144},
        {0x1.6d7225def0c4ap-97, -0x1.2c97a7a396bcfp-153},
        {0x1.18b259f422365p-105, 0x1.ec451b8725814p-159},
    };
    return from_words(word[n][0], word[n][1]);
  }
};
/// log Gamma(2 + z) / z in powers of z.
struct dd_log_gamma_series {
  static constexpr int last = 53, single = 27;
  FF_HD_LARGE static constexpr dd_t at(int n) {
    constexpr double word[][2] = {
        {0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58},
        {0x1.4a34cc4a60fa6p-2, 0x1.1873d8912200cp-56},
        {-0x1.13e001a557607p-4, 0x1.fb68be2f8821fp-58},
        {0x1.51322ac7d8483p-6, 0x1.afc89088cb729p-60},
        {-0x1.e404fc218f5f2p-8, 0x1.e4a627cf1eb34p-62},
        {0x1.7add6eadb6c30p-9, -0x1.5b7828c7fd7f4p-64},
        {-0x1.38ac5c2bf8e08p-10, 0x1.8a4c1cfd9cec8p-65},
        {0x1.0b36af86396e9p-11, -0x1.0698d6c892967p-65},
        {-0x1.d3fd4c76d2fc8p-13, 0x1.c7c55cfccbb83p-68},
        {0x1.a127b0f17d65ap-14, 0x1.9d309aa700268p-69},
        {-0x1.78de5bd7c81efp-15, 0x1.a20541cde47a6p-72},
        {0x1.580dcee66eb02p-16, 0x1.260574b258f72p-71},
        {-0x1.3cbc963ce2243p-17, 0x1.ea56e6c7d5329p-71},
        {0x1.2597a39f34aacp-18, -0x1.bf911462a7d81p-72},
        {-0x1.11b2eb7679541p-19, -0x1.c76b0e65ac63ap-75},
        {0x1.0064cdeb22f0fp-20, 0x1.d0156affdbc11p-75},
        {-0x1.e2600d93cfd2fp-22, 0x1.130ac39e5c106p-76},
        {0x1.c76bbb3f07a4dp-23, 0x1.d9a2b77769b52p-77},
        {-0x1.af5a6cbbf8a97p-24, -0x1.95f227e96d83ep-78},
        {0x1.99b93c2070b0fp-25, 0x1.0327164736428p-79},
        {-0x1.862c734df3eacp-26, -0x1.b32802bec0da0p-80},
        {0x1.7469daccfadcdp-27, -0x1.369d388cebaa9p-81},
        {-0x1.6434a8447aeadp-28, -0x1.af72edf876fcdp-87},
        {0x1.555a877ffd2c3p-29, -0x1.875065f26a43bp-83},
        {-0x1.47b1679258d0ep-30, -0x1.04f36e0e854e4p-84},
        {0x1.3b15d2b2fc10cp-31, -0x1.d79f6feeeb28bp-86},
        {-0x1.2f69a9fabe3e0p-32, 0x1.a162ab374c789p-86},
        {0x1.24932a337434cp-33, 0x1.060829c24508fp-87},
        {-0x1.1a7c26ec2523cp-34, -0x1.4f4ebdb4a04b5p-88},
        {0x1.11116e693ed98p-35, -0x1.c7034d49e7fc7p-89},
        {-0x1.08424cbc543d8p-36, -0x1.40ef820dbc9eap-91},
        {0x1.000026e3f644fp-37, 0x1.3546a6054c889p-91},
        {-0x1.f07c514fc9f0ap-39, -0x1.75b6be545ac09p-96},
        {0x1.e1e2026aafcd8p-40, -0x1.62a8586538620p-94},
        {-0x1.d41d56e5ee2e2p-41, 0x1.43894d27ced5ep-96},
        {0x1.c71c7f6f10e37p-42, -0x1.01074764d33f2p-96},
        {-0x1.bacf9a27bc89bp-43, 0x1.4a5a215e0508ep-98},
        {0x1.af28718a10d6ep-44, 0x1.40d7f1b842cb8p-99},
        {-0x1.a41a45603e5b6p-45, 0x1.62be9cf212d90p-99},
        {0x1.99999c0716ee9p-46, -0x1.39e10f90435bbp-100},
        {-0x1.8f9c1a8df9d78p-47, 0x1.9da56d4471920p-103},
        {0x1.8618628d28905p-48, -0x1.9d7d4ee5a8873p-103},
        {-0x1.7d05f4c31c560p-49, -0x1.71bba0b7cc338p-103},
        {0x1.745d17b56ba4ap-50, 0x1.9d38bc00d70a3p-104},
        {-0x1.6c16c1b4d6456p-51, -0x1.aed172e5c90f6p-105},
        {0x1.642c85c023d9dp-52, -0x1.de052190d7af6p-106},
        {-0x1.5c9882d825e9dp-53, 0x1.9723f1bf240bfp-107},
        {0x1.555555698a866p-54, 0x1.cf5c8649750a4p-109},
        {-0x1.4e5e0a8022bc9p-55, 0x1.28b9dc88f5b02p-110},
        {0x1.47ae14838081fp-56, -0x1.df46130642634p-110},
        {-0x1.41414146e3e31p-57, -0x1.e4773ea130b4ap-112},
        {0x1.3b13b13ec2f3ap-58, 0x1.41c5b07ad14b9p-115},
        {-0x1.3521cfb520859p-59, -0x1.225b10aa3cbb1p-113},
        {0x1.2f684bdba6a99p-60, 0x1.16d56185a5f46p-115},
    };
    return from_words(word[n][0], word[n][1]);
  }
};
/// Stirling's series of log Gamma(x), times x, in powers of 1/x^2.
struct dd_stirling_series {
  static constexpr int last = 19, single = 6;
  FF_HD_LARGE static constexpr dd_t at(int n) {
    constexpr double word[][2] = {
        {0x1.5555555555555p-4, 0x1.5555555555555p-58},
        {-0x1.6c16c16c16c17p-9, 0x1.f49f49f49f49fp-64},
        {0x1.a01a01a01a01ap-11, 0x1.a01a01a01a01ap-71},
        {-0x1.3813813813814p-11, 0x1.fb1fb1fb1fb20p-65},
        {0x1.b951e2b18ff23p-11, 0x1.5c3a9ce01b952p-65},
        {-0x1.f6ab0d9993c7dp-10, 0x1.f82553c999b0ep-64},
        {0x1.a41a41a41a41ap-8, 0x1.0690690690690p-62},
        {-0x1.e4286cb0f5398p-6, 0x1.1efcdab896745p-61},
        {0x1.6fe96381e0680p-3, -0x1.79e2405a71f88p-61},
        {-0x1.6476701181f3ap+0, 0x1.24246319da678p-56},
        {0x1.ace44322ce006p+3, -0x1.62c2b1bbcdd32p-51},
        {-0x1.39b2525cccc1bp+7, 0x1.52604768a30fcp-47},
        {0x1.12234e81b4e82p+11, -0x1.2c5f92c5f92c6p-43},
        {-0x1.1a198ae1c4ab8p+15, 0x1.4c012227b696ep-41},
        {0x1.51a2089a6e11ap+19, 0x1.c219ee4fdc447p-36},
        {-0x1.d1089b142d357p+23, -0x1.e2030b4d5de20p-31},
        {0x1.6d29a0f6433b8p+28, -0x1.9dbcc48676f31p-26},
        {-0x1.445119d9e466fp+33, 0x1.5159fdb2a3b69p-22},
        {0x1.43779bc9d4025p+38, -0x1.95e8efdb195e9p-18},
        {-0x1.6800b7bc07a8dp+43, 0x1.eaede53f475a8p-11},
    };
    return from_words(word[n][0], word[n][1]);
  }
};
/// Word w of log(1 + i/64).
FF_HD_LARGE constexpr double dd_log_step(int i, int w) {
  constexpr double word[][3] = {
      {0x0.0p+0, 0x0.0p+0, 0x0.0p+0},
      {0x1.fc0a8b0fc03e4p-7, -0x1.83092c59642a1p-62, -0x1.52414fc416fc2p-116},
      {0x1.f829b0e783300p-6, 0x1.33e3f04f1ef23p-60, -0x1.814544147acc9p-114},
      {0x1.77458f632dcfcp-5, 0x1.18d3ca87b9296p-59, 0x1.63c9bf701b2a9p-116},
      {0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59, -0x1.0ece597165991p-113},
      {0x1.341d7961bd1d1p-4, -0x1.b599f227becbbp-58, -0x1.15fbcbe26b491p-113},
      {0x1.6f0d28ae56b4cp-4, -0x1.906d99184b992p-58, -0x1.bf31af3e109afp-112},
      {0x1.a926d3a4ad563p-4, 0x1.942f48aa70ea9p-58, 0x1.8f353ecfc45dap-113},
      {0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60, 0x1.55db94ebc4018p-116},
      {0x1.0d77e7cd08e59p-3, 0x1.9a5dc5e9030acp-57, -0x1.71dbd9a581398p-111},
      {0x1.29552f81ff523p-3, 0x1.301771c407dbfp-57, -0x1.977b021b7c784p-111},
      {0x1.44d2b6ccb7d1ep-3, 0x1.9f4f6543e1f88p-57, -0x1.f3be9a8337458p-111},
      {0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58, -0x1.1406554719540p-113},
      {0x1.7ab890210d909p-3, 0x1.be36b2d6a0608p-59, 0x1.91ff852536204p-117},
      {0x1.9525a9cf456b4p-3, 0x1.d904c1d4e2e26p-57, -0x1.89d9afa096184p-111},
      {0x1.af3c94e80bff3p-3, -0x1.398cff3641985p-58, -0x1.a262591d1968bp-114},
      {0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57, 0x1.a24ae3b2f53a1p-111},
      {0x1.e27076e2af2e6p-3, -0x1.61578001e0162p-59, 0x1.55db94ebc4018p-115},
      {0x1.fb9186d5e3e2bp-3, -0x1.caaae64f21acbp-57, -0x1.35f6dfd3ddd52p-111},
      {0x1.0a324e27390e3p-2, 0x1.7dcfde8061c03p-56, 0x1.c51bc06b5f7c1p-113},
      {0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61, 0x1.1f833e82521e1p-119},
      {0x1.22941fbcf7966p-2, -0x1.76f5eb09628afp-56, -0x1.a168b2a9642c4p-111},
      {0x1.2e8e2bae11d31p-2, -0x1.8f4cdb95ebdf9p-56, -0x1.864244294826fp-111},
      {0x1.3a64c556945eap-2, -0x1.c68651945f97cp-57, 0x1.beb7a3cee7e03p-111},
      {0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56, -0x1.77d446996da00p-111},
      {0x1.51aad872df82dp-2, 0x1.3927ac19f55e3p-59, 0x1.1d4f4f357cbfbp-115},
      {0x1.5d1bdbf5809cap-2, 0x1.4236383dc7fe1p-56, 0x1.59f380b4a6b43p-112},
      {0x1.686c81e9b14afp-2, -0x1.ddea0f7f58e3dp-57, 0x1.2c96f6f68e19dp-111},
      {0x1.739d7f6bbd007p-2, -0x1.8c76ceb014b04p-56, -0x1.0d2a910f7918bp-111},
      {0x1.7eaf83b82afc3p-2, 0x1.92ce979ed2950p-56, 0x1.0dc5832ff2fdcp-110},
      {0x1.89a3386c1425bp-2, -0x1.29639dfbbf0fbp-56, 0x1.6cfff18ca06d0p-110},
      {0x1.947941c2116fbp-2, -0x1.16cc8bae0bbe4p-56, -0x1.515b58cf688d8p-110},
      {0x1.9f323ecbf984cp-2, -0x1.a92e513217f5cp-59, 0x1.0c0cfa41ff669p-113},
      {0x1.a9cec9a9a084ap-2, -0x1.cadec02b436afp-56, -0x1.420f701b88eccp-111},
      {0x1.b44f77bcc8f63p-2, -0x1.cd04495459c78p-56, -0x1.c437eb152cbdep-110},
      {0x1.beb4d9da71b7cp-2, -0x1.0f3c590a887cap-59, -0x1.b495a7c83dffcp-113},
      {0x1.c8ff7c79a9a22p-2, -0x1.4f689f8434012p-56, 0x1.a24ae3b2f53a1p-110},
      {0x1.d32fe7e00ebd5p-2, 0x1.877b232fafa37p-56, -0x1.73aa590050815p-115},
      {0x1.dd46a04c1c4a1p-2, -0x1.0467656d8b892p-56, 0x1.fe9f50684ce6cp-112},
      {0x1.e744261d68788p-2, -0x1.c825c90c344b9p-58, -0x1.2fed79c755684p-114},
      {0x1.f128f5faf06edp-2, -0x1.328df13bb38c3p-56, 0x1.d73d592445d0ap-110},
      {0x1.faf588f78f31fp-2, -0x1.328260d8abca0p-57, -0x1.392b321d10e7bp-112},
      {0x1.02552a5a5d0ffp-1, -0x1.cb1cb51408c00p-56, -0x1.cb91b47473b3dp-112},
      {0x1.0723e5c1cdf40p-1, 0x1.395e58e2445bbp-55, -0x1.49a90b4515bdep-109},
      {0x1.0be72e4252a83p-1, -0x1.259da11330801p-55, 0x1.a6d90d9beefcdp-110},
      {0x1.109f39e2d4c97p-1, -0x1.0e09b27a4373ap-60, -0x1.b7d38320cdf03p-117},
      {0x1.154c3d2f4d5eap-1, -0x1.59c33171a6876p-55, 0x1.53b4e8cc3cd07p-114},
      {0x1.19ee6b467c96fp-1, -0x1.9d1a11443f10cp-56, -0x1.5477c38afc9eap-111},
      {0x1.1e85f5e7040d0p-1, 0x1.ef62cd2f9f1e3p-56, 0x1.7cb9f293d205ep-110},
      {0x1.23130d7bebf43p-1, -0x1.f48725e374d6ep-55, 0x1.48e379bf983ebp-113},
      {0x1.2795e1289b11bp-1, -0x1.487c0c246978ep-57, -0x1.fe56c1467b5e6p-119},
      {0x1.2c0e9ed448e8cp-1, -0x1.1a158f3917586p-55, -0x1.dab7eb5720f7bp-109},
      {0x1.307d7334f10bep-1, 0x1.fb590a1f566dap-57, -0x1.08f3fa47f6664p-111},
      {0x1.34e289d9ce1d3p-1, 0x1.6eb92d885ce4fp-57, -0x1.46d67110163eap-111},
      {0x1.393e0d3562a1ap-1, -0x1.58eef67f2483ap-55, 0x1.c7b10b8be4f38p-111},
      {0x1.3d9026a7156fbp-1, -0x1.6fef670bd4b62p-55, 0x1.ed7013b2d2a96p-109},
      {0x1.41d8fe84672aep-1, 0x1.9192f30bd1806p-55, -0x1.0d58eede45763p-110},
      {0x1.4618bc21c5ec2p-1, 0x1.f42decdeccf1dp-55, -0x1.77d446996da00p-110},
      {0x1.4a4f85db03ebbp-1, 0x1.13dfa3d3761b6p-60, 0x1.8b737b8c8ec58p-115},
      {0x1.4e7d811b75bb1p-1, -0x1.8d3d9ea6e9ea9p-55, 0x1.c34317af28812p-109},
      {0x1.52a2d265bc5abp-1, -0x1.1883750ea4d0ap-57, -0x1.58412f6df095bp-112},
      {0x1.56bf9d5b3f399p-1, 0x1.0471885cd8ff3p-55, -0x1.8c8faa739028fp-110},
      {0x1.5ad404c359f2dp-1, -0x1.35955683f7196p-59, 0x1.08b073c08af03p-117},
      {0x1.5ee02a9241675p-1, 0x1.c358257f49082p-55, -0x1.0b39d60fb51b2p-112},
      {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111},
  };
  return word[i][w];
}

}  // namespace detail
}  // namespace ff
// clang-format on
