// SPDX-License-Identifier: MIT
#include "narrow_phase/cut_features.hpp"

#include <algorithm>

#include "narrow_phase/feature_code.hpp"

namespace masu::detail {
namespace {

constexpr double kParallel = 0.0436;  // sine of 2.5 degrees

// Chooses the clipping feature: a polygon rather than an edge, then the one that faces the normal
// better.
template <int D>
bool first_cuts(const ContactFeature<D>& a, const ContactFeature<D>& b) {
  const auto rank = [](const ContactFeature<D>& f) {
    return f.count == 1 || f.facing < kFacing ? 0 : (f.count == 2 ? 1 : 2);
  };
  return rank(a) != rank(b) ? rank(a) > rank(b) : a.facing >= b.facing;
}

// A point of the clipped feature, and the codes of the features that make it.
template <int D>
struct ClippedPoint {
  Vec<D, double> p;
  std::uint32_t cutting;
  std::uint32_t cut;
};

// The part of a segment between two planes perpendicular to `along` through the ends of another.
template <int D>
int clip_segment(const ContactFeature<D>& by, const ContactFeature<D>& s,
                 ClippedPoint<D>* clipped) {
  const Vec<D, double> along = by.corner[1] - by.corner[0];
  const double low = dot(along, by.corner[0]);
  const double high = dot(along, by.corner[1]);
  const double from = dot(along, s.corner[0]);
  const double to = dot(along, s.corner[1]);
  if ((from < low && to < low) || (from > high && to > high)) return 0;
  const auto at = [&](double end, int i) -> ClippedPoint<D> {
    if (end >= low && end <= high) return {s.corner[i], by.code, s.corner_code[i]};
    const double t = ((end < low ? low : high) - from) / (to - from);
    return {s.corner[0] + (s.corner[1] - s.corner[0]) * t, by.corner_code[end > high], s.code};
  };
  clipped[0] = at(from, 0);
  clipped[1] = at(to, 1);
  return 2;
}

// Returns the intersection of the line through p along the normal with the plane of a feature.
template <int D>
Vec<D, double> opposite(const ContactFeature<D>& f, const Vec<D, double>& p,
                        const Vec<D, double>& normal) {
  const double t = dot(f.normal, f.corner[0] - p) / dot(f.normal, normal);
  return p + normal * t;
}

template <int D>
void pair_up(const ContactFeature<D>& by, bool by_a, const ClippedPoint<D>& own,
             const Vec<D, double>& normal, Cut<D>& cut) {
  const Vec<D, double> other = opposite(by, own.p, normal);
  const std::uint32_t id =
      by_a ? feature_id_of(own.cutting, own.cut) : feature_id_of(own.cut, own.cutting);
  cut.corner[cut.count++] = CutCorner<D>(by_a ? other : own.p, by_a ? own.p : other, normal, id);
}

// A corner of a clipped polygon. Sides are numbered: those of the polygon from 0, those of the
// clipping one from kMostFeatureCorners. The two sides that made the corner remain its id even if a
// cut within the slack of it replaces the side after it.
struct ClipCorner {
  Vec<3, double> p;
  std::uint8_t side[2];
  std::uint8_t after;
};

// Sutherland-Hodgman clipping: keeps corners on the inner side of one plane, that of side `by`, and
// the points where edges cross it.
int clip_by_plane(const ClipCorner* p, int count, const Vec<3, double>& n, double offset,
                  double slack, std::uint8_t by, ClipCorner* clipped) {
  int size = 0;
  const double first = dot(n, p[0].p) - offset;
  double here = first;
  for (int i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    const ClipCorner& q = p[i];
    const Vec<3, double>& r = p[last ? 0 : i + 1].p;
    const double there = last ? first : dot(n, r) - offset;
    const bool leaves = there > slack;
    if (here <= slack) {
      clipped[size] = q;
      if (here >= 0 && leaves) clipped[size].after = by;
      ++size;
    }
    const bool crosses = (here < 0 && leaves) || (here > slack && there < 0);
    if (crosses && (count > 2 || i == 0)) {
      const std::uint8_t in = leaves ? q.after : by;
      const std::uint8_t out = leaves ? by : q.after;
      clipped[size++] = {q.p + (r - q.p) * (here / (here - there)), {in, out}, out};
    }
    here = there;
  }
  return size;
}

// Clips a polygon or edge to the planes through the sides of a polygon along the normal. The result
// lies in one of the two buffers. The face of a box of no width has sides of no length: they end
// the sides before them.
const ClipCorner* clip_by_polygon(const ContactFeature<3>& by, const ContactFeature<3>& f,
                                  const Vec<3, double>& normal, double slack,
                                  ClipCorner (&buffer)[2][Cut<3>::kMost], int& count) {
  const ClipCorner* clipped = buffer[1];
  count = f.count;
  for (int i = 0; i < count; ++i) {
    const auto here = static_cast<std::uint8_t>(i);
    const auto before = static_cast<std::uint8_t>(i == 0 ? count - 1 : i - 1);
    buffer[1][i] = {f.corner[i], {before, here}, here};
  }
  const double side = dot(by.normal, normal) > 0 ? 1 : -1;
  Vec<3, double> before = by.corner[0] - by.corner[by.count - 1];
  for (int i = 0; i < by.count && count != 0; ++i) {
    const Vec<3, double>& p = by.corner[i];
    const Vec<3, double> along = by.corner[i + 1 == by.count ? 0 : i + 1] - p;
    const bool no_length = along == Vec<3, double>{};
    if (no_length && before == Vec<3, double>{})
      return count = 0, clipped;  // a face that is a point
    const Vec<3, double> edge = no_length ? cross(by.normal, before) : along;
    const Vec<3, double> outward = cross(edge, normal) * side;
    before = along;
    count = clip_by_plane(clipped, count, outward, dot(outward, p), slack * length(outward),
                          static_cast<std::uint8_t>(kMostFeatureCorners + i), buffer[i & 1]);
    clipped = buffer[i & 1];
  }
  return clipped;
}

// Two sides of one polygon meet in its vertex on the face of the other; the sides of the clipping
// one come in the order opposite to its own, so its corner begins the first. One of each cross.
ClippedPoint<3> with_codes(const ContactFeature<3>& by, const ContactFeature<3>& f,
                           const ClipCorner& c) {
  constexpr int kOthers = kMostFeatureCorners;
  const int in = c.side[0];
  const int out = c.side[1];
  if (in < kOthers && out < kOthers) return {c.p, by.code, f.corner_code[out]};
  if (in >= kOthers && out >= kOthers) return {c.p, by.corner_code[in - kOthers], f.code};
  const int of_by = (in < kOthers ? out : in) - kOthers;
  return {c.p, by.side_code[of_by], f.side_code[in < kOthers ? in : out]};
}

bool nearly_parallel(const ContactFeature<3>& a, const ContactFeature<3>& b) {
  const Vec<3, double> x = a.corner[1] - a.corner[0];
  const Vec<3, double> y = b.corner[1] - b.corner[0];
  const double limit = kParallel * kParallel * length_squared(x) * length_squared(y);
  return length_squared(cross(x, y)) <= limit;
}

template <int D>
void reverse(Cut<D>& cut) {
  std::reverse(cut.corner, cut.corner + cut.count);
}

}  // namespace

void cut_features(const ContactFeature<2>& a, const ContactFeature<2>& b,
                  const Vec<2, double>& normal, double /*slack*/, Cut<2>& cut) {
  cut.count = 0;
  const bool by_a = first_cuts(a, b);
  const ContactFeature<2>& by = by_a ? a : b;
  const ContactFeature<2>& other = by_a ? b : a;
  if (by.count != 2 || by.facing < kFacing || other.count != 2) return;
  ClippedPoint<2> clipped[2];
  const int count = clip_segment(by, other, clipped);
  for (int i = 0; i < count; ++i) pair_up(by, by_a, clipped[i], normal, cut);
  // From right to left, seen along the normal.
  if (cut.count == 2 && cross(normal, cut.corner[1].b - cut.corner[0].b) < 0) reverse(cut);
}

void cut_features(const ContactFeature<3>& a, const ContactFeature<3>& b,
                  const Vec<3, double>& normal, double slack, Cut<3>& cut) {
  cut.count = 0;
  const bool by_a = first_cuts(a, b);
  const ContactFeature<3>& by = by_a ? a : b;
  const ContactFeature<3>& other = by_a ? b : a;
  if (by.count < 2 || by.facing < kFacing || other.count < 2) return;
  if (by.count > 2) {
    ClipCorner buffer[2][Cut<3>::kMost];
    int count = 0;
    const ClipCorner* const clipped = clip_by_polygon(by, other, normal, slack, buffer, count);
    for (int i = 0; i < count; ++i)
      pair_up(by, by_a, with_codes(by, other, clipped[i]), normal, cut);
  } else if (other.count == 2 && nearly_parallel(by, other)) {
    ClippedPoint<3> clipped[2];
    const int count = clip_segment(by, other, clipped);
    for (int i = 0; i < count; ++i) pair_up(by, by_a, clipped[i], normal, cut);
  }
  if (by_a) reverse(cut);  // corners of b run clockwise around the normal
}

}  // namespace masu::detail
