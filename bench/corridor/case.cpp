// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <masu/core/version.hpp>
#include <memory>

#include "bench/common/force_simd.hpp"
#include "bench/common/shared_object.hpp"
#include "bench/common/stopwatch.hpp"
#include "frame.hpp"
#include "judge.hpp"
#include "map.hpp"
#include "our_corridor.hpp"
#include "ours.hpp"

namespace masu_bench::corridor {
namespace {

// The time to connect loose walls, before any index is built.
constexpr const char* kOrdering = "masu:wall_chains";
// The method that moves crowds.
constexpr const char* kCrowds = "masu:chain_tree";

// Chipmunk takes 5 GB and minutes for ten million walls: it runs only if named.
bool is_too_much(const std::string& method, const CaseSpec& spec) {
  return method == "chipmunk" && spec.walls > 2'000'000 &&
         std::find(spec.peers.begin(), spec.peers.end(), method) == spec.peers.end();
}

// Tolerances as a share of the radius of the movers. Box2D leaves out vertices nearer to others
// than a hundredth of it, and stops movers at about as much from the walls; the corridor keeps them
// off by its skin.
constexpr double kDistanceOff = 0.02;
constexpr double kEndOff = 0.1;
// Or in skins, if that is more: a mover at this distance from a convex corner leaves the corner at
// another position.
constexpr double kEndSkins = 4;

std::vector<const masu_corridor_peer*> find_methods(const std::filesystem::path& peers) {
  std::vector<const masu_corridor_peer*> list;
  for (const auto& own : our_methods()) list.push_back(&own);
  for (const auto& file : peer_files(peers, sizeof(float))) {
    auto* open =
        reinterpret_cast<masu_corridor_peers_function>(open_symbol(file, MASU_CORRIDOR_PEERS));
    if (open == nullptr) continue;
    std::size_t count = 0;
    const masu_corridor_peer* found = open(&count);
    for (std::size_t i = 0; i < count; ++i) list.push_back(&found[i]);
  }
  return list;
}

// Bytes of the heap in use by the whole process.
double bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

struct Entrant {
  const masu_corridor_peer* peer;
  std::unique_ptr<void, void (*)(void*)> self;
  std::vector<double> samples{};  // seconds
  double bytes = 0;
  double wrong = 0;
  std::vector<double> work{};
  Answers answers{};
};

// The queries: `size` per sample, different ones each time.
struct Round {
  const char* task;
  const char* movers;
  const Questions& questions;
  std::size_t size;

  bool moves() const { return std::string_view(task) == "move"; }
};

class Case {
 public:
  explicit Case(const CaseSpec& spec) : spec_(spec), map_(spec.map, spec.walls, spec.seed) {
    for (const masu_corridor_peer* m : find_methods(spec.peer_folder)) {
      if (!takes_any(m->name, spec.ours, spec.peers)) continue;
      if (is_too_much(m->name, spec)) {
        fmt::print("left out: {} with {}, for want of time; name it in --peers to have it\n",
                   m->name, spec.name());
      } else {
        enter(m);
      }
    }
    view_ = map_.view();
  }

  std::vector<Row> run() {
    build();
    const auto samples = static_cast<std::size_t>(spec_.samples) + 1;
    const std::size_t size = spec_.questions;
    if (requested("nearest") || requested("move")) {
      const Questions coherent = coherent_movers(map_, 64, (size + 63) / 64 * samples, spec_.seed);
      ask({"nearest", "coherent", coherent, size});
      ask({"move", "coherent", coherent, size});
    }
    const std::size_t many = spec_.frame_movers;
    const Questions random =
        random_movers(map_, std::max(size * samples, requested("frame") ? many : 0), spec_.seed);
    ask({"nearest", "random", random, size});
    ask({"move", "random", random, size});
    ask({"nearest", "vertices", movers_on_vertices(map_, size * samples, spec_.seed), size});
    if (requested("frame") && takes_any(kCrowds, spec_.ours, spec_.peers)) frames(random);
    return rows_;
  }

 private:
  bool requested(std::string_view task) const {
    return std::find(spec_.tasks.begin(), spec_.tasks.end(), task) != spec_.tasks.end() ||
           std::find(spec_.tasks.begin(), spec_.tasks.end(), "all") != spec_.tasks.end();
  }

  void enter(const masu_corridor_peer* peer) {
    entrants_.push_back({peer, {nullptr, peer->destroy}});
  }

  // Large ones are built once: that takes a minute for some.
  void build() {
    const int times = spec_.walls <= 500'000 ? 3 : 1;
    for (int s = 0; s < times; ++s) {
      for (Entrant& e : entrants_) {
        e.self.reset();
        const double before = bytes_in_use();
        const double start = now(Clock::thread);
        e.self.reset(e.peer->create(&view_.raw));
        e.samples.push_back(now(Clock::thread) - start);
        e.bytes = bytes_in_use() - before;
      }
    }
    std::erase_if(entrants_, [&](const Entrant& e) {
      if (e.self == nullptr) {
        fmt::print(stderr, "left out: {} cannot hold {}\n", e.peer->name, spec_.name());
      }
      return e.self == nullptr;
    });
    for (Entrant& e : entrants_) {
      if (requested("build")) {
        rows_.push_back(row("build", "", *e.peer, e.samples, map_.wall_count()));
        rows_.back().bytes = e.bytes / static_cast<double>(map_.wall_count());
      }
      e.samples.clear();
    }
    if (requested("build") && takes_any(kOrdering, spec_.ours, spec_.peers)) add_ordering();
  }

  void add_ordering() {
    masu_corridor_peer ordering{};
    ordering.name = kOrdering;
    ordering.version = masu::version();
    rows_.push_back(row("build", "", ordering, {map_.ordering_seconds()}, map_.wall_count()));
  }

  void frames(const Questions& start) {
    masu_corridor_peer crowds{};
    crowds.name = kCrowds;
    crowds.version = masu::version();
    for (const FrameTimes& times :
         measure_frames(map_, start, spec_.frame_movers, spec_.threads, spec_.samples)) {
      Row r = row("frame", "crowd", crowds, times.seconds, spec_.frame_movers);
      r.threads = times.threads;
      r.fps = 1 / median(times.seconds);
      r.wrong = times.wrong;
      rows_.push_back(r);
    }
  }

  void play(Entrant& e, const Round& round, const masu_corridor_questions& questions,
            double* work) {
    e.answers.resize(questions.size * (round.moves() ? 2 : 1));
    const auto f = round.moves() ? e.peer->move : e.peer->nearest;
    f(e.self.get(), &questions, e.answers.data(), work);
  }

  // Runs all methods on the first slice, untimed: checks their results and counts their work.
  void judge(const Round& round) {
    const masu_corridor_questions slice = round.questions.slice(0, round.size, map_.within());
    std::vector<const Answers*> answers;
    for (Entrant& e : entrants_) {
      e.work.assign(round.size, std::numeric_limits<double>::quiet_NaN());
      play(e, round, slice, e.work.data());
      if (!round.moves()) {
        for (float& distance : e.answers) distance = std::min(distance, slice.within);
      }
      answers.push_back(&e.answers);
    }
    const double radius = double(map_.radius());
    const double end_off = std::max(kEndOff * radius, kEndSkins * double(skin_of(view_)));
    std::vector<double> wrong = judge_by_median(answers, round.moves() ? 2 : 1,
                                                round.moves() ? end_off : kDistanceOff * radius);
    if (!round.moves()) {
      const std::size_t brute = std::min<std::size_t>(
          round.size, std::max<std::size_t>(50'000'000 / map_.wall_count(), 8));
      const std::vector<double> more = judge_by_brute_force(
          view_, slice, std::min<std::size_t>(brute, 400), answers, kDistanceOff * radius);
      for (std::size_t i = 0; i < wrong.size(); ++i) wrong[i] = std::max(wrong[i], more[i]);
    }
    for (std::size_t i = 0; i < wrong.size(); ++i) entrants_[i].wrong = wrong[i];
  }

  void ask(const Round& round) {
    if (!requested(round.task) || entrants_.empty()) return;
    judge(round);
    for (int s = 1; s <= spec_.samples; ++s, ++shift_) {
      const std::size_t first = static_cast<std::size_t>(s) * round.size;
      const masu_corridor_questions slice = round.questions.slice(first, round.size, map_.within());
      for (std::size_t k = 0; k < entrants_.size(); ++k) {
        Entrant& e = entrants_[(k + shift_) % entrants_.size()];
        const double start = now(Clock::thread);
        play(e, round, slice, nullptr);
        e.samples.push_back(now(Clock::thread) - start);
      }
    }
    for (Entrant& e : entrants_) {
      rows_.push_back(row(round.task, round.movers, *e.peer, e.samples, round.size));
      rows_.back().wrong = e.wrong;
      count_work(e, rows_.back());
      e.samples.clear();
    }
  }

  static void count_work(Entrant& e, Row& r) {
    if (std::isnan(e.work[0])) return;
    std::sort(e.work.begin(), e.work.end());
    r.work_p50 = e.work[e.work.size() / 2];
    r.work_p99 = e.work[e.work.size() * 99 / 100];
    r.work_max = e.work.back();
  }

  // `count`: walls or movers per sample, which takes seconds.
  Row row(const char* task, const char* movers, const masu_corridor_peer& method,
          const std::vector<double>& samples, std::size_t count) const {
    Row r;
    r.map = spec_.map;
    r.walls = map_.wall_count();
    r.task = task;
    r.movers = movers;
    r.method = method.name;
    r.version = method.version;
    const double scale = 1e9 / static_cast<double>(count);
    r.ns = median(samples) * scale;
    r.least_ns = *std::min_element(samples.begin(), samples.end()) * scale;
    r.samples = static_cast<int>(samples.size());
    return r;
  }

  const CaseSpec& spec_;
  WallMap map_;
  Map view_{};
  std::vector<Entrant> entrants_;
  std::size_t shift_ = 0;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> run_case(const CaseSpec& spec) {
  force_simd(spec.simd);
  return Case(spec).run();
}

void check_usage(const std::vector<std::string>& maps, const CaseSpec& common) {
  force_simd(common.simd);
  const std::vector<std::string> known = map_names();
  check_names("--map", maps, {known.begin(), known.end()});
  std::set<std::string> tasks{"all"};
  tasks.insert(std::begin(kTaskNames), std::end(kTaskNames));
  check_names("--task", common.tasks, tasks);
  KnownNames names;
  names.add(kOrdering);
  for (const masu_corridor_peer* m : find_methods(common.peer_folder)) names.add(m->name);
  check_names("--ours", common.ours, names.ours);
  check_names("--peers", common.peers, names.peers);
}

}  // namespace masu_bench::corridor
