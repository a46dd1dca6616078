// SPDX-License-Identifier: MIT
#include "world/slide-inl.hpp"

namespace masu::detail {

template SlideResult<3, double> slide_among(AnyBodySource<3, double>, CapsuleMover<3, double>&,
                                            const Vec<3, double>&, const SlideOptions<3, double>&,
                                            TakeSlideContact<3>, const ObstacleFilter<3, double>*);

}  // namespace masu::detail
