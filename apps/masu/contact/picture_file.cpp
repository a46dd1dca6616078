// SPDX-License-Identifier: MIT
#include "contact/picture_file.hpp"

#include <filesystem>

#include "contact/draw_solid.hpp"
#include "errors.hpp"

namespace masu::cli {
namespace {

// Facets around what is round.
constexpr int kFlatSteps = 96;
constexpr int kFewSteps = 24;

std::string picture(const Figure<2>& figure, const std::string&) {
  return svg_of(draw(figure));
}

std::string picture(const Figure<3>& figure, const std::string&) {
  return svg_of(draw(with_planes(figure), Facets::drawn));
}

}  // namespace

template <int D, class T>
std::string picture_of(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b,
                       const std::string& title, const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending != ".svg") throw UsageError(file + ": pictures end in .svg");
  return picture(figure_of(contact, a, b, title, D == 2 ? kFlatSteps : kFewSteps), ending);
}

#define MASU_PICTURE(D, T)                                                                      \
  template std::string picture_of(const Contact<D, T>&, const ShapeSource&, const ShapeSource&, \
                                  const std::string&, const std::string&);
MASU_PICTURE(2, float)
MASU_PICTURE(3, float)
MASU_PICTURE(2, double)
MASU_PICTURE(3, double)
#undef MASU_PICTURE

}  // namespace masu::cli
