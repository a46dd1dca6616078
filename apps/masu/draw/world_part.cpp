// SPDX-License-Identifier: MIT
#include "world_part.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "colours.hpp"

namespace masu::cli {
namespace {

constexpr double kInterval = 42;  // between two intervals
constexpr long kClip = 180;       // margin of the view
constexpr long kInset = 18;       // per level
constexpr double kAround = 0.04;  // share of the domain

FlatBox with_air(std::span<const FlatBox> boxes) {
  FlatBox all = FlatBox::nothing();
  for (const FlatBox& box : boxes) all = merge(all, box);
  float air = 0;
  for (int a = 0; a < 2; ++a) {
    air = std::max(air, static_cast<float>(kAround) * (all.max[a] - all.min[a]));
  }
  for (int a = 0; a < 2; ++a) all.min[a] -= air, all.max[a] += air;
  return all;
}

Box3 solid(const FlatBox& box) {
  return {{box.min[0], box.min[1], 0}, {box.max[0], box.max[1], 0}};
}

}  // namespace

FlatPoint center(const FlatBox& box) {
  FlatPoint c;
  for (int a = 0; a < 2; ++a) c[a] = (double(box.min[a]) + double(box.max[a])) / 2;
  return c;
}

WorldPart::WorldPart(std::span<const FlatBox> boxes)
    : boxes_(boxes),
      frame_(with_air(boxes)),
      view_(2, Up::z, solid(frame_), kSide),
      height_(static_cast<double>(view_.height())) {}

Spot WorldPart::spot_of(const FlatPoint& p) const {
  return view_({p[0], p[1], 0});
}

void WorldPart::rectangle(const FlatBox& box, const std::string& attributes) {
  SvgPath path;
  path.rectangle(view_(solid(box).min), view_(solid(box).max));
  inside_ += fmt::format("<path {} d=\"{}\"/>\n", attributes, path.text());
}

// Deeper cells are drawn slightly smaller, so that coinciding lines lie side by side.
void WorldPart::cell(const FlatBox& bounds, int depth) {
  deepest_ = std::max(deepest_, depth);
  Spot low = view_(solid(bounds).min);
  Spot high = view_(solid(bounds).max);
  const long size = std::min(high.x - low.x, low.y - high.y);
  const long inset = std::min(kInset * std::min(depth, kDepths - 1), size / 8);
  low = {low.x + inset, low.y - inset};
  high = {high.x - inset, high.y + inset};
  SvgPath path;
  path.rectangle(low, high);
  inside_ += fmt::format("<path class=\"cell {}\" d=\"{}\"/>\n", depth_class(depth), path.text());
}

void WorldPart::node(const FlatBox& bounds, int depth) {
  deepest_ = std::max(deepest_, depth);
  rectangle(bounds, fmt::format("class=\"cell {}\"", depth_class(depth)));
}

void WorldPart::cut(const FlatPoint& a, const FlatPoint& b, int depth) {
  deepest_ = std::max(deepest_, depth);
  line(a, b, "cut " + depth_class(depth));
}

void WorldPart::line(const FlatPoint& a, const FlatPoint& b, const std::string& style) {
  SvgPath path;
  path.polyline(std::array{spot_of(a), spot_of(b)});
  inside_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", style, path.text());
}

void WorldPart::ghost(const FlatBox& box) {
  rectangle(box, "class=\"ghost\"");
}

void WorldPart::boxes(std::span<const std::string> colours) {
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    rectangle(boxes_[i], fmt::format("class=\"box\" fill=\"{}\"", colours[i]));
  }
}

void WorldPart::segments(std::span<const std::array<FlatPoint, 2>> segments,
                         std::span<const std::string> colours) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    SvgPath path;
    path.polyline(segments[i], [&](const FlatPoint& p) { return spot_of(p); });
    inside_ +=
        fmt::format("<path class=\"segment\" stroke=\"{}\" d=\"{}\"/>\n", colours[i], path.text());
  }
}

void WorldPart::pairs(std::span<const Pair> pairs) {
  SvgPath lines;
  for (const Pair& pair : pairs) {
    lines.move(spot_of(center(boxes_[pair.a])));
    lines.line(spot_of(center(boxes_[pair.b])));
  }
  if (!lines.empty()) inside_ += fmt::format("<path class=\"pair\" d=\"{}\"/>\n", lines.text());
}

void WorldPart::curve(std::span<const std::uint32_t> order) {
  SvgPath path;
  path.polyline(order, [&](std::uint32_t i) { return spot_of(center(boxes_[i])); });
  if (!path.empty()) inside_ += fmt::format("<path class=\"curve\" d=\"{}\"/>\n", path.text());
}

void WorldPart::eye(const FlatPoint& position) {
  const Spot s = spot_of(position);
  inside_ += fmt::format("<circle class=\"eye\" cx=\"{}\" cy=\"{}\" r=\"110\"/>\n", s.x, s.y);
  inside_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"45\" fill=\"#222a35\"/>\n", s.x, s.y);
}

void WorldPart::intervals(std::span<const std::uint32_t> order,
                          std::span<const std::string> colours) {
  double y = height_;
  for (const std::uint32_t i : order) {
    const long left = view_(solid(boxes_[i]).min).x;
    const long right = view_(solid(boxes_[i]).max).x;
    outside_ += fmt::format("<path class=\"interval\" stroke=\"{}\" d=\"M{} {:.0f}h{}\"/>\n",
                            colours[i], left, y, right - left);
    y += kInterval;
  }
  height_ = y;
}

std::string WorldPart::svg() const {
  return fmt::format(
      "<clipPath id=\"world\"><rect x=\"{4}\" y=\"{4}\" width=\"{0}\" height=\"{1}\"/></clipPath>\n"
      "<g clip-path=\"url(#world)\">\n{2}</g>\n{3}",
      view_.width() - 2 * kClip, view_.height() - 2 * kClip, inside_, outside_, kClip);
}

}  // namespace masu::cli
