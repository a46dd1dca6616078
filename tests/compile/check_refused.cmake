# SPDX-License-Identifier: MIT
# cmake -DCOMPILER=... -DFLAGS=... -DSOURCE=.../refused.cpp -P: the compiler refuses each case of
# the source with the words that stand beside it, and takes the case without words.
file(STRINGS ${SOURCE} cases REGEX "^ *// case [a-z_]+:")
list(LENGTH cases count)
if(count LESS 2)
  message(FATAL_ERROR "${SOURCE} has no cases")
endif()
foreach(line IN LISTS cases)
  string(REGEX REPLACE "^ *// case ([a-z_]+): ?(.*)$" "\\1" name "${line}")
  string(REGEX REPLACE "^ *// case ([a-z_]+): ?(.*)$" "\\2" words "${line}")
  execute_process(COMMAND ${COMPILER} ${FLAGS} -fsyntax-only -DMASU_CASE_${name} ${SOURCE}
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said)
  if(words STREQUAL "" AND failed)
    message(FATAL_ERROR "${name} does not compile:\n${said}")
  elseif(NOT words STREQUAL "" AND (NOT failed OR NOT said MATCHES "${words}"))
    message(FATAL_ERROR "${name} should be refused with \"${words}\"; the compiler says:\n${said}")
  endif()
endforeach()
