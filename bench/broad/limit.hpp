// SPDX-License-Identifier: MIT
// The memory traffic that no method of this kind can avoid: bounds of the scene, one key per object
// (quantise and interleave), one counting sort by key, the boxes gathered in that order, and as
// many pairs written as the scene has. No boxes are compared.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <masu/core/aabb.hpp>
#include <masu/spatial_order/morton.hpp>

#include "peer.h"

namespace masu_bench {

template <int D, class T>
class Limit {
 public:
  using Bounds = masu::Aabb<D, T>;

  // Writes `pairs` pairs. `scatter`: records are written directly to their sorted positions, else
  // indices are and the boxes follow; which is faster depends on the size and the machine.
  std::span<const masu_peer_pair> run(std::span<const Bounds> boxes, std::size_t pairs,
                                      bool scatter) {
    resize(boxes.size(), pairs);
    find_bounds(boxes);
    make_keys(boxes);
    if (scatter) {
      scatter_records(boxes);
    } else {
      gather(boxes);
    }
    write_pairs(pairs);
    return {pairs_.data(), pairs};
  }

 private:
  struct Record {
    Bounds box;
    std::uint32_t index;
  };

  void resize(std::size_t n, std::size_t pairs) {
    if (keys_.size() != n) {
      // About as many objects per cell as in the trees of this library: 8 in 2D, 4 in 3D.
      const double cells = static_cast<double>(n) / (D == 2 ? 8 : 4);
      level_ =
          std::clamp(static_cast<int>(std::lround(std::log2(std::max(cells, 1.0)) / D)), 0, 30 / D);
      keys_.resize(n);
      indices_.resize(n);
      sorted_.resize(n);
      records_.resize(n);
      starts_.resize((std::size_t(1) << (level_ * D)) + 1);
    }
    if (pairs_.size() < pairs) pairs_.resize(pairs + pairs / 8);
  }

  // Two boxes per step, whole vectors, both reductions over all lanes: the required lanes are
  // selected afterwards.
  void find_bounds(std::span<const Bounds> boxes) {
    constexpr int kLanes = 4 * D;
    T low[kLanes];
    T high[kLanes];
    for (int k = 0; k < kLanes; ++k) {
      low[k] = std::numeric_limits<T>::infinity();
      high[k] = -low[k];
    }
    const T* p = &boxes[0].min[0];
    for (std::size_t i = 0; i + 2 <= boxes.size(); i += 2, p += kLanes) {
      for (int k = 0; k < kLanes; ++k) {
        low[k] = p[k] < low[k] ? p[k] : low[k];
        high[k] = p[k] > high[k] ? p[k] : high[k];
      }
    }
    const Bounds& last = boxes.back();
    T side = 0;
    for (int a = 0; a < D; ++a) {
      const T from = std::min({low[a], low[a + 2 * D], last.min[a]});
      side = std::max(side, std::max({high[a + D], high[a + 3 * D], last.max[a]}) - from);
      twice_origin_[a] = 2 * from;
    }
    scale_ = T(0.49999) * static_cast<T>(1 << level_) / (side > 0 ? side : T(1));
  }

  void make_keys(std::span<const Bounds> boxes) {
    std::fill(starts_.begin(), starts_.end(), 0u);
    for (std::size_t i = 0; i < boxes.size(); i += kBlock) {
      make_keys(&boxes[i], std::min(kBlock, boxes.size() - i), &keys_[i]);
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) {
      const std::uint32_t count = start;
      start = sum;
      sum += count;
    }
  }

  // Loops that a compiler can vectorize for the baseline.
  void make_keys(const Bounds* boxes, std::size_t count, std::uint32_t* keys) {
    std::int32_t cell[D][kBlock];
    for (std::size_t i = 0; i < count; ++i) {
      for (int a = 0; a < D; ++a) {
        const T twice = boxes[i].min[a] + boxes[i].max[a] - twice_origin_[a];
        cell[a][i] = static_cast<std::int32_t>(twice * scale_);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t key = 0;
      for (int a = 0; a < D; ++a) {
        key |= masu::morton_spread<D, std::uint32_t>(static_cast<std::uint32_t>(cell[a][i])) << a;
      }
      keys[i] = key;
    }
    for (std::size_t i = 0; i < count; ++i) ++starts_[keys[i]];
  }

  void scatter_records(std::span<const Bounds> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      records_[starts_[keys_[i]]++] = {boxes[i], static_cast<std::uint32_t>(i)};
    }
    first_index_ = &records_[0].index;
    stride_ = sizeof(Record) / sizeof(std::uint32_t);
  }

  void gather(std::span<const Bounds> boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      indices_[starts_[keys_[i]]++] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) sorted_[i] = boxes[indices_[i]];
    first_index_ = indices_.data();
    stride_ = 1;
  }

  // Adjacent objects in the order stand for the pairs that a join would find.
  void write_pairs(std::size_t pairs) {
    const std::size_t steps = keys_.size() - 1;
    for (std::size_t k = 0; k < pairs && steps > 0;) {
      const std::uint32_t* p = first_index_;
      for (const std::size_t end = std::min(pairs, k + steps); k < end; ++k, p += stride_) {
        pairs_[k] = {p[0], p[stride_]};
      }
    }
  }

  static constexpr std::size_t kBlock = 256;

  int level_ = 0;
  T twice_origin_[D] = {};
  T scale_ = 1;
  std::vector<std::uint32_t> keys_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> indices_;
  std::vector<Bounds> sorted_;
  std::vector<Record> records_;
  std::vector<masu_peer_pair> pairs_;
  const std::uint32_t* first_index_ = nullptr;
  std::size_t stride_ = 1;
};

}  // namespace masu_bench
