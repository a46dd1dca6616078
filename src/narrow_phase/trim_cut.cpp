// SPDX-License-Identifier: MIT
#include "narrow_phase/trim_cut.hpp"

#include <algorithm>

#include "narrow_phase/feature_code.hpp"

namespace masu::detail {
namespace {

template <int D>
void erase(int first, int count, Cut<D>& cut) {
  CutCorner<D>* const to = cut.corner + first;
  std::copy(to + count, cut.corner + cut.count, to);
  cut.count -= count;
}
template <int D>
void insert(int index, const CutCorner<D>& c, Cut<D>& cut) {
  std::copy_backward(cut.corner + index, cut.corner + cut.count, cut.corner + cut.count + 1);
  cut.corner[index] = c;
  ++cut.count;
}

template <int D>
int nearest_corner(const Vec<D, double>& p, const Cut<D>& cut) {
  int best = 0;
  for (int i = 1; i < cut.count; ++i) {
    if (length_squared(cut.corner[i].b - p) < length_squared(cut.corner[best].b - p)) best = i;
  }
  return best;
}

// With the point the corners form no polygon of positive width.
bool stays_a_line(const Cut<2>& cut, const Vec<2, double>&) {
  return cut.count == 2;
}
bool stays_a_line(const Cut<3>& cut, const Vec<3, double>& p) {
  if (cut.count != 2) return false;
  const Vec<3, double> q = cut.corner[0].b;
  const Vec<3, double> r = cut.corner[1].b;
  return twice_area<3>(q, r, p) <= kSlant * length_squared(r - q);
}

// Returns how far a point lies beyond the side of a polygon that begins at corner i, seen along the
// normal.
double beyond_side(const Cut<3>& cut, int i, const Vec<3, double>& p, const Vec<3, double>& n) {
  const Vec<3, double>& q = cut.corner[i].b;
  const Vec<3, double>& r = cut.corner[i + 1 == cut.count ? 0 : i + 1].b;
  const Vec<3, double> outward = cross(r - q, n);
  const double size = length(outward);
  return size > 0 ? dot(outward, p - q) / size : -std::numeric_limits<double>::infinity();
}

// Drops corners that the new one covers.
void add_to_hull(const CutCorner<3>& c, const Vec<3, double>& n, Cut<3>& cut) {
  const auto beyond = [&](int side) {
    return beyond_side(cut, (side + cut.count) % cut.count, c.b, n);
  };
  int first = 0;
  double most = beyond(0);
  for (int i = 1; i < cut.count; ++i) {
    const double here = beyond(i);
    if (here > most) most = here, first = i;
  }
  int sides = 1;
  if (most > 0) {
    while (sides + 1 < cut.count && beyond(first - 1) > 0) --first, ++sides;
    while (sides + 1 < cut.count && beyond(first + sides) > 0) ++sides;
  }
  if (sides > 1) {
    CutCorner<3>* const begin = cut.corner;
    std::rotate(begin, begin + (first + cut.count) % cut.count, begin + cut.count);
    first = 0;
    erase(1, sides - 1, cut);
  }
  insert(first + 1, c, cut);
}

}  // namespace

template <int D>
void keep_near(double farthest, double slack, Cut<D>& cut) {
  const auto repeats = [&](const CutCorner<D>& p, const CutCorner<D>& q) {
    return largest_component(p.b - q.b) <= slack;
  };
  // The id that lasts longer stays.
  const auto merge = [](const CutCorner<D>& removed, CutCorner<D>& stays) {
    if (has_vertex(removed.feature_id) && !has_vertex(stays.feature_id)) {
      stays.feature_id = removed.feature_id;
    }
    return true;
  };
  CutCorner<D>* const corner = cut.corner;
  int count = 0;
  for (int i = 0; i < cut.count; ++i) {
    if (corner[i].gap > farthest) continue;
    if (count != 0 && repeats(corner[i], corner[count - 1]) &&
        merge(corner[i], corner[count - 1])) {
      continue;
    }
    corner[count++] = corner[i];
  }
  while (count > 1 && repeats(corner[0], corner[count - 1]) &&
         merge(corner[count - 1], corner[0])) {
    --count;
  }
  cut.count = count;
}

template <int D>
void add_corner(const CutCorner<D>& deepest, const Vec<D, double>& normal, double slack,
                Cut<D>& cut) {
  CutCorner<D>& near = cut.corner[nearest_corner(deepest.b, cut)];
  CutCorner<D> added = deepest;
  if (largest_component(near.b - deepest.b) <= slack) {
    added.feature_id = near.feature_id;
    near = added;
    return;
  }
  const bool line = stays_a_line(cut, deepest.b);
  for (int i = 0; i < cut.count; ++i) {
    const bool goes = line && &cut.corner[i] == &near;
    if (!goes && cut.corner[i].feature_id == added.feature_id) added.feature_id = 0;
  }
  if (line) {
    near = added;
  } else if constexpr (D == 2) {
    insert(cross(normal, deepest.b - near.b) < 0 ? 0 : 1, added, cut);
  } else {
    add_to_hull(added, normal, cut);
  }
}

template <int D>
void simplify(int most, Cut<D>& cut) {
  while (cut.count > most) {
    int deepest = 0;
    for (int i = 1; i < cut.count; ++i) {
      if (cut.corner[i].gap < cut.corner[deepest].gap) deepest = i;
    }
    int least = -1;
    double smallest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < cut.count; ++i) {
      if (i == deepest) continue;
      const Vec<D, double>& before = cut.corner[i == 0 ? cut.count - 1 : i - 1].b;
      const Vec<D, double>& after = cut.corner[i + 1 == cut.count ? 0 : i + 1].b;
      const double area = twice_area<D>(before, cut.corner[i].b, after);
      if (area < smallest) smallest = area, least = i;
    }
    erase(least, 1, cut);
  }
}

#define MASU_INSTANTIATE(D)                                                              \
  template void keep_near(double, double, Cut<D>&);                                      \
  template void add_corner(const CutCorner<D>&, const Vec<D, double>&, double, Cut<D>&); \
  template void simplify(int, Cut<D>&);
MASU_INSTANTIATE(2)
MASU_INSTANTIATE(3)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
