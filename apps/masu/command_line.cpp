// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "errors.hpp"
#include "nearest_word.hpp"
#include "output_file.hpp"

namespace masu::cli {
namespace {

using Names = std::vector<std::string>;

Words views_of(const Names& names) {
  return Words(names.begin(), names.end());
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// Returns the command of this name; null if there is none.
const CLI::App* command_of(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : commands_of(app)) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

// Returns the subcommand `name` of `app`. Throws UsageError if it is unknown.
const CLI::App& expect_command(const CLI::App& app, const std::string& name) {
  if (const CLI::App* known = command_of(app, name)) return *known;
  Names names;
  for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
  throw UsageError(unknown_word("command", name, views_of(names)));
}

// Returns the path of the command parsed last, such as "masu corridor run".
const CLI::App* last_command(const CLI::App* app, std::string& path) {
  path = app->get_name();
  for (;;) {
    const auto parsed = app->get_subcommands();
    if (parsed.empty()) return app;
    app = parsed.back();
    path += " " + app->get_name();
  }
}

Names options_of(const CLI::App& app) {
  Names names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// Returns the first remaining word that looks like an option, without its value.
std::string unknown_option(const CLI::App& app) {
  for (const std::string& word : app.remaining(true)) {
    if (word.size() > 1 && word[0] == '-') return word.substr(0, word.find('='));
  }
  return "";
}

}  // namespace

void expect_commands(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    if (word.empty() || word[0] == '-' || commands_of(*at).empty()) return;
    at = &expect_command(*at, word);
  }
}

std::string failure_message(const CLI::App* app, const CLI::Error& error) {
  std::string path;
  const CLI::App* command = last_command(app, path);
  std::string text = error.what();
  const std::string option = unknown_option(*app);
  if (!option.empty()) {
    const Names known = options_of(*command);
    const std::string_view near = nearest_word(option, views_of(known));
    text = fmt::format("'{}' has no option {}", path, option);
    if (!near.empty()) text += fmt::format(": did you mean {}?", near);
  }
  const std::string help = path.substr(path.find(' ') == path.npos ? path.size() : path.find(' '));
  return fmt::format("masu: {}{} See 'masu help{}'.\n", text,
                     text.ends_with('?') || text.ends_with('.') ? "" : ".", help);
}

void add_help_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("help", "Print the help of a command");
  auto names = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *names,
                      "A command, such as pairs or 'corridor run'; all commands if left out");
  command->footer("Examples:\n  masu help\n  masu help pairs\n  masu help corridor run");
  command->callback([&app, names] {
    const CLI::App* shown = &app;
    std::string path;
    for (const std::string& name : *names) {
      path += (path.empty() ? "" : " ") + shown->get_name();
      shown = &expect_command(*shown, name);
    }
    OutputFile out("");
    out.write(names->empty()
                  ? app.get_formatter()->make_help(&app, "masu", CLI::AppFormatMode::Normal)
                  : shown->help(path));
    out.commit();
  });
}

}  // namespace masu::cli
