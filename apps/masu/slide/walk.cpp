// SPDX-License-Identifier: MIT
#include "slide/walk.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <scenes/readers/input_error.hpp>

#include "errors.hpp"
#include "replay/line_reader.hpp"

namespace masu::cli {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::vector<std::string> rows_of(LineReader& lines) {
  std::vector<std::string> rows;
  for (std::string_view row; lines.next(row);) {
    if (row.ends_with('\r')) row.remove_suffix(1);
    rows.emplace_back(row);
  }
  return rows;
}

Tile tile_of(char c) {
  switch (c) {
    case '#': return Tile::solid;
    case '/': return Tile::floor_rising;
    case '\\': return Tile::floor_falling;
    default: return Tile::empty;
  }
}

}  // namespace

Level read_level(const std::string& file) {
  LineReader lines(file);
  const std::string& path = lines.path();
  const std::vector<std::string> rows = rows_of(lines);
  std::size_t width = 0;
  for (const std::string& row : rows) width = std::max(width, row.size());
  if (width == 0) {
    throw readers::InputError(path + (rows.empty() ? ": is empty" : ": holds no cells"));
  }
  Level level;
  const auto height = static_cast<std::uint32_t>(rows.size());
  expect_ok<readers::InputError>(
      level.tiles.build({static_cast<std::uint32_t>(width), height}, {1, 1}), path);
  bool started = false;
  for (std::uint32_t r = 0; r < height; ++r) {
    for (std::uint32_t x = 0; x < rows[r].size(); ++x) {
      const char c = rows[r][x];
      const std::uint32_t y = height - 1 - r;
      if (std::string("#/\\@ ").find(c) == std::string::npos || (c == '@' && started)) {
        throw readers::InputError(fmt::format(
            "{}:{}: '{}' is {}", path, r + 1, c,
            c == '@' ? "there twice: the character starts at one cell" : "not one of # / \\ @"));
      }
      if (c == '@') {
        started = true;
        level.start = {x + 0.5, y + 0.5};
      } else if (c != ' ') {
        expect_ok<readers::InputError>(level.tiles.set({x, y}, tile_of(c)), path);
      }
    }
  }
  if (!started) throw readers::InputError(path + ": has no @, where the character starts");
  return level;
}

Walk walk(const Level& level, const WalkOptions& options) {
  if (options.height < 2 * options.radius) {
    throw UsageError("--height: must be at least twice the radius");
  }
  Walk w;
  w.mover = {level.start, options.radius, {0, options.height / 2 - options.radius}};
  w.mover.position[1] += (options.height - 1) / 2;  // its foot is at the bottom of the cell
  const SlideOptions<2, double> slide_options{
      .up = {0, 1},
      .walkable_cosine = std::cos(options.steepest * kPi / 180 + 1e-9),
      .step_height = options.step,
      .snap = options.step};
  const OneBody<2, double> world(level.tiles, {});
  w.points.push_back({w.mover.position, false});
  double falling = 0;
  for (std::size_t frame = 0; frame < options.frames; ++frame) {
    falling += options.gravity;
    const auto r = slide(w.mover, {options.speed, -falling}, world, slide_options);
    if (r.status != Status::ok && r.status != Status::not_converged) {
      throw UsageError(std::string("the character: ") + describe(r.status));
    }
    if (r.on_ground) falling = 0;
    w.contacts += r.contacts;
    w.points.push_back({w.mover.position, r.on_ground});
  }
  return w;
}

}  // namespace masu::cli
