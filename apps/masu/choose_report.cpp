// SPDX-License-Identifier: MIT
#include "choose_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <scenes/plot/svg.hpp>

namespace masu::cli {
namespace {

double per_object(std::uint64_t count, const ChooseReport& r) {
  return static_cast<double>(count) /
         static_cast<double>(std::max<std::size_t>(r.description.n, 1));
}

std::string heading(const ChooseReport& r) {
  return fmt::format("{}: {}, since {}", r.input, name(r.choice.method), r.choice.why);
}

std::string or_dash(const std::optional<double>& ns) {
  return ns ? fmt::format("{:.2f}", *ns) : "-";
}

// The pick among indices, and what each takes.
std::string index_text(const ChooseReport& r) {
  const Choice& c = r.choice;
  std::string text = fmt::format("\nasked: {}{}, since {}.\n", name(c.index),
                                 c.index != QueryIndex::bvh ? std::string()
                                 : c.refit ? std::string(" built once and refitted")
                                           : fmt::format(" built by {}", name(c.builder)),
                                 c.why_index);
  text += fmt::format("  {:<26}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "index", "all", "update", "boxes",
                      "rays", "nearest");
  for (const IndexTime& t : r.indices) {
    const bool all = t.answers(r.description);
    text += fmt::format("{} {:<26}{:>12}{:>12.2f}{:>12}{:>12}{:>12}\n", t.chosen ? '*' : ' ',
                        t.name, all ? fmt::format("{:.2f}", t.all()) : "-", t.update,
                        or_dash(t.boxes), or_dash(t.rays), or_dash(t.nearest));
  }
  return text + "ns an object and frame, asked once an object\n";
}

nlohmann::ordered_json index_json(const IndexTime& t, const SceneDescription& d) {
  nlohmann::ordered_json json = {{"name", t.name}, {"chosen", t.chosen}, {"update", t.update}};
  if (t.answers(d)) json["all"] = t.all();
  if (t.boxes) json["boxes"] = *t.boxes;
  if (t.rays) json["rays"] = *t.rays;
  if (t.nearest) json["nearest"] = *t.nearest;
  return json;
}

}  // namespace

std::string choose_text(const ChooseReport& r) {
  const SceneDescription& d = r.description;
  std::string text = heading(r) + ".\n";
  text += fmt::format(
      "seen: {} boxes in {}D, extent {:.3g} (long ones {:.3g} times), about {:.3g} pairs an "
      "object, "
      "world {:.3g} times its bulk\n",
      d.n, d.dimension, d.extent, d.extent_spread, d.pairs_per_object, d.stray);
  text += fmt::format(
      "would meet, of an object's kind: {:.3g} in its cell, {:.3g} in its tile, {:.3g} on one "
      "axis\n",
      d.cell_candidates, d.tile_candidates, d.axis_candidates);
  text += fmt::format("motion: {}, {:.3g} % move, {:.3g} extents a step{}\n", name(d.motion()),
                      100 * d.moving, d.step, d.deformable ? ", bending" : "");
  text += fmt::format("\n  {:<26}{:>14}{:>12}{:>12}{:>14}\n", "method", "ns an object", "tests",
                      "nodes", "comparisons");
  for (const MethodTime& t : r.times) {
    text += fmt::format("{} {:<26}{:>14.2f}{:>12.2f}{:>12.2f}{:>14.2f}\n", t.chosen ? '*' : ' ',
                        t.name, t.ns_per_object, per_object(t.stats.tests, r),
                        per_object(t.stats.nodes, r), per_object(t.stats.comparisons, r));
  }
  text += "tests, nodes and comparisons are an object's; * is the one chosen\n";
  return r.indices.empty() ? text : text + index_text(r);
}

std::string choose_json(const ChooseReport& r) {
  const SceneDescription& d = r.description;
  nlohmann::ordered_json json = {{"input", r.input},
                                 {"n", d.n},
                                 {"dim", d.dimension},
                                 {"extent", d.extent},
                                 {"extent_spread", d.extent_spread},
                                 {"pairs_per_object", d.pairs_per_object},
                                 {"cell_candidates", d.cell_candidates},
                                 {"tile_candidates", d.tile_candidates},
                                 {"axis_candidates", d.axis_candidates},
                                 {"stray", d.stray},
                                 {"moving", d.moving},
                                 {"step", d.step},
                                 {"motion", name(d.motion())},
                                 {"deformable", d.deformable},
                                 {"chosen", name(r.choice.method)},
                                 {"why", r.choice.why},
                                 {"index", name(r.choice.index)},
                                 {"refit", r.choice.refit},
                                 {"why_index", r.choice.why_index},
                                 {"methods", nlohmann::ordered_json::array()}};
  for (const MethodTime& t : r.times) {
    json["methods"].push_back({{"name", t.name},
                               {"chosen", t.chosen},
                               {"ns_per_object", t.ns_per_object},
                               {"tests", t.stats.tests},
                               {"nodes", t.stats.nodes},
                               {"comparisons", t.stats.comparisons}});
  }
  json["indices"] = nlohmann::ordered_json::array();
  for (const IndexTime& t : r.indices) json["indices"].push_back(index_json(t, d));
  return json.dump(2) + "\n";
}

std::string choose_svg(const ChooseReport& r) {
  constexpr double kLeft = 230, kRight = 840, kStep = 24, kTop = 60;
  double most = 0;
  double least = 1e300;
  for (const MethodTime& t : r.times) {
    most = std::max(most, t.ns_per_object);
    least = std::min(least, t.ns_per_object);
  }
  const double height = kTop + kStep * static_cast<double>(r.times.size()) + 20;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 {0}\" width=\"960\" "
      "height=\"{0}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#808080\">\n",
      height);
  svg += fmt::format("<text x=\"20\" y=\"24\" font-weight=\"bold\">{}</text>\n",
                     plot::xml_text(heading(r)));
  svg += "<text x=\"20\" y=\"44\">ns an object for a whole frame, logarithmic</text>\n";
  double y = kTop;
  for (const MethodTime& t : r.times) {
    const double room = std::log(most / least) + 0.5;
    const double length = (std::log(t.ns_per_object / least) + 0.5) / room * (kRight - kLeft);
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text>\n", kLeft - 8,
                       y + 15, plot::xml_text(t.name));
    svg += fmt::format(
        "<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.0f}\" fill=\"{}\"/>\n", kLeft,
        y + 2, length, kStep - 6, t.chosen ? "#d2504a" : "#3b82c4");
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{:.3g}</text>\n", kLeft + length + 6,
                       y + 15, t.ns_per_object);
    y += kStep;
  }
  return svg + "</svg>\n";
}

}  // namespace masu::cli
