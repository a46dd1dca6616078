// SPDX-License-Identifier: MIT
#include <masu/mesh/mesh_decomposition.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <scenes/readers/read_mesh.hpp>

#include "commands.hpp"
#include "errors.hpp"
#include "output_file.hpp"

namespace masu::cli {
namespace {

struct DecomposeArguments {
  std::string input;
  std::string output;
  MeshDecompositionOptions options;
};

struct WeldedMesh {
  std::vector<Vec<3, double>> vertices{};
  std::vector<std::uint32_t> corners{};
};

// Files name vertices at one place several times, for normals or textures: closed surfaces look
// open then.
WeldedMesh weld(const readers::MeshTable& table) {
  WeldedMesh mesh;
  std::map<std::array<double, 3>, std::uint32_t> seen;
  std::vector<std::uint32_t> name;
  for (const auto& p : table.points) {
    const auto found = seen.try_emplace(p, static_cast<std::uint32_t>(mesh.vertices.size()));
    if (found.second) mesh.vertices.push_back({p[0], p[1], p[2]});
    name.push_back(found.first->second);
  }
  for (const auto& t : table.triangles) {
    const std::uint32_t a = name[t[0]];
    const std::uint32_t b = name[t[1]];
    const std::uint32_t c = name[t[2]];
    if (a != b && b != c && c != a) mesh.corners.insert(mesh.corners.end(), {a, b, c});
  }
  return mesh;
}

void check(Status status, const std::string& what) {
  if (status == Status::out_of_memory) throw std::bad_alloc();
  if (status != Status::ok) throw UsageError(what + ": " + describe(status));
}

std::string obj_of(const ConvexParts3<double>& parts, const std::string& source) {
  std::string text;
  const auto to = std::back_inserter(text);
  std::size_t first = 1;
  Quickhull3<double> quickhull;
  Hull3<double> hull;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    check(quickhull.build(parts.part(i), hull), source);
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

void run_decompose(const DecomposeArguments& args) {
  if (same_file(args.input, args.output) && args.output != "/dev/null") {
    throw UsageError(args.output + ": is read, or named twice for output");
  }
  const WeldedMesh mesh = weld(readers::read_mesh(args.input));
  OutputFile out(args.output);
  ConvexParts3<double> parts;
  const Status status = decompose<double>(mesh.vertices, mesh.corners, parts, args.options);
  if (status != Status::not_converged) check(status, args.input);
  out.write(obj_of(parts, args.input));
  out.commit();
  if (status == Status::not_converged) {
    fmt::print(stderr, "masu: {}: {} parts leave pockets {:.3g} deep\n", args.input, parts.size(),
               parts.depth());
  }
}

}  // namespace

void add_decompose_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("decompose", "A closed mesh in convex parts: an OBJ of their hulls.");
  auto args = std::make_shared<DecomposeArguments>();
  command->add_option("FILE", args->input, "A closed surface, .obj")->required();
  command->add_option("-o,--output", args->output, "Write the parts here, not to standard output");
  command->add_option("--max-parts", args->options.max_parts, "At most so many parts")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command
      ->add_option("--tolerance", args->options.tolerance,
                   "Pockets may be as deep, in diagonals of the mesh's box")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  masu decompose bunny.obj -o parts.obj\n"
      "  masu decompose gear.obj --max-parts 64 --tolerance 0.002\n");
  command->callback([args] { run_decompose(*args); });
}

}  // namespace masu::cli
