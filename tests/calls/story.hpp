// SPDX-License-Identifier: MIT
// Story: calls of the C interface drawn by a seed, of one dimension and scalar, on the same
// objects.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/calls/call.hpp"

namespace masu::test {

struct StoryOptions {
  bool odd_arguments = false;  // else all are valid, as far as each alone can be
  bool callbacks_throw = false;
  bool refuse_memory = false;  // each request of each call, one after another
  bool throw_at_each = false;  // at each callback of each call, one after another
};

// How a call is made.
struct Manner {
  Mood mood = Mood::valid;
  bool throws = false;         // a callback throws or stops
  bool refuse_memory = false;  // each request, one after another
  bool forever = false;        // with all that follow it
};

// How often a function was called, over many stories.
struct Tally {
  std::uint64_t calls = 0;
  std::uint64_t succeeded = 0;
  std::uint64_t refused_memory = 0;  // calls that ended with MASU_OUT_OF_MEMORY
  std::uint64_t threw = 0;           // calls that ended with MASU_THREW
};
using Tallies = std::map<std::string_view, Tally>;

constexpr const char* kKinds[] = {"2f", "3f", "2d", "3d"};

class Story {
 public:
  Story(std::uint64_t seed, const StoryOptions& options, Tallies& tallies)
      : seed_(seed),
        options_(options),
        tallies_(tallies),
        kind_(std::uint32_t(seed % 4)),
        draw_(objects_, seed, 2 + kind_ % 2, kind_ / 2),
        calls_(calls_of(kind_)) {
    callbacks = {};
  }

  // Makes so many calls, the first ones to have objects. Returns what each returned, as digests.
  std::vector<std::uint64_t> run(std::uint32_t count);
  // Makes only the first ones.
  void begin();
  // Makes a call that someone else chooses: any numbers will do.
  void call(std::uint32_t function, std::uint64_t seed, const Manner& manner);
  std::string_view name_of(std::uint32_t step) { return choose(step).name; }
  // What failed; empty: nothing.
  const std::string& fault() const { return fault_; }

  static std::uint64_t attempts;  // calls of all stories, repeated ones too

 private:
  static const std::vector<Call>& calls_of(std::uint32_t kind);
  const Call& choose(std::uint32_t step);
  Manner manner_of(std::uint32_t step) const;
  // Calls until no request is refused. Returns the digest of that call.
  std::uint64_t call_until_done(const Call& call, std::uint64_t seed, std::uint32_t step,
                                const Manner& manner);
  std::uint64_t call_repeatedly(const Call& call, std::uint64_t seed, std::uint32_t step,
                                const Manner& manner);
  // Calls with each callback throwing in turn, then with none. Returns the digest of the last call.
  std::uint64_t throw_at_each(const Call& call, std::uint64_t seed, std::uint32_t step);
  bool is_valid(masu_world* world);
  void fail(const Call& call, std::string_view what);

  std::uint64_t seed_;
  StoryOptions options_;
  Tallies& tallies_;
  std::uint32_t kind_;
  Objects objects_;
  Draw draw_;
  const std::vector<Call>& calls_;
  std::string fault_;
};

}  // namespace masu::test
