// SPDX-License-Identifier: MIT
// Box files of arbitrary bytes: they are read, or refused with an InputError.
#include <cmath>

#include <masu/core/assert.hpp>
#include <scenes/readers/formats.hpp>

#include "fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace masu::readers;
  using Reader = void (*)(std::string_view, const ReadOptions&, BoxTable&);
  constexpr Reader kReaders[] = {&read_csv, &read_npy, &read_f32, &read_obj, &read_wad};
  if (size == 0) return 0;
  ReadOptions options;
  const std::uint8_t settings = data[0];
  options.dim = settings / 8 % 4 < 2 ? 0 : settings / 8 % 4;
  options.allow_odd = settings / 32 % 2 != 0;
  options.single = settings / 64 % 2 != 0;
  options.obj = settings / 128 != 0 ? ObjBoxes::group : ObjBoxes::triangle;
  BoxTable table;
  table.source = "given";
  try {
    kReaders[settings % 8 % 5]({reinterpret_cast<const char*>(data) + 1, size - 1}, options, table);
  } catch (const InputError& e) {
    MASU_ASSERT(e.what()[0] != 0);
    return 0;
  }
  MASU_ASSERT(table.bounds.size() == table.size() * 2 * std::size_t(table.dim));
  MASU_ASSERT(table.marks.empty() || table.marks.size() == table.size());
  if (options.allow_odd) return 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (int a = 0; a < table.dim; ++a) {
      MASU_ASSERT(std::isfinite(table.min(i)[a]) && table.min(i)[a] <= table.max(i)[a]);
    }
  }
  return 0;
}
