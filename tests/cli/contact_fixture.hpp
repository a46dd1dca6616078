// SPDX-License-Identifier: MIT
// Runs `masu contact` and parses its output.
#pragma once

#include <nlohmann/json.hpp>

#include "process.hpp"

namespace masu::cli {

using nlohmann::json;

class Contact : public CommandLine {
 protected:
  json contact(const std::string& arguments) const {
    const Ran run = masu("contact " + arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments << "\n" << run.err;
    return run.exit_code == 0 ? json::parse(run.out) : json::object();
  }
  double distance(const std::string& arguments) const {
    return contact(arguments)["separation"]["distance"];
  }
};

}  // namespace masu::cli
