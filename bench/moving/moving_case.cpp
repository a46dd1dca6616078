// SPDX-License-Identifier: MIT
#include "moving_case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bench/broad/check.hpp"
#include "bench/broad/ours.hpp"
#include "bench/broad/peers.hpp"
#include "bench/common/stopwatch.hpp"
#include "moving_method.hpp"
#include "moving_scene.hpp"

namespace masu_bench {
namespace {

struct Runner {
  MovingEntry entry;
  std::unique_ptr<MovingMethod> method;
  std::vector<double> seconds{};
  Changes changes{};
  bool reports_changes = false;
  bool late = false;
  bool exact = true;
};

template <int D, class T>
class MovingCase {
 public:
  explicit MovingCase(const MovingSpec& spec)
      : spec_(spec), scene_(spec.scene, spec.n, spec.changed_pct, spec.seed) {}

  std::vector<MovingRow> run() {
    enter_all();
    truth_ = reference();
    const int warm = 2;
    const int frames = spec_.frames > 0 ? spec_.frames : usual_frames();
    for (int f = 0; f < warm + frames; ++f) play(f, f >= warm);
    return rows(frames);
  }

 private:
  int usual_frames() const {
    const double frames = 6'000 / std::sqrt(static_cast<double>(spec_.n));
    return std::clamp(static_cast<int>(frames), 9, 61);
  }

  void enter_all() {
    for (const MovingEntry& e : our_moving_methods<D, T>()) {
      if (e.selected(spec_.ours)) enter(e);
    }
    for (const MethodEntry& e : our_methods<D, T>()) {
      if (e.name != kOurFirst) continue;
      const MovingEntry tree = whole_list(e);
      if (tree.selected(spec_.ours)) enter(tree);
    }
    for (const MethodEntry& e : load_peers(spec_.peer_folder, D, sizeof(T))) {
      const MovingEntry peer = whole_list(e);
      if (peer.selected(spec_.peers)) enter(peer);
    }
  }
  void enter(const MovingEntry& entry) {
    const bool all = scene_.moved().size() == spec_.n;
    if (entry.only_all_moving && !all) return;
    Runner r{.entry = entry, .method = entry.make(entry, D)};
    const double start = now(Clock::cpu);
    const bool ok = r.method->prepare(scene_.frame());
    if (ok && now(Clock::cpu) - start < 60) {
      runners_.push_back(std::move(r));
    } else {
      fmt::print(stderr, "dropped: {} on {} {}D n={}: could not be set up\n", entry.name,
                 spec_.scene, D, spec_.n);
    }
  }

  // Finds the pairs with the sorted tree from scratch.
  std::vector<std::uint64_t> reference() {
    if (!tree_) tree_ = our_methods<D, T>().front().make(our_methods<D, T>().front(), D, 1);
    return sorted_keys(tree_->find(scene_.frame()).list);
  }

  void play(int f, bool timed) {
    scene_.step();
    // The first frames and two of eight later ones are compared, two because changes lie between
    // frames; sorting all pairs disturbs the caches.
    const bool compare = !timed || f % 8 < 2;
    for (std::size_t k = 0; k < runners_.size(); ++k) {
      Runner& r = runners_[(k + static_cast<std::size_t>(f)) % runners_.size()];
      const double start = now(Clock::cpu);
      const std::optional<Changes> changes = r.method->step(scene_.frame());
      const double took = now(Clock::cpu) - start;
      r.late = took > spec_.budget;
      if (timed) r.seconds.push_back(took);
      r.reports_changes = changes.has_value();
      r.changes = changes.value_or(Changes{});
    }
    if (compare) check(timed);
    checked_last_ = compare;
    std::erase_if(runners_, [&](const Runner& r) {
      if (r.late) {
        fmt::print(stderr, "dropped: {} on {} {}D n={}: a frame took more than {} s\n",
                   r.entry.name, spec_.scene, D, spec_.n, spec_.budget);
      }
      return r.late;
    });
  }

  // Compares sets with the tree's; changes with those between the last two frames.
  void check(bool timed) {
    const std::vector<std::uint64_t> next = reference();
    std::vector<std::uint64_t> added, removed;
    std::set_difference(next.begin(), next.end(), truth_.begin(), truth_.end(),
                        std::back_inserter(added));
    std::set_difference(truth_.begin(), truth_.end(), next.begin(), next.end(),
                        std::back_inserter(removed));
    for (Runner& r : runners_) {
      r.method->pairs(list_);
      r.exact = r.exact && sorted_keys(list_) == next;
      if (!r.reports_changes || !checked_last_) continue;
      r.exact = r.exact && r.changes.added == added.size() && r.changes.removed == removed.size();
    }
    if (timed && checked_last_) {
      added_ += static_cast<double>(added.size());
      removed_ += static_cast<double>(removed.size());
      ++compared_;
    }
    truth_ = next;
  }

  std::vector<MovingRow> rows(int frames) const {
    std::vector<MovingRow> rows;
    for (const Runner& r : runners_) {
      std::vector<double> sorted = r.seconds;
      std::sort(sorted.begin(), sorted.end());
      const double median = sorted[sorted.size() / 2];
      MovingRow row;
      row.scene = spec_.scene;
      row.dim = D;
      row.n = spec_.n;
      row.changed_pct = spec_.changed_pct;
      row.method = r.entry.name;
      row.added = compared_ > 0 ? added_ / compared_ : 0;
      row.removed = compared_ > 0 ? removed_ / compared_ : 0;
      row.ns_per_object = 1e9 * median / static_cast<double>(spec_.n);
      row.us_per_frame = 1e6 * median;
      row.pairs = truth_.size();
      if (const auto tests = r.method->tests()) {
        row.tests_per_moved =
            static_cast<double>(*tests) / static_cast<double>(scene_.moved().size());
      }
      row.exact = r.exact;
      row.scalar = sizeof(T) == 4 ? "float" : "double";
      row.method_scalar = r.entry.scalar_size == 4 ? "float" : "double";
      row.version = r.entry.version;
      row.frames = frames;
      rows.push_back(row);
    }
    return rows;
  }

  const MovingSpec& spec_;
  MovingScene<D, T> scene_;
  std::vector<Runner> runners_;
  std::unique_ptr<Method> tree_;
  std::vector<std::uint64_t> truth_;  // of the last frame that was compared
  bool checked_last_ = true;  // whether the frame before was compared, so that changes can be
  std::vector<masu_peer_pair> list_;
  double added_ = 0;
  double removed_ = 0;
  int compared_ = 0;
};

}  // namespace

std::vector<MovingRow> run_moving_case(const MovingSpec& spec) {
  const bool single = spec.scalar_size == 4;
  if (spec.dim == 2) {
    return single ? MovingCase<2, float>(spec).run() : MovingCase<2, double>(spec).run();
  }
  if (spec.dim == 3) {
    return single ? MovingCase<3, float>(spec).run() : MovingCase<3, double>(spec).run();
  }
  throw std::invalid_argument(fmt::format("no moving scenes in {} dimensions", spec.dim));
}

}  // namespace masu_bench
