// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <scenes/generators/scene.hpp>

#include "frame_case.hpp"
#include "query_case.hpp"

namespace masu_bench::world {

std::string CaseSpec::name() const {
  const std::string what = moving_pct > 0 ? fmt::format("{:g} % moving", moving_pct) : "asked";
  return fmt::format("{} {}D n={}, {}", scene, dim, n, what);
}

bool CaseSpec::requested(const std::string& task) const {
  return std::find(tasks.begin(), tasks.end(), task) != tasks.end() ||
         std::find(tasks.begin(), tasks.end(), "all") != tasks.end();
}

std::vector<Row> run_case(const CaseSpec& spec) {
  if (spec.dim != 2 && spec.dim != 3) {
    throw std::invalid_argument(fmt::format("no worlds in {} dimensions", spec.dim));
  }
  return spec.moving_pct > 0 ? run_frames(spec) : run_queries(spec);
}

void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common) {
  std::set<std::string> known;
  for (const std::string_view name : masu::scenes::scene_names()) known.emplace(name);
  check_names("--scene", scenes, known);
  known = {"all"};
  known.insert(std::begin(kTaskNames), std::end(kTaskNames));
  check_names("--task", common.tasks, known);
  KnownNames names;
  add_frame_methods(common, names);
  add_query_methods(common, names);
  check_names("--ours", common.ours, names.ours);
  check_names("--peers", common.peers, names.peers);
}

}  // namespace masu_bench::world
