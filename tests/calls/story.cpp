// SPDX-License-Identifier: MIT
#include "tests/calls/story.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// What comes first, so that other calls have objects; without the kind.
constexpr std::string_view kFirst[] = {
    "world_create",       "world_create",        "results_create",     "hull_create",
    "mesh_create",        "height_field_create", "tile_grid_create",   "tapered_capsule_create",
    "custom_create",      "polygon_create",      "polyhedron_create",  "compound_create",
    "broad_phase_create", "broad_phase_build",   "convex_hull_create", "convex_hull_build",
    "wall_chains_create", "chain_tree_create",   "corridor_create",    "world_add",
    "world_add",          "world_add",           "world_add_many",     "world_add_many",
    "world_add",          "world_update"};

// A crash names its call.
char running[160];
void report_crash(int signal) {
  (void)!std::fputs(running, stderr);
  std::signal(signal, SIG_DFL);
  (void)std::raise(signal);
}

bool is_name(std::string_view name, std::string_view wanted, std::string_view kind) {
  if (!name.starts_with("masu_")) return false;
  name.remove_prefix(5);
  if (name == wanted) return true;
  return name.size() == wanted.size() + 3 && name.starts_with(wanted) && name.ends_with(kind);
}

// Whether a call that lacked memory may have done a part, as its comment says.
bool may_change(std::string_view name) {
  return name == "masu_world_set_layers" || name.starts_with("masu_world_update") ||
         name.starts_with("masu_world_move_many");
}

// Whether the answer depends on how much memory there was: the chooser keeps its method if it gets
// none for another, and a pool has fewer threads.
bool depends_on_memory(std::string_view name) {
  return name == "masu_world_broad_phase" || name == "masu_world_advice" ||
         name == "masu_thread_pool_jobs";
}

// Whether a refused request has an effect, as the comment of the call says: the index is empty.
bool loses_its_index(std::string_view name) {
  return name.starts_with("masu_broad_phase_refit");
}

// Whether the call has done its work when a callback throws, so that it is not repeated. A pair
// filter is called before.
bool has_done_its_work(std::string_view name) {
  return name.starts_with("masu_world_update_with_listener") ||
         name.starts_with("masu_corridor_move_walls");
}

}  // namespace

std::uint64_t Story::attempts = 0;

const std::vector<Call>& Story::calls_of(std::uint32_t kind) {
  static const auto all = [] {
    std::array<std::vector<Call>, 4> lists{calls_2f(), calls_3f(), calls_2d(), calls_3d()};
    const std::vector<Call> any = calls_any();
    for (auto& list : lists) list.insert(list.end(), any.begin(), any.end());
    return lists;
  }();
  return all[kind];
}

const Call& Story::choose(std::uint32_t step) {
  if (step < std::size(kFirst)) {
    for (const Call& c : calls_) {
      if (is_name(c.name, kFirst[step], kKinds[kind_])) return c;
    }
  }
  scenes::Pcg32 random(seed_ ^ 0x5ca1ab1e, step);
  // Without objects and updates little happens.
  const std::uint32_t often = random.below(16);
  for (const Call& c : calls_) {
    if (often < 2 && c.name == "masu_world_update") return c;
    if (often == 2 && is_name(c.name, "world_add_many", kKinds[kind_])) return c;
  }
  return calls_[random.below(std::uint32_t(calls_.size()))];
}

std::vector<std::uint64_t> Story::run(std::uint32_t count) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGALRM}) {
    std::signal(signal, &report_crash);
  }
  std::vector<std::uint64_t> digests;
  for (std::uint32_t step = 0; step < count && fault_.empty(); ++step) {
    digests.push_back(call_until_done(choose(step), seed_, step, manner_of(step)));
  }
  if (!objects_.valid() && fault_.empty()) fault_ = "a world is not valid at the end";
  callbacks = {};
  return digests;
}

void Story::begin() {
  for (std::uint32_t step = 0; step < std::size(kFirst); ++step) {
    (void)call_until_done(choose(step), seed_, step, {});
  }
}

void Story::call(std::uint32_t function, std::uint64_t seed, const Manner& manner) {
  (void)call_until_done(calls_[function % calls_.size()], seed, std::size(kFirst), manner);
}

Manner Story::manner_of(std::uint32_t step) const {
  scenes::Pcg32 random(seed_ ^ 0xfab1ed, step);
  Manner manner;
  if (options_.odd_arguments && step >= std::size(kFirst)) manner.mood = Mood(random.below(4));
  manner.throws = options_.callbacks_throw && random.below(2) == 0;
  manner.refuse_memory = options_.refuse_memory;
  manner.forever = random.below(2) == 0;
  return manner;
}

std::uint64_t Story::call_until_done(const Call& call, std::uint64_t seed, std::uint32_t step,
                                     const Manner& manner) {
  std::snprintf(running, sizeof(running), "\nseed %llu, call %u: %s\n",
                static_cast<unsigned long long>(seed), step, std::string(call.name).c_str());
  const std::uint64_t digest = options_.throw_at_each ? throw_at_each(call, seed, step)
                                                      : call_repeatedly(call, seed, step, manner);
  if (!is_valid(draw_.world())) fail(call, "its world is not valid");
  return digest;
}

std::uint64_t Story::call_repeatedly(const Call& call, std::uint64_t seed, std::uint32_t step,
                                     const Manner& manner) {
  Tally& tally = tallies_[call.name];
  Refusal refusal;
  refusal.forever = manner.forever;
  std::vector<std::uint64_t> before;
  if (manner.refuse_memory) {
    for (masu_world* w : objects_.all<masu_world>()) before.push_back(masu_world_hash(w));
  }
  for (std::size_t k = 1;; ++k) {
    if (manner.refuse_memory && !loses_its_index(call.name)) refusal.at = k;
    draw_.begin(seed, step, manner.mood, manner.throws);
    const Outcome outcome = call.run(draw_, refusal);
    ++attempts;
    ++tally.calls;
    if (outcome.status == MASU_OK) ++tally.succeeded;
    // A call may do without the memory.
    const bool failed = outcome.out_of_memory || outcome.status == MASU_OUT_OF_MEMORY;
    if (outcome.refused == 0 || !failed) return depends_on_memory(call.name) ? 0 : outcome.digest;
    ++tally.refused_memory;
    masu_world* const world = draw_.world();
    if (!is_valid(world)) fail(call, "a world is not valid after a refused request");
    const auto& worlds = objects_.all<masu_world>();
    for (std::size_t i = 0; i < worlds.size() && !may_change(call.name); ++i) {
      if (worlds[i] == world && masu_world_hash(world) != before[i]) {
        fail(call, "a refused request changed a world");
      }
    }
    if (!fault_.empty()) return 0;
  }
}

std::uint64_t Story::throw_at_each(const Call& call, std::uint64_t seed, std::uint32_t step) {
  Tally& tally = tallies_[call.name];
  std::vector<std::uint64_t> before;
  for (masu_world* w : objects_.all<masu_world>()) before.push_back(masu_world_hash(w));
  // Some calls have thousands of callbacks: the first ones throw, then none.
  const std::uint64_t most = by_tier(8u, 100000u);
  const auto next = [&](std::uint64_t k) { return k < most ? k + 1 : Callbacks::kNever; };
  for (std::uint64_t k = options_.callbacks_throw ? 1 : Callbacks::kNever;; k = next(k)) {
    draw_.begin(seed, step, Mood::valid, false);
    callbacks.throw_at = k;
    callbacks.supports = false;
    const Outcome outcome = call.run(draw_, {});
    ++attempts;
    ++tally.calls;
    if (outcome.status == MASU_OK) ++tally.succeeded;
    const bool once = has_done_its_work(call.name);
    if (callbacks.called < k) return once || depends_on_memory(call.name) ? 0 : outcome.digest;
    ++tally.threw;
    if (outcome.status != MASU_THREW && !outcome.threw) fail(call, "an exception was lost");
    masu_world* const world = draw_.world();
    if (!is_valid(world)) fail(call, "a world is not valid after an exception");
    const auto& worlds = objects_.all<masu_world>();
    for (std::size_t i = 0; i < worlds.size() && !may_change(call.name); ++i) {
      if (worlds[i] == world && masu_world_hash(world) != before[i]) {
        fail(call, "an exception changed a world");
      }
    }
    if ((once && !callbacks.in_pair_filter) || !fault_.empty()) return 0;
  }
}

bool Story::is_valid(masu_world* world) {
  const auto& worlds = objects_.all<masu_world>();  // the call may have destroyed it
  return std::ranges::find(worlds, world) == worlds.end() || masu_world_validate(world) == 1;
}

void Story::fail(const Call& call, std::string_view what) {
  if (!fault_.empty()) return;
  fault_ = std::string(what) + ": " + std::string(call.name) + running;
}

}  // namespace masu::test
