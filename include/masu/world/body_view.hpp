// SPDX-License-Identifier: MIT
// Old name of <masu/mesh/body_view.hpp>.
#pragma once

#include <masu/mesh/body_view.hpp>
