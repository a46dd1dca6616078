// SPDX-License-Identifier: MIT
// A recording through worlds of several broad phases at once, frame by frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "recording_reader.hpp"
#include "replay_report.hpp"

namespace masu::cli {

class OutputFile;
class Progress;

struct ReplayOptions {
  std::vector<std::string> methods;  // names; the first is never given up
  bool give_up = false;              // those that take far too long
  ContactDetail detail = ContactDetail::touch;
  bool single = false;
  OutputFile* events = nullptr;  // CSV: frame, begin or end or stay, two ids
  bool stays = false;
  OutputFile* frames = nullptr;  // CSV: a row a frame
  OutputFile* picture = nullptr;
  std::optional<std::uint64_t> picture_frame{};  // none: the last
  bool z_up = false;
};

// "auto", and what BroadPhase has.
std::vector<std::string> replay_methods();

// Throws readers::InputError; std::runtime_error if two methods disagree, which is a bug.
ReplayReport run_replay(RecordingReader& recording, const ReplayOptions& options,
                        Progress& progress);

}  // namespace masu::cli
