// SPDX-License-Identifier: MIT
// VolumeStore: the contact volumes of the pairs of a world, kept until an object moves.
#pragma once

#include <algorithm>

#include <masu/world/world_volume.hpp>

#include "world/range_pool.hpp"
#include "world/volume_finder.hpp"

namespace masu::detail {

template <int D, class T>
class VolumeStore {
 public:
  using Volume = ContactVolume<D, T>;

  explicit VolumeStore(Allocator allocator)
      : ranges_(allocator),
        records_(allocator),
        vertices_(allocator),
        loops_(allocator),
        indices_(allocator),
        found_records_(allocator),
        found_vertices_(allocator),
        found_loops_(allocator),
        found_indices_(allocator) {}

  // Reserves memory by node. New nodes have no volumes.
  [[nodiscard]] bool reserve_nodes(std::size_t nodes) { return ranges_.grow(nodes); }
  void start(std::uint32_t n) {
    while (ranges_.size() <= n) {
      ranges_.set_size(ranges_.size() + 1);
      ranges_.back() = {};
    }
  }
  void end(std::uint32_t n) {
    if (n >= ranges_.size()) return;
    records_.give(ranges_[n].records);
    vertices_.give(ranges_[n].vertices);
    loops_.give(ranges_[n].loops);
    indices_.give(ranges_[n].indices);
  }

  // The volumes of a node: call begin(), add() for each in order, and keep(), which returns false
  // if out of memory.
  void begin() {
    found_records_.clear();
    found_vertices_.clear();
    found_loops_.clear();
    found_indices_.clear();
  }
  [[nodiscard]] bool add(Status status, const Volume& v) {
    const Record r{status, v.volume(), v.centroid(), v.area(), v.normal(), size(found_vertices_), 0,
                   0,      0};
    if (!found_records_.push_back(r)) return false;
    if (status != Status::ok) return true;
    return add_vertices(v) && add_faces(v) && add_cuts(v);
  }
  [[nodiscard]] bool keep(std::uint32_t n) {
    Ranges& to = ranges_[n];
    if (copy(found_records_, records_, to.records) &&
        copy(found_vertices_, vertices_, to.vertices) && copy(found_loops_, loops_, to.loops) &&
        copy(found_indices_, indices_, to.indices)) {
      return true;
    }
    end(n);
    return false;
  }

  std::uint32_t count(std::uint32_t n) const {
    return n < ranges_.size() ? ranges_[n].records.count : 0;
  }
  // Precondition: k < count().
  WorldVolume<D, T> volume(std::uint32_t n, std::uint32_t k) const {
    const Ranges& from = ranges_[n];
    const Record& r = records_[from.records][k];
    WorldVolume<D, T> v;
    v.status = r.status;
    v.volume = r.volume;
    v.centroid = r.centroid;
    v.area = r.area;
    v.normal = r.normal;
    if (r.status != Status::ok) return v;
    const std::span<const Record> all = records_[from.records];
    std::uint32_t first_loop = 0;
    for (std::uint32_t i = 0; i < k; ++i) first_loop += all[i].faces + all[i].cuts;
    v.vertices = vertices_[from.vertices].subspan(r.first_vertex, r.vertices);
    v.faces = loops_[from.loops].subspan(first_loop, r.faces);
    v.cuts = loops_[from.loops].subspan(first_loop + r.faces, r.cuts);
    v.indices = indices_[from.indices];
    return v;
  }

 private:
  struct Record {
    Status status;
    T volume;
    Vec<D, T> centroid;
    T area;
    Vec<D, T> normal;
    std::uint32_t first_vertex;
    std::uint32_t vertices;
    std::uint32_t faces;
    std::uint32_t cuts;
  };
  struct Ranges {
    PoolRange records;
    PoolRange vertices;
    PoolRange loops;
    PoolRange indices;
  };

  template <class E>
  static std::uint32_t size(const Buffer<E>& b) {
    return static_cast<std::uint32_t>(b.size());
  }
  template <class E>
  static bool copy(const Buffer<E>& from, RangePool<E>& pool, PoolRange& to) {
    if (!pool.resize(to, size(from))) return false;
    std::copy(from.begin(), from.end(), pool[to].begin());
    return true;
  }

  bool add_vertices(const Volume& v) {
    found_records_.back().vertices = static_cast<std::uint32_t>(v.polytope().vertices().size());
    for (const Vec<D, T>& p : v.polytope().vertices()) {
      if (!found_vertices_.push_back(p)) return false;
    }
    return true;
  }
  bool add_faces(const Volume& v) {
    const auto add_loop = [&](std::uint32_t f, std::uint32_t count) {
      return found_loops_.push_back({size(found_indices_), count, v.source(f)});
    };
    if constexpr (D == 2) {
      const auto edges = static_cast<std::uint32_t>(v.polytope().edge_count());
      for (std::uint32_t i = 0; i < edges; ++i) {
        if (!add_loop(i, 2) || !found_indices_.push_back(i) ||
            !found_indices_.push_back(i + 1 == edges ? 0 : i + 1)) {
          return false;
        }
      }
      found_records_.back().faces = edges;
    } else {
      const auto faces = static_cast<std::uint32_t>(v.polytope().face_count());
      for (std::uint32_t f = 0; f < faces; ++f) {
        const auto loop = v.polytope().face(f);
        if (!add_loop(f, static_cast<std::uint32_t>(loop.size())) || !add_indices(loop))
          return false;
      }
      found_records_.back().faces = faces;
    }
    return true;
  }
  bool add_cuts(const Volume& v) {
    for (std::size_t i = 0; i < v.cut_count(); ++i) {
      const auto loop = v.cut(i);
      const auto count = static_cast<std::uint32_t>(loop.size());
      if (!found_loops_.push_back({size(found_indices_), count, {}}) || !add_indices(loop)) {
        return false;
      }
    }
    found_records_.back().cuts = static_cast<std::uint32_t>(v.cut_count());
    return true;
  }
  bool add_indices(std::span<const std::uint32_t> loop) {
    for (const std::uint32_t i : loop) {
      if (!found_indices_.push_back(i)) return false;
    }
    return true;
  }

  Buffer<Ranges> ranges_;  // by node
  RangePool<Record> records_;
  RangePool<Vec<D, T>> vertices_;
  RangePool<VolumeLoop> loops_;
  RangePool<std::uint32_t> indices_;
  Buffer<Record> found_records_;
  Buffer<Vec<D, T>> found_vertices_;
  Buffer<VolumeLoop> found_loops_;
  Buffer<std::uint32_t> found_indices_;
};

}  // namespace masu::detail
