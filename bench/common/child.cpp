// SPDX-License-Identifier: MIT
#include "child.hpp"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string_view>

namespace masu_bench {
namespace {

// Exit codes of the child.
constexpr int kFailed = 1;
constexpr int kInvalidArgument = 2;

void write_all(int pipe_end, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(pipe_end, text.data() + at, text.size() - at);
    if (written <= 0) throw std::runtime_error("the result could not be handed over");
    at += static_cast<std::size_t>(written);
  }
}

// Writes the result of `work`, or why the arguments are wrong, to the pipe.
int work_and_report(int pipe_end, const std::function<std::string()>& work) try {
  write_all(pipe_end, work());
  return 0;
} catch (const std::invalid_argument& e) {
  write_all(pipe_end, e.what());
  return kInvalidArgument;
}

[[noreturn]] void work_and_exit(int pipe_end, const std::function<std::string()>& work) {
  int code = kFailed;
  try {
    code = work_and_report(pipe_end, work);
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
  }
  std::fflush(nullptr);
  // Without destructors of the peers' libraries: some of them crash.
  _exit(code);
}

std::string read_all(int pipe_end) {
  std::string text;
  char block[1 << 16];
  for (ssize_t got; (got = read(pipe_end, block, sizeof(block))) > 0;) {
    text.append(block, static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

std::string text_of_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    work_and_exit(ends[1], work);
  }
  close(ends[1]);
  const std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) throw TimeLimit();
  if (WIFSIGNALED(status)) {
    throw std::runtime_error(fmt::format("the case died of signal {}", WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) == kInvalidArgument) throw std::invalid_argument(text);
  if (WEXITSTATUS(status) != 0) throw std::runtime_error("the case failed");
  return text;
}

}  // namespace masu_bench
