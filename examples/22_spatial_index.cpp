// SPDX-License-Identifier: MIT
// Indexes a million boxes, like the buildings of a map, and queries a window, the nearest boxes and
// a ray. Then saves the index to a file, maps the file and queries it without a copy.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include <masu/masu.hpp>
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace {

using masu::Aabb2d;
using masu::Status;

constexpr std::size_t kCount = 1000000;
constexpr const char* kFile = "masu_spatial_index.bin";

// Returns numbers from 0 to 1, the same on every machine. Source: M. O'Neill, PCG, 2014.
struct Random {
  std::uint64_t state = 1;
  double operator()() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return double(state >> 40) * 0x1p-24;
  }
};

// Makes buildings of 5 to 30 m on a map of 50 km.
std::vector<Aabb2d> make_boxes() {
  std::vector<Aabb2d> boxes(kCount);
  Random random;
  for (Aabb2d& box : boxes) {
    const masu::Vec2d corner{50000 * random(), 50000 * random()};
    box = {corner, corner + masu::Vec2d{5 + 25 * random(), 5 + 25 * random()}};
  }
  return boxes;
}

// Queries an index in memory or in a mapped file.
bool ask(const masu::BvhView<2, double>& index) {
  std::size_t count = 0;
  const Aabb2d window{{20000, 20000}, {20500, 20500}};
  const auto shown = index.for_each_overlapping(window, [&](std::uint32_t) { ++count; });

  std::array<masu::Neighbor<double, std::uint32_t>, 3> nearest;
  const auto near = index.nearest({{25000, 25000}, {25000, 25000}}, nearest);

  const auto hit = index.ray_cast({{0, 30000}, {1, 0}});
  if (shown.status != Status::ok || near.status != Status::ok || !hit.hit) return false;
  std::printf("window: %d boxes, nearest: %d %d %d, ray: box %d after %.0f m\n", int(count),
              int(nearest[0].id), int(nearest[1].id), int(nearest[2].id), int(hit.id), hit.t);
  return true;
}

// map_bvh() needs bytes at a multiple of 64; a std::vector of this type starts at one.
struct alignas(64) Line {
  std::byte bytes[64];
};

std::span<std::byte> make_bytes(std::vector<Line>& lines, std::size_t size) {
  lines.resize((size + 63) / 64);
  return std::as_writable_bytes(std::span(lines)).first(size);
}

bool save(const masu::Bvh<2, double>& index) {
  std::vector<Line> lines;
  const std::span<std::byte> bytes = make_bytes(lines, index.written_size());
  if (index.write(bytes) != Status::ok) return false;
  std::FILE* file = std::fopen(kFile, "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return std::fclose(file) == 0 && written;
}

// map_bvh() checks the bytes and copies nothing.
bool ask_bytes(std::span<const std::byte> bytes) {
  masu::BvhView<2, double> index;
  return masu::map_bvh(bytes, index) == Status::ok && ask(index);
}

bool ask_file() {
  std::FILE* file = std::fopen(kFile, "rb");
  if (file == nullptr) return false;
  std::fseek(file, 0, SEEK_END);
  const auto size = static_cast<std::size_t>(std::ftell(file));
#if __has_include(<sys/mman.h>)
  void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fileno(file), 0);
  std::fclose(file);
  if (memory == MAP_FAILED) return false;
  const bool ok = ask_bytes({static_cast<const std::byte*>(memory), size});
  munmap(memory, size);
#else
  std::vector<Line> lines;
  const std::span<std::byte> bytes = make_bytes(lines, size);
  std::rewind(file);
  const bool read = std::fread(bytes.data(), 1, size, file) == size;
  std::fclose(file);
  const bool ok = read && ask_bytes(bytes);
#endif
  return ok;
}

}  // namespace

int main() {
  const std::vector<Aabb2d> boxes = make_boxes();
  masu::Bvh<2, double> index;
  if (index.build(boxes) != Status::ok || !ask(index.view())) return 1;
  const bool ok = save(index) && ask_file();
  return std::remove(kFile) == 0 && ok ? 0 : 1;
}
// Output: window: 106 boxes, nearest: 236727 707886 960162, ray: box 640899 after 461 m
// Output: window: 106 boxes, nearest: 236727 707886 960162, ray: box 640899 after 461 m
