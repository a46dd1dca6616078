// SPDX-License-Identifier: MIT
#include "frame_case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/version.hpp>
#include <memory>

#include "bench/broad/check.hpp"
#include "bench/broad/peers.hpp"
#include "bench/common/job_list.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/stopwatch.hpp"
#include "bench/common/thread_pool.hpp"
#include "world_frames.hpp"

namespace masu_bench::world {
namespace {

constexpr const char* kWorld = "masu:world";
// With contacts, which no peer here finds: only for update_alone.
constexpr const char* kWorldPoints = "masu:world:points";
// With a query in each frame: only for update_alone.
constexpr const char* kWorldQueried = "masu:world:asked";
// Peers that find pairs, but keep no world from frame to frame.
constexpr const char* kExcluded[] = {"boost", "cgal", "embree", "fcl", "plain"};
constexpr int kWarm = 2;
constexpr std::size_t kEarly = 60;  // frames in which lists grow, at most
constexpr std::size_t kLate = 600;

using Keys = std::vector<std::uint64_t>;

// These take minutes per frame, or to insert all objects, where they sort along an axis or compare
// whole cells: they run only if named.
bool is_too_much(const std::string& method, const CaseSpec& spec) {
  const bool slow = method == "ode:sweep" || method == "ode:quadtree" || method == "chipmunk:sweep";
  const std::uint64_t most = method == "bullet:axis_sweep" ? 20'000 : slow ? 100'000 : spec.n;
  return spec.n > most &&
         std::find(spec.peers.begin(), spec.peers.end(), method) == spec.peers.end();
}

std::vector<MethodEntry> find_peers(const CaseSpec& spec, int dim) {
  std::vector<MethodEntry> list = load_peers(spec.programs / "peers", dim, sizeof(float));
  std::erase_if(list, [](const MethodEntry& e) {
    return std::find(std::begin(kExcluded), std::end(kExcluded), e.maker()) != std::end(kExcluded);
  });
  return list;
}

Keys difference(const Keys& a, const Keys& b) {
  Keys keys;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(keys));
  return keys;
}

struct Peer {
  MethodEntry entry;
  std::unique_ptr<Method> method;
  FoundPairs found{};
  std::vector<double> samples{};
  bool exact = true;
  bool late = false;
};

template <int D>
class FrameCase {
 public:
  explicit FrameCase(const CaseSpec& spec)
      : spec_(spec), scene_(spec.scene, spec.n, spec.moving_pct, spec.seed) {}

  std::vector<Row> run() {
    if (spec_.requested("update")) among_peers();
    if (!spec_.requested("update_alone")) return rows_;
    alone(kWorld, masu::ContactDetail::boxes);
    alone(kWorldQueried, masu::ContactDetail::boxes);
    alone(kWorldPoints, masu::ContactDetail::points);
    return rows_;
  }

 private:
  bool takes(const std::string& method) const { return takes_any(method, spec_.ours, spec_.peers); }
  int frames() const {
    if (spec_.samples > 0) return spec_.samples;
    return std::clamp(static_cast<int>(6'000 / std::sqrt(static_cast<double>(spec_.n))), 9, 61);
  }
  // Returns the pairs of the present boxes, from scratch.
  Keys truth() {
    masu::PairList list;
    if (tree_.find_pairs(masu::BoxSpan<D, float>(scene_.boxes()), list).status !=
        masu::Status::ok) {
      throw std::bad_alloc();
    }
    pairs_.clear();
    for (const masu::Pair& p : list) pairs_.push_back({p.a, p.b});
    return sorted_keys(pairs_);
  }

  void among_peers() {
    enter();
    WorldFrames<D> ours(masu::ContactDetail::boxes, {});
    const bool with_ours = takes(kWorld);
    if (with_ours) ours.fill(scene_);
    Keys before = truth();
    std::vector<double> samples;
    Row row = row_of("update", kWorld);
    for (int f = 0; f < kWarm + frames(); ++f) {
      scene_.step();
      // The first method changes: the one before leaves its own data in the caches.
      const std::size_t count = peers_.size() + 1;
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t next = (k + static_cast<std::size_t>(f)) % count;
        if (next < peers_.size()) {
          play(peers_[next], f >= kWarm);
        } else if (with_ours) {
          const double start = now(Clock::thread);
          ours.step(scene_);
          if (f >= kWarm) samples.push_back(now(Clock::thread) - start);
        }
      }
      if (f >= kWarm && f + 1 < kWarm + frames()) continue;
      const Keys after = truth();
      for (Peer& p : peers_) p.exact &= p.late || sorted_keys(p.found.list) == after;
      if (with_ours) {
        row.exact &= agrees(ours, f < kWarm ? &before : nullptr, after);
        row.began = static_cast<double>(ours.world().began().size());
        row.ended = static_cast<double>(ours.world().ended().size());
      }
      before = after;
    }
    row.results = static_cast<double>(before.size());
    if (with_ours) add(row, samples);
    for (const Peer& p : peers_) add(p, before.size());
    peers_.clear();
  }

  void enter() {
    for (const MethodEntry& e : find_peers(spec_, D)) {
      if (!takes(e.name) || (e.only_all_moving && spec_.moving_pct < 100)) continue;
      if (is_too_much(e.name, spec_)) {
        fmt::print("left out: {} on {}, for want of time; name it in --peers to have it\n", e.name,
                   spec_.name());
        continue;
      }
      Peer p{e, e.make(e, D, 1)};
      if (p.method->prepare(scene_.frame())) {
        peers_.push_back(std::move(p));
      } else {
        fmt::print(stderr, "left out: {} cannot hold {}\n", e.name, spec_.name());
      }
    }
  }

  void play(Peer& p, bool timed) {
    if (p.late) return;
    const double start = now(Clock::thread);
    p.found = p.method->find(scene_.frame());
    const double took = now(Clock::thread) - start;
    if (timed) p.samples.push_back(took);
    // The first frame may find all pairs; after that one sample suffices.
    p.late = timed ? took > spec_.budget : took > 20 * spec_.budget;
    if (p.late && p.samples.empty()) p.samples.push_back(took);
  }

  // Compares pairs, and events if the frame before is known.
  bool agrees(const WorldFrames<D>& ours, const Keys* before, const Keys& after) {
    ours.pairs(pairs_);
    if (sorted_keys(pairs_) != after) return false;
    if (before == nullptr) return true;
    pairs_.clear();
    for (const masu::WorldPair& p : ours.world().began()) {
      pairs_.push_back({p.a.index, p.b.index});
    }
    if (sorted_keys(pairs_) != difference(after, *before)) return false;
    pairs_.clear();
    for (const masu::EndedPair& p : ours.world().ended()) {
      pairs_.push_back({p.a.index, p.b.index});
    }
    return sorted_keys(pairs_) == difference(*before, after);
  }

  // With the caches as the world left them, and wall time.
  void alone(const char* name, masu::ContactDetail detail) {
    if (!takes(name)) return;
    for (const int threads : spec_.threads) {
      pin_to_cores(threads);
      ThreadPool pool(threads);
      WorldFrames<D> ours(detail, pool.jobs(), name == kWorldQueried);
      Row row = row_of("update_alone", name);
      row.threads = threads;
      row.add_ns = time_of([&] { ours.add(scene_); });
      row.first_ns = time_of([&] { ours.update(); });
      const std::vector<double> samples = frames_alone(ours, row);
      const Keys after = truth();
      row.exact = detail != masu::ContactDetail::boxes || agrees(ours, nullptr, after);
      row.results = static_cast<double>(ours.world().pairs().size());
      add(row, samples);
    }
    pin_to_cores(1);
    if (*std::max_element(spec_.threads.begin(), spec_.threads.end()) > 1) {
      print_serial_share(name, detail);
    }
  }

  void print_serial_share(const char* name, masu::ContactDetail detail) {
    JobList list(kSerialShareWorkers);
    WorldFrames<D> ours(detail, list.jobs(), name == kWorldQueried);
    ours.fill(scene_);
    std::vector<double> shares;
    for (int f = 0; f < kWarm + frames(); ++f) {
      scene_.step();
      const double share = list.serial_share([&] { ours.step(scene_); });
      if (f >= kWarm) shares.push_back(share);
    }
    fmt::print("{}, {}: {}\n", spec_.name(), name, serial_share_text(median(shares)));
  }

  template <class Step>
  static double time_of(Step&& step) {
    const double start = now(Clock::wall);
    step();
    return 1e9 * (now(Clock::wall) - start);
  }
  // Measures enough frames for the 99 % quantile, if that takes no longer than the budget. Frames
  // of the first second, in which lists grow, are reported separately.
  std::vector<double> frames_alone(WorldFrames<D>& ours, Row& row) {
    const auto least = static_cast<std::size_t>(kWarm + std::max(frames(), 15));
    const std::size_t most = spec_.samples > 0 ? least : kEarly + kLate;
    std::vector<double> times;
    double spent = 0;
    while (times.size() < least || (times.size() < most && spent < 1e9 * spec_.budget)) {
      scene_.step();
      times.push_back(time_of([&] { ours.step(scene_); }));
      spent += times.back();
    }
    const std::size_t early = std::min(kEarly, times.size() / 2);
    const auto late = times.begin() + static_cast<std::ptrdiff_t>(early);
    row.early_ns = *std::max_element(times.begin(), late);
    row.max_ns = *std::max_element(late, times.end());
    std::vector<double> sorted(late, times.end());
    std::sort(sorted.begin(), sorted.end());
    row.p99_ns = sorted[(sorted.size() * 99 - 1) / 100];
    std::vector<double> samples;
    for (std::size_t f = kWarm; f < times.size(); ++f) samples.push_back(1e-9 * times[f]);
    return samples;
  }

  Row row_of(const char* task, const std::string& method) const {
    Row row;
    row.scene = spec_.scene;
    row.dim = D;
    row.n = spec_.n;
    row.task = task;
    row.moving_pct = spec_.moving_pct;
    row.method = method;
    row.method_scalar = "float";
    row.version = masu::version();
    return row;
  }
  void add(const Peer& p, std::size_t pairs) {
    Row row = row_of("update", p.entry.name);
    row.results = static_cast<double>(pairs);
    row.exact = p.exact;
    row.method_scalar = p.entry.scalar_size == 4 ? "float" : "double";
    row.version = p.entry.version;
    add(row, p.samples);
  }
  void add(Row row, const std::vector<double>& samples) {
    row.ns = 1e9 * median(samples);
    row.least_ns = 1e9 * *std::min_element(samples.begin(), samples.end());
    row.samples = static_cast<int>(samples.size());
    rows_.push_back(row);
  }

  const CaseSpec& spec_;
  WorldScene<D> scene_;
  std::vector<Peer> peers_;
  masu::SortedOrthtree<D, float> tree_;
  std::vector<masu_peer_pair> pairs_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> run_frames(const CaseSpec& spec) {
  return spec.dim == 2 ? FrameCase<2>(spec).run() : FrameCase<3>(spec).run();
}

void add_frame_methods(const CaseSpec& spec, KnownNames& names) {
  names.add(kWorld);
  names.add(kWorldQueried);
  names.add(kWorldPoints);
  for (const int dim : {2, 3}) {
    for (const MethodEntry& e : find_peers(spec, dim)) names.add(e.name);
  }
}

}  // namespace masu_bench::world
