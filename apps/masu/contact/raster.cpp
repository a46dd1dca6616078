// SPDX-License-Identifier: MIT
#include "contact/raster.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "contact/stroke_font.hpp"

namespace masu::cli {
namespace {

constexpr double kPixels = 0.16;  // per unit
constexpr int kSamples = 3;       // per pixel along each axis
constexpr double kScale = kPixels * kSamples;

struct SamplePoint {
  double x, y;
};

class Samples {
 public:
  Samples(double width, double height)
      : width_(std::lround(std::ceil(width * kPixels)) * kSamples),
        height_(std::lround(std::ceil(height * kPixels)) * kSamples),
        rgb_(static_cast<std::size_t>(width_ * height_ * 3), 255) {}

  long width() const { return width_; }
  long height() const { return height_; }

  void blend(long x, long y, Colour c, double opacity) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    std::uint8_t* p = rgb_.data() + 3 * (y * width_ + x);
    const std::uint8_t to[3] = {c.r, c.g, c.b};
    const int part = static_cast<int>(std::lround(opacity * 256));
    for (int i = 0; i < 3; ++i) {
      p[i] = static_cast<std::uint8_t>((p[i] * (256 - part) + to[i] * part + 128) >> 8);
    }
  }

  // Even-odd rule; a sample counts if its center is inside.
  void fill(const std::vector<SamplePoint>& polygon, Colour c, double opacity) {
    double low = 1e300, high = -1e300;
    for (const SamplePoint& p : polygon) low = std::min(low, p.y), high = std::max(high, p.y);
    const long first = std::max(0l, std::lround(std::floor(low)));
    const long last = std::min(height_ - 1, std::lround(std::ceil(high)));
    std::vector<double> cuts;
    for (long y = first; y <= last; ++y) {
      const double at = double(y) + 0.5;
      cuts.clear();
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const SamplePoint& p = polygon[i];
        const SamplePoint& q = polygon[(i + 1) % polygon.size()];
        if ((p.y <= at) != (q.y <= at))
          cuts.push_back(p.x + (at - p.y) / (q.y - p.y) * (q.x - p.x));
      }
      std::sort(cuts.begin(), cuts.end());
      for (std::size_t i = 0; i + 1 < cuts.size(); i += 2) {
        const long to = std::lround(std::ceil(cuts[i + 1] - 0.5));
        for (long x = std::lround(std::ceil(cuts[i] - 0.5)); x < to; ++x) blend(x, y, c, opacity);
      }
    }
  }

  std::string png() const {
    const long w = width_ / kSamples, h = height_ / kSamples;
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(w * h * 3));
    std::vector<int> sums(static_cast<std::size_t>(w * 3));
    for (long y = 0; y < h; ++y) {
      std::fill(sums.begin(), sums.end(), kSamples * kSamples / 2);
      for (long dy = 0; dy < kSamples; ++dy) add_row(y * kSamples + dy, sums);
      for (long i = 0; i < w * 3; ++i) {
        pixels[static_cast<std::size_t>(y * w * 3 + i)] =
            static_cast<std::uint8_t>(sums[static_cast<std::size_t>(i)] / (kSamples * kSamples));
      }
    }
    std::string bytes;
    const auto write = [](void* to, void* data, int size) {
      static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                            static_cast<std::size_t>(size));
    };
    if (stbi_write_png_to_func(write, &bytes, int(w), int(h), 3, pixels.data(), int(w * 3)) == 0) {
      throw std::bad_alloc();
    }
    return bytes;
  }

 private:
  void add_row(long y, std::vector<int>& sums) const {
    const std::uint8_t* from = rgb_.data() + 3 * y * width_;
    for (std::size_t pixel = 0; pixel < sums.size(); pixel += 3) {
      for (int k = 0; k < kSamples; ++k, from += 3) {
        for (std::size_t c = 0; c < 3; ++c) sums[pixel + c] += from[c];
      }
    }
  }

  long width_;
  long height_;
  std::vector<std::uint8_t> rgb_;
};

SamplePoint sample_point(Spot s) {
  return {double(s.x) * kScale, double(s.y) * kScale};
}

std::vector<SamplePoint> disc(SamplePoint center, double radius) {
  constexpr int kCorners = 24;
  std::vector<SamplePoint> all;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / kCorners;
    all.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
  }
  return all;
}

// A segment with rounded ends.
void stroke(Samples& to, SamplePoint a, SamplePoint b, double width, Colour c) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double size = std::hypot(dx, dy);
  to.fill(disc(a, width / 2), c, 1);
  to.fill(disc(b, width / 2), c, 1);
  if (!(size > 0)) return;
  const double x = -dy / size * width / 2, y = dx / size * width / 2;
  to.fill({{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}}, c, 1);
}

void line(Samples& to, SamplePoint a, SamplePoint b, const Style& s) {
  const double width = s.width * kScale;
  if (!s.dashed) return stroke(to, a, b, width, s.stroke);
  const double size = std::hypot(b.x - a.x, b.y - a.y);
  const double dash = 50 * kScale, step = 95 * kScale;
  for (double at = 0; at < size; at += step) {
    const double end = std::min(at + dash, size);
    const auto along = [&](double t) {
      return SamplePoint{a.x + (b.x - a.x) * t / size, a.y + (b.y - a.y) * t / size};
    };
    stroke(to, along(at), along(end), width, s.stroke);
  }
}

void text(Samples& to, const Mark& m) {
  constexpr double kPen = 0.095, kBoldPen = 0.13;  // in letter heights
  const Style& s = style_of(m.style);
  const double scale = m.radius * kScale;
  const double pen = scale * (m.style == MarkStyle::title ? kBoldPen : kPen);
  const double width = stroke_width(m.words) * scale;
  SamplePoint at = sample_point(m.spots[0]);
  if (m.anchor == Anchor::middle) at.x -= width / 2;
  if (m.anchor == Anchor::end) at.x -= width;
  const std::vector<Stroke> strokes = strokes_of(m.words);
  for (const bool halo : {true, false}) {
    for (const Stroke& line : strokes) {
      stroke(to, {at.x + line.x0 * scale, at.y + line.y0 * scale},
             {at.x + line.x1 * scale, at.y + line.y1 * scale}, pen + (halo ? 44 * kScale : 0),
             halo ? Colour{255, 255, 255} : s.fill);
    }
  }
}

void draw(Samples& to, const Mark& m) {
  const Style& s = style_of(m.style);
  if (m.kind == Mark::Kind::text) return text(to, m);
  if (m.kind == Mark::Kind::disc) {
    to.fill(disc(sample_point(m.spots[0]), (m.radius + s.width / 2) * kScale), s.stroke, 1);
    return to.fill(disc(sample_point(m.spots[0]), (m.radius - s.width / 2) * kScale), s.fill, 1);
  }
  std::vector<SamplePoint> points;
  for (const Spot spot : m.spots) points.push_back(sample_point(spot));
  if (m.kind != Mark::Kind::line) to.fill(points, s.fill, s.fill_opacity);
  const std::size_t n = points.size() - (m.kind == Mark::Kind::line ? 1 : 0);
  for (std::size_t i = 0; i < n; ++i) line(to, points[i], points[(i + 1) % points.size()], s);
}

// ---- layers ----

// One fragment of a layer in one sample.
struct Fragment {
  long x;
  double depth;
  double shade;
  const LayerTriangle* of;
};

// Adds the samples of one row that a triangle covers; a sample on a shared edge belongs to one
// triangle.
void cover(const LayerTriangle& t, long row, std::vector<Fragment>& all) {
  const double y = double(row) + 0.5;
  struct Cut {
    double x, depth, shade;
  } cuts[3];
  int n = 0;
  for (int i = 0; i < 3; ++i) {
    const LayerCorner& p = t.corner[i];
    const LayerCorner& q = t.corner[(i + 1) % 3];
    const double py = p.y * kScale, qy = q.y * kScale;
    if ((py <= y) == (qy <= y)) continue;
    const double s = (y - py) / (qy - py);
    cuts[n++] = {(p.x + s * (q.x - p.x)) * kScale, p.depth + s * (q.depth - p.depth),
                 p.shade + s * (q.shade - p.shade)};
  }
  if (n != 2) return;
  if (cuts[0].x > cuts[1].x) std::swap(cuts[0], cuts[1]);
  const double width = std::max(cuts[1].x - cuts[0].x, 1e-9);
  const long end = std::lround(std::ceil(cuts[1].x - 0.5));
  for (long x = std::lround(std::ceil(cuts[0].x - 0.5)); x < end; ++x) {
    const double s = (double(x) + 0.5 - cuts[0].x) / width;
    all.push_back({x, cuts[0].depth + s * (cuts[1].depth - cuts[0].depth),
                   cuts[0].shade + s * (cuts[1].shade - cuts[0].shade), &t});
  }
}

// Sorts by sample, then from far to near: few fragments share a sample, so this is a bucket sort
// with an insertion sort in each bucket.
void sort_by_sample(std::vector<Fragment>& all, std::vector<Fragment>& sorted, long width) {
  std::vector<std::size_t> begin(static_cast<std::size_t>(width) + 2);
  const auto bucket = [&](const Fragment& f) {
    return static_cast<std::size_t>(std::clamp(f.x, -1l, width - 1) + 1);
  };
  for (const Fragment& f : all) ++begin[bucket(f) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  sorted.resize(all.size());
  for (const Fragment& f : all) {
    std::size_t at = begin[bucket(f)]++;
    for (; at > 0 && sorted[at - 1].x == f.x && f.depth < sorted[at - 1].depth; --at) {
      sorted[at] = sorted[at - 1];
    }
    sorted[at] = f;
  }
  all.swap(sorted);
}

// Blends from far to near. Between the back and the front of the other body lies the intersection.
void blend_row(Samples& to, long row, const std::vector<Fragment>& all) {
  using Part = LayerTriangle::Part;
  bool in_a = false, in_b = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Fragment& f = all[i];
    if (i == 0 || all[i - 1].x != f.x) in_a = in_b = false;
    if (f.of->part == Part::line) {
      to.blend(f.x, row, style_of(f.of->style).stroke, 1);
      continue;
    }
    const bool shared = f.of->style == MarkStyle::a ? in_b : in_a;
    bool& inside = f.of->style == MarkStyle::a ? in_a : in_b;
    if (f.of->part != Part::sheet) inside = f.of->part == Part::back;
    const Style& s = style_of(shared ? MarkStyle::overlap : f.of->style);
    const double opacity = f.of->part == Part::back ? 0.3 : 0.66;
    to.blend(f.x, row, shaded(s.fill, f.shade), opacity);
  }
}

double first_row(const LayerTriangle& t) {
  return std::min({t.corner[0].y, t.corner[1].y, t.corner[2].y}) * kScale - 1;
}
double last_row(const LayerTriangle& t) {
  return std::max({t.corner[0].y, t.corner[1].y, t.corner[2].y}) * kScale;
}

void draw(Samples& to, std::vector<LayerTriangle> layers) {
  std::stable_sort(layers.begin(), layers.end(),
                   [](const auto& p, const auto& q) { return first_row(p) < first_row(q); });
  std::vector<const LayerTriangle*> active;
  std::vector<Fragment> fragments;
  std::vector<Fragment> sorted;
  auto next = layers.begin();
  for (long row = 0; row < to.height(); ++row) {
    for (; next != layers.end() && first_row(*next) <= double(row); ++next) {
      active.push_back(&*next);
    }
    std::erase_if(active, [&](const LayerTriangle* t) { return last_row(*t) < double(row); });
    fragments.clear();
    for (const LayerTriangle* t : active) cover(*t, row, fragments);
    sort_by_sample(fragments, sorted, to.width());
    blend_row(to, row, fragments);
  }
}

}  // namespace

std::string png_of(const Drawing& drawing, const std::vector<LayerTriangle>& layers) {
  Samples samples(drawing.width(), drawing.height());
  draw(samples, layers);
  for (const Mark& m : drawing.marks()) draw(samples, m);
  return samples.png();
}

}  // namespace masu::cli
