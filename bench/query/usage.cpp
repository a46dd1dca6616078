// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include <scenes/generators/scene.hpp>

#include "bench/common/force_simd.hpp"
#include "methods.hpp"

namespace masu_bench::query {
namespace {

void check_names(const char* option, const std::vector<std::string>& wanted,
                 const std::set<std::string>& known) {
  for (const std::string& name : wanted) {
    if (known.contains(name)) continue;
    throw std::invalid_argument(
        fmt::format("{}: unknown '{}', expected one of {}", option, name, fmt::join(known, " ")));
  }
}

}  // namespace

void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common) {
  force_simd(common.simd);
  std::set<std::string> known{"soup"};
  for (const std::string_view name : masu::scenes::scene_names()) known.emplace(name);
  check_names("--scene", scenes, known);
  known = {"all"};
  known.insert(std::begin(kTaskNames), std::end(kTaskNames));
  check_names("--task", common.tasks, known);
  std::set<std::string> ours{"all", "none"};
  std::set<std::string> peers{"all", "none"};
  for (const int dim : {2, 3}) {
    for (const masu_query_peer* m : find_methods(common.peer_folder, dim, sizeof(float))) {
      const std::string name = m->name;
      const std::string maker = name.substr(0, name.find(':'));
      if (is_ours(*m)) {
        ours.insert(name.substr(maker.size() + 1));
      } else {
        peers.insert({name, maker});
      }
    }
  }
  check_names("--ours", common.ours, ours);
  check_names("--peers", common.peers, peers);
}

}  // namespace masu_bench::query
