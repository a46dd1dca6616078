// SPDX-License-Identifier: MIT
#include <masu/hull/andrew.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/textbook/gift_wrapping3.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <scenes/readers/read_points.hpp>

#include "commands.hpp"
#include "counted.hpp"
#include "errors.hpp"
#include "hull/hull_file.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

using Json = nlohmann::ordered_json;

struct HullArguments {
  std::string input;
  std::string method;
  double tolerance = 0;
  std::string output;
  std::vector<std::string> files;
  std::string title;
  ProgressOptions progress;
};

struct Found {
  HullFigure figure;
  HullStats stats;
};

template <class Builder>
void build_flat(const std::vector<Vec<2, double>>& points, const std::string& source,
                double tolerance, Found& found) {
  Builder builder(Merge::tolerance(tolerance));
  Hull2 hull;
  expect_ok<UsageError>(builder.build(std::span<const Vec<2, double>>(points), hull), source);
  found.stats = builder.stats();
  found.figure.dimension = hull.dimension();
  found.figure.vertices.assign(hull.vertices().begin(), hull.vertices().end());
  if (hull.dimension() < 2) return;
  found.figure.faces.push_back(found.figure.vertices);
  found.figure.normals.push_back({0, 0, 1});
}

template <class Builder>
void build_solid(Builder&& builder, const std::vector<Vec<3, double>>& points,
                 const std::string& source, Found& found) {
  Hull3<double> hull;
  expect_ok<UsageError>(builder.build(std::span<const Vec<3, double>>(points), hull), source);
  found.stats = builder.stats();
  HullFigure& figure = found.figure;
  figure.dimension = hull.dimension();
  figure.vertices.assign(hull.vertices().begin(), hull.vertices().end());
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    figure.normals.push_back(hull.plane(f).normal);
    figure.faces.emplace_back();
    for (const std::uint32_t v : hull.face(f)) figure.faces.back().push_back(hull.vertices()[v]);
  }
}

Found hull_of(const readers::PointTable& table, const std::string& method, double tolerance) {
  Found found;
  found.figure.dim = table.dim;
  std::vector<Vec<2, double>> flat;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double* p = table.point(i);
    flat.push_back({p[0], p[1]});
    found.figure.points.push_back({p[0], p[1], table.dim == 3 ? p[2] : 0});
  }
  const auto& solid = found.figure.points;
  const bool andrew = method == "andrew" || (method.empty() && table.dim == 2);
  if (andrew && table.dim == 3)
    throw UsageError("--method andrew is for 2D points, but these are 3D: use quickhull");
  const bool wraps = method == "gift_wrapping";
  if (wraps && table.dim == 3 && tolerance > 0) {
    throw UsageError("--tolerance: gift_wrapping in 3D is exact: use --method quickhull");
  }
  if (andrew) {
    build_flat<AndrewChain<double>>(flat, table.source, tolerance, found);
  } else if (table.dim == 2) {
    wraps ? build_flat<GiftWrapping2<double>>(flat, table.source, tolerance, found)
          : build_flat<Quickhull2<double>>(flat, table.source, tolerance, found);
  } else if (wraps) {
    build_solid(GiftWrapping3<double>(), solid, table.source, found);
  } else {
    build_solid(Quickhull3<double>(Merge::tolerance(tolerance)), solid, table.source, found);
  }
  return found;
}

std::string report(const Found& found) {
  const HullFigure& figure = found.figure;
  Json json;
  json["points"] = figure.points.size();
  json["dimension"] = figure.dimension;
  json["vertices"] = figure.vertices.size();
  if (figure.dim == 3) json["faces"] = figure.faces.size();
  json["stats"] = {{"tests", found.stats.tests},
                   {"exact_tests", found.stats.exact_tests},
                   {"faces", found.stats.faces}};
  return json.dump(2) + "\n";
}

std::string title_of(const HullFigure& figure) {
  std::string title =
      counted(figure.points.size(), "point") + ", " + counted(figure.vertices.size(), "vertex");
  if (figure.dimension == 3) title += ", " + counted(figure.faces.size(), "face");
  return title;
}

std::string written_as(const HullFigure& figure, const HullArguments& args,
                       const std::string& file) {
  if (file.ends_with(".obj")) return obj_of(figure);
  if (file.ends_with(".svg")) {
    return svg_of(figure, args.title.empty() ? title_of(figure) : args.title);
  }
  if (!file.ends_with(".stl")) throw UsageError(file + ": expected .obj, .stl or .svg");
  if (figure.dimension < 2)
    throw UsageError(file + ": the points lie on a line: there is no surface to write");
  return stl_of(figure);
}

void run_hull(const HullArguments& args) {
  std::vector<std::string> written = args.files;
  written.push_back(args.output);
  check_files({args.input}, written);
  Progress progress(args.progress.mode());
  progress.phase("reading");
  const readers::PointTable points = readers::read_points(args.input);
  progress.phase("building hull");
  const Found found = hull_of(points, args.method, args.tolerance);
  progress.phase("writing");
  OutputFile out(args.output);
  for (const std::string& file : args.files) {
    write_file(file, written_as(found.figure, args, file));
  }
  progress.finish();
  out.write(report(found));
  out.commit();
}

}  // namespace

void add_hull_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("hull", "Convex hull of points as JSON, and as mesh or picture files.");
  auto args = std::make_shared<HullArguments>();
  command
      ->add_option(
          "FILE", args->input,
          "Points: .csv (x,y or x,y,z), .npy (n x 2, n x 3), .obj, .stl, .gltf, .glb; - is CSV")
      ->required();
  command
      ->add_option(
          "--method", args->method,
          "quickhull (the default in 3D), gift_wrapping, or in 2D andrew (the default in 2D)")
      ->check(one_of({"andrew", "gift_wrapping", "quickhull"}));
  command
      ->add_option("--tolerance", args->tolerance,
                   "Leave out corners and bends smaller than this fraction of the largest extent")
      ->check(finite_range(0, 0.1));
  command->add_option("-o,--output", args->output,
                      "Write the JSON to this file instead of standard output");
  command->add_option("--write", args->files, "Write the hull to FILE.obj, .stl or .svg");
  command->add_option("--title", args->title, "Title of the picture");
  args->progress.add_to(*command);
  command->footer(
      "Examples:\n"
      "  masu hull points.csv --write hull.svg\n"
      "  masu hull bunny.obj --write hull.obj --write hull.stl\n"
      "  masu hull points.npy --method gift_wrapping\n");
  command->callback([args] { run_hull(*args); });
}

}  // namespace masu::cli
