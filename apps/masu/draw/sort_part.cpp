// SPDX-License-Identifier: MIT
#include "sort_part.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "colours.hpp"

namespace masu::cli {
namespace {

constexpr double kWidest = 160;  // block
constexpr double kLine = 190;    // of text

}  // namespace

void SortPart::row(const std::string& text, double slots, std::span<const RowItem> items,
                   double bar) {
  if (started_) y_ += kGap;
  started_ = true;
  int most = 0;
  for (const RowItem& i : items) most = std::max(most, i.level);
  const double step = bar + 20;
  const double width = std::min(0.8 * kWidth / slots, kWidest);
  y_ += step * most + bar;
  for (const RowItem& i : items) {
    const double bottom = y_ - step * i.level;
    const double top = bottom - bar * i.height;
    const double center = x(i.slot + 0.5, slots);
    if (ends_[i.item] != Spot{}) {
      strands_[i.item].move(ends_[i.item]);
      strands_[i.item].line(spot(center, top));
    }
    block(i.item, center - width / 2, top, width, bottom - top);
    ends_[i.item] = spot(center, bottom);
  }
  label(text, y_ - bar);
}

void SortPart::row_of(const std::string& text, std::span<const std::uint32_t> order) {
  std::vector<RowItem> items;
  for (std::size_t k = 0; k < order.size(); ++k) items.push_back({order[k], double(k)});
  row(text, static_cast<double>(order.size()), items);
}

void SortPart::cut() {
  std::fill(ends_.begin(), ends_.end(), Spot{});
}

void SortPart::bracket(double first, double end, double slots, const std::string& style) {
  SvgPath path;
  const double inset = std::min(0.12 * kWidth / slots, 25.0);
  path.move(spot(x(first, slots) + inset, y_ + 45));
  path.line(spot(x(end, slots) - inset, y_ + 45));
  this->path("bracket " + style, path);
}

void SortPart::mark(double slot, double slots) {
  const Spot at = spot(x(slot + 0.5, slots), y_ + 55);
  SvgPath path;
  path.rectangle({at.x - 28, at.y - 28}, {at.x + 28, at.y + 28});
  this->path("mark", path);
}

void SortPart::label(const std::string& text, double y) {
  double line = y + 130;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    body_ += fmt::format("<text class=\"label\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n",
                         kGutter - 130, line, text.substr(from, to - from));
    lowest_ = std::max(lowest_, line);
    line += kLine;
    from = to + 1;
  }
}

void SortPart::text(double x, double y, const std::string& text) {
  body_ += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", x, y, text);
}

void SortPart::path(const std::string& style, const SvgPath& path) {
  if (!path.empty()) body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", style, path.text());
}

void SortPart::block(std::size_t item, double x, double y, double width, double height) {
  SvgPath path;
  path.rectangle(spot(x, y), spot(x + width, y + height));
  body_ += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", colours_[item], path.text());
}

std::string SortPart::svg() const {
  std::string all;
  for (std::size_t i = 0; i < strands_.size(); ++i) {
    if (strands_[i].empty()) continue;
    all += fmt::format("<path class=\"strand\" stroke=\"{}\" d=\"{}\"/>\n", colours_[i],
                       strands_[i].text());
  }
  return all + body_;
}

void draw_dendrogram(SortPart& part, std::size_t objects, const std::vector<Merge>& merges,
                     double height) {
  const double top = part.y() + 60;
  std::vector<Spot> at(objects + merges.size());
  for (std::size_t i = 0; i < objects; ++i) at[i] = spot(part.center_of(i), top);
  for (std::size_t k = 0; k < merges.size(); ++k) {
    const Merge& m = merges[k];
    const Spot a = at[m.a];
    const Spot b = at[m.b];
    const Spot here = spot(double(a.x + b.x) / 2, top + height * m.down);
    SvgPath path;
    path.polyline(std::array{a, Spot{a.x, here.y}, Spot{b.x, here.y}, b});
    part.path("cut " + depth_class(m.depth), path);
    at[objects + k] = here;
  }
  part.gap(height + 200);
}

}  // namespace masu::cli
