// SPDX-License-Identifier: MIT
#include "world/slide-inl.hpp"

namespace masu::detail {

template SlideResult<2, float> slide_among(AnyBodySource<2, float>, CapsuleMover<2, float>&,
                                           const Vec<2, float>&, const SlideOptions<2, float>&,
                                           TakeSlideContact<2>, const ObstacleFilter<2, float>*);

}  // namespace masu::detail
