# SPDX-License-Identifier: MIT
# Uses the compiler cache if it is installed.
find_program(MASU_CCACHE ccache)
mark_as_advanced(MASU_CCACHE)
if(MASU_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${MASU_CCACHE})
endif()
