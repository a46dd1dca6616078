// SPDX-License-Identifier: MIT
// write_h5 FILE COLUMNS <numbers: writes them as the float64 dataset /boxes of an HDF5 file.
#include <hdf5.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::vector<double> numbers;
  for (double x; std::scanf("%lf", &x) == 1;) numbers.push_back(x);
  const auto columns = static_cast<hsize_t>(std::atoi(argv[2]));
  const hsize_t size[] = {numbers.size() / columns, columns};
  const hid_t file = H5Fcreate(argv[1], H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(2, size, nullptr);
  const hid_t data =
      H5Dcreate2(file, "/boxes", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const herr_t wrote =
      H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
  H5Dclose(data);
  H5Sclose(space);
  return wrote < 0 || H5Fclose(file) < 0 ? 1 : 0;
}
