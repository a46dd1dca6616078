// SPDX-License-Identifier: MIT
#include "world/slide-inl.hpp"

namespace masu::detail {

template SlideResult<3, float> slide_among(AnyBodySource<3, float>, CapsuleMover<3, float>&,
                                           const Vec<3, float>&, const SlideOptions<3, float>&,
                                           TakeSlideContact<3>, const ObstacleFilter<3, float>*);

}  // namespace masu::detail
