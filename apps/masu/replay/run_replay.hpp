// SPDX-License-Identifier: MIT
// Replays a recording in worlds of several broad phases at once, frame by frame.
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
  std::vector<std::string> methods;  // the first is never given up
  bool give_up = false;              // whether to give up methods that take far too long
  ContactDetail detail = ContactDetail::touch;
  bool single = false;
  OutputFile* events = nullptr;  // CSV: frame, begin or end or stay, two ids
  bool stays = false;
  OutputFile* frames = nullptr;  // CSV: a row a frame
  OutputFile* picture = nullptr;
  std::optional<std::uint64_t> picture_frame{};  // none: the last
  bool z_up = false;
};

// Returns "auto" and the names of BroadPhase.
std::vector<std::string> replay_methods();

// Runs a replay. Throws readers::InputError, or std::runtime_error if two methods disagree, which
// is a bug.
ReplayReport run_replay(RecordingReader& recording, const ReplayOptions& options,
                        Progress& progress);

}  // namespace masu::cli
