// SPDX-License-Identifier: MIT
#include "narrow_phase/cut_features.hpp"

#include <algorithm>

namespace masu::detail {
namespace {

constexpr double kParallel = 0.0436;  // sine of 2.5 degrees

// The one that cuts: a polygon rather than an edge, then the one that faces the normal better.
template <int D>
bool first_cuts(const ContactFeature<D>& a, const ContactFeature<D>& b) {
  const auto rank = [](const ContactFeature<D>& f) {
    return f.count == 1 || f.facing < kFacing ? 0 : (f.count == 2 ? 1 : 2);
  };
  return rank(a) != rank(b) ? rank(a) > rank(b) : a.facing >= b.facing;
}

// The part of a segment between two planes across `along`, through the ends of another.
template <int D>
int clip_segment(const ContactFeature<D>& by, const ContactFeature<D>& s, Vec<D, double>* kept) {
  const Vec<D, double> along = by.corner[1] - by.corner[0];
  const double low = dot(along, by.corner[0]);
  const double high = dot(along, by.corner[1]);
  const double from = dot(along, s.corner[0]);
  const double to = dot(along, s.corner[1]);
  if ((from < low && to < low) || (from > high && to > high)) return 0;
  const auto at = [&](double end, const Vec<D, double>& here) {
    if (end >= low && end <= high) return here;
    const double t = ((end < low ? low : high) - from) / (to - from);
    return s.corner[0] + (s.corner[1] - s.corner[0]) * t;
  };
  kept[0] = at(from, s.corner[0]);
  kept[1] = at(to, s.corner[1]);
  return 2;
}

// Where the line through p along the normal meets the plane of a feature.
template <int D>
Vec<D, double> opposite(const ContactFeature<D>& f, const Vec<D, double>& p,
                        const Vec<D, double>& normal) {
  const double t = dot(f.normal, f.corner[0] - p) / dot(f.normal, normal);
  return p + normal * t;
}

template <int D>
Cut<D> pair_up(const ContactFeature<D>& by, bool by_a, const Vec<D, double>* kept, int count,
               const Vec<D, double>& normal) {
  Cut<D> cut;
  for (int i = 0; i < count; ++i) {
    const Vec<D, double> other = opposite(by, kept[i], normal);
    cut.corner[i] = CutCorner<D>(by_a ? other : kept[i], by_a ? kept[i] : other, normal);
  }
  cut.count = count;
  return cut;
}

// Sutherland and Hodgman's cut: corners on the inner side of one plane, and where edges cross it.
int clip_by_plane(const Vec<3, double>* p, int count, const Vec<3, double>& n, double offset,
                  double slack, Vec<3, double>* kept) {
  int size = 0;
  const double first = dot(n, p[0]) - offset;
  double here = first;
  for (int i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    const Vec<3, double>& q = p[i];
    const Vec<3, double>& r = p[last ? 0 : i + 1];
    const double there = last ? first : dot(n, r) - offset;
    if (here <= slack) kept[size++] = q;
    const bool crosses = (here < 0 && there > slack) || (here > slack && there < 0);
    if (crosses && (count > 2 || i == 0)) kept[size++] = q + (r - q) * (here / (here - there));
    here = there;
  }
  return size;
}

// A polygon or edge between the planes through the sides of a polygon along the normal. The result
// lies in one of the two buffers. The face of a box of no width has sides of no length: they end
// the sides before them.
const Vec<3, double>* clip_by_polygon(const ContactFeature<3>& by, const ContactFeature<3>& f,
                                      const Vec<3, double>& normal, double slack,
                                      Vec<3, double> (&buffer)[2][Cut<3>::kMost], int& count) {
  const Vec<3, double>* kept = f.corner;
  count = f.count;
  const double side = dot(by.normal, normal) > 0 ? 1 : -1;
  Vec<3, double> before = by.corner[0] - by.corner[by.count - 1];
  for (int i = 0; i < by.count && count != 0; ++i) {
    const Vec<3, double>& p = by.corner[i];
    const Vec<3, double> along = by.corner[i + 1 == by.count ? 0 : i + 1] - p;
    const bool no_length = along == Vec<3, double>{};
    if (no_length && before == Vec<3, double>{}) return count = 0, kept;  // a face that is a point
    const Vec<3, double> edge = no_length ? cross(by.normal, before) : along;
    const Vec<3, double> outward = cross(edge, normal) * side;
    before = along;
    count = clip_by_plane(kept, count, outward, dot(outward, p), slack * length(outward),
                          buffer[i & 1]);
    kept = buffer[i & 1];
  }
  return kept;
}

bool nearly_parallel(const ContactFeature<3>& a, const ContactFeature<3>& b) {
  const Vec<3, double> x = a.corner[1] - a.corner[0];
  const Vec<3, double> y = b.corner[1] - b.corner[0];
  const double limit = kParallel * kParallel * length_squared(x) * length_squared(y);
  return length_squared(cross(x, y)) <= limit;
}

template <int D>
void turn_around(Cut<D>& cut) {
  std::reverse(cut.corner, cut.corner + cut.count);
}

}  // namespace

Cut<2> cut_features(const ContactFeature<2>& a, const ContactFeature<2>& b,
                    const Vec<2, double>& normal, double /*slack*/) {
  const bool by_a = first_cuts(a, b);
  const ContactFeature<2>& by = by_a ? a : b;
  const ContactFeature<2>& other = by_a ? b : a;
  if (by.count != 2 || by.facing < kFacing || other.count != 2) return {};
  Vec<2, double> kept[2];
  Cut<2> cut = pair_up(by, by_a, kept, clip_segment(by, other, kept), normal);
  // From right to left, seen along the normal.
  if (cut.count == 2 && cross(normal, cut.corner[1].b - cut.corner[0].b) < 0) turn_around(cut);
  return cut;
}

Cut<3> cut_features(const ContactFeature<3>& a, const ContactFeature<3>& b,
                    const Vec<3, double>& normal, double slack) {
  const bool by_a = first_cuts(a, b);
  const ContactFeature<3>& by = by_a ? a : b;
  const ContactFeature<3>& other = by_a ? b : a;
  if (by.count < 2 || by.facing < kFacing || other.count < 2) return {};
  Vec<3, double> buffer[2][Cut<3>::kMost];
  const Vec<3, double>* kept = buffer[0];
  int count = 0;
  if (by.count > 2) {
    kept = clip_by_polygon(by, other, normal, slack, buffer, count);
  } else if (other.count == 2 && nearly_parallel(by, other)) {
    count = clip_segment(by, other, buffer[0]);
  }
  Cut<3> cut = pair_up(by, by_a, kept, count, normal);
  if (by_a) turn_around(cut);  // corners of b run clockwise around the normal
  return cut;
}

}  // namespace masu::detail
