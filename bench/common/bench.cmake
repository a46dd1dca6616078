# SPDX-License-Identifier: MIT
# masu_bench(NAME libraries...): the sources of the folder except main.cpp become
# masu_bench_NAME_core, which tests link too; the program is masu_bench_NAME. Peers are built if
# benchmarks are.
include_guard()
function(masu_bench name)
  if(NOT TARGET masu_bench_common)
    add_subdirectory(${PROJECT_SOURCE_DIR}/bench/common ${PROJECT_BINARY_DIR}/bench/common)
  endif()

  set(core masu_bench_${name}_core)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/main.cpp)
  add_library(${core} STATIC ${sources})
  target_link_libraries(${core} PUBLIC masu::masu masu::scenes masu_bench_common ${ARGN})
  masu_warnings(${core})

  add_executable(masu_bench_${name} main.cpp)
  target_link_libraries(masu_bench_${name} PRIVATE ${core})
  set_target_properties(masu_bench_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  masu_warnings(masu_bench_${name})
  if(MASU_BENCH AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/peers)
    add_subdirectory(peers)
  endif()
endfunction()
