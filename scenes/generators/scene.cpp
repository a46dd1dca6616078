// SPDX-License-Identifier: MIT
#include "scenes/generators/scene.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "scenes/generators/motion.hpp"
#include "scenes/generators/populate.hpp"

namespace masu::scenes {

template <int D, class T>
struct SceneRecipe {
  std::string_view name;
  void (*fill)(SceneState<D, T>&, std::size_t n);
  void (*move)(SceneState<D, T>&);
};

namespace {

template <int D, class T>
constexpr SceneRecipe<D, T> kRecipes[] = {
    {"uniform", fill_uniform<D, T>, move_to_new_positions<D, T>},
    {"brownian", fill_uniform<D, T>, move_brownian<D, T>},
    {"fast", fill_fast<D, T>, move_fast<D, T>},
    {"pile", fill_pile<D, T>, move_pile<D, T>},
    {"clusters", fill_clusters<D, T>, move_brownian<D, T>},
    {"sizes", fill_sizes<D, T>, move_brownian<D, T>},
    {"thin_huge", fill_thin_huge<D, T>, move_brownian<D, T>},
    {"one_percent", fill_uniform<D, T>, move_one_percent<D, T>},
    {"one_cell", fill_one_cell<D, T>, move_brownian<D, T>},
    {"stadium", fill_stadium<D, T>, move_brownian<D, T>},
    {"equal", fill_equal<D, T>, move_together<D, T>},
    {"centre_lines", fill_center_lines<D, T>, move_along_lines<D, T>},
    {"rods", fill_rods<D, T>, move_brownian<D, T>},
};

constexpr std::size_t kCount = std::size(kRecipes<2, float>);

constexpr auto kNames = [] {
  std::array<std::string_view, kCount> names;
  for (std::size_t i = 0; i < kCount; ++i) names[i] = kRecipes<2, float>[i].name;
  return names;
}();

template <int D, class T>
const SceneRecipe<D, T>& find_recipe(std::string_view name) {
  std::string known;
  for (const auto& recipe : kRecipes<D, T>) {
    if (recipe.name == name) return recipe;
    known += (known.empty() ? "" : ", ") + std::string(recipe.name);
  }
  throw std::invalid_argument("unknown scene '" + std::string(name) + "' (known: " + known + ")");
}

}  // namespace

std::span<const std::string_view> scene_names() {
  return kNames;
}

bool is_scene(std::string_view name) {
  const auto names = scene_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <int D, class T>
Scene<D, T>::Scene(std::string_view name, std::size_t n, std::uint64_t seed)
    : recipe_(&find_recipe<D, T>(name)), state_{.random = Pcg32(seed)} {
  state_.boxes.reserve(n);
  recipe_->fill(state_, n);
  if (name == "one_percent") {
    for (std::uint32_t i = 0; i < n; i += 100) state_.moved.push_back(i);
  } else {
    state_.moved.resize(n - state_.pinned);
    std::iota(state_.moved.begin(), state_.moved.end(), 0u);
  }
}

template <int D, class T>
void Scene<D, T>::step() {
  ++state_.frame;
  recipe_->move(state_);
}

template <int D, class T>
void Scene<D, T>::drop() {
  if (recipe_->name != "pile") return;
  state_.frame = 0;
  recipe_->move(state_);
}

template class Scene<1, float>;
template class Scene<2, float>;
template class Scene<3, float>;
template class Scene<4, float>;
template class Scene<1, double>;
template class Scene<2, double>;
template class Scene<3, double>;
template class Scene<4, double>;

}  // namespace masu::scenes
