// SPDX-License-Identifier: MIT
// A small world in GMT's format of GSHHG: four bins around, two from pole to pole.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include <netcdf.h>
#include <masu/corridor/wall_chains.hpp>

#include "wall_reading.hpp"

namespace masu::readers {
namespace {

class SmallCoastline {
 public:
  SmallCoastline() : path_(testing::TempDir() + "masu_gshhg.nc") {}
  ~SmallCoastline() { std::remove(path_.c_str()); }
  SmallCoastline(const SmallCoastline&) = delete;
  SmallCoastline& operator=(const SmallCoastline&) = delete;

  // Bins in their order. Way in and out: 0 to 3 are sides, 4: a loop.
  void add(int bin, int level, int side, std::vector<std::pair<int, int>> points) {
    ++counts_[bin];
    for (int b = bin + 1; b < 8; ++b) ++first_[b];
    info_.push_back(int(points.size()) << 9 | level << 6 | side << 3 | side);
    first_point_.push_back(int(x_.size()));
    for (const auto& [x, y] : points) x_.push_back(x), y_.push_back(y);
  }

  void lose_points() { x_.pop_back(), y_.pop_back(); }
  // Every bin has the same segments.
  void share_segments() {
    first_.assign(8, 0);
    counts_.assign(8, int(info_.size()));
  }
  // Every segment has the same points.
  void share_points() { first_point_.assign(first_point_.size(), 0); }
  // The header names an array of latitudes, but the file stores none of its numbers.
  void claim(std::size_t points) { claimed_ = points; }

  std::string bytes(int columns = 4) {
    int file = 0;
    EXPECT_EQ(nc_create(path_.c_str(), NC_NETCDF4 | NC_CLOBBER, &file), NC_NOERR);
    write(file, "N_bins_in_360_longitude_range", NC_INT, {columns});
    write(file, "N_bins_in_180_degree_latitude_range", NC_INT, {2});
    write(file, "Id_of_first_segment_in_a_bin", NC_INT, first_);
    write(file, "N_segments_in_a_bin", NC_SHORT, counts_);
    write(file, "Embedded_npts_levels_exit_entry_for_a_segment", NC_INT, info_);
    write(file, "Id_of_first_point_in_a_segment", NC_INT, first_point_);
    write(file, "Relative_longitude_from_SW_corner_of_bin", NC_SHORT, x_);
    if (claimed_ == 0) {
      write(file, "Relative_latitude_from_SW_corner_of_bin", NC_SHORT, y_);
    } else {
      define(file, "Relative_latitude_from_SW_corner_of_bin", NC_SHORT, claimed_);
    }
    EXPECT_EQ(nc_close(file), NC_NOERR);
    return load_file(path_);
  }

 private:
  static int define(int file, const std::string& name, nc_type type, std::size_t size) {
    int dimension = 0;
    int variable = 0;
    const std::size_t chunk = std::min<std::size_t>(size, 1 << 16);
    nc_def_dim(file, ("of_" + name).c_str(), size, &dimension);
    nc_def_var(file, name.c_str(), type, 1, &dimension, &variable);
    nc_def_var_chunking(file, variable, NC_CHUNKED, &chunk);
    return variable;
  }
  static void write(int file, const std::string& name, nc_type type,
                    const std::vector<int>& values) {
    const int variable = define(file, name, type, values.size());
    // 16 bits without a sign are kept in 16 with one.
    std::vector<int> stored = values;
    for (int& v : stored) v = type == NC_SHORT ? static_cast<std::int16_t>(v) : v;
    EXPECT_EQ(nc_put_var_int(file, variable, stored.data()), NC_NOERR);
  }

  std::string path_;
  std::vector<int> first_ = std::vector<int>(8);
  std::vector<int> counts_ = std::vector<int>(8);
  std::vector<int> info_, first_point_, x_, y_;
  std::size_t claimed_ = 0;
};

// An island in a bin, one over the edge of two bins, one over the meridian of Greenwich, and ice
// around the south pole.
SmallCoastline& add_coasts(SmallCoastline& world) {
  world.add(0, 1, 3, {{0, 40000}, {5000, 45000}, {0, 50000}});
  world.add(0, 1, 1, {{65535, 50000}, {60000, 45000}, {65535, 40000}});
  world.add(1, 1, 3, {{0, 40000}, {5000, 45000}, {0, 50000}});
  world.add(2, 1, 4, {{100, 100}, {200, 100}, {200, 200}, {100, 100}});
  world.add(2, 2, 4, {{140, 110}, {160, 110}, {160, 120}, {140, 110}});
  world.add(2, 6, 4, {{1, 1}, {2, 1}, {2, 2}, {1, 1}});
  world.add(3, 1, 1, {{65535, 50000}, {60000, 45000}, {65535, 40000}});
  for (int bin = 4; bin < 8; ++bin)
    world.add(bin, 5, 3, {{0, 20000}, {30000, 21000}, {65535, 20000}});
  return world;
}

TEST(WallReaders, S1_coastlines_meet_at_the_edges_of_bins) {
  SmallCoastline world;
  const auto table = walls_from(&read_gshhg, add_coasts(world).bytes());
  EXPECT_EQ(text_of_notes(table), "1 pieces of the grounding line of Antarctica");
  WallChains<double> chains;
  ChainReport report;
  ASSERT_EQ(chains.build(table.walls, {}, &report), Status::ok);
  EXPECT_EQ(report.open_ends.count + report.junctions.count + report.crossings.count, 0u);
  // The island over Greenwich is two, one at each side of the map.
  EXPECT_EQ(report.outlines, 5u);
  EXPECT_EQ(report.holes, 1u);
  Vec<2, double> low{400, 400};
  Vec<2, double> high{-400, -400};
  for (const auto& p : chains.vertices()) low = min(low, p), high = max(high, p);
  EXPECT_EQ(low, (Vec<2, double>{0, -90}));
  EXPECT_EQ(high[0], 360);
  EXPECT_NEAR(high[1], 90.0 * 50000 / 65535, 1e-12);
}

TEST(WallBadInput, coastlines) {
  SmallCoastline world;
  const std::string valid = add_coasts(world).bytes();
  EXPECT_EQ(wall_error(&read_gshhg, "CDF").rfind("FILE: is not a GSHHG file of GMT: ", 0), 0u);
  EXPECT_NE(wall_error(&read_gshhg, valid.substr(0, valid.size() / 2)), "no error");
  EXPECT_EQ(wall_error(&read_gshhg, world.bytes(5)),
            "FILE: is damaged: the sizes of its arrays do not fit together");
  world.lose_points();
  EXPECT_EQ(wall_error(&read_gshhg, world.bytes()),
            "FILE: is damaged: bin 7 has segments or points beyond the end");
}

TEST(WallLimits, an_array_of_coastlines_that_the_file_cannot_hold_takes_no_memory) {
  SmallCoastline world;
  add_coasts(world).claim(std::size_t(1) << 42);
  EXPECT_EQ(wall_error(&read_gshhg, world.bytes()),
            "FILE: is damaged: Relative_latitude_from_SW_corner_of_bin has 4398046511104 numbers, "
            "more than the file can hold");
}

TEST(WallLimits, coastlines_that_bins_or_segments_share_are_not_multiplied) {
  SmallCoastline bins;
  add_coasts(bins).share_segments();
  EXPECT_EQ(wall_error(&read_gshhg, bins.bytes()),
            "FILE: is damaged: its bins have more segments than the file");
  SmallCoastline segments;
  add_coasts(segments).share_points();
  segments.lose_points();
  EXPECT_EQ(wall_error(&read_gshhg, segments.bytes()),
            "FILE: is damaged: its segments have more points than the file");
}

}  // namespace
}  // namespace masu::readers
