// SPDX-License-Identifier: MIT
#include "contact/picture_file.hpp"

#include <filesystem>

#include "contact/draw_solid.hpp"
#include "contact/gltf.hpp"
#include "errors.hpp"

namespace masu::cli {
namespace {

// Facets around a smooth surface.
constexpr int kFlatSteps = 96;
constexpr int kFewSteps = 24;                // of an SVG in 3D
constexpr std::size_t kMostFacets = 20'000;  // 1 MB

std::string picture(const Figure<2>& figure, const std::string& ending) {
  return ending == ".png" ? png_of(draw(figure), {}) : svg_of(draw(figure));
}

std::string picture(const Figure<3>& figure, const std::string& ending) {
  const Figure<3> whole = with_planes(figure);
  if (ending == ".png") return png_of(draw(whole, Facets::left_out), layers_of(whole));
  if (ending == ".svg" && whole.a.facets.size() + whole.b.facets.size() > kMostFacets) {
    throw UsageError("too many triangles for an SVG: use .png, .gltf or .glb");
  }
  if (ending == ".svg") return svg_of(draw(whole, Facets::drawn));
  return gltf_of(whole, ending == ".glb");
}

void check_ending(const std::string& file, const std::string& ending, int dim) {
  const bool solid = ending == ".gltf" || ending == ".glb";
  if (ending == ".svg" || ending == ".png" || (solid && dim == 3)) return;
  throw UsageError(file + (solid ? ": glTF is for shapes in 3D: use .svg or .png"
                                 : ": pictures must end in .svg, .png, .gltf or .glb"));
}

}  // namespace

template <int D, class T>
std::string picture_of(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b,
                       const std::string& title, const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  check_ending(file, ending, D);
  const int steps = D == 3 && ending == ".svg" ? kFewSteps : kFlatSteps;
  return picture(figure_of(contact, a, b, title, steps), ending);
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
