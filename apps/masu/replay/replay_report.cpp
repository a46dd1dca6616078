// SPDX-License-Identifier: MIT
#include "replay_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <scenes/plot/line_chart.hpp>

#include "counted.hpp"
#include "method_names.hpp"

namespace masu::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kAlike = 0.02;  // times are accurate to 1 %

double ms(std::uint64_t ns) {
  return static_cast<double>(ns) / 1e6;
}

double share(std::uint64_t part, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(part) / static_cast<double>(of);
}

// Returns the method with the least median, among those that completed: other load on the machine
// makes a few frames long.
const MethodReplay& fastest(const ReplayReport& r) {
  const auto slower = [](const MethodReplay& a, const MethodReplay& b) {
    return a.given_up.has_value() != b.given_up.has_value() ? b.given_up.has_value()
                                                            : a.quantile(0.5) < b.quantile(0.5);
  };
  return *std::min_element(r.methods.begin(), r.methods.end(), slower);
}

const MethodReplay* measured(const ReplayReport& r, const std::string& name) {
  for (const MethodReplay& m : r.methods) {
    if (m.name == name && !m.given_up) return &m;
  }
  return nullptr;
}

std::string method_row(const MethodReplay& m) {
  const std::string label = m.name == "auto" ? fmt::format("auto ({})", m.ended_as) : m.name;
  if (m.given_up) return fmt::format("  {:<26} given up in frame {}\n", label, *m.given_up);
  return fmt::format("  {:<26}{:>10.4g}{:>10.4g}{:>10.4g}{:>10.4g}{:>10.4g}\n", label, ms(m.first),
                     ms(m.quantile(0.5)), ms(m.quantile(0.99)), ms(m.quantile(1)),
                     ms(m.total()) * 1e-3);
}

std::string advice_text(const ReplayReport& r) {
  const Advice& a = r.advice;
  const std::string advised(method_name(a.choice.method));
  std::string text =
      fmt::format("advice         {} (C++ class masu::{}), because {}\n", advised,
                  class_of(advised), a.choice.why) +
      fmt::format(
          "               chosen for {} of {} sampled: on average {}; {:.3g} % of them move, "
          "by {:.3g} times their size; {:.3g} pairs of boxes per object\n",
          a.agree, counted(a.samples, "frame"), counted(a.seen.n, "object"), 100 * a.seen.moving,
          a.seen.step, a.seen.pairs_per_object);
  const MethodReplay* m = measured(r, advised);
  if (m == nullptr || r.methods.size() < 2) return text;
  const MethodReplay& best = fastest(r);
  const double times = share(m->quantile(0.5), best.quantile(0.5));
  if (times < 1 + kAlike) return text + "               no method had a faster median frame here\n";
  return text + fmt::format("               its median frame took {:.2f} times that of {}\n", times,
                            best.name);
}

Json method_json(const MethodReplay& m) {
  Json j = {{"method", m.name}};
  if (m.given_up) {
    j["given_up_in_frame"] = *m.given_up;
    return j;
  }
  j["ended_as"] = m.ended_as;
  j["first_ms"] = ms(m.first);
  j["p50_ms"] = ms(m.quantile(0.5));
  j["p99_ms"] = ms(m.quantile(0.99));
  j["max_ms"] = ms(m.quantile(1));
  j["total_ms"] = ms(m.total());
  return j;
}

}  // namespace

std::string replay_text(const ReplayReport& r) {
  const double frames = static_cast<double>(r.frames);
  std::string text = fmt::format(
      "recording      {}: {}D, {} ({} to {}), {}\n"
      "objects        {:.1f} a frame, {} at most; {} came and {} left; {:.3g} % moved in a frame\n"
      "pairs          {:.1f} a frame, {} at most, in frame {}; by {}\n"
      "events         {} begin, {} stay, {} end\n"
      "tested         {:.1f} pairs a frame: new, or of an object that has moved\n",
      r.source, r.dim, counted(r.frames, "frame"), r.first_frame, r.last_frame,
      counted(r.shapes, "shape"), static_cast<double>(r.object_frames) / frames, r.most_objects,
      r.arrived, r.left, 100 * share(r.moved, r.object_frames),
      static_cast<double>(r.pairs) / frames, r.most_pairs, r.most_pairs_frame, name(r.detail),
      r.began, r.stayed, r.ended, static_cast<double>(r.tested) / frames);
  text += fmt::format("  {:<26}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "ms a frame, moves included",
                      "first", "p50", "p99", "max", "all, s");
  for (const MethodReplay& m : r.methods) text += method_row(m);
  return text + advice_text(r);
}

std::string replay_json(const ReplayReport& r) {
  const Advice& a = r.advice;
  Json methods = Json::array();
  for (const MethodReplay& m : r.methods) methods.push_back(method_json(m));
  const Json j = {{"file", r.source},
                  {"dim", r.dim},
                  {"scalar", r.single ? "float" : "double"},
                  {"shapes", r.shapes},
                  {"frames", r.frames},
                  {"first_frame", r.first_frame},
                  {"last_frame", r.last_frame},
                  {"objects",
                   {{"most", r.most_objects},
                    {"mean", share(r.object_frames, r.frames)},
                    {"arrived", r.arrived},
                    {"left", r.left},
                    {"moved", share(r.moved, r.object_frames)}}},
                  {"pairs",
                   {{"detail", name(r.detail)},
                    {"mean", share(r.pairs, r.frames)},
                    {"most", r.most_pairs},
                    {"most_in_frame", r.most_pairs_frame},
                    {"tested", r.tested}}},
                  {"events", {{"begin", r.began}, {"stay", r.stayed}, {"end", r.ended}}},
                  {"methods", methods},
                  {"fastest", fastest(r).name},
                  {"advice",
                   {{"method", method_name(a.choice.method)},
                    {"why", a.choice.why},
                    {"samples", a.samples},
                    {"agree", a.agree},
                    {"seen",
                     {{"objects", a.seen.n},
                      {"moving", a.seen.moving},
                      {"step", a.seen.step},
                      {"pairs_per_object", a.seen.pairs_per_object}}}}}};
  // A file name need not be UTF-8; JSON must be.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string replay_chart(const ReplayReport& r) {
  plot::LineChart chart;
  chart.first = static_cast<double>(r.first_frame);
  chart.last = static_cast<double>(r.last_frame);
  chart.x_name = "frame";
  const std::size_t together = r.pairs_curve.together();
  const std::string highest =
      together == 1 ? "" : fmt::format(", the highest of each {} frames", together);
  plot::ChartPanel times{fmt::format("{}: ms a frame{}", r.source, highest), {}};
  for (const MethodReplay& m : r.methods) {
    times.lines.push_back(
        {fmt::format("{}: median {:.3g}", m.name, static_cast<double>(m.quantile(0.5)) * 1e-6),
         m.curve.highest()});
  }
  chart.panels = {times,
                  {"pairs", {{"pairs", r.pairs_curve.highest()}}},
                  {"objects", {{"objects", r.objects_curve.highest()}}}};
  return plot::draw_lines(chart);
}

}  // namespace masu::cli
