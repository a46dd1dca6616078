// SPDX-License-Identifier: MIT
// Recordings: text, read frame by frame; docs/replay.md says what is in them.
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

// Memory follows the objects that are there at once, however many frames there are.
class RecordingReader {
 public:
  // `shape`: of objects of which the file does not say it; may be empty. Reads up to the first row.
  // All calls throw readers::InputError that begins with file and line.
  RecordingReader(const std::string& path, const std::string& shape, bool single);

  int dim() const { return columns_->dim(); }
  // In the order of their numbers; more may come with each frame.
  const std::vector<RecordedShape>& shapes() const { return shapes_; }
  // Goes on by a frame, which is then frame(). False when there are no more; at least one comes.
  bool next();
  const RecordedFrame& frame() const { return frame_; }

  // Of a slot of frame(), those that left among them.
  std::uint64_t id(std::uint32_t slot) const { return objects_[slot].id; }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(objects_.size()); }
  const LineReader& lines() const { return lines_; }

 private:
  struct Object {
    std::uint64_t id = 0;
    std::uint64_t seen = 0;  // the last frame with a row of it, counted from 1; 0: not there
    bool fixed = false;
    RecordedPose at;
    bool gone = false;  // in this frame: its slot is not free yet
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
  std::string otherwise_;  // the shape of objects of which nothing is said; may be empty
  std::optional<RecordingColumns> columns_;
  std::vector<RecordedShape> shapes_;
  std::unordered_map<std::string, std::uint32_t> shape_names_;
  ObjectShapes said_;
  std::vector<Object> objects_;  // by slot
  std::unordered_map<std::uint64_t, std::uint32_t> slots_;
  std::vector<std::uint32_t> free_;
  RecordedFrame frame_;
  std::vector<std::string_view> fields_;  // of the row at hand
  std::uint32_t guess_ = 0;               // rows mostly come in the order of the last frame
  std::uint64_t frames_ = 0;              // begun
  bool changed_only_ = false;             // rows are of what changed
};

}  // namespace masu::cli
