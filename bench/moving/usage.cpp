// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include <scenes/generators/scene.hpp>

#include "bench/broad/ours.hpp"
#include "bench/broad/peers.hpp"
#include "bench/common/names.hpp"
#include "moving_method.hpp"

namespace masu_bench {

void check_moving_usage(const std::vector<std::string>& scenes, const MovingSpec& common) {
  std::set<std::string> known;
  for (const std::string_view name : masu::scenes::scene_names()) known.emplace(name);
  check_names("--scene", scenes, known);
  KnownNames names;
  names.add(kOurFirst);
  for (const MovingEntry& e : our_moving_methods<2, float>()) names.add(e.name);
  for (const int dim : {2, 3}) {
    for (const MethodEntry& e : load_peers(common.peer_folder, dim, sizeof(float))) {
      names.add(e.name);
    }
  }
  check_names("--ours", common.ours, names.ours);
  check_names("--peers", common.peers, names.peers);
}

}  // namespace masu_bench
