// SPDX-License-Identifier: MIT
#include <memory>

#include "commands.hpp"
#include "contact/shape_sheet.hpp"
#include "contact/shape_source.hpp"
#include "errors.hpp"
#include "output_file.hpp"

namespace masu::cli {
namespace {

struct ShapesArguments {
  int dim = 3;
  std::string picture;
};

void run_shapes(const ShapesArguments& args) {
  if (args.picture.empty()) {
    OutputFile out("");
    out.write(list_of_kinds());
    return out.commit();
  }
  if (!args.picture.ends_with(".svg"))
    throw UsageError(args.picture + ": pictures must end in .svg");
  write_file(args.picture, svg_of(args.dim == 2 ? shape_sheet<2>() : shape_sheet<3>()));
}

}  // namespace

void add_shapes_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("shapes", "List the kinds of shapes that contact accepts, or draw them.");
  auto args = std::make_shared<ShapesArguments>();
  CLI::Option* draw = command->add_option("--draw", args->picture, "Draw the shapes into FILE.svg");
  command->add_option("--dim", args->dim, "Dimension of the shapes to draw")
      ->check(CLI::IsMember({2, 3}))
      ->capture_default_str()
      ->needs(draw);
  command->footer("Examples:\n  masu shapes\n  masu shapes --dim 2 --draw shapes.svg");
  command->callback([args] { run_shapes(*args); });
}

}  // namespace masu::cli
