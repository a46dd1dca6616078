// SPDX-License-Identifier: MIT
// CGAL: box_self_intersection_d over boxes held by value (pointers are slower), closed, with the
// cutoff tuned on the first frame's boxes.
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include <ctime>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

template <int D, class T>
struct Box {
  T lo[D];
  T hi[D];
  std::uint32_t index;
};

// The BoxIntersectionTraits_d concept; the id decides between boxes that start together.
template <int D, class T>
struct BoxTraits {
  using Box_parameter = const Box<D, T>&;
  using NT = T;
  using ID = std::uint32_t;
  static int dimension() { return D; }
  static T min_coord(Box_parameter b, int axis) { return b.lo[axis]; }
  static T max_coord(Box_parameter b, int axis) { return b.hi[axis]; }
  static ID id(Box_parameter b) { return b.index; }
};

template <class T>
class Cgal {
 public:
  Cgal(int, Boxes<T> boxes, int) {
    // The smaller cutoffs never pay for many boxes; few boxes are timed more often.
    const bool many = boxes.size > 20'000;
    double least = 0;
    std::ptrdiff_t best = 0;
    for (const std::ptrdiff_t cutoff : {10, 100, 400, 700, 1000, 1600}) {
      if (many && cutoff < 400) continue;
      for (int round = 0; round < (many ? 1 : 3); ++round) {
        const double took = seconds(boxes, cutoff);
        if (best == 0 || took < least) {
          least = took;
          best = cutoff;
        }
      }
    }
    cutoff_ = best;
  }

  void frame(Boxes<T> boxes, Moved, Pairs& pairs) {
    if (boxes.dim == 2) {
      search<2>(boxes, flat_, pairs);
    } else {
      search<3>(boxes, solid_, pairs);
    }
  }

 private:
  double seconds(Boxes<T> boxes, std::ptrdiff_t cutoff) {
    Pairs pairs;
    cutoff_ = cutoff;
    const std::clock_t start = std::clock();
    frame(boxes, {}, pairs);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }

  template <int D>
  void search(Boxes<T> boxes, std::vector<Box<D, T>>& copy, Pairs& pairs) const {
    copy.resize(boxes.size);
    for (std::size_t i = 0; i < boxes.size; ++i) {
      for (int a = 0; a < D; ++a) {
        copy[i].lo[a] = boxes.min(i)[a];
        copy[i].hi[a] = boxes.max(i)[a];
      }
      copy[i].index = static_cast<std::uint32_t>(i);
    }
    CGAL::box_self_intersection_d(
        copy.begin(), copy.end(),
        [&](const Box<D, T>& a, const Box<D, T>& b) { add(pairs, a.index, b.index); },
        BoxTraits<D, T>{}, cutoff_, CGAL::Box_intersection_d::CLOSED);
  }

  std::ptrdiff_t cutoff_ = 0;
  std::vector<Box<2, T>> flat_;
  std::vector<Box<3, T>> solid_;
};

const masu_peer kPeers[] = {
    make_peer<Cgal<float>, float>("cgal", CGAL_VERSION_STR, kFlat | kSolid),
    make_peer<Cgal<double>, double>("cgal", CGAL_VERSION_STR, kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
