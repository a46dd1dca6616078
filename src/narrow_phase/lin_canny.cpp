// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/lin_canny.hpp>

namespace masu {

template FeatureDistance<2, float> lin_canny(const ConvexPolygon<float>&,
                                             const Transform<2, float>&,
                                             const ConvexPolygon<float>&,
                                             const Transform<2, float>&, ClosestFeatures&,
                                             NoTrace&&);
template FeatureDistance<2, double> lin_canny(const ConvexPolygon<double>&,
                                              const Transform<2, double>&,
                                              const ConvexPolygon<double>&,
                                              const Transform<2, double>&, ClosestFeatures&,
                                              NoTrace&&);
template FeatureDistance<3, float> lin_canny(const ConvexPolyhedron<float>&,
                                             const Transform<3, float>&,
                                             const ConvexPolyhedron<float>&,
                                             const Transform<3, float>&, ClosestFeatures&,
                                             NoTrace&&);
template FeatureDistance<3, double> lin_canny(const ConvexPolyhedron<double>&,
                                              const Transform<3, double>&,
                                              const ConvexPolyhedron<double>&,
                                              const Transform<3, double>&, ClosestFeatures&,
                                              NoTrace&&);

}  // namespace masu
