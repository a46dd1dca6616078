// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include <masu/core/simd.hpp>
#include <scenes/generators/scene.hpp>

#include "ours.hpp"
#include "peers.hpp"

namespace masu_bench {
namespace {

// Returns every peer for some dimension: those of doubles also run scenes of floats.
std::vector<MethodEntry> all_peers(const std::filesystem::path& folder) {
  std::vector<MethodEntry> all;
  for (const int dim : {2, 3}) {
    for (const MethodEntry& e : load_peers(folder, dim, sizeof(float))) {
      const auto same = [&](const MethodEntry& other) { return other.name == e.name; };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back(e);
    }
  }
  return all;
}

bool is_everything_or_nothing(const std::string& name) {
  return name == "all" || name == "none";
}

void check_methods(const char* option, const std::vector<std::string>& requested,
                   const std::vector<MethodEntry>& entries) {
  for (const std::string& name : requested) {
    const auto takes = [&](const MethodEntry& e) { return e.takes(name); };
    if (is_everything_or_nothing(name)) continue;
    if (std::any_of(entries.begin(), entries.end(), takes)) continue;
    std::string known = "all none";
    for (const MethodEntry& e : entries) {
      known += " " + (e.ours() ? e.name.substr(e.name.find(':') + 1) : e.name);
    }
    throw std::invalid_argument(
        fmt::format("{}: unknown method '{}', expected one of {}", option, name, known));
  }
}

void check_scenes(const std::vector<std::string>& scenes) {
  const auto known = masu::scenes::scene_names();
  for (const std::string& scene : scenes) {
    if (std::find(known.begin(), known.end(), scene) != known.end()) continue;
    throw std::invalid_argument(fmt::format("--scene: unknown scene '{}', expected one of {}",
                                            scene, fmt::join(known, " ")));
  }
}

void check_simd(const std::string& requested) {
  for (const masu::SimdTarget target : masu::kSimdTargets) {
    if (requested != name(target) || masu::simd_available(target)) continue;
    throw std::invalid_argument("--simd: this processor has no " + requested);
  }
}

}  // namespace

void check_usage(const std::vector<std::string>& scenes, const CaseSpec& common) {
  check_scenes(scenes);
  check_simd(common.simd);
  check_methods("--ours", common.ours, our_methods<2, float>());
  // Not loaded without need: it would report again that a peer's libraries are missing.
  const auto& peers = common.peers;
  if (std::all_of(peers.begin(), peers.end(), &is_everything_or_nothing)) return;
  check_methods("--peers", peers, all_peers(common.peer_folder));
}

}  // namespace masu_bench
