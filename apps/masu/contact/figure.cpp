// SPDX-License-Identifier: MIT
#include "contact/figure.hpp"
#include "counted.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace masu::cli {
namespace {

std::string words_of(double x) {
  return fmt::format("{:.4g}", x == 0 ? 0.0 : x);
}

// Returns a direction to four digits.
template <int D>
std::string words_of(const Vec<D, double>& v) {
  std::string text = "(";
  for (int i = 0; i < D; ++i)
    text += (i == 0 ? "" : ", ") + words_of(std::fabs(v[i]) < 1e-6 ? 0 : v[i]);
  return text + ")";
}

template <int D, class T>
std::string relation_of(const Contact<D, T>& c) {
  if (c.motion)
    return c.motion->impact.hit ? "first touch of the motion" : "no touch in the motion";
  if (c.separation.status == Status::unbounded) return "overlapping without bound";
  if (!c.overlapping) return "apart";
  if (c.sub_shapes) return "surfaces meet";
  return c.separation.distance == 0 ? "touching" : "overlapping";
}

template <int D, class T>
std::string distance_words(const Separation<D, T>& s) {
  if (s.distance < 0) {
    return fmt::format("distance {}: depth {}", words_of(double(s.distance)),
                       words_of(double(s.depth())));
  }
  return "distance " + words_of(double(s.distance));
}

template <int D, class T>
std::string area_words(const Contact<D, T>& c) {
  const int n = c.manifold.count;
  if (n == 0) return "no contact area";
  if (n == 1) return "contact area: one point";
  return fmt::format("contact area: {}, {} {}", counted(static_cast<std::uint64_t>(n), "corner"),
                     D == 2 ? "length" : "area", words_of(measure(c.whole)));
}

template <int D, class T>
std::string common_words(const ContactVolume<D, T>& v) {
  std::string words =
      fmt::format("{} {} in common", D == 2 ? "area" : "volume", words_of(double(v.volume())));
  if (v.cut_count() == 0) return words + ", no cut";
  words += fmt::format(", cut: {} {}", D == 2 ? "length" : "area", words_of(double(v.area())));
  return v.area() > 0 ? words + ", normal " + words_of<D>(vec_cast<double>(v.normal())) : words;
}

template <int D, class T>
void say(const Contact<D, T>& c, Figure<D>& f) {
  if (c.motion) {
    const auto& m = *c.motion;
    std::string words = fmt::format("{}: ", m.rotates ? "time_of_impact" : "shape_cast");
    words += m.impact.hit ? "t = " + words_of(double(m.impact.t)) : "no hit for t from 0 to 1";
    if (m.impact.hit) words += ", normal " + words_of<D>(f.normal);
    f.says.push_back(words);
    return;
  }
  if (c.sub_shapes) {
    f.says.push_back(fmt::format("{}, {} of children in contact", distance_words(c.separation),
                                 counted(c.sub_shapes->touching.size(), "pair")));
    return;
  }
  if (c.separation.status != Status::ok)
    f.says.push_back(fmt::format("status {}", name(c.separation.status)));
  if (!f.shows_points) return;
  f.says.push_back(distance_words(c.separation) + ", normal " + words_of<D>(f.normal));
  f.says.push_back(f.common ? common_words(c.common->volume) : area_words(c));
}

template <int D, class T>
void take_points(const Contact<D, T>& c, Figure<D>& f) {
  const auto take = [&](const auto& s) {
    f.normal = vec_cast<double>(s.normal);
    f.point_a = vec_cast<double>(s.point_a);
    f.point_b = vec_cast<double>(s.point_b);
    f.shows_points = length_squared(f.normal) > 0;
  };
  if (c.motion) {
    if (c.motion->impact.hit) take(c.motion->impact);
    return;
  }
  if (c.sub_shapes) {
    for (const auto& p : c.sub_shapes->touching) {
      if (c.a.mesh) f.touched_a.push_back(p.sub_shape_a);
      if (c.b.mesh) f.touched_b.push_back(p.sub_shape_b);
    }
    for (auto* touched : {&f.touched_a, &f.touched_b}) {
      std::sort(touched->begin(), touched->end());
      touched->erase(std::unique(touched->begin(), touched->end()), touched->end());
    }
  }
  take(c.separation);
  f.distance = double(c.separation.distance);
  if (c.common && c.common->status == Status::ok) {
    const ContactVolume<D, T>& v = c.common->volume;
    f.common = body_of(v);
    for (std::size_t i = 0; i < v.cut_count(); ++i) {
      auto& loop = f.cuts.emplace_back();
      for (const auto vertex : v.cut(i)) loop.push_back(f.common->points[vertex]);
      if (D == 3) loop.push_back(loop[0]);
    }
    return;
  }
  for (const auto& p : c.manifold.all()) {
    f.area.push_back({vec_cast<double>(p.point_a), vec_cast<double>(p.point_b), double(p.distance),
                      p.feature_id});
  }
}

}  // namespace

template <int D, class T>
Figure<D> figure_of(const Contact<D, T>& c, const ShapeSource& a, const ShapeSource& b,
                    const std::string& title, int steps) {
  Figure<D> f;
  f.a = body_of(c.a, c.a.pose, steps);
  f.b = body_of(c.b, c.b.pose, steps);
  const auto word = [](const ShapeSource& s) { return s.fields["shape"].get<std::string>(); };
  f.title = title.empty() ? fmt::format("{} and {}: {}", word(a), word(b), relation_of(c)) : title;
  take_points(c, f);
  if (c.motion) {
    const Transform<D, T>& stop = c.motion->impact.hit ? c.motion->pose_at_impact : c.motion->end;
    f.moved = body_of(c.b, stop, steps);
    f.displacement = vec_cast<double>(stop.translation) - vec_cast<double>(c.b.pose.translation);
  }
  say(c, f);
  return f;
}

#define MASU_FIGURE(D, T)                                                                    \
  template Figure<D> figure_of(const Contact<D, T>&, const ShapeSource&, const ShapeSource&, \
                               const std::string&, int);
MASU_FIGURE(2, float)
MASU_FIGURE(3, float)
MASU_FIGURE(2, double)
MASU_FIGURE(3, double)
#undef MASU_FIGURE

}  // namespace masu::cli
