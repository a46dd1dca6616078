// SPDX-License-Identifier: MIT
// BodyView has moved to mesh.
#pragma once

#include <masu/mesh/body_view.hpp>
