# SPDX-License-Identifier: MIT
# Compiled before? Then not again. Taken when it is there, never needed.
find_program(MASU_CCACHE ccache)
mark_as_advanced(MASU_CCACHE)
if(MASU_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${MASU_CCACHE})
endif()
