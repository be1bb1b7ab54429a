// Two pictures of the same rays by different methods.
#pragma once

#include "render.hpp"

namespace bezier {

/// Parameters of the same hit differ by at most this share of themselves, whatever the arithmetic.
constexpr float same_t = 0x1p-13f;

enum class verdict : unsigned char { same, lost, invented, moved, undecided };

struct difference {
  std::vector<verdict> of_pixels;
  int judged = 0;              ///< pixels that the true picture has decided
  int lost = 0, invented = 0;  ///< hits of the true picture that are misses here, and the reverse
  int moved = 0;               ///< hits whose t is another
  int undecided = 0;           ///< here, not in the true picture

  int wrong() const { return lost + invented + moved; }
};

/// Says what is said of primary rays, judged by the true picture.
difference compare(const rendering& truth, const rendering& judged);

/// The true picture in grey, wrong pixels magenta, undecided ones blue.
picture::image draw(const difference& d, const rendering& truth);

}  // namespace bezier
