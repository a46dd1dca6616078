// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include <scenes/readers/input_error.hpp>
#include "errors.hpp"
#include "output_file.hpp"

namespace masu::cli {
namespace {

// Temporary files of this process, for the signal handler, which may only call unlink().
constexpr int kMaxTemporaries = 8;
char temporaries[kMaxTemporaries][4096];

void remove_temporaries(int signal) {
  for (const auto& path : temporaries) {
    if (path[0] != 0) unlink(path);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void remember(const std::string& path) {
  for (auto& slot : temporaries) {
    if (slot[0] != 0 || path.size() >= sizeof slot) continue;
    std::memcpy(slot, path.c_str(), path.size() + 1);
    break;
  }
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(s, &remove_temporaries) == SIG_IGN) std::signal(s, SIG_IGN);
  }
}

void forget(const std::string& path) {
  for (auto& slot : temporaries) {
    if (path == slot) slot[0] = 0;
  }
}

[[noreturn]] void fail_to_open(const std::string& path) {
  throw readers::InputError(path + ": cannot be written: " + std::strerror(errno));
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  if (a.empty() || b.empty()) return false;
  std::error_code none;
  if (a == b || fs::equivalent(a, b, none)) return true;
  const fs::path one = fs::weakly_canonical(fs::absolute(a, none), none);
  return !one.empty() && one == fs::weakly_canonical(fs::absolute(b, none), none);
}

void check_files(const std::vector<std::string>& read, const std::vector<std::string>& written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == "/dev/null") continue;
    for (const std::string& file : read) {
      if (same_file(written[i], file)) {
        throw UsageError(written[i] + ": is an input file and would be overwritten");
      }
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (same_file(written[i], written[k])) {
        throw UsageError(written[i] + ": is given for two outputs");
      }
    }
  }
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

OutputFile::OutputFile(const std::string& path) : path_(path), target_(path) {
  namespace fs = std::filesystem;
  if (path.empty()) {
    file_ = stdout;
    return;
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    file_ = std::fopen(path.c_str(), "wb");  // fails for a directory
    if (file_ == nullptr) fail_to_open(path);
    return;
  }
  if (fs::exists(status)) {
    if (access(path.c_str(), W_OK) != 0) fail_to_open(path);
    target_ = fs::canonical(path, ignored).string();
  }
  static int opened = 0;  // two files of one process never share a temporary file
  temporary_ = target_ + ".part" + std::to_string(getpid()) + "_" + std::to_string(opened++);
  remember(temporary_);
  file_ = std::fopen(temporary_.c_str(), "wb");
  if (file_ != nullptr) return;
  const int reason = errno;
  forget(temporary_);
  errno = reason;
  fail_to_open(path);
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  forget(temporary_);
}

void OutputFile::check(bool ok) const {
  if (ok) return;
  throw std::runtime_error((path_.empty() ? "standard output" : path_) +
                           ": writing failed: " + std::strerror(errno));
}

void OutputFile::write(std::string_view text) {
  check(std::fwrite(text.data(), 1, text.size(), file_) == text.size());
}

void OutputFile::commit() {
  check(std::fflush(file_) == 0);
  if (file_ == stdout) return;
  std::FILE* const file = file_;
  file_ = nullptr;
  check(std::fclose(file) == 0);
  if (temporary_.empty()) return;
  check(std::rename(temporary_.c_str(), target_.c_str()) == 0);
  forget(temporary_);
  temporary_.clear();
}

}  // namespace masu::cli
