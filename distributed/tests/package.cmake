# SPDX-License-Identifier: MIT
# Installs the library of the folder BUILD, builds the project SOURCE with it, all below WORK, and
# runs its program with RUN.
file(REMOVE_RECURSE ${WORK})
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}: exit code ${code}\n${text}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed --component Unspecified)
file(GLOB_RECURSE files ${WORK}/installed/*.cmake)
foreach(file ${files})
  file(READ ${file} text)
  if(text MATCHES "${BUILD}|libtrilinos_zoltan.so")
    message(FATAL_ERROR "${file} names a path of this machine")
  endif()
endforeach()
# It works elsewhere too.
file(RENAME ${WORK}/installed ${WORK}/moved)
step(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${WORK}/consumer -DCMAKE_PREFIX_PATH=${WORK}/moved)
step(${CMAKE_COMMAND} --build ${WORK}/consumer)
step(${RUN} -n 3 ${WORK}/consumer/consumer)
if(NOT text MATCHES "10000000001 10000000002")
  message(FATAL_ERROR "the program prints '${text}'")
endif()
