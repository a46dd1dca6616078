// SPDX-License-Identifier: MIT
// RecordingReader: reads recordings (text, see docs/replay.md) frame by frame.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "line_reader.hpp"
#include "object_shapes.hpp"
#include "recorded_frame.hpp"
#include "recording_columns.hpp"

namespace masu::cli {

// Reads a recording. Memory is proportional to the largest number of objects at one time, not to
// the number of frames.
class RecordingReader {
 public:
  // Opens a recording and reads up to the first row. `shape` is the shape of objects for which the
  // file gives none; may be empty. All calls throw readers::InputError, which begins with file and
  // line.
  RecordingReader(const std::string& path, const std::string& shape, bool single);

  int dim() const { return columns_->dim(); }
  // Returns the shapes by their indices; more may come with each frame.
  const std::vector<RecordedShape>& shapes() const { return shapes_; }
  // Reads the next frame, then returned by frame(). Returns false if there is none; there is at
  // least one.
  bool next();
  const RecordedFrame& frame() const { return frame_; }

  // Returns the id of a slot of frame(), including those that left.
  std::uint64_t id(std::uint32_t slot) const { return objects_[slot].id; }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(objects_.size()); }
  const LineReader& lines() const { return lines_; }

 private:
  struct Object {
    std::uint64_t id = 0;
    std::uint64_t seen = 0;  // the last frame with a row for it, counted from 1; 0: absent
    bool fixed = false;
    RecordedPose pose;
    bool removed = false;  // left in this frame: its slot is not free yet
  };

  [[noreturn]] void fail(const std::string& what) const;
  bool next_row(std::string_view& line);
  void read_words(std::string_view line);
  void read_shape(std::string_view rest);
  void read_object(std::string_view rest);
  std::uint64_t whole_number(std::string_view text, const char* name) const;
  void split(std::string_view line);
  void read_row();
  void arrive(std::uint64_t id);
  void leave(std::uint32_t slot);
  std::uint32_t slot_of(std::uint64_t id);

  static constexpr std::uint32_t kNone = 0xffff'ffffu;

  LineReader lines_;
  bool single_;
  std::string otherwise_;  // the shape of objects without one; may be empty
  std::optional<RecordingColumns> columns_;
  std::vector<RecordedShape> shapes_;
  std::unordered_map<std::string, std::uint32_t> shape_names_;
  ObjectShapes said_;
  std::vector<Object> objects_;  // by slot
  std::unordered_map<std::uint64_t, std::uint32_t> slots_;
  std::vector<std::uint32_t> free_;
  RecordedFrame frame_;
  std::vector<std::string_view> fields_;  // of the current row
  std::uint32_t guess_ = 0;               // rows mostly have the order of the last frame
  std::uint64_t frames_ = 0;              // frames started
  bool changed_only_ = false;             // whether rows are only for changed objects
};

}  // namespace masu::cli
