// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "counted.hpp"
#include "picture.hpp"
#include "picture_frame.hpp"
#include "picture_shapes.hpp"
#include "view.hpp"

namespace masu::cli {
namespace {

// The largest number of shapes in a layer; together at most about 2.5 MB.
constexpr std::size_t kMaxFlatBoxes = 30'000;
constexpr std::size_t kMaxSolidBoxes = 8'000;
constexpr std::size_t kMaxPairs = 30'000;
constexpr std::size_t kMaxFlatCells = 15'000;
constexpr std::size_t kMaxSolidCells = 3'000;

// Later ones lie on top.
constexpr std::array<std::string_view, 9> kStyles = {
    "line", "wall", "boxes", "second", "decoration", "other", "item", "monster", "player"};

// Returns k so that every k-th of `count` leaves at most `limit`.
std::size_t stride(std::size_t count, std::size_t limit) {
  return count <= limit ? 1 : (count + limit - 1) / limit;
}

std::vector<Box3> boxes_of(const Shapes& shapes) {
  std::vector<Box3> boxes;
  for (const Shape& s : shapes.all()) boxes.push_back(s.box);
  return boxes;
}

std::vector<Box3> cells_of(int dim, const Shapes& shapes) {
  const std::vector<Box3> boxes = boxes_of(shapes);
  return cells_with_objects(dim, boxes, bounds_of(boxes));
}

// Returns the view. 2D: the boxes fill the picture, and cells may extend beyond it. 3D: all cells
// are visible.
View view_of(const PictureInput& input, const Shapes& shapes, std::span<const Box3> cells) {
  if (input.a.dim == 2) return View(2, Up::z, bounds_of(boxes_of(shapes)));
  return View(3, input.a.format == "obj" ? Up::y : Up::z, bounds_of(cells));
}

class Picture {
 public:
  explicit Picture(const PictureInput& input)
      : input_(input),
        dim_(input.a.dim),
        shapes_(input.a, input.b),
        cells_(cells_of(dim_, shapes_)),
        view_(view_of(input, shapes_, cells_)) {}

  std::string draw() {
    draw_cells();
    if (dim_ == 2) draw_flat();
    if (dim_ == 3) draw_solid();
    std::string counts =
        fmt::format("{} with boxes in {} (red), {} (green)", counted(cells_.size(), "cell"),
                    cells_.size() == 1 ? "it" : "them", counted(input_.pairs.size(), "pair"));
    if (shapes_.left_out() != 0)
      note(fmt::format("{} not drawn: NaN, infinite or empty", counted(shapes_.left_out(), "box")));
    return picture_head(dim_, view_) + body_ +
           picture_foot(view_, input_.caption, counts + notes_, used_);
  }

 private:
  struct Line {
    const Shape* a;
    const Shape* b;
  };

  void note(const std::string& text) { notes_ += "; " + text; }

  std::size_t thin_out(const char* what, std::size_t count, std::size_t limit) {
    const std::size_t step = stride(count, limit);
    if (step > 1) note(fmt::format("1 in {} {} drawn", step, what));
    return step;
  }

  void add_path(std::string_view style, const SvgPath& path) {
    if (!path.empty()) body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", style, path.text());
  }

  void draw_cells() {
    const auto step = thin_out("cells", cells_.size(), dim_ == 2 ? kMaxFlatCells : kMaxSolidCells);
    SvgPath path;
    for (std::size_t i = 0; i < cells_.size(); i += step) {
      if (dim_ == 2) {
        path.rectangle(view_(cells_[i].min), view_(cells_[i].max));
        continue;
      }
      // The outline of the cube, and the three edges that meet in its near corner.
      for (int axis = 0; axis < 3; ++axis) path.polygon(view_.face(cells_[i], axis));
    }
    body_ += "<g clip-path=\"url(#drawing)\">\n";
    add_path("cell", path);
    body_ += "</g>\n";
  }

  void draw_flat() {
    const auto all = shapes_.all();
    const std::size_t step = thin_out("boxes", all.size(), kMaxFlatBoxes);
    for (const std::string_view style : kStyles) {
      SvgPath path;
      for (std::size_t i = 0; i < all.size(); i += step) {
        if (style_name(all[i]) != style) continue;
        if (is_line(all[i])) add_diagonal(path, all[i]);
        if (!is_line(all[i])) path.rectangle(view_(all[i].box.min), view_(all[i].box.max));
      }
      if (!path.empty()) used_.push_back(style);
      add_path(style, path);
    }
    SvgPath joints;  // walls that meet in a corner: many, and of no interest
    SvgPath pairs;
    for (const Line& line : lines()) {
      add_line(is_line(*line.a) && is_line(*line.b) ? joints : pairs, line);
    }
    add_path("joint", joints);
    add_path("pair", pairs);
  }

  void add_diagonal(SvgPath& path, const Shape& s) const {
    const Box3& box = s.box;
    path.move(view_({box.min[0], s.mark.falling ? box.max[1] : box.min[1], 0}));
    path.line(view_({box.max[0], s.mark.falling ? box.min[1] : box.max[1], 0}));
  }

  void add_line(SvgPath& path, const Line& line) const {
    path.move(view_(center(line.a->box)));
    path.line(view_(center(line.b->box)));
  }

  std::vector<Line> lines() {
    std::vector<Line> result;
    const std::size_t step = thin_out("pairs", input_.pairs.size(), kMaxPairs);
    for (std::size_t i = 0; i < input_.pairs.size(); i += step) {
      const Line line{shapes_.of_first(input_.pairs[i].a), shapes_.of_second(input_.pairs[i].b)};
      if (line.a != nullptr && line.b != nullptr) result.push_back(line);
    }
    return result;
  }

  // Painter's algorithm: far shapes first. A line between two centers lies inside the boxes, so it
  // is drawn as if in front of them, and is hidden only by nearer shapes.
  void draw_solid() {
    struct Item {
      double depth;
      const Shape* box;  // or
      Line line;
    };
    std::vector<Item> items;
    const auto all = shapes_.all();
    const std::size_t step = thin_out("boxes", all.size(), kMaxSolidBoxes);
    for (std::size_t i = 0; i < all.size(); i += step) {
      items.push_back({view_.depth(center(all[i].box)), &all[i], {}});
    }
    for (const Line& line : lines()) {
      const double near = std::max(view_.depth(line.a->box.max), view_.depth(line.b->box.max));
      items.push_back({near, nullptr, line});
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.depth < b.depth; });
    SvgPath pairs;  // of consecutive items, in one path
    for (const Item& item : items) {
      if (item.box == nullptr) {
        add_line(pairs, item.line);
        continue;
      }
      add_path("pair", std::exchange(pairs, {}));
      add_solid(*item.box);
    }
    add_path("pair", pairs);
    if (input_.b != nullptr) used_.push_back("second");
  }

  // Draws the three faces toward the camera; the class encodes set and face, with 0 for the top.
  void add_solid(const Shape& shape) {
    for (int axis = 0; axis < 3; ++axis) {
      SvgPath path;
      path.polygon(view_.face(shape.box, axis));
      const char style[] = {shape.second ? 'b' : 'a',
                            static_cast<char>('0' + (axis + 3 - view_.up_axis()) % 3), 0};
      add_path(style, path);
    }
  }

  const PictureInput& input_;
  int dim_;
  Shapes shapes_;
  std::vector<Box3> cells_;
  View view_;
  std::vector<std::string_view> used_;
  std::string notes_;
  std::string body_;
};

}  // namespace

std::string draw(const PictureInput& input) {
  return Picture(input).draw();
}

}  // namespace masu::cli
