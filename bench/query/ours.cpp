// SPDX-License-Identifier: MIT
#include "ours.hpp"

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/core/version.hpp>

#include "broad_phase/triangle_bvh.hpp"
#include "peer_kit.hpp"

namespace masu_bench::query {
namespace {

std::uint32_t index_of(std::uint32_t id) {
  return id;
}
std::uint32_t index_of(masu::Handle handle) {
  return handle.index;
}

template <int D, class T>
masu::Vec<D, T> vec_of(const T* p) {
  masu::Vec<D, T> v;
  for (int a = 0; a < D; ++a) v[a] = p[a];
  return v;
}
template <int D, class T>
masu::Aabb<D, T> box_of(const T* min, const T* max) {
  return {vec_of<D>(min), vec_of<D>(max)};
}

// The queries of our indices; all have the same names for them.
template <int D, class T, class Tree, std::uint32_t kTaskSet>
class QueryMethod {
 public:
  static constexpr std::uint32_t kTasks = kTaskSet;

  void ask(const Questions<T>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      ask(questions, questions[i], answers);
      answers.end();
    }
  }

 protected:
  void overlapping(const masu::Aabb<D, T>& box, Answers& answers) const {
    (void)tree_.for_each_overlapping(box, [&](auto id) { answers.add(index_of(id)); });
  }

  Tree tree_;

 private:
  using Neighbor = masu::Neighbor<T, typename Tree::Id>;

  void ask(const Questions<T>& questions, const T* q, Answers& answers) {
    switch (questions.task()) {
      case MASU_QUERY_BOX: return overlapping(box_of<D>(q, q + D), answers);
      case MASU_QUERY_KNN: return nearest(q, questions.raw.k, answers);
      case MASU_QUERY_RADIUS: return within(q, static_cast<T>(questions.raw.radius), answers);
      case MASU_QUERY_RAY_FIRST: return first(q, answers);
      default: return all(q, answers);
    }
  }
  void nearest([[maybe_unused]] const T* q, [[maybe_unused]] std::uint32_t k,
               [[maybe_unused]] Answers& answers) {
    if constexpr ((kTaskSet & kKnn) != 0) {
      neighbors_.resize(k);
      const auto found =
          tree_.nearest(masu::Aabb<D, T>::of_point(vec_of<D>(q)), std::span<Neighbor>(neighbors_));
      for (std::size_t j = 0; j < found.stats.results; ++j) {
        answers.add(index_of(neighbors_[j].id), neighbors_[j].distance_squared);
      }
    }
  }
  void within([[maybe_unused]] const T* q, [[maybe_unused]] T radius,
              [[maybe_unused]] Answers& answers) {
    if constexpr ((kTaskSet & kRadius) != 0) {
      (void)tree_.for_each_within(masu::Aabb<D, T>::of_point(vec_of<D>(q)), radius,
                                  [&](auto id) { answers.add(index_of(id)); });
    }
  }
  static masu::Ray<D, T> ray_of(const T* q) { return {vec_of<D>(q), vec_of<D>(q + D), q[2 * D]}; }
  void first([[maybe_unused]] const T* q, [[maybe_unused]] Answers& answers) {
    if constexpr ((kTaskSet & kRayFirst) != 0) {
      const auto hit = tree_.ray_cast(ray_of(q));
      if (hit.hit) answers.add(index_of(hit.id), hit.t);
    }
  }
  void all([[maybe_unused]] const T* q, [[maybe_unused]] Answers& answers) {
    if constexpr ((kTaskSet & kRayAll) != 0) {
      (void)tree_.for_each_on_ray(ray_of(q), [&](auto id, T) { answers.add(index_of(id)); });
    }
  }

  std::vector<Neighbor> neighbors_;
};

struct NoBuilder {};

template <int D, class T, class Tree, std::uint32_t kKindSet, std::uint32_t kTaskSet,
          auto kBuilder = NoBuilder{}>
class Static : public QueryMethod<D, T, Tree, kTaskSet> {
 public:
  static constexpr std::uint32_t kKinds = kKindSet;
  explicit Static(int) {
    if constexpr (!std::is_same_v<decltype(kBuilder), const NoBuilder>)
      this->tree_.set_options({.builder = kBuilder});
  }
  bool build(const Objects<T>& objects) {
    return this->tree_.build(masu::BoxSpan<D, T>(objects.min(0), objects.max(0),
                                                 objects.stride() * sizeof(T), objects.size())) ==
           masu::Status::ok;
  }
};

// Objects are inserted one by one, or together if the tree supports it.
template <int D, class T, class Tree, std::uint32_t kKindSet, std::uint32_t kTaskSet>
class Dynamic : public QueryMethod<D, T, Tree, kTaskSet> {
 public:
  static constexpr std::uint32_t kKinds = kKindSet;
  explicit Dynamic(int) {}

  bool build(const Objects<T>& objects) {
    this->tree_.clear();
    handles_.clear();
    if constexpr (requires(masu::BoxSpan<D, T> all) { this->tree_.insert_many(all, handles_); }) {
      handles_.resize(objects.size());
      const masu::BoxSpan<D, T> all(objects.min(0), objects.max(0), objects.stride() * sizeof(T),
                                    objects.size());
      if (this->tree_.insert_many(all, handles_) != masu::Status::ok) return false;
    }
    for (std::size_t i = handles_.size(); i < objects.size(); ++i) {
      const masu::Handle handle = this->tree_.insert(box_of<D>(objects.min(i), objects.max(i)));
      // Results have slots as indices: they must equal the input's.
      if (handle.index != i) return false;
      handles_.push_back(handle);
    }
    return true;
  }

  void move(const Moves<T>& moves, Answers& answers) {
    for (std::size_t k = 0; k < moves.size; ++k) {
      (void)this->tree_.move(handles_[moves.indices[k]], box_of<D>(moves.min(k), moves.max(k)));
    }
    for (std::size_t k = 0; k < moves.size; ++k) {
      this->overlapping(box_of<D>(moves.min(k), moves.max(k)), answers);
      answers.end();
    }
  }

 private:
  std::vector<masu::Handle> handles_;
};

template <class T, masu::BvhBuilder kBuilder>
class Triangles {
 public:
  static constexpr std::uint32_t kKinds = kTriangles;
  static constexpr std::uint32_t kTasks = kRayFirst;
  explicit Triangles(int) {}

  bool build(const Objects<T>& objects) {
    const auto* vertices = static_cast<const masu::Vec<3, T>*>(objects.raw.data);
    return tree_.build(vertices, {objects.raw.corners, 3 * objects.size()}, kBuilder) ==
           masu::Status::ok;
  }
  void ask(const Questions<T>& questions, Answers& answers) {
    masu::detail::BvhCounts counts;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const T* q = questions[i];
      const auto hit = tree_.cast({vec_of<3>(q), vec_of<3>(q + 3), q[6]}, counts);
      if (hit.id != masu::detail::kBvhNone) answers.add(hit.id, hit.t);
      answers.end();
    }
  }

 private:
  masu::detail::TriangleBvh<T> tree_;
};

constexpr std::uint32_t kPointTasks = kKnn | kRadius;
constexpr std::uint32_t kRays = kRayFirst | kRayAll;

template <class Index, int D, class T>
masu_query_peer entry(const char* name) {
  return make_peer<Index, T>(name, masu::version(), 1u << D);
}

template <int D, class T>
void add_indices(std::vector<masu_query_peer>& all) {
  using masu::BvhBuilder;
  constexpr std::uint32_t kBoth = kBoxes | kPoints;
  constexpr std::uint32_t kEverything = kBox | kPointTasks | kRays;
  using Kd = masu::KdTree<D, T>;
  using Bvh = masu::Bvh<D, T>;
  using Grid = masu::UniformGrid<D, T>;
  all.push_back(entry<Static<D, T, Kd, kBoth, kEverything>, D, T>("masu:kd"));
  all.push_back(entry<Static<D, T, Bvh, kBoth, kEverything, BvhBuilder::morton>, D, T>("masu:bvh"));
  all.push_back(
      entry<Static<D, T, Bvh, kBoth, kEverything, BvhBuilder::surface_area>, D, T>("masu:bvh_sah"));
  all.push_back(entry<Static<D, T, Grid, kBoxes, kBox>, D, T>("masu:grid"));
  all.push_back(
      entry<Dynamic<D, T, masu::RegisteredOrthtree<D, T>, kBoth, kEverything | kMove>, D, T>(
          "masu:registered"));
  all.push_back(
      entry<Dynamic<D, T, masu::HashGrid<D, T>, kBoxes, kBox | kMove>, D, T>("masu:hash_grid"));
  all.push_back(entry<Dynamic<D, T, masu::DynamicBvh<D, T>, kBoth, kEverything | kMove>, D, T>(
      "masu:dynamic_bvh"));
  if constexpr (D == 3) {
    all.push_back(entry<Triangles<T, BvhBuilder::morton>, D, T>("masu:triangles"));
    all.push_back(entry<Triangles<T, BvhBuilder::surface_area>, D, T>("masu:triangles_sah"));
  }
}

}  // namespace

std::span<const masu_query_peer> our_indices() {
  static const std::vector<masu_query_peer> all = [] {
    std::vector<masu_query_peer> list;
    add_indices<2, float>(list);
    add_indices<3, float>(list);
    add_indices<2, double>(list);
    add_indices<3, double>(list);
    return list;
  }();
  return all;
}

}  // namespace masu_bench::query
