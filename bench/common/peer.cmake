# SPDX-License-Identifier: MIT
# masu_peer(PREFIX NAME FILE libraries...): one shared object in the folder PREFIXpeers beside the
# program, its symbols its own, all of them defined. Peers get the same optimisation as ours and no
# warnings of ours about their headers.
include_guard()
function(masu_peer prefix name file)
  set(target ${prefix}peer_${name})
  add_library(${target} MODULE ${file}.cpp)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE ${ARGN})
  target_link_options(${target} PRIVATE -Wl,--no-undefined)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/${prefix}peers
    CXX_VISIBILITY_PRESET hidden)
  # Building the program builds its peers.
  string(REGEX REPLACE "_$" "" driver "${prefix}")
  if(driver STREQUAL "")
    set(driver broad)
  endif()
  add_dependencies(masu_bench_${driver} ${target})
endfunction()
