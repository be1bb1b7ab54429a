#include "rational.hpp"

#include <gmpxx.h>

namespace intersect {
namespace {

mpq_class difference(float a, float b) {
  return mpq_class(static_cast<double>(a)) - mpq_class(static_cast<double>(b));
}

sign sign_of(const mpq_class& x) { return static_cast<sign>(sgn(x)); }

}  // namespace

sign rational::orient2d(const point2& a, const point2& b, const point2& c) {
  return sign_of(difference(a.x, c.x) * difference(b.y, c.y) - difference(a.y, c.y) * difference(b.x, c.x));
}

sign rational::orient3d(const point3& a, const point3& b, const point3& c, const point3& d) {
  const mpq_class ax = difference(a.x, d.x), ay = difference(a.y, d.y), az = difference(a.z, d.z);
  const mpq_class bx = difference(b.x, d.x), by = difference(b.y, d.y), bz = difference(b.z, d.z);
  const mpq_class cx = difference(c.x, d.x), cy = difference(c.y, d.y), cz = difference(c.z, d.z);
  return sign_of(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
}

}  // namespace intersect
