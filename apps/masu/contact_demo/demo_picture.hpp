// SPDX-License-Identifier: MIT
// How pictures of demos are laid out.
#pragma once

#include "contact_demo/chart.hpp"
#include "contact_demo/world_picture.hpp"

namespace masu::cli {

inline constexpr Place kScenePlace{200, 700, 5200, 7000};

// Title, solids to the left, charts one below the other to the right, words below.
class DemoPicture {
 public:
  DemoPicture(const std::string& title, const WorldPicture& scene);

  Drawing& drawing() { return drawing_; }
  void add(const std::vector<Chart>& charts);
  std::string svg(const std::string& words);

 private:
  Drawing drawing_;
};

}  // namespace masu::cli
