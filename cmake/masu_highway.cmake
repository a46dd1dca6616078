# SPDX-License-Identifier: MIT
# hwy::hwy: installed, from the surrounding project, or downloaded if that is allowed.
option(MASU_FETCH_HIGHWAY "Download Highway where it is not installed" OFF)
set(MASU_HIGHWAY_REPOSITORY https://github.com/google/highway.git CACHE STRING
  "Where MASU_FETCH_HIGHWAY clones Highway from")
# The version that is tested.
set(MASU_HIGHWAY_TAG 1.0.3 CACHE STRING "What MASU_FETCH_HIGHWAY checks out")
mark_as_advanced(MASU_HIGHWAY_REPOSITORY MASU_HIGHWAY_TAG)

if(NOT TARGET hwy::hwy)
  find_package(hwy CONFIG QUIET)
endif()
if(NOT TARGET hwy::hwy AND NOT MASU_FETCH_HIGHWAY)
  message(FATAL_ERROR "masu needs Google Highway 1.0.3 or later, and CMake does not find it. One of "
    "these helps:\n"
    "  install it: apt install libhwy-dev, brew install highway, vcpkg install highway\n"
    "  say where it is: -DCMAKE_PREFIX_PATH=<where it is installed>\n"
    "  let CMake download and build it: -DMASU_FETCH_HIGHWAY=ON")
endif()
if(NOT TARGET hwy::hwy)
  include(FetchContent)
  foreach(part CONTRIB EXAMPLES TESTS)
    set(HWY_ENABLE_${part} OFF)
  endforeach()
  set(BUILD_TESTING OFF)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)  # these variables override its options
  FetchContent_Declare(highway GIT_REPOSITORY ${MASU_HIGHWAY_REPOSITORY}
    GIT_TAG ${MASU_HIGHWAY_TAG} GIT_SHALLOW ON)
  FetchContent_MakeAvailable(highway)
  if(NOT TARGET hwy::hwy)
    add_library(hwy::hwy ALIAS hwy)
  endif()
endif()
