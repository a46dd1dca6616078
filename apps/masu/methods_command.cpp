// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "methods.hpp"
#include "output_file.hpp"

namespace masu::cli {
namespace {

void list(bool json) {
  OutputFile out("");
  if (json) {
    nlohmann::json all = nlohmann::json::array();
    for (const Method& m : methods()) all.push_back({{"name", m.name}, {"what", m.description}});
    out.write(all.dump(2) + "\n");
  } else {
    out.write(list_of_methods());
  }
  out.commit();
}

}  // namespace

void add_methods_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("methods", "List the methods --method knows");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "An array of {name, what}");
  command->footer("Examples:\n  masu methods\n  masu methods --json");
  command->callback([json] { list(*json); });
}

}  // namespace masu::cli
