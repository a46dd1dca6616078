// SPDX-License-Identifier: MIT
// The right half of a method's picture: rows of the objects, from the order of the input on top to
// the order that the method sorts them into. A strand follows each object down.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "svg_path.hpp"

namespace masu::cli {

// An object in a row. Slots may be fractions; levels stack objects in one slot.
struct RowItem {
  std::size_t item;
  double slot;
  int level = 0;
  double height = 1;  // height of a bar, as a share
};

class SortPart {
 public:
  static constexpr double kGutter = 1250;  // for labels
  static constexpr double kWidth = 4650;   // for rows

  explicit SortPart(std::vector<std::string> colours)
      : colours_(std::move(colours)), strands_(colours_.size()), ends_(colours_.size()) {}

  // Draws blocks of `slots` equal slots. '\n' separates lines of the label.
  void row(const std::string& label, double slots, std::span<const RowItem> items,
           double bar = kBlock);
  // Draws objects in this order, one per slot.
  void row_of(const std::string& label, std::span<const std::uint32_t> order);
  // Ends all strands here; those of the next row start new.
  void cut();
  // Draws a bracket under slots first .. end of the last row, or a gap between two.
  void bracket(double first, double end, double slots, const std::string& style);
  // Draws a dot under a slot of the last row.
  void mark(double slot, double slots);
  void gap(double height) { y_ += height; }

  // The current height, for free drawing.
  double y() const { return y_; }
  double x(double slot, double slots) const { return kGutter + kWidth * slot / slots; }
  double center_of(std::size_t item) const { return static_cast<double>(ends_[item].x); }
  void label(const std::string& text, double y);
  void text(double x, double y, const std::string& text);
  void path(const std::string& style, const SvgPath& path);
  void block(std::size_t item, double x, double y, double width, double height);

  double height() const { return std::max(y_, lowest_); }
  std::string svg() const;

  static constexpr double kBlock = 150;  // height

 private:
  static constexpr double kGap = 420;  // between rows

  std::vector<std::string> colours_;
  std::vector<SvgPath> strands_;
  std::vector<Spot> ends_;  // of the strands so far; {0, 0}: none
  double y_ = 0;
  double lowest_ = 0;  // of the lowest line of a label
  bool started_ = false;
  std::string body_;
};

// A binary tree that hangs below the last row: a node with two children that come before it; the
// objects come first, in the last row.
struct Merge {
  std::uint32_t a;
  std::uint32_t b;
  int depth;    // for its colour
  double down;  // position below the row: 0 to 1
};

void draw_dendrogram(SortPart& part, std::size_t objects, const std::vector<Merge>& merges,
                     double height);

}  // namespace masu::cli
