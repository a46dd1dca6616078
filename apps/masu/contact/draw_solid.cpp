// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "contact/annotate.hpp"
#include "contact/draw_solid.hpp"
#include "contact/solid.hpp"

namespace masu::cli {
namespace {

using Point = Vec<3, double>;

bool faces_eye(const Facet& f) {
  return dot(f.normal, kToward) > 0;
}

// Lit from the top left front.
double shade_of(const Point& normal) {
  const Point light = kRight * -0.40 + kAbove * 0.78 + kToward * 0.48;
  return 0.98 + 0.5 * dot(normal, light);
}

std::vector<Point> corners_of(const Body<3>& body, const Facet& f) {
  std::vector<Point> corners;
  for (const std::uint32_t v : f.corners) corners.push_back(body.points[v]);
  return corners;
}

// Draws the facets; those of a mesh from far to near, as it may hide parts of itself.
void facets(Paper& paper, MarkStyle style, const Body<3>& body) {
  std::vector<std::pair<double, const Facet*>> order;
  for (const Facet& f : body.facets) {
    if (body.solid && !faces_eye(f)) continue;
    double depth = 0;
    for (const std::uint32_t v : f.corners) depth += dot(body.points[v], kToward);
    order.emplace_back(depth / double(f.corners.size()), &f);
  }
  if (body.sides.empty()) {
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& p, const auto& q) { return p.first < q.first; });
  }
  for (const auto& [depth, f] : order) {
    const Point normal = faces_eye(*f) ? f->normal : -f->normal;
    paper.drawing.facet(style, paper.spot_of(corners_of(body, *f)), shade_of(normal));
  }
}

void touched(Paper& paper, const Body<3>& body, const std::vector<std::uint32_t>& indices) {
  for (const std::uint32_t i : indices) {
    paper.drawing.polygon(MarkStyle::overlap, paper.spot_of(corners_of(body, body.facets[i])));
  }
}

enum class Show { hidden, seen };

void edges(Paper& paper, MarkStyle style, MarkStyle point, const Body<3>& body, Show show) {
  if (body.points.size() == 1 && show == Show::seen) {
    paper.drawing.disc(point, paper.spot_of(body.points[0]), 62);
  }
  for (const BodyEdge& e : body.edges) {
    bool seen = true;
    if (e.left != BodyEdge::kNone && e.right != BodyEdge::kNone) {
      const Facet& left = body.facets[e.left];
      const Facet& right = body.facets[e.right];
      seen = faces_eye(left) || faces_eye(right);
      const bool outline = faces_eye(left) != faces_eye(right);
      if (!outline && smooth(body, left, right)) continue;
    }
    if (seen != (show == Show::seen)) continue;
    paper.drawing.line(style,
                       {paper.spot_of(body.points[e.tail]), paper.spot_of(body.points[e.head])});
  }
}

// Draws the surface of the intersection: the facets of each body, cut by the other.
void overlap(Paper& paper, const Body<3>& of, const Body<3>& with) {
  for (const Facet& f : of.facets) {
    if (!faces_eye(f)) continue;
    const std::vector<Point> polygon = inside(corners_of(of, f), with);
    if (polygon.size() < 3) continue;
    paper.drawing.facet(MarkStyle::overlap, paper.spot_of(polygon), shade_of(f.normal));
  }
}

Box3 frame_of(const Figure<3>& f) {
  const Box3 box = around(f);
  return box.empty() ? Box3{{-1, -1, -1}, {1, 1, 1}} : box;
}

double extent_of(const Box3& box) {
  double most = 0;
  for (int a = 0; a < 3; ++a) most = std::max(most, box.max[a] - box.min[a]);
  return most > 0 ? most : 1;
}

// Returns whether b is in front of a. Where they are apart the normal decides.
bool second_is_nearer(const Figure<3>& f) {
  if (f.a.half_space) return dot(f.a.sides[0].normal, kToward) > 0;
  if (f.b.half_space) return dot(f.b.sides[0].normal, kToward) < 0;
  if (f.shows_points && f.distance >= 0) return dot(f.normal, kToward) > 0;
  const auto nearest = [](const Body<3>& body) {
    double most = -std::numeric_limits<double>::infinity();
    for (const auto& p : body.points) most = std::max(most, dot(p, kToward));
    return most;
  };
  return nearest(f.b) > nearest(f.a);
}

}  // namespace

Figure<3> with_planes(Figure<3> f) {
  for (Body<3>* body : {&f.a, &f.b}) {
    if (!body->half_space) continue;
    const Body<3>& other = body == &f.a ? f.b : f.a;
    const Side<3>& side = body->sides[0];
    Point center = f.point_a;
    double reach = 1;
    if (!other.points.empty()) {
      Box3 box = frame_of(f);
      reach = 0.75 * extent_of(box);
      for (int a = 0; a < 3; ++a) center[a] = (box.min[a] + box.max[a]) / 2;
    }
    center = center - side.normal * (dot(side.normal, center) - side.offset);
    const Point along = std::fabs(side.normal[0]) < 0.8 ? Point{1, 0, 0} : Point{0, 1, 0};
    const Point u0 = cross(side.normal, along);
    const Point u = u0 * (reach / length(u0));
    const Point v = cross(side.normal, u);
    body->points = {center - u - v, center + u - v, center + u + v, center - u + v};
    body->facets = {{{0, 1, 2, 3}, side.normal}};
    for (std::uint32_t i = 0; i < 4; ++i) {
      body->edges.push_back({i, (i + 1) % 4, BodyEdge::kNone, BodyEdge::kNone});
    }
  }
  return f;
}

View view_of(const Figure<3>& f) {
  const Eye eye{kRight, kAbove, kToward};
  std::vector<Point3> all;
  for (const Body<3>* body : {&f.a, &f.b}) {
    for (const Point& p : body->points) all.push_back(p);
  }
  if (f.moved) {
    for (const Point& p : f.moved->points) all.push_back(p);
  }
  if (f.shows_points) {
    for (const Point& p : {f.point_a, f.point_b}) all.push_back(p);
  }
  return View(eye, all, kPictureSide);
}

Drawing draw(const Figure<3>& f, Facets mode) {
  const View view = view_of(f);
  Paper paper(view, f);
  const bool second = second_is_nearer(f);
  const Body<3>& far = second ? f.a : f.b;
  const Body<3>& near = second ? f.b : f.a;
  const MarkStyle far_style = second ? MarkStyle::a : MarkStyle::b;
  const MarkStyle near_style = second ? MarkStyle::b : MarkStyle::a;
  const auto edge_of = [](MarkStyle s) {
    return s == MarkStyle::a ? MarkStyle::edge_a : MarkStyle::edge_b;
  };
  const auto hidden_of = [](MarkStyle s) {
    return s == MarkStyle::a ? MarkStyle::hidden_a : MarkStyle::hidden_b;
  };
  const auto point_of = [](MarkStyle s) {
    return s == MarkStyle::a ? MarkStyle::point_a : MarkStyle::point_b;
  };
  for (const auto& [style, body] : {std::pair(far_style, &far), std::pair(near_style, &near)}) {
    if (mode == Facets::left_out) break;
    edges(paper, hidden_of(style), point_of(style), *body, Show::hidden);
    facets(paper, style, *body);
    edges(paper, edge_of(style), point_of(style), *body, Show::seen);
  }
  if (f.moved) {
    edges(paper, MarkStyle::motion, MarkStyle::point_b, *f.moved, Show::seen);
    if (!f.b.points.empty()) {
      paper.drawing.arrow(MarkStyle::motion, paper.spot_of(f.b.points[0]),
                          paper.spot_of(f.b.points[0] + f.displacement));
    }
  } else if (f.distance < 0 && mode == Facets::drawn) {
    overlap(paper, far, near);
    overlap(paper, near, far);
  }
  for (const auto& cut : f.cuts) paper.drawing.line(MarkStyle::area, paper.spot_of(cut));
  touched(paper, f.a, f.touched_a);
  touched(paper, f.b, f.touched_b);
  const double reach = 0.22 * extent_of(frame_of(f));
  letters(paper, f, paper.spot_of(f.a.points), paper.spot_of(f.b.points), reach);
  annotate(paper, f, reach);
  return paper.drawing;
}

namespace {

using Part = LayerTriangle::Part;

struct Layers {
  const Paper& paper;
  const View& view;
  std::vector<LayerTriangle> all{};

  LayerCorner corner(const Point& p, double shade) const {
    const Spot s = paper.spot_of(p);
    return {double(s.x), double(s.y), view.depth(p), shade};
  }

  void surface(const Body<3>& body, MarkStyle style) {
    for (const SolidTriangle& t : triangles_of(body)) {
      const bool front =
          dot(cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]), kToward) > 0;
      LayerTriangle layer{{}, style, front ? Part::front : Part::back};
      if (!body.solid) layer.part = Part::sheet;
      for (std::size_t k = 0; k < 3; ++k) {
        const Point n = layer.part == Part::sheet && !front ? -t.normal[k] : t.normal[k];
        layer.corner[k] = corner(t.corner[k], shade_of(n));
      }
      all.push_back(layer);
    }
  }

  // A thin quad just in front of the surface.
  void edge(const Point& p, const Point& q, MarkStyle style, double bias) {
    LayerCorner a = corner(p, 1), b = corner(q, 1);
    a.depth += bias, b.depth += bias;
    const double size = std::hypot(b.x - a.x, b.y - a.y);
    if (!(size > 0)) return;
    const double half = style_of(style).width / 2;
    const double x = -(b.y - a.y) / size * half, y = (b.x - a.x) / size * half;
    const auto off = [](LayerCorner c, double dx, double dy) { return c.x += dx, c.y += dy, c; };
    all.push_back({{off(a, x, y), off(b, x, y), off(b, -x, -y)}, style, Part::line});
    all.push_back({{off(a, x, y), off(b, -x, -y), off(a, -x, -y)}, style, Part::line});
  }

  void edges(const Body<3>& body, MarkStyle style, double bias) {
    for (const BodyEdge& e : body.edges) {
      if (e.left != BodyEdge::kNone && e.right != BodyEdge::kNone) {
        const Facet& left = body.facets[e.left];
        const Facet& right = body.facets[e.right];
        if (faces_eye(left) == faces_eye(right) && smooth(body, left, right)) continue;
      }
      edge(body.points[e.tail], body.points[e.head], style, bias);
    }
  }
};

}  // namespace

std::vector<LayerTriangle> layers_of(const Figure<3>& f) {
  const View view = view_of(f);
  const Paper paper(view, f);
  Layers layers{paper, view};
  const double bias = 1e-3 * extent_of(frame_of(f));
  layers.surface(f.a, MarkStyle::a);
  layers.surface(f.b, MarkStyle::b);
  layers.edges(f.a, MarkStyle::edge_a, bias);
  layers.edges(f.b, MarkStyle::edge_b, bias);
  return std::move(layers.all);
}

}  // namespace masu::cli
