#include "compare.hpp"

namespace bezier {
namespace {

bool is_hit(const pixel& p) { return p.what == outcome::hit || p.what == outcome::hit_in_doubt; }

verdict judge(const pixel& truth, const pixel& p) {
  if (p.what == outcome::undecided) return verdict::undecided;
  if (is_hit(truth) != is_hit(p)) return is_hit(truth) ? verdict::lost : verdict::invented;
  if (!is_hit(truth)) return verdict::same;
  return abs(p.t - truth.t) > same_t * abs(truth.t) ? verdict::moved : verdict::same;
}

}  // namespace

difference compare(const rendering& truth, const rendering& judged) {
  difference d;
  d.of_pixels.assign(truth.pixels.size(), verdict::same);
  for (std::size_t i = 0; i < truth.pixels.size(); ++i) {
    if (truth.pixels[i].what == outcome::undecided) continue;
    const verdict v = d.of_pixels[i] = judge(truth.pixels[i], judged.pixels[i]);
    ++d.judged;
    d.lost += v == verdict::lost, d.invented += v == verdict::invented, d.moved += v == verdict::moved;
    d.undecided += v == verdict::undecided;
  }
  return d;
}

picture::image draw(const difference& d, const rendering& truth) {
  picture::image p = image_of(truth);
  for (std::size_t i = 0; i < p.pixels.size(); ++i) {
    rgb& c = p.pixels[i];
    const auto grey = static_cast<unsigned char>((c.red + c.green + c.blue) / 3);
    const verdict v = d.of_pixels[i];
    c = v == verdict::same        ? rgb{grey, grey, grey}
        : v == verdict::undecided ? rgb{0, 0, 255}
                                  : rgb{255, 0, 255};
  }
  return p;
}

}  // namespace bezier
