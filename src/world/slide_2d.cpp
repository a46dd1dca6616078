// SPDX-License-Identifier: MIT
#include "world/slide-inl.hpp"

namespace masu::detail {

template SlideResult<2, double> slide_among(AnyBodySource<2, double>, CapsuleMover<2, double>&,
                                            const Vec<2, double>&, const SlideOptions<2, double>&,
                                            TakeSlideContact<2>, const ObstacleFilter<2, double>*);

}  // namespace masu::detail
