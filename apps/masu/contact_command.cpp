// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "contact/contact.hpp"
#include "contact/picture_file.hpp"
#include "contact/shape_notation.hpp"
#include "errors.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

struct ContactArguments {
  std::string a;
  std::string b;
  int dim = 0;
  std::string scalar = "double";
  double margin = 0;
  int most_points = 0;
  std::vector<double> move;
  std::string to;
  std::string output;
  std::vector<std::string> pictures;
  std::string title;
  bool hull = false;
  bool volume = false;
  std::string volume_mesh;
  ProgressOptions progress;
};

// Returns the dimension of the data or of --dim; 3 if neither decides.
int dimension_of_both(const ContactArguments& args, const ShapeSource& a, const ShapeSource& b) {
  const Dimension of_a = dimension_of(a);
  const Dimension of_b = dimension_of(b);
  if (of_a.dim != 0 && of_b.dim != 0 && of_a.dim != of_b.dim) {
    throw UsageError(fmt::format("{} is {}D ({}), {} is {}D ({}): give both the same dimension",
                                 a.name, of_a.dim, of_a.why, b.name, of_b.dim, of_b.why));
  }
  const Dimension& known = of_a.dim != 0 ? of_a : of_b;
  if (args.dim != 0 && known.dim != 0 && args.dim != known.dim) {
    throw UsageError(fmt::format("--dim {}, but {} is {}D ({})", args.dim,
                                 of_a.dim != 0 ? a.name : b.name, known.dim, known.why));
  }
  if (args.dim != 0) return args.dim;
  return known.dim != 0 ? known.dim : 3;
}

ContactOptions options_of(const ContactArguments& args) {
  ContactOptions options;
  options.margin = args.margin;
  options.most_points = args.most_points;
  options.volume = args.volume || !args.volume_mesh.empty();
  if (!args.move.empty()) options.translation = args.move;
  if (!args.to.empty()) options.end = ShapeSource{"--to " + args.to, fields_of_pose(args.to)};
  return options;
}

template <int D, class T>
void write_mesh(const Contact<D, T>& contact, const std::string& name) {
  if constexpr (D == 2) {
    throw UsageError("--volume-mesh is for solids; in 2D take --volume and --draw");
  } else {
    if (contact.common->status != Status::ok) {
      throw UsageError(
          fmt::format("--volume-mesh: nothing to write, {}", describe(contact.common->status)));
    }
    write_file(name, mesh_text(contact.common->volume, name));
  }
}

template <int D, class T>
void run_contact(const ContactArguments& args, const ShapeSource& a, const ShapeSource& b) {
  Progress progress(args.progress.mode());
  progress.phase("testing");
  const Contact<D, T> contact = contact_of<D, T>(a, b, options_of(args));
  if (!args.pictures.empty()) progress.phase("drawing");
  OutputFile out(args.output);
  if (!args.volume_mesh.empty()) write_mesh(contact, args.volume_mesh);
  for (const std::string& file : args.pictures) {
    write_file(file, picture_of(contact, a, b, args.title, file));
  }
  progress.finish();
  out.write(text_of(report(contact, a, b)));
  out.commit();
}

void run_contact(const ContactArguments& args) {
  if (args.a == "-" && args.b == "-") {
    throw UsageError("standard input can be read once: A or B, not both");
  }
  const ShapeSource a = read_shape(args.a, args.hull);
  const ShapeSource b = read_shape(args.b, args.hull);
  std::vector<std::string> written = args.pictures;
  written.insert(written.end(), {args.output, args.volume_mesh});
  check_files({a.name, b.name}, written);
  const int dim = dimension_of_both(args, a, b);
  const bool single = args.scalar == "float";
  if (dim == 2 && single) run_contact<2, float>(args, a, b);
  if (dim == 3 && single) run_contact<3, float>(args, a, b);
  if (dim == 2 && !single) run_contact<2, double>(args, a, b);
  if (dim == 3 && !single) run_contact<3, double>(args, a, b);
}

}  // namespace

void add_contact_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "contact", "How two shapes touch: distance or depth, contact area, first touch; JSON.");
  auto args = std::make_shared<ContactArguments>();
  command
      ->add_option("A", args->a,
                   "A shape: words as below, a file (.json; .obj, .stl, .gltf, .glb), - or {JSON}")
      ->required();
  command->add_option("B", args->b, "The other")->required();
  command->add_option("--dim", args->dim, "2 or 3, if the shapes do not say")
      ->check(CLI::IsMember({2, 3}));
  command->add_option("--scalar", args->scalar, "float or double")
      ->check(one_of({"float", "double"}))
      ->capture_default_str();
  command->add_option("--margin", args->margin, "Corners so far apart are contact too")
      ->check(finite_range(0, 1e42))
      ->capture_default_str();
  command->add_option("--reduce", args->most_points, "At most so many corners of the contact area")
      ->transform(whole_number(1, 32));
  CLI::Option* move =
      command->add_option("--move", args->move, "B moves by X,Y[,Z]: when does it touch first?")
          ->delimiter(',');
  command
      ->add_option("--to", args->to,
                   "B moves and rotates to POSITION~ROTATION: when does it touch first?")
      ->excludes(move);
  command->add_flag("--volume", args->volume, "Their intersection: volume, faces, cut");
  command->add_option("--volume-mesh", args->volume_mesh, "Write that too: FILE.obj or .stl");
  command->add_flag("--hull", args->hull,
                    "Files of meshes stand for the convex hull of their vertices");
  command->add_option("-o,--output", args->output, "Write here instead of standard output");
  command->add_option("--draw", args->pictures, "Draw it: FILE.svg, .png; in 3D .gltf, .glb too");
  command->add_option("--title", args->title, "Title of the picture");
  args->progress.add_to(*command);
  command->footer(
      "KIND[:SIZES][+SKIN][@POSITION][~ROTATION], a position being X,Y[,Z], a rotation degrees:\n"
      "~30 in 2D; in 3D ~30z or ~90x45z about axes, one by one, ~30:1,1,0 about any.\n" +
      list_of_kinds() +
      "Boxes go by whole edges, rounded shapes by their radius. In files\n"
      "(docs/narrow_phase/tool.md):\n"
      "  {\"shape\": \"box\", \"half_extents\": [1, 2], \"position\": [0, 3], \"rotation\": 30}\n"
      "Examples:\n"
      "  masu contact box:2x2 circle:0.5@1.25,0\n"
      "  masu contact box:2x2x2 box:1x1x1@0,1.4,0~30y --reduce 4\n"
      "  masu contact box:2x2x2 box:2x2x2@1,1,1~30x40y --volume --draw common.png\n"
      "  masu contact bunny.obj crate.json@0,2,0 --move 0,-5,0\n");
  command->callback([args] { run_contact(*args); });
}

}  // namespace masu::cli
