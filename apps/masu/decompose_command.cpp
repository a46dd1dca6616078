// SPDX-License-Identifier: MIT
#include <masu/hull/quickhull3.hpp>
#include <masu/mesh/mesh_decomposition.hpp>

#include <algorithm>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <scenes/readers/weld.hpp>

#include "commands.hpp"
#include "counted.hpp"
#include "decompose/parts_picture.hpp"
#include "errors.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

struct DecomposeArguments {
  std::string input;
  std::string output;
  std::string svg;
  MeshDecompositionOptions options;
  ProgressOptions progress;
};

std::string obj_of(const ConvexParts3<double>& parts, const std::string& source) {
  std::string text;
  const auto to = std::back_inserter(text);
  std::size_t first = 1;
  Quickhull3<double> quickhull;
  Hull3<double> hull;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    expect_ok<UsageError>(quickhull.build(parts.part(i), hull), source);
    fmt::format_to(to, "o part_{}\n", i + 1);
    for (const std::uint32_t v : hull.vertices()) {
      const Vec<3, double>& p = parts.part(i)[v];
      fmt::format_to(to, "v {} {} {}\n", p[0], p[1], p[2]);
    }
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
      text += 'f';
      for (const std::uint32_t v : hull.face(f)) fmt::format_to(to, " {}", first + v);
      text += '\n';
    }
    first += hull.vertices().size();
  }
  return text;
}

double diagonal_of(const readers::WeldedMesh& mesh) {
  Vec3d low = mesh.vertices[0];
  Vec3d high = low;
  for (const Vec3d& p : mesh.vertices) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  return length(high - low);
}

void run_decompose(const DecomposeArguments& args) {
  check_files({args.input}, {args.output, args.svg});
  Progress progress(args.progress.mode());
  progress.phase("reading");
  const readers::WeldedMesh mesh = readers::weld(readers::read_mesh(args.input));
  OutputFile out(args.output);
  ConvexParts3<double> parts;
  progress.phase("decomposing");
  const Status status = decompose<double>(mesh.vertices, mesh.corners, parts, args.options);
  progress.phase("writing");
  if (status != Status::not_converged) expect_ok<UsageError>(status, args.input);
  const std::string text = obj_of(parts, args.input);
  progress.finish();
  out.write(text);
  if (!args.svg.empty()) write_file(args.svg, svg_of(parts));
  out.commit();
  if (status == Status::not_converged) {
    fmt::print(stderr,
               "masu: {}: {} {} concavities {:.3g} deep, {:.2g} of the diagonal; for less, raise "
               "--max-parts\n",
               args.input, counted(parts.size(), "part"), parts.size() == 1 ? "leaves" : "leave",
               parts.depth(), parts.depth() / diagonal_of(mesh));
  }
}

}  // namespace

void add_decompose_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "decompose", "Decomposes a closed mesh into convex parts and writes their hulls as OBJ.");
  auto args = std::make_shared<DecomposeArguments>();
  command->add_option("FILE", args->input, "A closed surface: .obj, .stl, .gltf or .glb")
      ->required();
  command->add_option("-o,--output", args->output,
                      "Write the parts to this file instead of standard output");
  command->add_option("--svg", args->svg, "Draw the parts into this SVG file");
  command->add_option("--max-parts", args->options.max_parts, "Maximum number of parts")
      ->transform(whole_number(1, 4096))
      ->capture_default_str();
  command
      ->add_option(
          "--tolerance", args->options.tolerance,
          "Maximum depth of concavities, relative to the diagonal of the mesh's bounding box")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  args->progress.add_to(*command);
  command->footer(
      "Examples:\n"
      "  masu decompose bunny.obj -o parts.obj\n"
      "  masu decompose gear.obj --svg gear.svg -o /dev/null\n"
      "  masu decompose gear.obj --max-parts 64 --tolerance 0.002\n"
      "Lengths, including the depth of concavities, are in the unit of the file.\n");
  command->callback([args] { run_decompose(*args); });
}

}  // namespace masu::cli
