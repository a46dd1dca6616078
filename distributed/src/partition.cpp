// SPDX-License-Identifier: MIT
#include <zoltan.h>

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <string>

#include <masu/distributed/partition.hpp>

namespace masu::distributed {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Zoltan's own bound of space.
constexpr double kLargest = std::numeric_limits<double>::max();

void expect_ok(int code, const char* call) {
  if (code == ZOLTAN_MEMERR) throw std::bad_alloc();
  if (code == ZOLTAN_FATAL) throw std::runtime_error(std::string(call) + "() of Zoltan failed");
}

template <int D>
using Points = std::span<const Vec<D, double>>;

template <int D>
int count_points(void* data, int* error) {
  *error = ZOLTAN_OK;
  return static_cast<int>(static_cast<const Points<D>*>(data)->size());
}

template <int D>
void list_points(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int, float*,
                 int* error) {
  const auto count = static_cast<ZOLTAN_ID_TYPE>(static_cast<const Points<D>*>(data)->size());
  for (ZOLTAN_ID_TYPE i = 0; i < count; ++i) global[i] = local[i] = i;
  *error = ZOLTAN_OK;
}

int dimension_2(void*, int* error) {
  *error = ZOLTAN_OK;
  return 2;
}
int dimension_3(void*, int* error) {
  *error = ZOLTAN_OK;
  return 3;
}

template <int D>
void coordinates(void* data, int, int, int count, ZOLTAN_ID_PTR, ZOLTAN_ID_PTR local, int,
                 double* out, int* error) {
  const Points<D>& points = *static_cast<const Points<D>*>(data);
  for (int i = 0; i < count; ++i) {
    for (int a = 0; a < D; ++a) out[i * D + a] = points[local[i]][a];
  }
  *error = ZOLTAN_OK;
}

// Three coordinates, as Zoltan takes them.
template <int D>
std::array<double, 3> padded(const Vec<D, double>& p) {
  std::array<double, 3> out{};
  for (int a = 0; a < D; ++a) out[a] = std::clamp(p[a], -kLargest, kLargest);
  return out;
}

template <int D>
Region<D> everything() {
  return {Vec<D, double>::all(-kInfinity), Vec<D, double>::all(kInfinity)};
}
template <int D>
Region<D> nothing() {
  return {Vec<D, double>::all(kInfinity), Vec<D, double>::all(-kInfinity)};
}

// The region of a rank. Zoltan bounds the outermost ones by the largest number, not by infinity.
template <int D>
Region<D> region_of(Zoltan_Struct* zoltan, int rank) {
  int dimensions = 0;
  std::array<double, 3> lo{}, hi{};
  expect_ok(
      Zoltan_RCB_Box(zoltan, rank, &dimensions, &lo[0], &lo[1], &lo[2], &hi[0], &hi[1], &hi[2]),
      "Zoltan_RCB_Box");
  Region<D> region = everything<D>();
  for (int a = 0; a < D; ++a) {
    if (lo[a] > -kLargest) region.lo[a] = lo[a];
    if (hi[a] < kLargest) region.hi[a] = hi[a];
  }
  return region;
}

// Zoltan starts once in a process, after MPI.
void start_zoltan() {
  static const int code = [] {
    float version = 0;
    return Zoltan_Initialize(0, nullptr, &version);
  }();
  expect_ok(code, "Zoltan_Initialize");
}

}  // namespace

template <int D>
void Partition<D>::Free::operator()(Zoltan_Struct* zoltan) const {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0) Zoltan_Destroy(&zoltan);
}

template <int D>
Partition<D>::Partition(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_size(comm, &ranks_);
  MPI_Comm_rank(comm, &rank_);
  region_ = rank_ == 0 ? everything<D>() : nothing<D>();
  found_.resize(2 * static_cast<std::size_t>(ranks_));
  start_zoltan();
  zoltan_.reset(Zoltan_Create(comm));
  if (!zoltan_) throw std::bad_alloc();
  // Parts of points with equal coordinates are not divided: only the cuts decide, not the lists.
  constexpr std::pair<const char*, const char*> kParameters[] = {
      {"DEBUG_LEVEL", "0"}, {"LB_METHOD", "RCB"},
      {"KEEP_CUTS", "1"},   {"RETURN_LISTS", "NONE"},
      {"REMAP", "0"},       {"IMBALANCE_TOL", "1.02"},
      {"RCB_REUSE", "1"},   {"RCB_LOCK_DIRECTIONS", "1"}};
  for (const auto& [name, value] : kParameters) {
    expect_ok(Zoltan_Set_Param(zoltan_.get(), name, value), "Zoltan_Set_Param");
  }
}

template <int D>
void Partition<D>::cut(std::span<const Vec<D, double>> points) {
  unsigned long long total = points.size();
  MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, comm_);
  // Of one rank, or without a point, there is nothing to cut.
  if (ranks_ == 1 || total == 0) return;
  Zoltan_Struct* z = zoltan_.get();
  Zoltan_Set_Num_Obj_Fn(z, &count_points<D>, &points);
  Zoltan_Set_Obj_List_Fn(z, &list_points<D>, &points);
  Zoltan_Set_Num_Geom_Fn(z, D == 2 ? &dimension_2 : &dimension_3, nullptr);
  Zoltan_Set_Geom_Multi_Fn(z, &coordinates<D>, &points);
  int changes = 0, gids = 0, lids = 0, imports = 0, exports = 0;
  ZOLTAN_ID_PTR import_global = nullptr, import_local = nullptr, export_global = nullptr,
                export_local = nullptr;
  int *import_ranks = nullptr, *import_parts = nullptr, *export_ranks = nullptr,
      *export_parts = nullptr;
  expect_ok(Zoltan_LB_Partition(z, &changes, &gids, &lids, &imports, &import_global, &import_local,
                                &import_ranks, &import_parts, &exports, &export_global,
                                &export_local, &export_ranks, &export_parts),
            "Zoltan_LB_Partition");
  was_cut_ = true;
  region_ = region_of<D>(z, rank_);
}

template <int D>
int Partition<D>::owner(const Vec<D, double>& point) const {
  if (region_.contains(point)) return rank_;
  if (!was_cut_) return 0;
  std::array<double, 3> p = padded(point);
  int rank = 0, part = 0;
  expect_ok(Zoltan_LB_Point_PP_Assign(zoltan_.get(), p.data(), &rank, &part),
            "Zoltan_LB_Point_PP_Assign");
  return part;
}

template <int D>
void Partition<D>::append_owners(const Aabb<D, double>& box, std::vector<int>& owners) const {
  // Regions are convex: the one that has both corners has all of the box. Zoltan's search of a box
  // takes O(ranks), that of a point O(log ranks).
  const int first = owner(box.min);
  if (first == owner(box.max)) return owners.push_back(first);
  const std::array<double, 3> lo = padded(box.min), hi = padded(box.max);
  int processes = 0, parts = 0;
  int* found = found_.data() + ranks_;
  expect_ok(Zoltan_LB_Box_PP_Assign(zoltan_.get(), lo[0], lo[1], lo[2], hi[0], hi[1], hi[2],
                                    found_.data(), &processes, found, &parts),
            "Zoltan_LB_Box_PP_Assign");
  owners.insert(owners.end(), found, found + parts);
}

template class Partition<2>;
template class Partition<3>;

}  // namespace masu::distributed
