#include "gallery.hpp"

#include "parse.hpp"

namespace implicit {

const std::vector<exhibit>& gallery() {
  static const std::vector<exhibit> all = {
      {"sphere", "x^2 + y^2 + z^2 - 1 = 0", sphere{}, {{{2.0f, -3.0f, 1.5f}, {0, 0, 0}, 34}, 1.25f}},
      {"kusner-schmitt",
       "(x^2+3)(y^2+3)(z^2+3) - 32(xyz+1) = 0",
       kusner_schmitt{},
       {{{2.5f, -4.0f, 1.5f}, {0, 0, 0}, 34}, 1.5f}},
      {"tangle",
       "x^4 - 5x^2 + y^4 - 5y^2 + z^4 - 5z^2 + 11.8 = 0",
       tangle{parse_constant("11.8")},
       {{{5.0f, -8.0f, 5.0f}, {0, 0, 0}, 38}, 3.0f}},
      {"gumdrop-torus",
       "4(x^4+(y^2+z^2)^2) + 17x^2(y^2+z^2) - 20(x^2+y^2+z^2) + 17 = 0",
       gumdrop_torus{},
       {{{4.0f, -4.0f, 3.0f}, {0, 0, 0}, 40}, 2.0f}},
      {"drop", "4(x^2+y^2) - (1+z)(1-z)^3 = 0", drop{}, {{{2.0f, -3.5f, 1.0f}, {0, 0, 0}, 34}, 1.25f}},
      {"tri-trumpet",
       "8z^2 + 6xy^2 - 2x^3 + 3x^2 + 3y^2 - 0.9 = 0",
       tri_trumpet{parse_constant("-0.9")},
       {{{1.0f, -4.5f, 5.5f}, {0, 0, 0}, 38}, 2.0f}}};
  return all;
}

view default_view() { return {{{4.0f, -6.0f, 4.0f}, {0, 0, 0}, 34}, 2.5f}; }

}  // namespace implicit
