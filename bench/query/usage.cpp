// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include <scenes/generators/scene.hpp>

#include "bench/common/force_simd.hpp"
#include "bench/common/names.hpp"
#include "methods.hpp"

namespace masu_bench::query {

void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common) {
  force_simd(common.simd);
  std::set<std::string> known{"soup"};
  for (const std::string_view name : masu::scenes::scene_names()) known.emplace(name);
  check_names("--scene", scenes, known);
  known = {"all"};
  known.insert(std::begin(kTaskNames), std::end(kTaskNames));
  check_names("--task", common.tasks, known);
  KnownNames names;
  for (const int dim : {2, 3}) {
    for (const masu_query_peer* m : find_methods(common.peer_folder, dim, sizeof(float))) {
      names.add(m->name);
    }
  }
  check_names("--ours", common.ours, names.ours);
  check_names("--peers", common.peers, names.peers);
}

}  // namespace masu_bench::query
