// SPDX-License-Identifier: MIT
#include <masu/hull/edge_line.hpp>

#include <cmath>

#include <masu/hull/predicates.hpp>

namespace masu {

template <class T>
Hyperplane<2, T> edge_line(std::span<const Vec<2, T>> points, const Hull2& hull, std::size_t i) {
  const auto loop = hull.vertices();
  const Vec<2, T>& a = points[loop[i]];
  const Vec<2, T>& b = points[loop[i + 1 == loop.size() ? 0 : i + 1]];
  const Vec<2, double> along = detail::widen(b) - detail::widen(a);
  // Scales by a power of two, so that squares neither overflow nor underflow.
  const double longest = std::fmax(std::abs(along[0]), std::abs(along[1]));
  const int exponent = -std::ilogb(longest);
  const Vec<2, double> out{std::ldexp(along[1], exponent), -std::ldexp(along[0], exponent)};
  const double size = std::sqrt(dot(out, out));
  Hyperplane<2, T> line{{static_cast<T>(out[0] / size), static_cast<T>(out[1] / size)}, 0};
  const T here = dot(line.normal, a);
  const T there = dot(line.normal, b);
  line.offset = here < there ? there : here;
  return line;
}

template Hyperplane<2, float> edge_line(std::span<const Vec<2, float>>, const Hull2&, std::size_t);
template Hyperplane<2, double> edge_line(std::span<const Vec<2, double>>, const Hull2&,
                                         std::size_t);

}  // namespace masu
