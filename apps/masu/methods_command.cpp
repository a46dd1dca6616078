// SPDX-License-Identifier: MIT
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "method_names.hpp"
#include "output_file.hpp"

namespace masu::cli {
namespace {

nlohmann::ordered_json json_of(const MethodName& m) {
  nlohmann::ordered_json commands = nlohmann::ordered_json::array();
  for (const Command c : {kPairs, kDraw, kChoose, kReplay}) {
    if ((m.commands & c) != 0) commands.push_back(name_of(c));
  }
  return {{"name", m.name},
          {"class", m.class_name},
          {"what", m.what},
          {"commands", commands},
          {"old_names", old_names(m.name)}};
}

void list(bool json) {
  OutputFile out("");
  if (json) {
    auto all = nlohmann::ordered_json::array();
    for (const MethodName& m : method_names()) all.push_back(json_of(m));
    out.write(all.dump(2) + "\n");
  } else {
    out.write(list_of_methods());
  }
  out.commit();
}

}  // namespace

void add_methods_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "methods", "List the methods: name, C++ class, and the commands that take the name");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "An array of {name, class, what, commands, old_names}");
  command->footer("Examples:\n  masu methods\n  masu methods --json");
  command->callback([json] { list(*json); });
}

}  // namespace masu::cli
