// SPDX-License-Identifier: MIT
// Runs the command line tool as its users do, in a folder of the test's own.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace masu::cli {

struct Ran {
  int exit_code;
  std::string out;
  std::string err;
};

class CommandLine : public ::testing::Test {
 protected:
  void SetUp() override {
    // mkdtemp() replaces the six letters.
    std::string pattern = (std::filesystem::temp_directory_path() / "masu_cli_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // `arguments` as in a shell, whose current folder is the test's. `before` stands before the
  // program, as "echo 1 |".
  Ran masu(const std::string& arguments, const std::string& before = "") const {
    const std::string logs = folder_ + ".";
    const std::string command = "cd " + folder_ + " && " + before + " " + MASU_CLI + " " +
                                arguments + " >" + logs + "out 2>" + logs + "err";
    const int status = std::system(command.c_str());
    Ran run{WIFEXITED(status) ? WEXITSTATUS(status) : -1, load(logs + "out"), load(logs + "err")};
    std::filesystem::remove(logs + "out");
    std::filesystem::remove(logs + "err");
    return run;
  }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  std::string read(const std::string& name) const { return load(path(name)); }

  // Everything in the test's folder.
  std::size_t files() const {
    const std::filesystem::directory_iterator all(folder_);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  static std::string data(const std::string& name) { return MASU_READER_DATA "/" + name; }

 private:
  static std::string load(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  std::string folder_;
};

}  // namespace masu::cli
