// SPDX-License-Identifier: MIT
#include "contest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include <masu/broad_phase/choose.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>

#include "bench/broad/ours.hpp"
#include "bench/common/stopwatch.hpp"
#include "choice_names.hpp"

namespace masu_bench {
namespace {

// Updates a tracker with the objects that moved; the list of pairs is not written.
template <int D, class Tracker>
class TrackedPairs final : public Method {
 public:
  bool prepare(const Frame& frame) override {
    const auto* boxes = static_cast<const masu::Aabb<D, float>*>(frame.as_float);
    for (std::size_t i = 0; i < frame.n; ++i) {
      const auto inserted = tracker_.insert(boxes[i]);
      if (inserted.status != masu::Status::ok) return false;
      handles_.push_back(inserted.handle);
    }
    const bool ok = tracker_.update().status == masu::Status::ok;
    count_ = tracker_.added().size();
    return ok;
  }
  FoundPairs find(const Frame& frame) override {
    const auto* boxes = static_cast<const masu::Aabb<D, float>*>(frame.as_float);
    for (const std::uint32_t i : frame.moved) {
      if (tracker_.move(handles_[i], boxes[i]) != masu::Status::ok) return {};
    }
    if (tracker_.update().status != masu::Status::ok) return {};
    count_ = count_ + tracker_.added().size() - tracker_.removed().size();
    return {{}, count_};
  }
  bool counts_only() const override { return true; }

 private:
  Tracker tracker_;
  std::vector<masu::Handle> handles_;
  std::uint64_t count_ = 0;
};

// A sweep with its own settings.
template <int D>
class Sweep final : public Method {
 public:
  Sweep(int axis, int axes) : sweep_({.axis = axis, .axes = axes}) {}
  FoundPairs find(const Frame& frame) override {
    const masu::BoxSpan<D, float> boxes(
        std::span(static_cast<const masu::Aabb<D, float>*>(frame.as_float), frame.n));
    if (sweep_.find_pairs(boxes, pairs_).status != masu::Status::ok) return {};
    return {{}, pairs_.size()};
  }

 private:
  masu::SweepAndPrune<D, float> sweep_;
  masu::PairList pairs_;
};

struct Contestant {
  std::string name;
  std::unique_ptr<Method> method;
  double best = 1e9;  // seconds per frame, of the fastest round
  std::uint64_t pairs = 0;
};

template <int D>
class Contest {
 public:
  explicit Contest(const ContestSpec& spec)
      : spec_(spec),
        path_(make_path<D>(spec.scene, spec.n, spec.seed, spec.motion, frames(spec.n))) {
    for (const MethodEntry& entry : our_methods<D, float>()) {
      // These two list all their pairs: the first is added below as an incremental method, the
      // second is no broad phase for frames. The third is the tree, with another layout of the
      // boxes.
      if (entry.name == "masu:sap:incremental" || entry.name == "masu:plain" ||
          entry.name == "masu:tree:records") {
        continue;
      }
      if (entry.name == "masu:all_pairs" && spec.n > 5000) continue;
      add(entry.name.substr(5), entry.make(entry, D, 1));
    }
    // The textbook's sweep on one axis; and on the axis that the chooser names, if it does.
    add("sap:1", std::make_unique<Sweep<D>>(masu::SweepAndPruneOptions::kBestAxis, 1));
    choice_ = pick(choosing_);
    if (choice_.axis >= 0) {
      add(name_of_pairs(choice_), std::make_unique<Sweep<D>>(choice_.axis, choice_.axes));
    }
    add("tracker", std::make_unique<TrackedPairs<D, masu::PairTracker<D, float>>>());
    add("sap:incremental",
        std::make_unique<TrackedPairs<D, masu::IncrementalSweepAndPrune<D, float>>>());
  }

  ContestRow run() {
    for (Contestant& c : contestants_) c.method->prepare(frame(0, 0));
    const int rounds = spec_.rounds > 0 ? spec_.rounds : (spec_.n < 3000 ? 12 : 4);
    for (Contestant& c : contestants_) play(c);  // memory grows, caches become warm
    drop_the_slow();
    for (Contestant& c : contestants_) c.best = 1e9;
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t k = 0; k < contestants_.size(); ++k) {
        play(contestants_[(k + static_cast<std::size_t>(round)) % contestants_.size()]);
      }
    }
    return row();
  }

 private:
  static std::size_t frames(std::size_t n) {
    return std::clamp<std::size_t>(10'000 / std::max<std::size_t>(n, 1), 3, 40);
  }

  void add(const std::string& name, std::unique_ptr<Method> method) {
    contestants_.push_back({name, std::move(method)});
  }

  Frame frame(std::size_t f, std::size_t moved) const {
    Frame out{.dim = D, .n = path_.frames[f].size(), .moved = path_.moved[moved]};
    out.as_float = path_.frames[f].data();
    return out;
  }

  // Runs the path forth and back: every step is one of the path's.
  void play(Contestant& c) const {
    const std::size_t last = path_.frames.size() - 1;
    const double begin = now(Clock::wall);
    for (std::size_t f = 1; f <= last; ++f) c.method->find(frame(f, f));
    for (std::size_t f = last; f > 0; --f) c.pairs = c.method->find(frame(f - 1, f)).count;
    const double took = (now(Clock::wall) - begin) / static_cast<double>(2 * last);
    c.best = std::min(c.best, took);
  }

  void drop_the_slow() {
    double best = 1e9;
    for (const Contestant& c : contestants_) best = std::min(best, c.best);
    const std::string chosen = name_of_pairs(choice_);
    std::erase_if(contestants_, [&](const Contestant& c) {
      return c.best > 40 * best + 1e-5 && c.name != chosen;
    });
  }

  // Returns what choose() picks by the first frames, two or for few objects more, and the seconds
  // it took.
  masu::Choice pick(double& seconds) const {
    const std::size_t frame_count = spec_.n <= masu::kFewToTest ? 8 : 2;
    std::vector<masu::BoxSpan<D, float>> frames;
    for (std::size_t f = 0; f < std::min(frame_count, path_.frames.size()); ++f) {
      frames.emplace_back(path_.frames[f]);
    }
    masu::Choice choice;
    seconds = 1e9;
    for (int i = 0; i < 5; ++i) {
      const double begin = now(Clock::wall);
      choice = masu::choose(std::span<const masu::BoxSpan<D, float>>(frames));
      seconds = std::min(seconds, now(Clock::wall) - begin);
    }
    return choice;
  }

  ContestRow row() const {
    ContestRow r{.scene = spec_.scene, .dim = D, .n = spec_.n};
    r.moving = spec_.motion.share;
    r.step = spec_.motion.step;
    r.chosen = name_of_pairs(choice_);
    const double to_ns = 1e9 / static_cast<double>(spec_.n);
    double best = 1e9;
    double chosen = 1e9;
    double scratch = 1e9;  // best of those that find all pairs again
    for (const Contestant& c : contestants_) {
      r.all[c.name] = c.best * to_ns;
      r.exact &= c.pairs == contestants_.front().pairs;
      if (c.best < best) best = c.best, r.best = c.name;
      if (c.name == r.chosen) chosen = c.best;
      if (c.name != "tracker" && c.name != "sap:incremental") scratch = std::min(scratch, c.best);
    }
    r.regret = chosen / best;
    r.ns_per_object = best * to_ns;
    r.choosing = choosing_ / (60 * scratch);
    return r;
  }

  const ContestSpec& spec_;
  Path<D> path_;
  masu::Choice choice_;
  double choosing_ = 0;  // seconds
  std::vector<Contestant> contestants_;
};

}  // namespace

ContestRow run_contest(const ContestSpec& spec) {
  if (spec.dim == 2) return Contest<2>(spec).run();
  if (spec.dim == 3) return Contest<3>(spec).run();
  throw std::invalid_argument("two or three dimensions");
}

Regret regret_of(const std::vector<ContestRow>& rows) {
  Regret r;
  double sum = 0;
  for (const ContestRow& row : rows) {
    sum += std::log(row.regret);
    r.most = std::max(r.most, row.regret);
    r.choosing = std::max(r.choosing, row.choosing);
  }
  if (!rows.empty()) r.mean = std::exp(sum / static_cast<double>(rows.size()));
  return r;
}

}  // namespace masu_bench
