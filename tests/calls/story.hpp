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
        draw_(objects_, seed, 2 + kind_ % 2, kind_ / 2) {
    callbacks = {};
    const auto add = [&](std::vector<Call> calls) {
      calls_.insert(calls_.end(), calls.begin(), calls.end());
    };
    switch (kind_) {
      case 0: add(calls_2f()); break;
      case 1: add(calls_3f()); break;
      case 2: add(calls_2d()); break;
      default: add(calls_3d()); break;
    }
    add(calls_any());
  }

  // Makes so many calls, the first ones to have objects. Returns what each returned, as digests.
  std::vector<std::uint64_t> run(std::uint32_t count);
  std::string_view name_of(std::uint32_t step) { return choose(step).name; }
  // What failed; empty: nothing.
  const std::string& fault() const { return fault_; }

  static std::uint64_t attempts;  // calls of all stories, repeated ones too

 private:
  const Call& choose(std::uint32_t step);
  // Calls until no request is refused. Returns the digest of that call.
  std::uint64_t call_until_done(const Call& call, std::uint32_t step);
  // Calls with each callback throwing in turn, then with none. Returns the digest of the last call.
  std::uint64_t throw_at_each(const Call& call, std::uint32_t step);
  bool is_valid(masu_world* world);
  void fail(const Call& call, std::string_view what);

  std::uint64_t seed_;
  StoryOptions options_;
  Tallies& tallies_;
  std::uint32_t kind_;
  Objects objects_;
  Draw draw_;
  std::vector<Call> calls_;
  std::string fault_;
};

}  // namespace masu::test
