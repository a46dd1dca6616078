// SPDX-License-Identifier: MIT
#include "world/slide-inl.hpp"

namespace masu::detail {

template SlideResult<3, float> slide_among(const SourceView<3, float>&, CapsuleMover<3, float>&,
                                           const Vec<3, float>&, const SlideOptions<3, float>&,
                                           const ContactSinkView<3>&,
                                           const ObstacleFilterView<3, float>&);

}  // namespace masu::detail
