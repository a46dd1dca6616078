// SPDX-License-Identifier: MIT
// SweepPairs: the third step of an update: when sensors and continuous objects first touch others
// on their sweeps.
#pragma once

#include "world/match_pairs.hpp"

namespace masu::detail {

// run() may fail and can be repeated; commit() publishes its results.
template <int D, class T>
class SweepPairs {
 public:
  using Book = PairBook;
  using Store = ObjectStore<D, T>;
  using Rules = TestRules<D, T>;
  using Impact = WorldImpact<D, T>;

  explicit SweepPairs(Allocator allocator)
      : nodes_(allocator),
        found_(allocator),
        crossed_found_(allocator),
        impacts_found_(allocator),
        crossed_(allocator),
        impacts_(allocator) {}

  std::span<const Impact> crossed() const { return crossed_; }
  std::span<const Impact> impacts() const { return impacts_; }

  // Returns whether crossed() or impacts() has an element.
  bool some() const { return some_; }

  // Begins an update. `requested`: some object is a sensor or continuous.
  void start(bool requested) {
    due_ = requested || some_;
    if (due_) crossed_found_.clear(), impacts_found_.clear();
  }
  // Precondition: the results of the tests are written.
  MASU_NOINLINE Status run(std::span<const std::uint32_t> tested, const Store& objects,
                           const Rules& rules, const Book& book) {
    nodes_.clear();
    for (const std::uint32_t n : tested) {
      const Book::Node& node = book.node(n);
      const bool asked =
          needs_sweep(objects, node) &&
          (rules.torus.any() || overlaps(sweep_box(objects, node.a), sweep_box(objects, node.b)));
      if (asked && !nodes_.push_back(n)) return Status::out_of_memory;
    }
    for (std::size_t first = 0; first < nodes_.size(); first += kSweeps) {
      const std::size_t count = std::min(kSweeps, nodes_.size() - first);
      const Status status = run_some({&nodes_[first], count}, objects, rules, book);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }
  void commit() {
    if (!due_) return;
    const auto earlier = [](const Impact& x, const Impact& y) {
      const T t = x.t;
      const T u = y.t;
      return t != u ? t < u : pair_key(x.a.index, x.b.index) < pair_key(y.a.index, y.b.index);
    };
    std::swap(crossed_, crossed_found_);
    std::swap(impacts_, impacts_found_);
    std::sort(crossed_.begin(), crossed_.end(), earlier);
    std::sort(impacts_.begin(), impacts_.end(), earlier);
    some_ = !crossed_.empty() || !impacts_.empty();
  }

 private:
  using Queries = ShapeQueries<D, T>;
  using Body = ObjectBody<D, T>;
  static constexpr std::size_t kSweeps = 512;
  static constexpr std::uint32_t kSweepsPerJob = 2;

  static bool needs_sweep(const Store& objects, const Book::Node& node) {
    const std::uint8_t a = objects.slot(node.a).flags;
    const std::uint8_t b = objects.slot(node.b).flags;
    const bool sensor = ((a | b) & kSensor) != 0;
    const bool requested =
        sensor ? !node.touching && node.row == Book::kNone : ((a | b) & kContinuous) != 0;
    return requested && ((a | b) & kSwept) != 0;
  }
  // The broad phase has larger boxes; this test saves an impact query.
  static Aabb<D, T> sweep_box(const Store& objects, std::uint32_t i) {
    const auto& slot = objects.slot(i);
    return (slot.flags & kSwept) != 0 ? swept_box(objects, i, slot.box) : slot.box;
  }
  static Aabb<D, T> swept_box(const Store& objects, std::uint32_t i, const Aabb<D, T>& now) {
    const Body& o = objects.body(i);
    const auto& from = objects.from(i);
    return Queries::swept_aabb({from, o.pose}, Queries::aabb(o.shape, from), now);
  }
  static Impact impact_of(const Store& objects, const Torus<D, T>& torus, const Book::Node& node) {
    const std::uint32_t i = node.a;
    const std::uint32_t j = node.b;
    if (torus.any()) {
      return {{objects.handle(i), objects.handle(j)}, impact_of_images(objects, torus, i, j)};
    }
    const Body& a = objects.body(i);
    const Body& b = objects.body(j);
    return {
        {objects.handle(i), objects.handle(j)},
        Queries::impact(a.shape, {objects.from(i), a.pose}, b.shape, {objects.from(j), b.pose})};
  }
  // Sweeps are up to half a period long, and may meet in several images; the first impact counts.
  static SubShapeImpact<D, T> impact_of_images(const Store& objects, const Torus<D, T>& torus,
                                               std::uint32_t i, std::uint32_t j) {
    const Body& a = objects.body(i);
    const Body& b = objects.body(j);
    const auto swept = [&](std::uint32_t k) {
      const Body& o = objects.body(k);
      return swept_box(objects, k, Queries::aabb(o.shape, o.pose));
    };
    SubShapeImpact<D, T> first{};
    (void)torus.for_each_shift(swept(i), swept(j), [&](const Vec<D, T>& shift) {
      const auto now = Queries::impact(a.shape, {objects.from(i), a.pose}, b.shape,
                                       {moved_by(objects.from(j), shift), moved_by(b.pose, shift)});
      const bool known = now.hit || now.status != Status::ok;
      const bool before = first.hit || first.status != Status::ok;
      if (known && (!before || now.t < first.t)) first = now;
      return true;
    });
    return first;
  }
  Status run_some(std::span<const std::uint32_t> nodes, const Store& objects, const Rules& rules,
                  const Book& book) {
    if (!found_.resize(nodes.size())) return Status::out_of_memory;
    const auto count = static_cast<std::uint32_t>(nodes.size());
    auto job = [&](std::uint32_t block) {
      const std::uint32_t end = std::min(count, (block + 1) * kSweepsPerJob);
      for (std::uint32_t k = block * kSweepsPerJob; k < end; ++k) {
        found_[k] = impact_of(objects, rules.torus, book.node(nodes[k]));
      }
    };
    rules.options.jobs.for_each((count + kSweepsPerJob - 1) / kSweepsPerJob, job);
    for (std::uint32_t k = 0; k < count; ++k) {
      const Impact& impact = found_[k];
      if (!impact.hit && impact.status == Status::ok) continue;
      const bool sensor =
          objects.has(impact.a.index, kSensor) || objects.has(impact.b.index, kSensor);
      auto& list = sensor ? crossed_found_ : impacts_found_;
      if (!list.push_back(impact)) return Status::out_of_memory;
    }
    return Status::ok;
  }

  bool due_ = false;   // there is work, in this update or the last one
  bool some_ = false;  // crossed_ or impacts_ is not empty
  Buffer<std::uint32_t> nodes_;
  Buffer<Impact> found_;
  Buffer<Impact> crossed_found_;
  Buffer<Impact> impacts_found_;
  Buffer<Impact> crossed_;
  Buffer<Impact> impacts_;
};

}  // namespace masu::detail
