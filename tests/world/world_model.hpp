// SPDX-License-Identifier: MIT
// A world compared with a plain list of objects: its pairs must be those of the list, its events
// the differences between frames.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/world/pair_rules_model.hpp"
#include "tests/world/random_bodies.hpp"
#include "world/shape_queries.hpp"

namespace masu::test {

template <int D, class T, class Pairs = AutoPairs<D, T>>
class WorldModel {
 public:
  using W = World<D, T, Pairs>;

  struct Entry {
    Handle handle;
    ShapeView<D, T> shape;
    Transform<D, T> pose;
    Transform<D, T> from;
    Filter filter;          // that counts
    ObjectOptions options;  // as given
  };

  WorldModel(std::uint64_t seed, const WorldOptions<T>& options,
             Allocator allocator = default_allocator())
      : random_(seed), world_(options, allocator) {}

  W& world() { return world_; }
  scenes::Pcg32& random() { return random_; }
  RandomBodies<D, T> bodies() { return {random_, 10, wraps()}; }
  bool wraps() const { return world_.options().period != Vec<3, T>{}; }
  const std::map<std::uint32_t, Entry>& entries() const { return entries_; }
  const std::set<HandlePair>& pairs() const { return pairs_; }
  std::size_t events() const { return events_; }
  std::size_t crossings() const { return crossings_; }
  // Calls that changed the world.
  std::size_t operations() const { return operations_; }
  // From now on groups, exclusions and a pair filter come and go.
  void use_rules() { ruled_ = true; }
  const PairRulesModel& rules() const { return rules_; }

  void add(bool special = false) {
    if (random_.below(6) == 0) return add_many(special);
    Entry e = new_entry(special);
    const InsertResult r = world_.add(e.shape, e.pose, e.options);
    ASSERT_EQ(r.status, Status::ok);
    enter(e, r.handle);
  }
  // Up to four at once, or more than there are, which indices insert by another method; refused,
  // with one that cannot be, first.
  void add_many(bool special = false) {
    const std::size_t there = entries_.size();
    const bool more = there < 12 && random_.below(2) == 0;
    std::vector<Entry> made(more ? there + 1 + random_.below(8) : random_.below(5));
    std::vector<ShapeView<D, T>> shapes;
    std::vector<Transform<D, T>> poses;
    std::vector<ObjectOptions> options;
    for (Entry& e : made) {
      e = new_entry(special);
      shapes.push_back(e.shape);
      poses.push_back(e.pose);
      options.push_back(e.options);
    }
    std::vector<Handle> handles(made.size());
    if (!made.empty()) {
      const std::size_t bad = random_.below(std::uint32_t(made.size()));
      std::swap(poses[bad].translation[0], bad_number_);
      ASSERT_EQ(world_.add_many(shapes, poses, handles, options), Status::not_finite);
      std::swap(poses[bad].translation[0], bad_number_);
    }
    const Handle next = random_.below(2) == 0 ? Handle{} : added_and_removed();
    ASSERT_EQ(world_.add_many(shapes, poses, handles, options), Status::ok);
    for (std::size_t k = 0; k < made.size(); ++k) {
      ASSERT_NE(handles[k], next);
      enter(made[k], handles[k]);
    }
  }

  void remove() {
    if (entries_.empty()) return;
    const auto it = any();
    const Handle h = it->second.handle;
    ASSERT_EQ(world_.remove(h), Status::ok);
    ASSERT_FALSE(world_.contains(h));
    ASSERT_EQ(world_.remove(h), Status::stale_handle);
    ASSERT_EQ(world_.move(h, {}), Status::stale_handle);
    ASSERT_FALSE(world_.find(h));
    rules_.forget(h);
    entries_.erase(it);
  }
  void move(double step) {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    Transform<D, T> pose = e.pose;
    for (int a = 0; a < D; ++a) pose.translation[a] += T(random_.between(-step, step));
    if (wraps()) pose.translation = on_lattice(pose.translation);
    if (random_.below(4) == 0) pose = bodies().transform();
    ASSERT_EQ(world_.move(e.handle, pose), Status::ok);
    e.pose = stored_pose(e, pose);
  }
  void set_shape() {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    e.shape = bodies().shape();
    ASSERT_EQ(world_.set_shape(e.handle, e.shape), Status::ok);
  }
  void set_filter() {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    e.options.filter = bodies().filter();
    e.filter = filter_of(e.options);  // in a layer only the mask counts
    rules_.may_call(e.handle);
    ASSERT_EQ(world_.set_filter(e.handle, e.options.filter), Status::ok);
  }
  void set_fixed() {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    e.options.fixed = !e.options.fixed;
    ASSERT_EQ(world_.set_fixed(e.handle, e.options.fixed), Status::ok);
  }
  void set_layer() {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    e.options.layer = random_.below(3) == 0 ? kNoLayer : std::uint8_t(random_.below(kLayers));
    e.options.filter = {kDefaultCategory, random_.below(2) == 0 ? ~0ull : 1 + random_.below(7)};
    e.filter = filter_of(e.options);
    rules_.may_call(e.handle);
    ASSERT_EQ(world_.set_layer(e.handle, e.options.layer, e.options.filter.mask), Status::ok);
  }
  void set_layers() {
    const int i = int(random_.below(kLayers));
    const int j = int(random_.below(kLayers));
    ASSERT_EQ(layers_.set(i, j, random_.below(2) == 0), Status::ok);
    ASSERT_EQ(world_.set_layers(layers_), Status::ok);
    for (auto& [slot, e] : entries_) {
      e.filter = filter_of(e.options);
      rules_.may_call(e.handle);
    }
  }
  void set_group() {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    e.options.group = random_group();
    rules_.may_call(e.handle);
    ASSERT_EQ(world_.set_group(e.handle, e.options.group), Status::ok);
  }
  void exclude_or_include() {
    if (entries_.size() < 2) return;
    Handle a = any()->second.handle;
    Handle b = any()->second.handle;
    // Often two that meet, or one that is excluded.
    const std::uint32_t choice = random_.below(4);
    if (choice < 2 && !world_.pairs().empty()) {
      const WorldPair p = world_.pairs()[random_.below(std::uint32_t(world_.pairs().size()))];
      if (world_.contains(p.a) && world_.contains(p.b)) a = p.b, b = p.a;
    }
    const bool include = choice == 3;
    if (include && !rules_.excluded().empty()) std::tie(b, a) = rules_.any_excluded(random_);
    const Status expected = a == b ? Status::out_of_range : Status::ok;
    ASSERT_EQ(include ? world_.include_pair(a, b) : world_.exclude_pair(a, b), expected);
    if (a != b) rules_.set_excluded(a, b, !include);
    ASSERT_EQ(world_.is_excluded(b, a), a != b && !include);
  }
  void refilter() {
    if (entries_.empty()) return;
    const Handle h = any()->second.handle;
    rules_.must_call(h);
    ASSERT_EQ(world_.refilter(h), Status::ok);
  }
  void set_pair_filter(bool on) {
    ASSERT_EQ(on ? world_.set_pair_filter(rules_) : world_.clear_pair_filter(), Status::ok);
    rules_.set_on(on);
  }
  void set_user_data() {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    e.options.user_data = next_user_data_++;
    ASSERT_EQ(world_.set_user_data(e.handle, e.options.user_data), Status::ok);
  }
  void teleport() {
    if (entries_.empty()) return;
    Entry& e = any()->second;
    const Transform<D, T> pose = bodies().transform();
    ASSERT_EQ(world_.teleport(e.handle, pose), Status::ok);
    e.pose = e.from = stored_pose(e, pose);
  }
  // Some in a row, a little.
  void move_many() {
    if (entries_.empty()) return;
    std::vector<Handle> handles;
    std::vector<Transform<D, T>> poses;
    for (auto it = any(); it != entries_.end() && handles.size() < 6; ++it) {
      Entry& e = it->second;
      poses.push_back(e.pose);
      poses.back().translation[0] += T(random_.between(-0.5, 0.5));
      if (wraps()) poses.back().translation = on_lattice(poses.back().translation);
      handles.push_back(e.handle);
    }
    ASSERT_EQ(world_.move_many(handles, poses), Status::ok);
    for (std::size_t k = 0; k < handles.size(); ++k) {
      Entry& e = entries_.at(handles[k].index);
      e.pose = stored_pose(e, poses[k]);
    }
  }
  // Anything.
  void step(bool special = false) {
    ++operations_;
    if (ruled_ && random_.below(3) == 0) return step_rules();
    switch (random_.below(24)) {
      case 0: return add(special);
      case 1: return remove();
      case 2: return set_shape();
      case 3: return set_filter();
      case 4: return set_layer();
      case 5: return random_.below(8) == 0 ? set_layers() : set_user_data();
      case 6: return teleport();
      case 7: return move_many();
      case 8: return set_fixed();
      default: return move(0.5);
    }
  }
  void step_rules() {
    switch (random_.below(12)) {
      case 0:
      case 1:
      case 2: return set_group();
      case 3: return refilter();
      case 4: return random_.below(4) == 0 ? set_pair_filter(random_.below(3) != 0) : refilter();
      default: return exclude_or_include();
    }
  }
  // After an update(): this is what there is, and what rollback() goes back to.
  void save() {
    ASSERT_EQ(world_.save(saved_), Status::ok);
    saved_state_ = {entries_, pairs_, layers_, rules_};
  }
  void rollback() {
    if (saved_.empty()) return;
    ASSERT_EQ(world_.restore({saved_.data(), saved_.size()}), Status::ok);
    entries_ = saved_state_.entries;
    pairs_ = saved_state_.pairs;
    layers_ = saved_state_.layers;
    const bool on = rules_.is_on();
    const bool due = rules_.all_due();
    rules_ = saved_state_.rules;
    // Answers are in a snapshot; the filter itself is the world's.
    if (due || on != rules_.is_on()) set_pair_filter(on);
  }

  void update() {
    rules_.begin_update();
    ASSERT_EQ(world_.update().status, Status::ok);
    ASSERT_NO_FATAL_FAILURE(expect_same());
  }
  // From time to time updates twice more without changes: then no list has events.
  void update_and_rest() {
    ASSERT_NO_FATAL_FAILURE(update());
    if (random_.below(4) != 0) return;
    rules_.begin_update();
    ASSERT_EQ(world_.update().status, Status::ok);  // ends the sweeps of this frame
    ASSERT_NO_FATAL_FAILURE(expect_rest());
    const std::uint64_t hash = world_.hash();
    const UpdateResult r = world_.update();
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_EQ(r.pairs_tested, 0u);
    ASSERT_NO_FATAL_FAILURE(expect_rest());
    ASSERT_EQ(world_.hash(), hash);
  }
  // After an update().
  void expect_same() {
    const std::set<HandlePair> before = std::move(pairs_);
    pairs_ = brute_force();
    std::set<HandlePair> reported, began, stayed, ended, stored_pose;
    for (const WorldPair& p : world_.pairs()) {
      ASSERT_LT(p.a.index, p.b.index);
      ASSERT_EQ(p.status, Status::ok);
      ASSERT_LT(p.id, world_.pair_ids());
      ASSERT_TRUE(reported.insert(handle_pair(p.a, p.b)).second);
    }
    for (const auto& [slot, e] : entries_) {
      const auto found = world_.find(e.handle);
      ASSERT_TRUE(found);
      ASSERT_EQ(found->pose, e.pose);
      ASSERT_EQ(found->options.filter, e.filter);
      ASSERT_EQ(found->options.layer, e.options.layer);
      ASSERT_EQ(found->options.user_data, e.options.user_data);
      ASSERT_EQ(found->options.group, e.options.group);
    }
    for (const WorldPair& p : world_.began()) began.insert(handle_pair(p.a, p.b));
    for (const WorldPair& p : world_.stayed()) stayed.insert(handle_pair(p.a, p.b));
    for (const EndedPair& p : world_.ended()) ended.insert(handle_pair(p.a, p.b));
    const auto in_order = [](const auto& list) {
      return std::is_sorted(list.begin(), list.end(), [](const auto& p, const auto& q) {
        return std::pair(p.a.index, p.b.index) < std::pair(q.a.index, q.b.index);
      });
    };
    ASSERT_TRUE(in_order(world_.began()));
    ASSERT_TRUE(in_order(world_.ended()));
    ASSERT_EQ(reported, pairs_);
    ASSERT_EQ(began.size() + stayed.size(), reported.size());
    for (const HandlePair& p : pairs_) {
      ASSERT_EQ(before.contains(p), stayed.contains(p));
      ASSERT_NE(before.contains(p), began.contains(p));
    }
    std::set<HandlePair> expected_ended;
    for (const HandlePair& p : before) {
      if (!pairs_.contains(p)) expected_ended.insert(p);
    }
    ASSERT_EQ(ended, expected_ended);
    ASSERT_EQ(world_.ended().size(), expected_ended.size());
    expect_crossed(before);
    ASSERT_NO_FATAL_FAILURE(expect_filter_calls(before));
    ASSERT_TRUE(world_.validate());
    ASSERT_EQ(world_.size(), entries_.size());
    events_ += began.size() + ended.size();
    for (auto& [slot, e] : entries_) e.from = e.pose;
    rules_.end_update();
  }

 private:
  std::int32_t random_group() { return std::int32_t(random_.below(6)) - 3; }
  // The pair filter was called for touching pairs, in order, for none that the rest forbids, and
  // again only where it had to be.
  void expect_filter_calls(const std::set<HandlePair>& before) {
    ASSERT_FALSE(rules_.out_of_order());
    for (const auto& [pair, call] : rules_.calls()) {
      const auto& x = entries_.at(std::uint32_t(pair.first >> 32));
      const auto& y = entries_.at(std::uint32_t(pair.second >> 32));
      ASSERT_EQ(handle_pair(x.handle, y.handle), pair);
      ASSERT_TRUE(allowed(x, y));
      ASSERT_EQ(call.a, x.options.user_data);
      ASSERT_EQ(call.b, y.options.user_data);
      ASSERT_EQ(call.times, 1);
      if (before.contains(pair) && pairs_.contains(pair)) {
        ASSERT_TRUE(rules_.was_due(pair));
      }
    }
    if (!rules_.is_on()) return;
    for (const HandlePair& p : pairs_) {
      ASSERT_TRUE(rules_.has_result(p));
      if (rules_.had_to_call(p)) {
        ASSERT_TRUE(rules_.calls().contains(p));
      }
    }
  }
  static constexpr std::uint32_t kLayers = 3;
  // Leaves a slot that is free after the next update().
  Handle added_and_removed() {
    const Handle h = world_.add(bodies().shape(), bodies().transform());
    EXPECT_EQ(world_.remove(h), Status::ok);
    return h;
  }
  void enter(Entry& e, Handle h) {
    e.handle = h;
    e.pose = e.from = world_.find(h)->pose;
    ASSERT_FALSE(entries_.contains(h.index));
    entries_[h.index] = e;
  }
  Entry new_entry(bool special) {
    Entry e;
    e.shape = bodies().shape();
    e.pose = e.from = bodies().transform();
    e.options.filter = bodies().filter();
    if (random_.below(8) == 0) e.options.layer = std::uint8_t(random_.below(kLayers));
    e.filter = filter_of(e.options);
    e.options.user_data = next_user_data_++;
    e.options.fixed = random_.below(5) == 0;
    if (ruled_ && random_.below(2) == 0) e.options.group = random_group();
    if (special) {
      e.options.sensor = random_.below(4) == 0;
      e.options.continuous = random_.below(4) == 0;
    }
    return e;
  }
  void expect_rest() {
    ASSERT_EQ(world_.stayed().size(), pairs_.size());
    ASSERT_TRUE(world_.began().empty() && world_.ended().empty() && world_.left().empty());
    ASSERT_TRUE(world_.crossed().empty() && world_.impacts().empty());
    ASSERT_TRUE(world_.validate());
  }

  struct SavedState {
    std::map<std::uint32_t, Entry> entries;
    std::set<HandlePair> pairs;
    LayerMatrix layers;
    PairRulesModel rules;
  };

  Filter filter_of(const ObjectOptions& o) const {
    return o.layer == kNoLayer ? o.filter : layers_.filter(o.layer, o.filter.mask);
  }
  // By filters, groups and exclusions.
  bool allowed(const Entry& x, const Entry& y) const {
    if ((x.options.fixed && y.options.fixed) || rules_.is_excluded(x.handle, y.handle))
      return false;
    const std::int32_t group = x.options.group;
    if (group != 0 && group == y.options.group) return group > 0;
    return accepts(x.filter, y.filter);
  }
  bool may_collide(const Entry& x, const Entry& y) const {
    return allowed(x, y) && rules_.result(handle_pair(x.handle, y.handle));
  }
  bool touching(const Entry& x, const Entry& y) const {
    if (!may_collide(x, y)) return false;
    return any_image<D>(world_.options().period, wraps() ? 1 : 0, [&](const Vec<D, T>& shift) {
      return touching_at(x, y, {y.pose.translation + shift, y.pose.rotation});
    });
  }
  bool touching_at(const Entry& x, const Entry& y, const Transform<D, T>& pose_y) const {
    const T margin = world_.options().margin;
    if (world_.options().detail == ContactDetail::boxes) {
      return overlaps(aabb_of(x.shape, x.pose), aabb_of(y.shape, pose_y));
    }
    if (margin == 0) return intersects(x.shape, x.pose, y.shape, pose_y).overlapping;
    return distance(x.shape, x.pose, y.shape, pose_y).distance <= margin;
  }
  // The sweep along the shorter direction, in a world that wraps around.
  Sweep<D, T> sweep_of(const Entry& x, const Vec<D, T>& shift) const {
    Sweep<D, T> s{x.from, x.pose};
    for (int a = 0; a < D; ++a) {
      const T length = world_.options().period[a];
      const T off = s.end.translation[a] - s.begin.translation[a];
      if (length != 0 && off > length / 2) s.begin.translation[a] += length;
      if (length != 0 && off < -length / 2) s.begin.translation[a] -= length;
    }
    s.begin.translation = s.begin.translation + shift;
    s.end.translation = s.end.translation + shift;
    return s;
  }
  // Returns where the world stores it, for the given pose `pose`.
  Transform<D, T> stored_pose(const Entry& e, const Transform<D, T>& pose) {
    if (!wraps()) return pose;
    const Transform<D, T> now = world_.find(e.handle)->pose;
    expect_within_a_period(pose, now);
    return now;
  }
  void expect_within_a_period(const Transform<D, T>& reported, const Transform<D, T>& stored_pose) {
    ASSERT_EQ(reported.rotation, stored_pose.rotation);
    for (int a = 0; a < D; ++a) {
      const T length = world_.options().period[a];
      const T off = stored_pose.translation[a] - reported.translation[a];
      if (length == 0) {
        ASSERT_EQ(off, 0);
        continue;
      }
      ASSERT_GE(stored_pose.translation[a], 0);
      ASSERT_LT(stored_pose.translation[a], length);
      ASSERT_EQ(off / length, std::floor(off / length));
    }
  }
  std::set<HandlePair> brute_force() const {
    std::set<HandlePair> found;
    for (auto i = entries_.begin(); i != entries_.end(); ++i) {
      for (auto j = std::next(i); j != entries_.end(); ++j) {
        if (touching(i->second, j->second)) {
          found.insert(handle_pair(i->second.handle, j->second.handle));
        }
      }
    }
    return found;
  }
  // Those that meet within the frame alone, with a sensor; and touches of continuous ones.
  void expect_crossed(const std::set<HandlePair>& before) {
    std::set<HandlePair> crossed, touched, reported_crossed, reported_touched;
    for (auto i = entries_.begin(); i != entries_.end(); ++i) {
      for (auto j = std::next(i); j != entries_.end(); ++j) {
        const Entry& x = i->second;
        const Entry& y = j->second;
        const HandlePair p = handle_pair(x.handle, y.handle);
        const bool sensor = x.options.sensor || y.options.sensor;
        const bool continuous = x.options.continuous || y.options.continuous;
        const bool expected = sensor ? !before.contains(p) && !pairs_.contains(p) : continuous;
        if (!expected || !may_collide(x, y) || (x.from == x.pose && y.from == y.pose)) continue;
        const auto hit = [&](const Vec<D, T>& shift) {
          return masu::detail::ShapeQueries<D, T>::impact(world_shape(x.shape), sweep_of(x, {}),
                                                          world_shape(y.shape), sweep_of(y, shift))
              .hit;
        };
        if (any_image<D>(world_.options().period, wraps() ? 2 : 0, hit)) {
          (sensor ? crossed : touched).insert(p);
        }
      }
    }
    T last = 0;
    for (const auto& c : world_.crossed()) {
      if (c.hit) reported_crossed.insert(handle_pair(c.a, c.b));
    }
    for (const auto& c : world_.impacts()) {
      if (c.hit) reported_touched.insert(handle_pair(c.a, c.b));
      ASSERT_LE(last, c.t);
      last = c.t;
    }
    ASSERT_EQ(reported_crossed, crossed);
    ASSERT_EQ(reported_touched, touched);
    crossings_ += crossed.size();
  }
  auto any() {
    auto it = entries_.lower_bound(random_.below(entries_.rbegin()->first + 1));
    return it == entries_.end() ? entries_.begin() : it;
  }

  scenes::Pcg32 random_;
  W world_;
  std::map<std::uint32_t, Entry> entries_;
  std::set<HandlePair> pairs_;
  LayerMatrix layers_;
  bool ruled_ = false;
  PairRulesModel rules_;
  SavedState saved_state_;
  Buffer<std::byte> saved_;
  std::uint64_t next_user_data_ = 1;
  T bad_number_ = std::numeric_limits<T>::quiet_NaN();
  std::size_t operations_ = 0;
  std::size_t events_ = 0;
  std::size_t crossings_ = 0;
};

}  // namespace masu::test
