// SPDX-License-Identifier: MIT
// masu_bench_moving: keeping the pairs while some objects move.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/common/child.hpp"
#include "bench/common/machine.hpp"
#include "moving_case.hpp"

namespace {

using namespace masu_bench;

struct Options {
  std::vector<std::string> scenes{"uniform"};
  std::vector<std::uint64_t> sizes{10'000, 100'000, 1'000'000};
  std::vector<int> dimensions{2, 3};
  std::vector<double> shares{0.01, 0.1, 1, 100};
  std::vector<std::string> scalars{"float"};
  MovingSpec common;
  std::vector<std::string> read;
  std::string json;
  std::string csv;
  std::string save;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--scene", o.scenes, "Scenes")->delimiter(',')->capture_default_str();
  app.add_option("--n", o.sizes, "Objects")
      ->delimiter(',')
      ->check(CLI::Range(std::uint64_t(2), std::uint64_t(1) << 31))
      ->capture_default_str();
  app.add_option("--dim", o.dimensions, "Dimensions")
      ->delimiter(',')
      ->check(CLI::Range(2, 3))
      ->capture_default_str();
  app.add_option("--moving", o.shares, "Per cent of the objects that move a frame")
      ->delimiter(',')
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  app.add_option("--scalar", o.scalars, "Scalars of the scenes: float, double")
      ->delimiter(',')
      ->check(CLI::IsMember({"float", "double"}))
      ->capture_default_str();
  app.add_option("--peers", o.common.peers, "Peers by name or library; all, none")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--ours", o.common.ours, "Our methods without \"masu:\"; all, none")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--frames", o.common.frames, "Timed frames; 0: by size")->capture_default_str();
  app.add_option("--budget", o.common.budget, "Seconds a frame, above which a method is dropped")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", o.common.seed, "Seed of the scenes")->capture_default_str();
  app.add_option("--read", o.read, "Measure nothing: take the rows of these JSON files")
      ->delimiter(',')
      ->check(CLI::ExistingFile);
  app.add_option("--json", o.json, "Write the rows as JSON to this file");
  app.add_option("--csv", o.csv, "Write the rows as CSV to this file");
  app.add_option("--save", o.save,
                 "Write the CSV to a folder of this one, named after the processor")
      ->expected(0, 1)
      ->default_str("bench/results");
  app.footer(
      "Examples:\n"
      "  masu_bench_moving --n 100000 --moving 1\n"
      "  masu_bench_moving --dim 3 --moving 0.01,0.1 --peers box2d,bullet --json moving.json\n"
      "Exit codes: 0 done, 1 wrong pairs of ours or a case that failed, 2 bad input or usage.");
}

std::vector<MovingSpec> cases_of(const Options& o) {
  std::vector<MovingSpec> cases;
  for (const std::string& scalar : o.scalars) {
    for (const int dim : o.dimensions) {
      for (const std::string& scene : o.scenes) {
        for (const double share : o.shares) {
          for (const std::uint64_t n : o.sizes) {
            MovingSpec spec = o.common;
            spec.scene = scene;
            spec.dim = dim;
            spec.n = n;
            spec.changed_pct = share;
            spec.scalar_size = scalar == "float" ? 4 : 8;
            cases.push_back(spec);
          }
        }
      }
    }
  }
  return cases;
}

nlohmann::json to_array(const std::vector<MovingRow>& rows) {
  nlohmann::json array = nlohmann::json::array();
  for (const MovingRow& row : rows) array.push_back(to_json(row));
  return array;
}

std::vector<MovingRow> rows_of(const nlohmann::json& array) {
  std::vector<MovingRow> rows;
  for (const auto& json : array) rows.push_back(moving_row_of(json));
  return rows;
}

// False if some case failed.
bool run_all(const std::vector<MovingSpec>& cases, std::vector<MovingRow>& rows) {
  bool good = true;
  for (const MovingSpec& spec : cases) {
    try {
      const std::string text = text_of_child([&] {
        pin_to_cores(1);
        return to_array(run_moving_case(spec)).dump();
      });
      const auto found = rows_of(nlohmann::json::parse(text));
      rows.insert(rows.end(), found.begin(), found.end());
      print_moving_tables(found);
      std::fflush(stdout);
    } catch (const std::invalid_argument&) {
      throw;
    } catch (const std::exception& e) {
      fmt::print(stderr, "error: {} {}D n={}: {}\n", spec.scene, spec.dim, spec.n, e.what());
      good = false;
    }
  }
  return good;
}

void write_json_array(const std::vector<MovingRow>& rows, const std::string& file) {
  std::ofstream out(file);
  if (!out) throw std::runtime_error(file + ": cannot be written");
  out << to_array(rows).dump(1) << '\n';
}

int run(Options& o) {
  o.common.peer_folder = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "peers";
  std::vector<MovingRow> rows;
  for (const std::string& file : o.read) {
    std::ifstream in(file);
    const auto more = rows_of(nlohmann::json::parse(in));
    rows.insert(rows.end(), more.begin(), more.end());
  }
  bool good = !o.read.empty() || run_all(cases_of(o), rows);
  set_exponents(rows);
  if (o.sizes.size() > 1 || !o.read.empty()) print_moving_tables(rows);
  for (const MovingRow& row : rows) good &= row.exact || !row.method.starts_with("masu:");
  if (!o.json.empty()) write_json_array(rows, o.json);
  if (!o.csv.empty()) write_moving_csv(rows, o.csv);
  if (!o.save.empty()) {
    const auto file = std::filesystem::path(o.save) / machine_name() / "moving.csv";
    write_moving_csv(rows, file);
    fmt::print("written to {}\n", file.string());
  }
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how pairs are kept while some objects move.");
  Options options;
  declare(app, options);
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::ParseError& e) {
    // --help arrives here too, as success.
    return app.exit(e) == 0 ? 0 : 2;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: out of memory\n");
    return 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    return 2;
  }
}
