// SPDX-License-Identifier: MIT
#include "narrow_phase/prove_by_features.hpp"

#include "narrow_phase/contact_feature.hpp"
#include "narrow_phase/core_difference.hpp"
#include "narrow_phase/exact_normal.hpp"

namespace masu::detail {

template <class T>
void prove_by_features(const ShapeView<3, T>& a, const ShapeView<3, T>& b,
                       const PairFrame<3>& frame, const Simplex<3>& s, CoreDistance<3>& r) {
  const CoreDifference<3, T> difference(a, b, frame);
  const auto prove = [&](const Vec<3, double>& n) {
    const double size = length(n);
    if (!(size > 0)) return;
    const Vec<3, double> normal = n * ((dot(n, r.normal) < 0 ? -1 : 1) / size);
    const double apart = -dot(normal, difference.settle(normal).w);
    if (!(apart > r.lower)) return;
    r.lower = std::fmin(apart, r.upper);
    r.normal = normal;
  };
  if (s.size == 3) prove(exact_normal(a, b, frame, s));
  const Vec<3, double> found = r.normal;
  prove(contact_feature(a, Matrix<3, double>::identity(), {}, found).normal);
  prove(contact_feature(b, frame.rotation, frame.translation, -found).normal);
}

template void prove_by_features(const ShapeView<3, float>&, const ShapeView<3, float>&,
                                const PairFrame<3>&, const Simplex<3>&, CoreDistance<3>&);
template void prove_by_features(const ShapeView<3, double>&, const ShapeView<3, double>&,
                                const PairFrame<3>&, const Simplex<3>&, CoreDistance<3>&);

}  // namespace masu::detail
