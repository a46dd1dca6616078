// SPDX-License-Identifier: MIT
#include "child.hpp"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace masu_bench {
namespace {

[[noreturn]] void work_and_exit(int pipe_end, const std::function<std::vector<Row>()>& work) {
  int code = 0;
  try {
    nlohmann::json array = nlohmann::json::array();
    for (const Row& row : work()) array.push_back(to_json(row));
    const std::string text = array.dump();
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written = write(pipe_end, text.data() + at, text.size() - at);
      if (written <= 0) throw std::runtime_error("the result could not be handed over");
      at += static_cast<std::size_t>(written);
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    code = 2;
  }
  std::fflush(nullptr);
  // No destructors of the peers' libraries: they are of no use now, and some do not end well.
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

std::vector<Row> in_child(const std::function<std::vector<Row>()>& work) {
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
  if (WIFSIGNALED(status)) {
    throw std::runtime_error(fmt::format("the case died of signal {}", WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) != 0) throw std::runtime_error("the case failed");
  std::vector<Row> rows;
  for (const auto& json : nlohmann::json::parse(text)) rows.push_back(row_of(json));
  return rows;
}

}  // namespace masu_bench
