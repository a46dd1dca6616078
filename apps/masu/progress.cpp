// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include "progress.hpp"

namespace masu::cli {
namespace {

constexpr int kWidth = 32;
constexpr auto kPeriod = std::chrono::milliseconds(100);
constexpr auto kPatience = std::chrono::milliseconds(1000);

}  // namespace

std::string progress_line(const std::string& name, std::uint64_t done, std::uint64_t total,
                          double seconds, int beat) {
  std::string bar(kWidth, '.');
  std::string percent = "     ";
  if (total == 0) {
    constexpr int kSpan = kWidth - 4;
    const int at = beat % (2 * kSpan);
    bar.replace(static_cast<std::size_t>(at < kSpan ? at : 2 * kSpan - at), 4, "####");
  } else {
    const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto filled = static_cast<std::size_t>(part * kWidth);
    bar.replace(0, filled, filled, '#');
    percent = fmt::format("{:3.0f} %", 100 * part);
  }
  return fmt::format("{:<14} [{}] {} {:6.1f} s", name, bar, percent, seconds);
}

void ProgressOptions::add_to(CLI::App& command) {
  auto* flag =
      command.add_flag("--progress", on, "Show progress even if standard error is not a terminal");
  command.add_flag("--no-progress", off, "Never show progress")->excludes(flag);
}

ProgressMode ProgressOptions::mode() const {
  if (on) return ProgressMode::forced;
  return off ? ProgressMode::off : ProgressMode::automatic;
}

Progress::Progress(ProgressMode mode) : tty_(isatty(STDERR_FILENO) == 1) {
  enabled_ = mode == ProgressMode::forced || (mode == ProgressMode::automatic && tty_);
  if (!enabled_) return;
  from_start_ = mode == ProgressMode::forced;
  const auto delay = from_start_ ? std::chrono::milliseconds(0) : kPatience;
  thread_ = std::thread([this, delay] { run(delay); });
}

Progress::~Progress() {
  finish();
}

void Progress::phase(const std::string& name) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  name_ = name;
  done_ = total_ = 0;
  // Draw now, as the phase may end before the thread draws again.
  if (drawn_ || from_start_) draw();
}

void Progress::finish() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
  // On a terminal the line is erased; a log keeps the last state.
  if (drawn_) std::fputs(tty_ ? "\r\x1b[K" : "\n", stderr);
}

void Progress::run(std::chrono::milliseconds delay) {
  std::unique_lock lock(mutex_);
  if (wake_.wait_for(lock, delay, [this] { return stop_; })) {
    // Forced bars are drawn at least once, however short the work.
    if (delay.count() == 0) draw();
    return;
  }
  do draw();
  while (!wake_.wait_for(lock, kPeriod, [this] { return stop_; }));
}

void Progress::draw() {
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
  const std::string line = progress_line(name_, done_, total_, spent.count(), beat_++);
  std::fputs(("\r" + line).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace masu::cli
