# SPDX-License-Identifier: MIT
# cmake -DINCLUDE=<include folder> -P check_umbrella.cmake: masu.hpp includes every public header but
# adapters, which need libraries of others.
file(GLOB headers RELATIVE ${INCLUDE} ${INCLUDE}/masu/*/*.hpp)
list(FILTER headers EXCLUDE REGEX "/adapters/")
file(READ ${INCLUDE}/masu/masu.hpp umbrella)
set(missing)
foreach(header ${headers})
  string(FIND "${umbrella}" "#include <${header}>" found)
  if(found EQUAL -1)
    list(APPEND missing ${header})
  endif()
endforeach()
if(NOT headers OR missing)
  message(FATAL_ERROR "masu.hpp lacks: ${missing}")
endif()
