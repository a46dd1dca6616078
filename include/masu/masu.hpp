// SPDX-License-Identifier: MIT
// Everything at once. Programs that count their compile time include what they use.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/core/version.hpp>
