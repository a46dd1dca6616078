// SPDX-License-Identifier: MIT
// Progress: a progress bar on standard error for work that takes longer than a second.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace CLI {
class App;
}

namespace masu::cli {

enum class ProgressMode { off, automatic, forced };

// --progress and --no-progress, for every subcommand with a bar.
struct ProgressOptions {
  bool on = false;
  bool off = false;

  void add_to(CLI::App& command);
  ProgressMode mode() const;
};

// A progress bar. A thread draws it, so that the work costs one relaxed store per step. `automatic`
// draws only on a terminal and after one second; `forced` draws everywhere and from the start.
class Progress {
 public:
  explicit Progress(ProgressMode mode);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool enabled() const { return enabled_; }
  // Begins a phase. Before its first step() the bar only moves back and forth.
  void phase(const std::string& name);
  void step(std::uint64_t done, std::uint64_t total) {
    total_.store(total, std::memory_order_relaxed);
    done_.store(done, std::memory_order_relaxed);
  }
  // Removes the bar from the screen; call it before printing anything else there.
  void finish();

 private:
  void run(std::chrono::milliseconds delay);
  void draw();

  bool enabled_ = false;
  bool tty_ = false;
  bool from_start_ = false;  // whether it draws before the first second is over
  bool drawn_ = false;
  bool stop_ = false;
  int beat_ = 0;
  std::string name_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread thread_;
};

// Returns the line of the bar: "finding pairs [#####.....]  50 %  1.2 s"; with total 0 a block
// moves back and forth.
std::string progress_line(const std::string& name, std::uint64_t done, std::uint64_t total,
                          double seconds, int beat);

}  // namespace masu::cli
