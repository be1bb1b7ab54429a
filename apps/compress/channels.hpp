// Pictures as matrices: the channels of a picture stand side by side, so that they share the left vectors.
//
// Channels look much alike.  Rank k of three matrices of m by n keeps 3 k (m + n + 1) numbers, of one of m by
// 3 n only k (m + 3 n + 1).
#pragma once

#include "apps/picture/image.hpp"
#include "matrix.hpp"

namespace compress {

constexpr double white = 255;

/// 1 where red, green and blue are the same in each pixel, else 3.
int channels_of(const picture::image& p);

/// Elements from 0 to 255; `channels` times as many columns as the picture has.
matrix to_matrix(const picture::image& p, int channels);

/// Elements are rounded to whole numbers from 0 to 255.
picture::image to_image(const matrix& a, int channels);

/// Before, after, and eight times the difference of each component, side by side.
picture::image compared(const picture::image& before, const picture::image& after);

}  // namespace compress
