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
    throw UsageError("--volume-mesh writes 3D meshes only: in 2D use --volume and --draw");
  } else {
    if (contact.common->status != Status::ok) {
      throw UsageError(fmt::format("--volume-mesh: there is nothing to write: {}",
                                   describe(contact.common->status)));
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
    throw UsageError("standard input can be read only once: use - for A or B, not for both");
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
  CLI::App* command = app.add_subcommand("contact",
                                         "Contact of two shapes as JSON: distance or penetration "
                                         "depth, contact area, time of impact.");
  auto args = std::make_shared<ContactArguments>();
  command
      ->add_option("A", args->a,
                   "First shape: notation as below, a file (.json, .obj, .stl, .gltf, .glb), "
                   "{JSON}, or - for JSON from standard input")
      ->required();
  command->add_option("B", args->b, "Second shape")->required();
  command->add_option("--dim", args->dim, "Dimension, 2 or 3, if the shapes do not determine it")
      ->check(CLI::IsMember({2, 3}));
  command->add_option("--scalar", args->scalar, "Number type: float or double")
      ->check(one_of({"float", "double"}))
      ->capture_default_str();
  command->add_option("--margin", args->margin, "Corners at most this far apart count as contact")
      ->check(finite_range(0, 1e42))
      ->capture_default_str();
  command
      ->add_option("--reduce", args->most_points,
                   "Reduce the contact area to at most this many corners")
      ->transform(whole_number(1, 32));
  CLI::Option* move =
      command->add_option("--move", args->move, "Move B by X,Y[,Z] and report the time of impact")
          ->delimiter(',');
  command
      ->add_option("--to", args->to,
                   "Move and rotate B to POSITION~ROTATION and report the time of impact")
      ->excludes(move);
  command->add_flag("--volume", args->volume, "Report the intersection: volume, faces, cut");
  command->add_option("--volume-mesh", args->volume_mesh,
                      "Write the intersection as a mesh: FILE.obj or .stl");
  command->add_flag("--hull", args->hull,
                    "Replace meshes of files by the convex hull of their vertices");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  command->add_option("--draw", args->pictures,
                      "Draw the contact: FILE.svg or .png; in 3D also .gltf or .glb");
  command->add_option("--title", args->title, "Title of the picture");
  args->progress.add_to(*command);
  command->footer(
      "Notation: KIND[:SIZES][+SKIN][@POSITION][~ROTATION]. A position is X,Y[,Z]. A rotation is\n"
      "in degrees: ~30 in 2D; in 3D ~30z, ~90x45z (one axis after the other) or ~30:1,1,0 (any\n"
      "axis).\n" +
      list_of_kinds() +
      "Boxes are given by their full edges, curved shapes by their radius. JSON is described in\n"
      "docs/narrow_phase/tool.md:\n"
      "  {\"shape\": \"box\", \"half_extents\": [1, 2], \"position\": [0, 3], \"rotation\": 30}\n"
      "Examples:\n"
      "  masu contact box:2x2 circle:0.5@1.25,0\n"
      "  masu contact box:2x2x2 box:1x1x1@0,1.4,0~30y --reduce 4\n"
      "  masu contact box:2x2x2 box:2x2x2@1,1,1~30x40y --volume --draw common.png\n"
      "  masu contact bunny.obj crate.json@0,2,0 --move 0,-5,0\n");
  command->callback([args] { run_contact(*args); });
}

}  // namespace masu::cli
