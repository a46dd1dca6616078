# SPDX-License-Identifier: MIT
# Calls of every function that the C headers declare: list_calls.py writes one source for each kind.
# Sets `sources`, to compile, and `written`, a folder to include from. The fuzzing target c_calls has
# them too.
set(written ${CMAKE_CURRENT_BINARY_DIR}/written)
file(MAKE_DIRECTORY ${written})
set(sources ${written}/structs.hpp)
foreach(kind any 2f 3f 2d 3d)
  list(APPEND sources ${written}/calls_${kind}.cpp)
endforeach()
file(GLOB templates CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/c/api/*.in)
set(headers masu.h broad_phase.h corridor.h hull.h)
list(TRANSFORM headers PREPEND ${PROJECT_SOURCE_DIR}/include/masu/c/)
add_custom_command(OUTPUT ${sources}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/calls/list_calls.py ${PROJECT_SOURCE_DIR} ${written}
  DEPENDS ${PROJECT_SOURCE_DIR}/tests/calls/list_calls.py ${PROJECT_SOURCE_DIR}/tools/write_c_headers.py ${templates} ${headers}
  COMMENT "Listing the calls of the C interface" VERBATIM)
