// SPDX-License-Identifier: MIT
// Damaged files: every truncation and every changed byte results in boxes or in an InputError,
// never in anything else. Run under ASan and UBSan too.
#include <gtest/gtest.h>

#include "reading.hpp"

namespace masu::readers {
namespace {

struct Golden {
  const char* name;
  Read read;
  ReadOptions options;
};

std::vector<Golden> golden_files() {
  std::vector<Golden> files;
  for (const char* name :
       {"c_f8.npy", "c_f4.npy", "fortran_f8.npy", "big_endian_f4.npy", "big_endian_fortran_f8.npy",
        "version2_f8.npy", "version3_f4.npy", "three_f8.npy"}) {
    files.push_back({name, &read_npy, {}});
  }
  files.push_back({"room.wad", &read_wad, map_named("MAP01")});
  files.push_back({"room.wad", &read_wad, map_named("MAP02")});
  files.push_back({"two.csv", &read_csv, {}});
  files.push_back({"three.csv", &read_csv, {}});
  files.push_back({"shapes.obj", &read_obj, {}});
  files.push_back({"two.f32", &read_f32, with_dim(2)});
  files.push_back({"three.f32", &read_f32, with_dim(3)});
  return files;
}

TEST(Damage, every_truncation_of_a_binary_file_with_a_header_is_noticed) {
  for (const Golden& file : golden_files()) {
    if (file.read != &read_npy && file.read != &read_wad) continue;
    const std::string bytes = load_file(data_file(file.name));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_NE(error_of(file.read, bytes.substr(0, size), file.options), "no error")
          << file.name << " cut to " << size;
    }
  }
}

TEST(Damage, raw_floats_cut_inside_a_row_are_noticed) {
  const std::string bytes = load_file(data_file("three.f32"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const bool noticed = error_of(&read_f32, bytes.substr(0, size), with_dim(3)) != "no error";
    EXPECT_EQ(noticed, size % 24 != 0) << size;
  }
}

// Text has no length to check: truncated, it is an error or a beginning of the whole, except for
// the last number, which may have lost digits.
TEST(Damage, truncated_text_is_an_error_or_a_prefix) {
  for (const Golden& file : golden_files()) {
    if (file.read != &read_csv && file.read != &read_obj) continue;
    const std::string bytes = load_file(data_file(file.name));
    const BoxTable whole = read_bytes(file.read, bytes, file.options);
    const std::size_t row = 2 * static_cast<std::size_t>(whole.dim);
    int errors = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string_view cut = std::string_view(bytes).substr(0, size);
      if (error_of(file.read, cut, file.options) != "no error") {
        ++errors;
        continue;
      }
      const BoxTable part = read_bytes(file.read, cut, file.options);
      ASSERT_LE(part.size(), whole.size());
      for (std::size_t i = 0; part.size() > 1 && i < (part.size() - 1) * row; ++i) {
        ASSERT_EQ(part.bounds[i], whole.bounds[i]) << file.name << " cut to " << size;
      }
    }
    EXPECT_GT(errors, 0) << file.name;
  }
}

TEST(Damage, every_changed_byte_gives_boxes_or_an_error) {
  int errors = 0;
  int fine = 0;
  for (const Golden& file : golden_files()) {
    const std::string bytes = load_file(data_file(file.name));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int change : {0x01, 0x10, 0x80, 0xff}) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ change);
        (error_of(file.read, damaged, file.options) == "no error" ? fine : errors)++;
      }
    }
  }
  // Neither may be rare, or the test would say nothing.
  EXPECT_GT(errors, 1000);
  EXPECT_GT(fine, 1000);
}

}  // namespace
}  // namespace masu::readers
