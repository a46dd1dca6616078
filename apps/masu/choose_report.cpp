// SPDX-License-Identifier: MIT
#include "choose_report.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <scenes/plot/svg.hpp>

#include "counted.hpp"
#include "method_names.hpp"

namespace masu::cli {
namespace {

double per_object(std::uint64_t count, const ChooseReport& r) {
  return static_cast<double>(count) /
         static_cast<double>(std::max<std::size_t>(r.description.n, 1));
}

std::string sentence(std::string_view clause) {
  std::string text(clause);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

std::string named_with_class(std::string_view method) {
  return fmt::format("{} (C++ class masu::{})", method, class_of(method));
}

std::string heading(const ChooseReport& r) {
  return fmt::format("{}: use {}", r.input, named_with_class(method_name(r.choice.method)));
}

std::string or_dash(const std::optional<double>& ns) {
  return ns ? fmt::format("{:.2f}", *ns) : "-";
}

std::string index_heading(const Choice& c) {
  std::string text = fmt::format("For queries use {}", named_with_class(name(c.index)));
  if (c.index != QueryIndex::bvh) return text;
  return text + (c.refit ? ", built once by surface area and refitted each frame"
                         : fmt::format(", built by {}", name(c.builder)));
}

// Returns the choice among the indices and the times of each.
std::string index_text(const ChooseReport& r) {
  std::string text =
      fmt::format("\n{}.\nWhy: {}\n", index_heading(r.choice), sentence(r.choice.why_index));
  text += fmt::format("  {:<26}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "index", "all", "update", "boxes",
                      "rays", "nearest");
  for (const IndexTime& t : r.indices) {
    const bool all = t.answers(r.description);
    text += fmt::format("{} {:<26}{:>12}{:>12.2f}{:>12}{:>12}{:>12}\n", t.chosen ? '*' : ' ',
                        t.name, all ? fmt::format("{:.2f}", t.all()) : "-", t.update,
                        or_dash(t.boxes), or_dash(t.rays), or_dash(t.nearest));
  }
  return text + "ns per box and frame, with one query per box; -: the index has no such query.\n";
}

// Returns what choose() measured of the boxes, in sentences.
std::string seen_text(const SceneDescription& d) {
  std::string text = fmt::format(
      "What it is based on:\n"
      "  {} in {}D. Half of them are at most {:.3g} long, 95 % at most {:.3g} times as long.\n"
      "  The scene is {:.3g} times as wide as its middle 90 % of boxes.\n"
      "  A box overlaps about {:.3g} others. It would be tested against about {:.3g} in a grid,\n"
      "  {:.3g} in a tree, {:.3g} in a sweep along one axis.\n",
      counted(d.n, "box"), d.dimension, d.extent, d.extent_spread, d.stray, d.pairs_per_object,
      d.cell_candidates, d.tile_candidates, d.axis_candidates);
  if (d.motion() == Motion::still) return text + "  Nothing moves.\n";
  return text +
         fmt::format("  Per frame {:.3g} % of the boxes move, by {:.3g} times their length{}.\n",
                     100 * d.moving, d.step, d.deformable ? ", and change their size" : "");
}

// Returns how the choice compares with the fastest method measured.
std::string verdict(const ChooseReport& r) {
  const auto chosen =
      std::find_if(r.times.begin(), r.times.end(), [](const MethodTime& t) { return t.chosen; });
  if (chosen == r.times.end()) return "";
  const auto fastest = std::find_if(r.times.begin(), r.times.end(),
                                    [](const MethodTime& t) { return t.name != "auto"; });
  if (chosen == fastest) return "The recommended method (*) was the fastest here.\n";
  return fmt::format("The recommended method (*) took {:.2f} times as long as the fastest, {}.\n",
                     chosen->ns_per_object / fastest->ns_per_object, fastest->name);
}

std::string times_text(const ChooseReport& r) {
  std::string text = fmt::format(
      "\nTimes of all methods on these boxes, per box and frame:\n"
      "  {:<37}{:>10}{:>12}{:>12}{:>14}\n",
      "method", "ns", "tests", "nodes", "comparisons");
  for (const MethodTime& t : r.times) {
    text += fmt::format("{} {:<37}{:>10.2f}{:>12.2f}{:>12.2f}{:>14.2f}\n", t.chosen ? '*' : ' ',
                        t.name, t.ns_per_object, per_object(t.stats.tests, r),
                        per_object(t.stats.nodes, r), per_object(t.stats.comparisons, r));
  }
  if (!r.left_out.empty()) {
    text += fmt::format("Not timed, because they compare every box with every other: {}.\n",
                        fmt::join(r.left_out, ", "));
  }
  return text + verdict(r);
}

nlohmann::ordered_json index_json(const IndexTime& t, const SceneDescription& d) {
  nlohmann::ordered_json json = {
      {"name", t.name}, {"class", class_of(t.name)}, {"chosen", t.chosen}, {"update", t.update}};
  if (t.answers(d)) json["all"] = t.all();
  if (t.boxes) json["boxes"] = *t.boxes;
  if (t.rays) json["rays"] = *t.rays;
  if (t.nearest) json["nearest"] = *t.nearest;
  return json;
}

}  // namespace

std::string choose_text(const ChooseReport& r) {
  std::string text = fmt::format("{}.\nWhy: {}\n\n{}", heading(r), sentence(r.choice.why),
                                 seen_text(r.description));
  text += times_text(r);
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
                                 {"chosen", method_name(r.choice.method)},
                                 {"why", r.choice.why},
                                 {"index", name(r.choice.index)},
                                 {"refit", r.choice.refit},
                                 {"why_index", r.choice.why_index},
                                 {"methods", nlohmann::ordered_json::array()}};
  for (const MethodTime& t : r.times) {
    json["methods"].push_back({{"name", t.name},
                               {"class", class_of(t.name)},
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
  constexpr double kLeft = 330, kRight = 840, kStep = 24, kTop = 60;
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
  svg += "<text x=\"20\" y=\"44\">ns per box for a whole frame, on a logarithmic scale</text>\n";
  double y = kTop;
  for (const MethodTime& t : r.times) {
    const double span = std::log(most / least) + 0.5;
    const double length = (std::log(t.ns_per_object / least) + 0.5) / span * (kRight - kLeft);
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
