# SPDX-License-Identifier: MIT
# Runs PROGRAM with RUN and several numbers of ranks: it must end soon, with exit code 1 and a
# message.
foreach(ranks 1 2 4 7)
  math(EXPR last "${ranks} - 1")
  execute_process(COMMAND ${RUN} -n ${ranks} ${PROGRAM} RESULT_VARIABLE code ERROR_VARIABLE text
    OUTPUT_VARIABLE unused TIMEOUT 25)
  if(NOT code EQUAL 1 OR NOT text MATCHES "masu: rank ${last}: the disk of this rank is full")
    message(FATAL_ERROR "${ranks} ranks: exit code ${code}\n${text}")
  endif()
endforeach()
