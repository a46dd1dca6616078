// SPDX-License-Identifier: MIT
// STL of both kinds. Normals are ignored: they follow from the corners, and many files have zeros.
#include <cmath>

#include "bytes.hpp"
#include "mesh_readers.hpp"
#include "text.hpp"

namespace masu::io {
namespace {

constexpr std::size_t kHead = 84;    // 80 arbitrary bytes, then the number of triangles
constexpr std::size_t kRecord = 50;  // normal, three corners, two bytes

void add_corner(Mesh& mesh, const Vec<3, double>& p) {
  mesh.indices.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
  mesh.vertices.push_back(p);
}

// Returns the number of triangles in the header.
std::uint64_t said(std::string_view bytes) {
  return bytes.size() < kHead ? 0 : load_integer<std::uint32_t>(bytes, kHead - 4);
}

void read_binary(std::string_view bytes, const Source& source, Mesh& mesh) {
  if (bytes.size() < kHead) {
    throw ReadError(ReadStatus::malformed, source.name +
                                               ": is neither ASCII STL, which begins with "
                                               "'solid', nor as long as the header of binary "
                                               "STL");
  }
  const std::uint64_t count = said(bytes);
  if (bytes.size() < kHead + kRecord * count) {
    throw ReadError(ReadStatus::malformed,
                    source.name + ": truncated: " + std::to_string(count) + " triangles are " +
                        std::to_string(kHead + kRecord * count) + " bytes, the file has " +
                        std::to_string(bytes.size()));
  }
  expect_triangles(source, mesh, count);
  expect_vertices(source, mesh, 3 * count);
  mesh.vertices.reserve(3 * count);
  mesh.indices.reserve(3 * count);
  for (std::size_t t = 0; t < count; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = kHead + kRecord * t + 12 * (k + 1);
      add_corner(mesh, {load_float32(bytes, at), load_float32(bytes, at + 4),
                        load_float32(bytes, at + 8)});
    }
  }
  mesh.groups.push_back({"", 0, count});
}

// Lines of words: solid, facet normal, outer loop, three of vertex, endloop, endfacet, endsolid.
class AsciiStl {
 public:
  AsciiStl(const Source& source, Mesh& mesh) : source_(source), mesh_(mesh) {}

  void read(std::string_view bytes) {
    Split lines(bytes, '\n');
    for (std::string_view text; lines.next(text);) {
      ++line_;
      std::string_view rest = text;
      const std::string_view word = next_word(rest);
      if (!word.empty()) take(word, rest);
    }
    if (inside_) fail("truncated: the file ends inside a facet or solid");
  }

 private:
  enum class State { outside, solid, facet, loop, looped };

  [[noreturn]] void fail(const std::string& what) const {
    throw ReadError(ReadStatus::malformed,
                    source_.name + ":" + std::to_string(line_) + ": " + what);
  }

  void go(State from, State to, std::string_view word) {
    if (state_ != from) fail("'" + std::string(word) + "' is out of place");
    state_ = to;
    inside_ = to != State::outside;
  }

  void take(std::string_view word, std::string_view rest) {
    if (word == "vertex") return vertex(rest);
    if (word == "facet") return go(State::solid, State::facet, word);
    if (word == "outer") {
      corners_ = 0;
      return go(State::facet, State::loop, word);
    }
    if (word == "endloop") {
      if (corners_ != 3) fail("a loop of " + std::to_string(corners_) + " vertices, expected 3");
      return go(State::loop, State::looped, word);
    }
    if (word == "endfacet") return go(State::looped, State::solid, word);
    if (word == "endsolid") {
      mesh_.groups.back().count = mesh_.triangle_count() - mesh_.groups.back().first;
      return go(State::solid, State::outside, word);
    }
    if (word != "solid") fail("'" + std::string(word) + "' is not a keyword of STL");
    go(State::outside, State::solid, word);
    mesh_.groups.push_back({std::string(trimmed(rest)), mesh_.triangle_count(), 0});
  }

  void vertex(std::string_view rest) {
    if (state_ != State::loop || corners_ == 3) fail("'vertex' is out of place");
    if (corners_++ == 0) expect_triangles(source_, mesh_, 1);
    expect_vertices(source_, mesh_, 1);
    Vec<3, double> p{};
    for (int a = 0; a < 3; ++a) {
      const std::string_view word = next_word(rest);
      const Number n = parse_number(word, false);
      if (n.error != NumberError::none) {
        fail("vertex: '" + std::string(word) + "' " + describe(n.error));
      }
      p[a] = n.value;
    }
    if (!next_word(rest).empty()) fail("vertex: more than 3 coordinates");
    add_corner(mesh_, p);
  }

  const Source& source_;
  Mesh& mesh_;
  State state_ = State::outside;
  bool inside_ = false;
  int corners_ = 0;
  std::size_t line_ = 0;
};

}  // namespace

void read_stl(std::string_view bytes, const Source& source, Mesh& mesh) {
  // Headers of binary files may begin with "solid" too: their length distinguishes them, and zero
  // bytes, which text does not contain.
  const bool fits = bytes.size() >= kHead && bytes.size() == kHead + kRecord * said(bytes);
  const std::string_view start = bytes.substr(0, 512);
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  const bool says_solid = first != start.npos && start.substr(first).starts_with("solid");
  if (fits || !says_solid || start.find('\0') != start.npos) {
    return read_binary(bytes, source, mesh);
  }
  AsciiStl(source, mesh).read(bytes);
}

}  // namespace masu::io
