// SPDX-License-Identifier: MIT
// Wall files of arbitrary bytes: they are read, or refused with an InputError.
#include <masu/core/assert.hpp>
#include <masu/core/finite.hpp>
#include <scenes/readers/wall_formats.hpp>

#include "fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace masu::readers;
  using Reader = void (*)(std::string_view, const WallOptions&, WallTable&);
  constexpr Reader kReaders[] = {&read_wall_csv,  &read_svg,        &read_geojson, &read_topojson,
                                 &read_wad_walls, &read_tiled_json, &read_tmx};
  if (size == 0) return 0;
  const std::uint8_t settings = data[0];
  WallOptions options;
  options.passable = settings / 8 % 2 != 0;
  WallTable table;
  table.source = "given";
  try {
    kReaders[settings % 8 % 7]({reinterpret_cast<const char*>(data) + 1, size - 1}, options, table);
  } catch (const InputError& e) {
    MASU_ASSERT(e.what()[0] != 0);
    return 0;
  }
  MASU_ASSERT(table.marks.size() == table.walls.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    MASU_ASSERT(masu::is_finite(table.walls[i].a) && masu::is_finite(table.walls[i].b));
    MASU_ASSERT(table.marks[i].source < table.sources.size());
  }
  return 0;
}
