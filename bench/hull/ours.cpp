// SPDX-License-Identifier: MIT
#include "ours.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <masu/hull/andrew.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/textbook/gift_wrapping3.hpp>

#include "peer_kit.hpp"

namespace masu_bench::hull {
namespace {

using namespace masu;

// Builder and hull keep their memory from run to run, unless they are made new each time
// (`afresh`).
template <int D, class T, class Builder, class Hull, bool afresh = false>
class Method {
 public:
  Method(int, const double* coordinates, std::size_t count) : points_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      for (int k = 0; k < D; ++k) {
        points_[i][k] = static_cast<T>(coordinates[i * D + static_cast<std::size_t>(k)]);
      }
    }
    renew();
  }

  bool run() {
    if (afresh) renew();
    return builder_->build(std::span<const Vec<D, T>>(points_), *hull_) == Status::ok;
  }

  masu_hull_result result() {
    vertices_.clear();
    for (const std::uint32_t v : hull_->vertices()) {
      for (const T x : points_[v].v) vertices_.push_back(static_cast<double>(x));
    }
    masu_hull_result r{vertices_.data(), hull_->vertices().size(), 0,
                       static_cast<double>(builder_->stats().tests)};
    if constexpr (D == 3) r.face_count = hull_->face_count();
    return r;
  }

 private:
  void renew() {
    builder_.reset();
    hull_.reset();
    builder_.emplace();
    hull_.emplace();
  }

  std::vector<Vec<D, T>> points_;
  std::optional<Builder> builder_;
  std::optional<Hull> hull_;
  std::vector<double> vertices_;
};

// Points in one plane except for rounding form one face.
template <class T>
struct Merged : Quickhull3<T> {
  Merged() : Quickhull3<T>(Merge::tolerance(16 * std::numeric_limits<T>::epsilon())) {}
};

template <int D>
bool takes(int dim, std::size_t) {
  return dim == D;
}
// Quadratic if most points are extreme.
template <int D>
bool takes_few(int dim, std::size_t count) {
  return dim == D && count <= 11'000;
}

template <class T>
void add(std::vector<masu_hull_peer>& list) {
  constexpr std::uint32_t kSize = sizeof(T);
  using Hull = Hull3<T>;
  using Quick2 = Quickhull2<T>;
  using Quick3 = Quickhull3<T>;
  list.insert(list.end(),
              {make_peer<Method<3, T, Quick3, Hull>, takes<3>>("masu:quickhull", "", kSize),
               make_peer<Method<3, T, Quick3, Hull, true>, takes<3>>("masu:afresh", "", kSize),
               make_peer<Method<3, T, Merged<T>, Hull>, takes<3>>("masu:merged", "", kSize),
               make_peer<Method<3, T, GiftWrapping3<T>, Hull>, takes_few<3>>("masu:gift_wrapping",
                                                                             "", kSize),
               make_peer<Method<2, T, Quick2, Hull2>, takes<2>>("masu:quickhull", "", kSize),
               make_peer<Method<2, T, AndrewChain<T>, Hull2>, takes<2>>("masu:andrew", "", kSize),
               make_peer<Method<2, T, GiftWrapping2<T>, Hull2>, takes_few<2>>("masu:gift_wrapping",
                                                                              "", kSize)});
}

}  // namespace

std::span<const masu_hull_peer> our_methods() {
  static const std::vector<masu_hull_peer> all = [] {
    std::vector<masu_hull_peer> list;
    add<float>(list);
    add<double>(list);
    return list;
  }();
  return all;
}

}  // namespace masu_bench::hull
