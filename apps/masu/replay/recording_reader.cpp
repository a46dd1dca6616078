// SPDX-License-Identifier: MIT
#include "recording_reader.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <scenes/readers/input_error.hpp>
#include <scenes/readers/text.hpp>

namespace masu::cli {
namespace {

using readers::InputError;
using readers::next_word;
using readers::trimmed;

// Returns as much of the text as fits a message.
std::string shown(std::string_view text) {
  return std::string(text.size() <= 60 ? text : text.substr(0, 57)) +
         (text.size() <= 60 ? "" : "...");
}

bool begins_number(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

}  // namespace

RecordingReader::RecordingReader(const std::string& path, const std::string& shape, bool single)
    : lines_(path), single_(single), otherwise_(shape) {
  std::string_view line;
  if (!next_row(line)) {
    throw InputError(lines_.path() + (lines_.line() == 0 ? ": is empty" : ": holds no frames"));
  }
  lines_.again();
}

void RecordingReader::fail(const std::string& what) const {
  throw InputError(lines_.location() + ": " + what);
}

// Reads up to the next line of numbers; processes all other lines before it.
bool RecordingReader::next_row(std::string_view& line) {
  while (lines_.next(line)) {
    line = trimmed(line);
    if (line.empty() || line[0] == '#') continue;
    if (begins_number(line[0])) {
      if (columns_) return true;
      fail("expected the names of the columns, such as frame,id,x,y, before the row '" +
           shown(line) + "'");
    }
    read_words(line);
  }
  return false;
}

void RecordingReader::read_words(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = next_word(rest);
  rest = trimmed(rest);
  if (word == "shape") return read_shape(rest);
  if (word == "object") return read_object(rest);
  if (word == "rows") {
    if (rest != "all" && rest != "changed") fail("expected 'rows all' or 'rows changed'");
    if (frames_ != 0) fail("'rows' must come before the first row");
    changed_only_ = rest == "changed";
    return;
  }
  if (word == "masu-replay") {
    if (rest != "1")
      fail("the recording has version '" + shown(rest) + "', but this masu reads version 1");
    return;
  }
  if (columns_) {
    fail("'" + shown(line) +
         "' is neither a row of numbers nor begins with shape, object, rows or #");
  }
  columns_.emplace(line, lines_.location());
}

void RecordingReader::read_shape(std::string_view rest) {
  const std::string name(next_word(rest));
  const std::string_view notation = trimmed(rest);
  if (name.empty() || notation.empty()) {
    fail("expected 'shape NAME SHAPE', such as 'shape ball circle:0.5'");
  }
  const auto [known, added] =
      shape_names_.try_emplace(name, static_cast<std::uint32_t>(shapes_.size()));
  if (!added)
    fail(
        fmt::format("shape '{}' is already declared in {}", name, shapes_[known->second].location));
  shapes_.push_back({name, std::string(notation), lines_.location()});
}

void RecordingReader::read_object(std::string_view rest) {
  const std::string_view ids = next_word(rest);
  const std::string name(next_word(rest));
  const std::string_view option = next_word(rest);
  if (name.empty() || (!option.empty() && option != "fixed") || !trimmed(rest).empty()) {
    fail("expected 'object IDS SHAPE' or 'object IDS SHAPE fixed', where IDS is 7, 0-99 or *");
  }
  const auto shape = shape_names_.find(name);
  if (shape == shape_names_.end()) {
    fail(fmt::format("shape '{}' is not declared: 'shape {} ...' must come before", shown(name),
                     shown(name)));
  }
  const ShapeOfObject what{shape->second, !option.empty()};
  if (ids == "*") return said_.say_otherwise(what);
  const std::size_t dash = ids.find('-');
  const std::uint64_t first = whole_number(ids.substr(0, dash), "object");
  const std::uint64_t last =
      dash == ids.npos ? first : whole_number(ids.substr(dash + 1), "object");
  if (last < first) fail(fmt::format("object: {} - {} is not an ascending range", first, last));
  const auto there = first == last ? slots_.find(first) : slots_.end();
  if (there != slots_.end() && !objects_[there->second].removed) {
    const Object& object = objects_[there->second];
    // An object without a row in this frame may be about to leave.
    if (changed_only_ || object.fixed || object.seen == frames_) {
      fail(fmt::format("object {} already exists: it keeps its shape until it leaves", first));
    }
  }
  said_.say(first, last, what);
}

std::uint64_t RecordingReader::whole_number(std::string_view text, const char* name) const {
  const std::string_view digits = trimmed(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) {
    fail(fmt::format("{}: '{}' is not a whole number from 0 to 2^64 - 1", name, shown(digits)));
  }
  return value;
}

void RecordingReader::split(std::string_view line) {
  fields_.clear();
  readers::Split parts(line, ',');
  // One field more than expected suffices to detect that there are too many.
  for (std::string_view part; fields_.size() <= columns_->count() && parts.next(part);) {
    fields_.push_back(part);
  }
}

std::uint32_t RecordingReader::slot_of(std::uint64_t id) {
  ++guess_;
  const bool guessed =
      guess_ < objects_.size() && objects_[guess_].id == id && objects_[guess_].seen != 0;
  if (guessed) return guess_;
  const auto found = slots_.find(id);
  if (found == slots_.end()) return kNone;
  return guess_ = found->second;
}

void RecordingReader::arrive(std::uint64_t id) {
  auto what = said_.of(id);
  if (!what && !otherwise_.empty()) {
    // Not earlier: the recording may set the shape of all objects, and have another dimension than
    // --shape.
    what = ShapeOfObject{static_cast<std::uint32_t>(shapes_.size()), false};
    shapes_.push_back({"", otherwise_, "--shape"});
    said_.say_otherwise(*what);
  }
  if (!what) {
    fail(fmt::format(
        "object {0} has no shape: add 'object {0} SHAPE' before, or give --shape, such as "
        "--shape {1}",
        id, dim() == 2 ? "circle:0.5" : "sphere:0.5"));
  }
  std::uint32_t slot = slots();
  if (free_.empty()) {
    if (slot == kNone) fail("more objects than 32-bit indices can name");
    objects_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
  }
  slots_.emplace(id, slot);
  guess_ = slot;
  objects_[slot] = {id, frames_, what->fixed, columns_->pose(fields_, single_, lines_), false};
  frame_.arrived.push_back({slot, what->shape, id, what->fixed, objects_[slot].pose});
}

void RecordingReader::leave(std::uint32_t slot) {
  objects_[slot].seen = frames_;
  objects_[slot].removed = true;
  frame_.left.push_back(slot);
}

void RecordingReader::read_row() {
  if (fields_.size() == 1) return;  // the frame alone, without changes
  const bool removed = fields_.size() == 3 && trimmed(fields_[2]) == "gone";
  if (fields_.size() != columns_->count() && !removed) {
    fail(fmt::format("{} {} columns, expected {} ({})",
                     fields_.size() > columns_->count() ? "more than" : "only",
                     fields_.size() > columns_->count() ? columns_->count() : fields_.size(),
                     columns_->count(), columns_->header()));
  }
  const std::uint64_t id = whole_number(fields_[1], "id");
  const std::uint32_t slot = slot_of(id);
  if (slot == kNone) {
    if (removed) fail(fmt::format("object {} is removed, but does not exist", id));
    return arrive(id);
  }
  Object& object = objects_[slot];
  if (object.seen == frames_)
    fail(fmt::format("object {} appears twice in frame {}", id, frame_.number));
  object.seen = frames_;
  if (removed) return leave(slot);
  const RecordedPose pose = columns_->pose(fields_, single_, lines_);
  if (pose == object.pose) return;
  object.pose = pose;
  frame_.moved.push_back({slot, pose});
}

bool RecordingReader::next() {
  // Freed only now: these slots stay valid during the frame in which their objects left.
  free_.insert(free_.end(), frame_.left.begin(), frame_.left.end());
  frame_.clear();
  guess_ = kNone;  // the next guess is 0
  std::string_view line;
  bool began = false;
  while (next_row(line)) {
    split(line);
    const std::uint64_t number = whole_number(fields_[0], "frame");
    if (began && number != frame_.number) {
      lines_.again();
      break;
    }
    if (!began) {
      if (frames_ != 0 && number <= frame_.number) {
        fail(fmt::format("frame {} after frame {}: frames must ascend", number, frame_.number));
      }
      frame_.number = number;
      began = true;
      ++frames_;
    }
    read_row();
  }
  if (!began) return false;
  if (!changed_only_) {
    for (std::uint32_t s = 0; s < slots(); ++s) {
      const Object& o = objects_[s];
      if (o.seen != 0 && o.seen != frames_ && !o.fixed) leave(s);
    }
  }
  for (const std::uint32_t s : frame_.left) {
    slots_.erase(objects_[s].id);
    objects_[s].seen = 0;
  }
  frame_.objects = slots_.size();
  return true;
}

}  // namespace masu::cli
