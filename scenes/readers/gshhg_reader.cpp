// SPDX-License-Identifier: MIT
// Reads the coastlines of P. Wessel, W. H. F. Smith, "A global, self-consistent, hierarchical,
// high-resolution shoreline database", J. Geophys. Res. 101 (1996), in the format of GMT: netCDF-4,
// cut at the edges of square bins, rows of bins from the north, each from 0 degrees east. Points
// are 16-bit steps from a bin's south-west corner, so that pieces on both sides of an edge meet
// exactly.
#include <scenes/readers/wall_formats.hpp>

#ifdef MASU_NETCDF

#include <algorithm>
#include <map>

#include <netcdf.h>
#include <netcdf_mem.h>

namespace masu::readers {
namespace {

constexpr std::int64_t kSteps = 65535;  // per bin
constexpr int kGroundingLine = 6;       // of Antarctica, the alternative to its ice front

class NetCdfFile {
 public:
  NetCdfFile(std::string_view bytes, std::string location)
      : location_(std::move(location)), most_numbers_(kMostPerByte * bytes.size()) {
    check(nc_open_mem("masu", NC_NOWRITE, bytes.size(), const_cast<char*>(bytes.data()), &id_), "");
  }
  ~NetCdfFile() { nc_close(id_); }
  NetCdfFile(const NetCdfFile&) = delete;
  NetCdfFile& operator=(const NetCdfFile&) = delete;

  std::vector<int> read(const std::string& name) const {
    int variable = 0;
    int dimension = 0;
    int dimensions = 0;
    std::size_t size = 0;
    check(nc_inq_varid(id_, name.c_str(), &variable), name);
    check(nc_inq_varndims(id_, variable, &dimensions), name);
    if (dimensions != 1) throw InputError(location_ + ": " + name + " has more than one dimension");
    check(nc_inq_vardimid(id_, variable, &dimension), name);
    check(nc_inq_dimlen(id_, dimension, &size), name);
    // Numbers that were never stored take no space in the file.
    if (size > most_numbers_) {
      throw InputError(location_ + ": is damaged: " + name + " has " + std::to_string(size) +
                       " numbers, more than the file can hold");
    }
    std::vector<int> values(size);
    check(nc_get_var_int(id_, variable, values.data()), name);
    return values;
  }

 private:
  // GMT's files of coastlines have up to 0.22 numbers per byte.
  static constexpr std::size_t kMostPerByte = 8;

  void check(int result, const std::string& name) const {
    if (result == NC_NOERR) return;
    throw InputError(location_ + ": is not a GSHHG file of GMT: " +
                     (name.empty() ? "" : name + ": ") + nc_strerror(result));
  }

  std::string location_;
  std::size_t most_numbers_;
  int id_ = 0;
};

class GshhgReader {
 public:
  GshhgReader(const NetCdfFile& file, WallTable& table)
      : writer_(table),
        first_segment_(file.read("Id_of_first_segment_in_a_bin")),
        segment_count_(file.read("N_segments_in_a_bin")),
        info_(file.read("Embedded_npts_levels_exit_entry_for_a_segment")),
        first_point_(file.read("Id_of_first_point_in_a_segment")),
        x_(file.read("Relative_longitude_from_SW_corner_of_bin")),
        y_(file.read("Relative_latitude_from_SW_corner_of_bin")),
        columns_(one(file, "N_bins_in_360_longitude_range")),
        rows_(one(file, "N_bins_in_180_degree_latitude_range")) {
    const std::size_t bins = segment_count_.size();
    const bool sane = columns_ > 0 && rows_ > 0 && columns_ < 100000 && rows_ < 100000 &&
                      bins == static_cast<std::size_t>(columns_ * rows_) &&
                      first_segment_.size() == bins && first_point_.size() == info_.size() &&
                      x_.size() == y_.size();
    if (!sane) writer_.fail("is damaged: the sizes of its arrays do not fit together");
  }

  void read() {
    for (std::int64_t bin = 0; bin < columns_ * rows_; ++bin) {
      const std::int64_t first = first_segment_[bin];
      const std::int64_t end = first + (segment_count_[bin] & 0xffff);
      if (first < 0 || end > std::int64_t(info_.size())) fail(bin);
      // Each belongs to one bin. A file in which bins share them would become any number of walls.
      segments_ += static_cast<std::size_t>(end - first);
      if (segments_ > info_.size()) {
        writer_.fail("is damaged: its bins have more segments than the file");
      }
      for (std::int64_t s = first; s < end; ++s) add_segment(bin, s);
    }
    close_seam();
    writer_.note_count(grounding_lines_, "pieces of the grounding line of Antarctica");
  }

 private:
  std::int64_t one(const NetCdfFile& file, const char* name) const {
    const std::vector<int> values = file.read(name);
    return values.size() == 1 ? values[0] : 0;
  }
  [[noreturn]] void fail(std::int64_t bin) const {
    writer_.fail("is damaged: bin " + std::to_string(bin) +
                 " has segments or points beyond the end");
  }

  // Returns degrees east and north.
  Vec<2, double> point(std::int64_t x, std::int64_t y) const {
    return {double(x) * 360 / double(kSteps * columns_),
            double(y) * 180 / double(kSteps * rows_) - 90};
  }

  // Nine bits: level, entry and exit; a piece with neither is a whole loop. Then the points.
  void add_segment(std::int64_t bin, std::int64_t s) {
    const auto info = static_cast<std::uint32_t>(info_[s]);
    const std::int64_t first = first_point_[s];
    const std::int64_t end = first + (info >> 9);
    if (first < 0 || end > std::int64_t(x_.size())) fail(bin);
    points_ += static_cast<std::size_t>(end - first);
    if (points_ > x_.size()) {
      writer_.fail("is damaged: its segments have more points than the file");
    }
    const int level = info >> 6 & 7;
    if (level == kGroundingLine) {
      ++grounding_lines_;
      return;
    }
    static constexpr const char* kNames[] = {"",     "land",          "lake", "island in lake",
                                             "pond", "Antarctic ice", "",     ""};
    writer_.begin_source("coast", kNames[level]);
    const std::int64_t west = bin % columns_ * kSteps;
    const std::int64_t south = (rows_ - 1 - bin / columns_) * kSteps;
    std::vector<Vec<2, double>> points;
    for (std::int64_t p = first; p < end; ++p) {
      points.push_back(point(west + (x_[p] & 0xffff), south + (y_[p] & 0xffff)));
    }
    if ((info & 7) == 4) return writer_.add_ring(points);
    writer_.add_line(points);
    for (const std::int64_t p : {first, end - 1}) {
      if (p < first) continue;  // it has no points
      const std::int64_t x = west + (x_[p] & 0xffff);
      if (x == 0) ++seam_[south + (y_[p] & 0xffff)];
    }
  }

  // Coastlines that cross the Greenwich meridian end there on both sides of the map. From the north
  // it runs along water, land, water, ..., and finally the ice of Antarctica down to the pole.
  void close_seam() {
    std::vector<std::int64_t> ends;
    for (const auto& [y, count] : seam_) {
      if (count % 2 == 1) ends.push_back(y);
    }
    std::reverse(ends.begin(), ends.end());
    const bool pole = ends.size() % 2 == 1;
    if (pole) ends.push_back(0);
    if (ends.empty()) return;
    const std::int64_t east = columns_ * kSteps;
    writer_.begin_source("seam", "0 degrees east");
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
      writer_.add(point(0, ends[i]), point(0, ends[i + 1]));
      writer_.add(point(east, ends[i]), point(east, ends[i + 1]));
    }
    if (pole) writer_.add(point(0, 0), point(east, 0));
  }

  WallWriter writer_;
  std::vector<int> first_segment_;
  std::vector<int> segment_count_;
  std::vector<int> info_;
  std::vector<int> first_point_;
  std::vector<int> x_;
  std::vector<int> y_;
  std::int64_t columns_;
  std::int64_t rows_;
  std::map<std::int64_t, int> seam_;  // ends at the western edge, by their y
  std::size_t segments_ = 0;
  std::size_t points_ = 0;
  std::size_t grounding_lines_ = 0;
};

}  // namespace

void read_gshhg(std::string_view bytes, const WallOptions&, WallTable& table) {
  const NetCdfFile file(bytes, table.source);
  GshhgReader(file, table).read();
}

}  // namespace masu::readers

#else

namespace masu::readers {

void read_gshhg(std::string_view, const WallOptions&, WallTable& table) {
  throw InputError(table.source +
                   ": masu was built without netCDF; install libnetcdf-dev and configure it again");
}

}  // namespace masu::readers

#endif
