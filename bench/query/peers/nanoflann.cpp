// SPDX-License-Identifier: MIT
// nanoflann: a kd-tree of points stored outside, with its default leaf size of 10.
#include <memory>
#include <nanoflann.hpp>

#include "../peer_kit.hpp"

namespace masu_bench::query {
namespace {

template <class T>
struct Cloud {
  Objects<T> points{};
  std::size_t kdtree_get_point_count() const { return points.size(); }
  T kdtree_get_pt(std::size_t i, std::size_t axis) const { return points.min(i)[axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

// Collects all within the radius; nanoflann's own set leaves out those exactly on it.
template <class T>
struct Within {
  using DistanceType = T;
  T most;
  Answers& answers;
  T worstDist() const { return most; }
  bool full() const { return true; }
  bool addPoint(T distance, std::uint32_t id) {
    if (distance <= most) answers.add(id);
    return true;
  }
};

template <int D, class T>
class Nanoflann {
 public:
  static constexpr std::uint32_t kKinds = kPoints;
  static constexpr std::uint32_t kTasks = kKnn | kRadius;
  explicit Nanoflann(int) {}

  bool build(const Objects<T>& objects) {
    cloud_.points = objects;
    tree_ = std::make_unique<Tree>(D, cloud_);
    tree_->buildIndex();
    return true;
  }
  void ask(const Questions<T>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (questions.task() == MASU_QUERY_KNN) {
        nearest(questions[i], questions.raw.k, answers);
      } else {
        const T radius = static_cast<T>(questions.raw.radius);
        Within<T> set{radius * radius, answers};
        tree_->findNeighbors(set, questions[i], nanoflann::SearchParams());
      }
      answers.end();
    }
  }

 private:
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<T, Cloud<T>, T>,
                                                   Cloud<T>, D, std::uint32_t>;

  void nearest(const T* point, std::uint32_t k, Answers& answers) {
    ids_.resize(k);
    distances_.resize(k);
    const std::size_t found = tree_->knnSearch(point, k, ids_.data(), distances_.data());
    for (std::size_t j = 0; j < found; ++j) answers.add(ids_[j], distances_[j]);
  }

  Cloud<T> cloud_;
  std::unique_ptr<Tree> tree_;
  std::vector<std::uint32_t> ids_;
  std::vector<T> distances_;
};

constexpr char kVersion[] = "1.4.3";
const masu_query_peer kPeers[] = {
    make_peer<Nanoflann<2, float>, float>("nanoflann", kVersion, kFlat),
    make_peer<Nanoflann<3, float>, float>("nanoflann", kVersion, kSolid),
    make_peer<Nanoflann<2, double>, double>("nanoflann", kVersion, kFlat),
    make_peer<Nanoflann<3, double>, double>("nanoflann", kVersion, kSolid)};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
