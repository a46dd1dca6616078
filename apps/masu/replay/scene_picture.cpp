// SPDX-License-Identifier: MIT
#include "scene_picture.hpp"

#include <algorithm>
#include <new>

#include <fmt/format.h>
#include <masu/hull/andrew.hpp>
#include <scenes/plot/svg.hpp>

#include "view.hpp"

namespace masu::cli {
namespace {

constexpr double kSide = 9000;
constexpr double kHead = 500;  // height of the title
constexpr double kLeast = 5000;
constexpr double kHalfPlaneMargin = 0.08;  // share of the scene shown below a ground half-plane
constexpr double kLetters = 220;

constexpr char kStyle[] =
    "path{stroke-linejoin:round;stroke-linecap:round;stroke-width:10}"
    ".free{fill:#bcd2ea;stroke:#28436b}.touch{fill:#f5b862;stroke:#8a4b00}"
    ".fixed{fill:#c7ccd4;stroke:#5a6472}.fixed.touch{fill:#dccdb6;stroke:#8a4b00}"
    ".free,.touch,.fixed{fill-opacity:.85}"
    ".s1,.s2{fill:#1c2733;stroke:#1c2733;stroke-width:4;stroke-opacity:.5}"
    ".s1{fill-opacity:.12}.s2{fill-opacity:.28}"
    ".pair{fill:none;stroke:#cc2d14;stroke-width:12}.contact{fill:#cc2d14}"
    "text{fill:#222a35;font-family:sans-serif}";

Box3 bounds_of(const ScenePicture& scene) {
  Box3 box = Box3::nothing();
  bool endless = false;
  for (const SceneObject& o : scene.objects) {
    for (const auto& p : o.points) box = merge(box, Box3::of_point(p));
    endless = endless || !o.half_plane.empty();
  }
  if (box.empty()) return {{-1, -1, 0}, {1, 1, 0}};  // only unbounded objects
  const double extent = std::max(box.max[0] - box.min[0], box.max[1] - box.min[1]);
  const double margin = endless ? std::max(kHalfPlaneMargin * extent, 0.01) : 0;
  for (int a = 0; a < 2; ++a) box.min[a] -= margin, box.max[a] += margin;
  return box;
}

class Painter {
 public:
  explicit Painter(const ScenePicture& scene)
      : scene_(scene),
        bounds_(bounds_of(scene)),
        view_(scene.dim, scene.z_up ? Up::z : Up::y, bounds_, kSide) {}

  std::string draw() {
    std::vector<std::size_t> order(scene_.objects.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return depth(scene_.objects[a]) < depth(scene_.objects[b]);
    });
    std::string svg;
    for (const std::size_t i : order) svg += outline(scene_.objects[i]);
    svg += contacts();
    return framed(svg);
  }

 private:
  // In 2D fixed objects lie below the others.
  double depth(const SceneObject& o) const {
    if (scene_.dim == 2) return o.half_plane.empty() ? (o.fixed ? 1 : 2) : 0;
    return view_.depth(o.center);
  }

  Spot spot_of(const Vec<3, double>& p) const {
    const Spot s = view_(p);
    return {s.x, s.y + std::lround(kHead)};
  }

  // Returns the hull of its points in the picture.
  std::vector<Spot> hull_of(const SceneObject& o) {
    if (!o.half_plane.empty()) return half_plane(o);
    spots_.clear();
    for (const auto& p : o.points) {
      const Spot s = spot_of(p);
      spots_.push_back({double(s.x), double(s.y)});
    }
    Hull2 hull;
    if (chain_.build(spots_, hull) == Status::out_of_memory) throw std::bad_alloc();
    std::vector<Spot> around;
    for (const std::uint32_t v : hull.vertices()) {
      around.push_back({std::lround(spots_[v][0]), std::lround(spots_[v][1])});
    }
    return around;
  }
  std::vector<Spot> half_plane(const SceneObject& o) const {
    const double x0 = bounds_.min[0], x1 = bounds_.max[0];
    const double y0 = bounds_.min[1], y1 = bounds_.max[1];
    std::vector<Vec<2, double>> covered{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    for (const Side<2>& side : o.half_plane) covered = behind(covered, side);
    std::vector<Spot> around;
    around.reserve(covered.size());
    for (const auto& p : covered) around.push_back(spot_of({p[0], p[1], 0}));
    return around;
  }

  std::string outline(const SceneObject& o) {
    const std::vector<Spot> around = hull_of(o);
    if (around.empty()) return "";
    SvgPath path;
    path.polygon(around);
    const char* style = o.fixed     ? (o.touches ? "fixed touch" : "fixed")
                        : o.touches ? "touch"
                                    : "free";
    return fmt::format("<path class=\"{}\" d=\"{}\"/>\n{}", style, path.text(), facets(o));
  }

  // Returns shades over the visible facets: the brightest has none.
  std::string facets(const SceneObject& o) const {
    if (o.facets == nullptr) return "";
    SvgPath shades[3];
    for (const Facet& facet : *o.facets) {
      std::vector<Spot> spots;
      for (const std::uint32_t c : facet.corners) spots.push_back(spot_of(o.points[c]));
      if (spots.size() < 3 || signed_area(spots) >= 0) continue;
      const Vec<3, double> across = cross(o.points[facet.corners[1]] - o.points[facet.corners[0]],
                                          o.points[facet.corners[2]] - o.points[facet.corners[0]]);
      const double size = length(across);
      if (!(size > 0)) continue;
      const double up = across[scene_.z_up ? 2 : 1] / size;
      const double side = across[0] / size;
      shades[up > 0.6 ? 0 : side > 0.3 ? 1 : 2].polygon(spots);
    }
    std::string svg;
    for (int k = 1; k < 3; ++k) {
      if (shades[k].empty()) continue;
      svg += fmt::format("<path class=\"s{}\" d=\"{}\"/>\n", k, shades[k].text());
    }
    return svg;
  }
  // Returns twice the signed area, negative if the points are counter-clockwise in the picture, as
  // y points down.
  static double signed_area(const std::vector<Spot>& spots) {
    double sum = 0;
    for (std::size_t i = 0; i < spots.size(); ++i) {
      const Spot p = spots[i];
      const Spot q = spots[(i + 1) % spots.size()];
      sum += double(p.x) * double(q.y) - double(q.x) * double(p.y);
    }
    return sum;
  }

  // Draws lines from the center of each moving object to its contacts.
  std::string contacts() const {
    SvgPath lines;
    std::string dots;
    for (const SceneContact& c : scene_.contacts) {
      const Spot at = spot_of(c.position);
      for (const std::size_t end : {c.a, c.b}) {
        const SceneObject& o = scene_.objects[end];
        if (o.fixed || o.points.empty()) continue;  // a half-space has no center
        lines.move(spot_of(o.center));
        lines.line(at);
      }
      dots += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"26\"/>\n", at.x, at.y);
    }
    if (dots.empty()) return "";
    const std::string path =
        lines.empty() ? "" : fmt::format("<path class=\"pair\" d=\"{}\"/>\n", lines.text());
    return path + "<g class=\"contact\">\n" + dots + "</g>\n";
  }

  std::string framed(const std::string& inside) const {
    const double width = std::max(double(view_.width()), kLeast);
    const double height = double(view_.height()) + kHead;
    const double letters =
        std::min(kLetters, (width - 2 * View::kMargin) / (0.55 * double(scene_.title.size())));
    return plot::picture_begin(width, height, kStyle) +
           fmt::format(
               "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
               "<text x=\"{}\" y=\"420\" font-size=\"{:.0f}\">{}</text>\n{}</svg>\n",
               View::kMargin, letters, plot::xml_text(scene_.title), inside);
  }

  const ScenePicture& scene_;
  Box3 bounds_;
  View view_;
  AndrewChain<double> chain_;
  std::vector<Vec<2, double>> spots_;
};

}  // namespace

std::string draw_scene(const ScenePicture& scene) {
  return Painter(scene).draw();
}

}  // namespace masu::cli
