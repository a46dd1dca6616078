// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "contact/annotate.hpp"

namespace masu::cli {
namespace {

using Points = std::vector<Vec<2, double>>;

Box3 frame_of(const Figure<2>& f) {
  const Aabb<2, double> flat = around(f);
  Box3 box{{flat.min[0], flat.min[1], 0}, {flat.max[0], flat.max[1], 0}};
  if (flat.empty()) box = {{-1, -1, 0}, {1, 1, 0}};  // only half-spaces
  const double extent = std::max(box.max[0] - box.min[0], box.max[1] - box.min[1]);
  const double air = extent > 0 ? 0.07 * extent : 1;
  for (int a = 0; a < 2; ++a) box.min[a] -= air, box.max[a] += air;
  return box;
}

// Returns the visible part of the body.
Points shown(const Body<2>& body, const Box3& frame) {
  if (!body.half_space) return body.points;
  return inside({{frame.min[0], frame.min[1]},
                 {frame.max[0], frame.min[1]},
                 {frame.max[0], frame.max[1]},
                 {frame.min[0], frame.max[1]}},
                body);
}

void body(Paper& paper, MarkStyle style, MarkStyle point, const Points& points) {
  if (points.size() == 1) paper.drawing.disc(point, paper.spot_of(points[0]), 62);
  if (points.size() == 2) paper.drawing.line(style, paper.spot_of(points));
  if (points.size() > 2) paper.drawing.polygon(style, paper.spot_of(points));
}

}  // namespace

Drawing draw(const Figure<2>& f) {
  const Box3 frame = frame_of(f);
  const View view(2, Up::z, frame, kPictureSide);
  Paper paper(view, f);
  const Points a = shown(f.a, frame);
  const Points b = shown(f.b, frame);
  body(paper, MarkStyle::a, MarkStyle::point_a, a);
  body(paper, MarkStyle::b, MarkStyle::point_b, b);
  if (!f.moved) {
    const Points both = f.common ? f.common->points : inside(a, f.b);
    if (both.size() > 2 && f.distance < 0)
      paper.drawing.polygon(MarkStyle::overlap, paper.spot_of(both));
  } else {
    body(paper, MarkStyle::ghost, MarkStyle::point_b, shown(*f.moved, frame));
    if (!b.empty())
      paper.drawing.arrow(MarkStyle::motion, paper.spot_of(b[0]),
                          paper.spot_of(b[0] + f.displacement));
  }
  for (const Points& cut : f.cuts) paper.drawing.line(MarkStyle::area, paper.spot_of(cut));
  const double extent = std::max(frame.max[0] - frame.min[0], frame.max[1] - frame.min[1]);
  letters(paper, f, paper.spot_of(a), paper.spot_of(b), 0.17 * extent);
  annotate(paper, f, 0.17 * extent);
  return paper.drawing;
}

}  // namespace masu::cli
