// SPDX-License-Identifier: MIT
// The caller's cache, converted to the order and frame of the pair during a query.
#pragma once

#include <utility>

#include <masu/core/matrix.hpp>
#include <masu/narrow_phase/pair_cache.hpp>

namespace masu::detail {

// Converts the cache on construction and back on destruction. It may be nullptr.
template <int D>
class CacheOfPair {
 public:
  CacheOfPair(PairCache* cache, const Matrix<D, double>& rotation, bool flipped)
      : cache_(cache), rotation_(rotation), flipped_(flipped) {
    if (cache_ == nullptr) return;
    if (flipped_) flip();
    store(transposed_times(rotation_, direction()));
  }
  ~CacheOfPair() {
    if (cache_ == nullptr) return;
    store(rotation_ * direction());
    if (flipped_) flip();
  }
  CacheOfPair(const CacheOfPair&) = delete;
  CacheOfPair& operator=(const CacheOfPair&) = delete;

  PairCache* cache() const { return cache_; }

 private:
  Vec<D, double> direction() const {
    Vec<D, double> d{};
    for (int i = 0; i < D; ++i) d[i] = double(cache_->direction[i]);
    return d;
  }
  void store(const Vec<D, double>& d) {
    for (int i = 0; i < D; ++i) cache_->direction[i] = static_cast<float>(d[i]);
  }
  void flip() {
    std::swap(cache_->vertex_a, cache_->vertex_b);
    for (float& x : cache_->direction) x = -x;
  }

  PairCache* cache_;
  const Matrix<D, double>& rotation_;
  bool flipped_;
};

}  // namespace masu::detail
