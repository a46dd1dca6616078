// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/v_clip.hpp>

namespace masu {

template FeatureDistance<3, float> v_clip(const ConvexPolyhedron<float>&,
                                          const Transform<3, float>&,
                                          const ConvexPolyhedron<float>&,
                                          const Transform<3, float>&, ClosestFeatures&, NoTrace&&);
template FeatureDistance<3, double> v_clip(const ConvexPolyhedron<double>&,
                                           const Transform<3, double>&,
                                           const ConvexPolyhedron<double>&,
                                           const Transform<3, double>&, ClosestFeatures&,
                                           NoTrace&&);

}  // namespace masu
