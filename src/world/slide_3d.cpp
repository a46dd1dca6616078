// SPDX-License-Identifier: MIT
#include "world/slide-inl.hpp"

namespace masu::detail {

template SlideResult<3, double> slide_among(const SourceView<3, double>&, CapsuleMover<3, double>&,
                                            const Vec<3, double>&, const SlideOptions<3, double>&,
                                            const ContactSinkView<3>&,
                                            const ObstacleFilterView<3, double>&);

}  // namespace masu::detail
