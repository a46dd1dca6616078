// SPDX-License-Identifier: MIT
#include <algorithm>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/text.hpp>
#include <scenes/readers/tiled_map.hpp>

#include <zlib.h>

namespace masu::readers {
namespace {

// Of one block: a small file may claim any size.
constexpr double kMostTiles = 1 << 28;

std::string decode_base64(std::string_view text, const std::string& location) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  bool ended = false;
  for (const char c : text) {
    if (is_blank(c) || c == '\n') continue;
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t digit = kDigits.find(c);
    ended = ended || c == '=';
    if (c == '=') continue;
    if (digit == kDigits.npos || ended) {
      throw InputError(location + ": '" + std::string(1, c) + "' is not a character of base64");
    }
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

struct Inflater {
  Inflater() { ok = inflateInit2(&stream, 15 + 32) == Z_OK; }  // +32: zlib or gzip, by its head
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
  bool ok = false;
};

std::string decompress(const std::string& packed, const TiledBlock& block,
                       const std::string& location) {
  const double area = std::max(block.width, 0.0) * std::max(block.height, 0.0);
  const auto most = static_cast<std::size_t>(4 * std::min(area, kMostTiles));
  Inflater inflater;
  z_stream& stream = inflater.stream;
  std::string bytes;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  int result = inflater.ok ? Z_OK : Z_MEM_ERROR;
  while (result == Z_OK && bytes.size() <= most) {
    const std::size_t before = bytes.size();
    bytes.resize(before + (1 << 16));
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
    stream.avail_out = 1 << 16;
    result = inflate(&stream, Z_NO_FLUSH);
    bytes.resize(before + (1 << 16) - stream.avail_out);
  }
  if (bytes.size() > most) {
    throw InputError(location + ": more than " + text_of(std::uint64_t(most / 4)) +
                     " tiles, expected " + text_of(block.width) + " * " + text_of(block.height));
  }
  if (result != Z_STREAM_END) throw InputError(location + ": the compressed tiles are damaged");
  return bytes;
}

std::vector<std::uint32_t> numbers_of(std::string_view csv, const std::string& location) {
  std::vector<std::uint32_t> tiles;
  Split rows(csv, ',');
  for (std::string_view field; rows.next(field);) {
    while (!field.empty() && (is_blank(field.front()) || field.front() == '\n'))
      field.remove_prefix(1);
    while (!field.empty() && (is_blank(field.back()) || field.back() == '\n'))
      field.remove_suffix(1);
    std::uint32_t tile = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), tile);
    if (error != std::errc() || end != field.data() + field.size()) {
      throw InputError(location + ": tile " + std::to_string(tiles.size()) + ": '" +
                       std::string(field.substr(0, 40)) + "' is not the number of a tile");
    }
    tiles.push_back(tile);
  }
  return tiles;
}

}  // namespace

std::vector<std::uint32_t> decode_tiles(const std::string& encoding, const std::string& compression,
                                        std::string_view text, const TiledBlock& block,
                                        const std::string& location) {
  if (encoding == "csv") return numbers_of(text, location);
  if (encoding != "base64") {
    throw InputError(location + ": unknown encoding '" + encoding + "', expected csv or base64");
  }
  std::string bytes = decode_base64(text, location);
  if (compression == "zlib" || compression == "gzip") {
    bytes = decompress(bytes, block, location);
  } else if (!compression.empty()) {
    throw InputError(location + ": compression '" + compression +
                     "' is not supported; save the map with the tile layer format CSV");
  }
  if (bytes.size() % 4 != 0) {
    throw InputError(location + ": " + std::to_string(bytes.size()) +
                     " bytes of tiles, expected a multiple of 4");
  }
  std::vector<std::uint32_t> tiles(bytes.size() / 4);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    tiles[i] = load_integer<std::uint32_t>(bytes, 4 * i);
  }
  return tiles;
}

}  // namespace masu::readers
