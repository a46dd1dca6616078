// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "bench/common/force_simd.hpp"
#include "bench/common/job_list.hpp"
#include "entrant.hpp"
#include "forecast.hpp"
#include "jury.hpp"
#include "ours.hpp"
#include "peers.hpp"

namespace masu_bench {
namespace {

// Scenes up to this size are compared with brute force, frame by frame.
constexpr std::uint64_t kBruteForceSize = 3000;
// Beyond this number of pairs only our first method stores them, ...
constexpr std::uint64_t kPairsForAll = 20'000'000;
// ... and beyond this only counted.
constexpr std::uint64_t kPairsStored = 100'000'000;
// Pairs of the first frame are stored up to this size, to report missing ones.
constexpr std::uint64_t kMostStoredKeys = 200'000;
// Smaller frames are not divided among many threads.
constexpr std::uint64_t kSerialShareFrom = 50'000;

template <int D, class T>
class Case {
 public:
  explicit Case(const CaseSpec& spec)
      : spec_(spec), frames_(spec.scene, spec.n, spec.seed, batch_size(spec.n)), forecast_(spec) {}

  std::vector<Row> run() {
    enter_all();
    for (int i = 0; i < 2; ++i) batch(false);
    const int samples = spec_.frames > 0 ? spec_.frames : usual_samples();
    for (int i = 0; i < samples; ++i) batch(true);
    if (spec_.threads > 1 && spec_.n >= kSerialShareFrom) print_serial_share();
    return rows();
  }

 private:
  // Small scenes switch methods less often, so that each method runs with its own data in cache and
  // branches predicted.
  static std::size_t batch_size(std::uint64_t n) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(20'000 / n, 1, 32));
  }
  int usual_samples() const {
    const double samples = 5'000 / std::sqrt(static_cast<double>(spec_.n));
    return std::clamp(static_cast<int>(samples), 7, 51);
  }
  void say(const char* what, const MethodEntry& entry, const std::string& why) const {
    fmt::print(stderr, "{}: {} on {} {}D n={} {}: {}\n", what, entry.name, spec_.scene, D, spec_.n,
               sizeof(T) == 4 ? "float" : "double", why);
  }

  void print_serial_share() const {
    fmt::print("{} {}D n={}, {}: {}\n", spec_.scene, D, spec_.n, kOurFirst,
               serial_share_text(serial_share<D, T>(frames_.first())));
  }

  void enter_all() {
    const auto peers = load_peers(spec_.peer_folder, D, sizeof(T));
    const auto ours = our_methods<D, T>();
    const MethodEntry counting = our_counting_method<D, T>();
    const std::uint64_t pairs = counting.make(counting, D, 1)->find(frames_.first()).count;
    if (pairs > kPairsForAll) {
      enter(counting);
      if (pairs <= kPairsStored) enter(ours.front());
    } else {
      for (const MethodEntry& entry : ours) try_to_enter(entry, spec_.ours);
      for (const MethodEntry& entry : peers) try_to_enter(entry, spec_.peers);
      if (spec_.n > kBruteForceSize) enter_witness(peers);
    }
    enter(limit_method<D, T>());
  }

  void try_to_enter(const MethodEntry& entry, const std::vector<std::string>& requested) {
    const auto takes = [&](const std::string& name) { return entry.takes(name); };
    if (std::none_of(requested.begin(), requested.end(), takes) ||
        (spec_.threads > 1 && !entry.threads))
      return;
    if (entry.only_all_moving && frames_.first().moved.size() < spec_.n) return;
    const std::string why = forecast_.reason_to_drop(entry);
    if (why.empty()) {
      enter(entry);
    } else {
      say("dropped", entry, why);
    }
  }

  void enter(const MethodEntry& entry, bool timed = true) {
    Entrant e{.entry = entry, .method = entry.make(entry, D, spec_.threads), .timed = timed};
    if (e.method->prepare(frames_.first())) {
      entrants_.push_back(std::move(e));
    } else {
      say("dropped", entry, "could not be set up");
    }
  }

  // Adds a method of another library for comparison, if all entrants are from one.
  void enter_witness(const std::vector<MethodEntry>& peers) {
    for (const Entrant& e : entrants_) {
      if (e.entry.maker() != entrants_.front().entry.maker()) return;
    }
    for (const MethodEntry& entry : peers) {
      const bool known = !entrants_.empty() && entrants_.front().entry.maker() == "cgal";
      if (entry.name == "cgal" && !known) enter(entry, false);
    }
  }

  // Runs each method on the same frames; the first one changes from batch to batch.
  void batch(bool timed) {
    frames_.advance();
    const std::size_t size = entrants_.size();
    for (std::size_t k = 0; k < size; ++k) {
      Entrant& e = entrants_[(k + batches_) % size];
      e.prints.clear();
      if (timed && !(e.timed && e.needs_more_samples())) continue;
      e.method->set_pair_count(pairs_);
      const bool store_keys = batches_ == 0 && spec_.n <= kMostStoredKeys;
      e.late = e.play(frames_, spec_, store_keys, timed) > 2 * spec_.budget && !timed;
    }
    for (std::size_t f = 0; f < frames_.count(); ++f) judge(f);
    std::erase_if(entrants_, [&](const Entrant& e) {
      if (e.late) say("dropped", e.entry, "its frames take longer than predicted");
      return e.late;
    });
    ++batches_;
  }

  void judge(std::size_t f) {
    Jury jury;
    if (spec_.n <= kBruteForceSize) {
      const auto brute = our_methods<D, T>().back();
      const auto method = brute.make(brute, D, 1);
      const Fingerprint truth = fingerprint(method->find(frames_[f]).list);
      for (int voice = 0; voice < 2; ++voice) jury.vote(std::to_string(voice), truth);
    }
    for (const Entrant& e : entrants_) {
      if (votes(e) && f < e.prints.size()) jury.vote(e.entry.maker(), e.prints[f]);
    }
    pairs_ = jury.verdict().count;
    for (Entrant& e : entrants_) {
      if (e.entry.name != kLimit && f < e.prints.size()) judge(e, e.prints[f], jury);
    }
  }
  static bool votes(const Entrant& e) { return e.entry.name != kLimit && !e.method->counts_only(); }

  void judge(Entrant& e, const Fingerprint& print, const Jury& jury) {
    const Fingerprint& right = jury.verdict();
    e.sure |= jury.certain();
    if (e.method->counts_only() ? print.count == right.count : print == right) return;
    if (!std::exchange(e.wrong, true)) say("wrong pairs", e.entry, complaint(e, print, right));
  }
  std::string complaint(const Entrant& e, const Fingerprint& print,
                        const Fingerprint& right) const {
    for (const Entrant& other : entrants_) {
      if (batches_ > 0 || other.wrong || other.keys.empty()) continue;
      const std::string text = difference(other.keys, e.keys);
      if (!text.empty()) return text + ", against " + other.entry.name;
    }
    return fmt::format("{} pairs where {} would be right", print.count, right.count);
  }

  std::vector<Row> rows() const {
    std::vector<Row> rows;
    for (const Entrant& e : entrants_) {
      if (!e.timed) continue;
      rows.push_back(e.row(spec_, frames_.count()));
      rows.back().moving =
          static_cast<double>(frames_[0].moved.size()) / static_cast<double>(spec_.n);
    }
    return rows;
  }

  const CaseSpec& spec_;
  Frames<D, T> frames_;
  Forecast<D, T> forecast_;
  std::vector<Entrant> entrants_;
  std::uint64_t pairs_ = 0;  // of the last frame judged
  std::size_t batches_ = 0;
};

template <int D>
std::vector<Row> run_in(const CaseSpec& spec) {
  return spec.scalar_size == 4 ? Case<D, float>(spec).run() : Case<D, double>(spec).run();
}

}  // namespace

std::vector<Row> run_case(const CaseSpec& spec) {
  force_simd(spec.simd);
  switch (spec.dim) {
    case 1: return run_in<1>(spec);
    case 2: return run_in<2>(spec);
    case 3: return run_in<3>(spec);
    case 4: return run_in<4>(spec);
    default: throw std::invalid_argument(fmt::format("no scenes in {} dimensions", spec.dim));
  }
}

}  // namespace masu_bench
