// SPDX-License-Identifier: MIT
// HDF5 files: the dataset /boxes, n rows of 2 D float32 or float64. Each rank opens the file for
// reading and selects its rows, which the serial library can do as well as the parallel one.
#include "box_file.hpp"

#ifdef MASU_HDF5
#include <hdf5.h>

#include <array>
#endif

#include "agreement.hpp"

namespace masu::distributed::cli {

using readers::InputError;

#ifdef MASU_HDF5
namespace {

// An identifier of HDF5 that closes itself.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& error) : id_(id), close_(close) {
    if (id < 0) throw InputError(error);
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

constexpr hsize_t kBlock = 1 << 15;

void read_rows(hid_t data, hid_t space, hsize_t first, hsize_t count, hsize_t columns,
               const readers::ReadOptions& options, readers::BoxTable& table) {
  std::vector<double> rows;
  for (hsize_t done = 0; done < count; done += kBlock) {
    const std::array<hsize_t, 2> start = {first + done, 0};
    const std::array<hsize_t, 2> size = {std::min(kBlock, count - done), columns};
    rows.resize(size[0] * size[1]);
    const Handle memory(H5Screate_simple(2, size.data(), nullptr), &H5Sclose, "HDF5 has no memory");
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr);
    if (H5Dread(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, rows.data()) < 0)
      throw InputError(table.source + ": /boxes cannot be read: cut short or damaged");
    for (hsize_t r = 0; r < size[0]; ++r) {
      const auto location = [&] {
        return table.source + ": box " + std::to_string(first + done + r);
      };
      readers::append(table, {rows.data() + r * columns, columns}, options, location);
    }
  }
}

}  // namespace

void read_hdf5_share(MPI_Comm comm, const readers::ReadOptions& options, BoxShare& share) {
  readers::BoxTable& table = share.table;
  on_all_ranks(comm, [&] {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are ours to print
    const Handle file(H5Fopen(table.source.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose,
                      table.source + ": cannot be opened as HDF5");
    const Handle data(H5Dopen2(file, "/boxes", H5P_DEFAULT), &H5Dclose,
                      table.source + ": has no dataset /boxes");
    const Handle space(H5Dget_space(data), &H5Sclose, table.source + ": /boxes has no extent");
    const Handle type(H5Dget_type(data), &H5Tclose, table.source + ": /boxes has no type");
    std::array<hsize_t, 2> size{};
    const bool table_like = H5Sget_simple_extent_ndims(space) == 2 &&
                            H5Sget_simple_extent_dims(space, size.data(), nullptr) == 2;
    if (!table_like || (size[1] != 4 && size[1] != 6) || H5Tget_class(type) != H5T_FLOAT)
      throw InputError(table.source + ": /boxes is not n rows of 4 or 6 floating-point numbers");
    readers::set_dimension(table, static_cast<int>(size[1] / 2), options);
    table.single = H5Tget_size(type) <= 4 || options.single;
    const auto [first, count] = part_of(comm, size[0]);
    read_rows(data, space, first, count, size[1], options, table);
  });
}
#else
void read_hdf5_share(MPI_Comm comm, const readers::ReadOptions&, BoxShare& share) {
  on_all_ranks(comm, [&] {
    throw InputError(share.table.source + ": masu-mpi was built without HDF5 (libhdf5-dev)");
  });
}
#endif

}  // namespace masu::distributed::cli
