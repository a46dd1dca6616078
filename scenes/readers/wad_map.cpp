// SPDX-License-Identifier: MIT
#include <scenes/readers/wad_map.hpp>

#include <algorithm>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {
namespace {

constexpr unsigned kNoSide = 0xffff;
constexpr std::size_t kMapLumps = 10;  // a map's own lumps follow its marker

std::string upper(std::string_view s) {
  std::string result(s);
  for (char& c : result) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  return result;
}

double coordinate(std::string_view lump, std::size_t at) {
  return static_cast<std::int16_t>(load_integer<std::uint16_t>(lump, at));
}

}  // namespace

WadMap::WadMap(std::string_view bytes, std::string_view map, std::string source)
    : bytes_(bytes), source_(std::move(source)) {
  read_directory();
  marker_ = find_map(map);
}

void WadMap::fail(const std::string& what) const {
  throw InputError(source_ + ": " + what);
}

void WadMap::read_directory() {
  if (bytes_.size() < 12)
    fail("truncated: a WAD has a header of 12 bytes, the file " + std::to_string(bytes_.size()));
  const std::string_view magic = bytes_.substr(0, 4);
  if (magic != "IWAD" && magic != "PWAD")
    fail("is not a WAD: it begins with neither IWAD nor PWAD");
  const std::uint64_t count = load_integer<std::uint32_t>(bytes_, 4);
  const std::uint64_t start = load_integer<std::uint32_t>(bytes_, 8);
  if (start + 16 * count > bytes_.size()) {
    fail("truncated: its directory ends at byte " + std::to_string(start + 16 * count) +
         ", the file at " + std::to_string(bytes_.size()));
  }
  for (std::uint64_t i = 0; i < count; ++i) add_lump(start + 16 * i);
}

void WadMap::add_lump(std::uint64_t entry) {
  const std::string_view name = bytes_.substr(entry + 8, 8);
  lumps_.push_back({upper(name.substr(0, name.find('\0'))),
                    load_integer<std::uint32_t>(bytes_, entry),
                    load_integer<std::uint32_t>(bytes_, entry + 4)});
  Lump& lump = lumps_.back();
  if (lump.size == 0) lump.offset = 0;  // then the offset may be anything
  if (lump.offset + lump.size > bytes_.size()) {
    fail("truncated: lump " + lump.name + " ends at byte " +
         std::to_string(lump.offset + lump.size) + ", the file at " +
         std::to_string(bytes_.size()));
  }
}

bool WadMap::is_marker(std::size_t i) const {
  return i + 1 < lumps_.size() &&
         (lumps_[i + 1].name == "THINGS" || lumps_[i + 1].name == "TEXTMAP");
}

std::size_t WadMap::find_map(std::string_view map) const {
  std::string known;
  for (std::size_t i = 0; i < lumps_.size(); ++i) {
    if (!is_marker(i)) continue;
    if (lumps_[i].name == upper(map)) return i;
    known += " " + lumps_[i].name;
  }
  if (known.empty()) fail("holds no map");
  if (map.empty()) fail("name a map, as in FILE.wad:MAP01; it holds" + known);
  fail("has no map " + std::string(map) + "; it holds" + known);
}

std::string_view WadMap::records(std::string_view name, std::size_t record) const {
  for (std::size_t i = marker_ + 1; i < std::min(marker_ + 1 + kMapLumps + 1, lumps_.size()); ++i) {
    if (is_marker(i)) break;
    if (lumps_[i].name == "BEHAVIOR" || lumps_[i].name == "TEXTMAP") {
      fail("is in the " + std::string(lumps_[i].name == "TEXTMAP" ? "UDMF" : "Hexen") +
           " map format, expected Doom's");
    }
  }
  for (std::size_t i = marker_ + 1; i < std::min(marker_ + 1 + kMapLumps, lumps_.size()); ++i) {
    if (is_marker(i)) break;
    if (lumps_[i].name != name) continue;
    if (lumps_[i].size % record != 0) {
      fail("lump " + lumps_[i].name + " has " + std::to_string(lumps_[i].size) +
           " bytes, expected a multiple of " + std::to_string(record));
    }
    return bytes_.substr(lumps_[i].offset, lumps_[i].size);
  }
  fail("the map has no lump " + std::string(name));
}

Linedef WadMap::linedef(std::string_view lines, std::string_view vertices, std::size_t i) const {
  Linedef line{};
  for (std::size_t e = 0; e < 2; ++e) {
    const std::size_t v = load_integer<std::uint16_t>(lines, i * kLinedefSize + 2 * e);
    if ((v + 1) * kVertexSize > vertices.size()) {
      fail("linedef " + std::to_string(i) + ": vertex " + std::to_string(v) + ", but there are " +
           std::to_string(vertices.size() / kVertexSize));
    }
    line.ends[e] = {coordinate(vertices, v * kVertexSize),
                    coordinate(vertices, v * kVertexSize + 2)};
  }
  line.flags = load_integer<std::uint16_t>(lines, i * kLinedefSize + 4);
  line.two_sided = load_integer<std::uint16_t>(lines, i * kLinedefSize + 12) != kNoSide;
  return line;
}

}  // namespace masu::readers
