# SPDX-License-Identifier: MIT
# cmake -DINCLUDE=<include folder> -DLIST=<file> -P check_old_paths.cmake: every header of the list is
# still there, so that programs for the version before compile; headers_alone compiles each.
file(STRINGS ${LIST} paths REGEX "^masu/")
set(missing)
foreach(path ${paths})
  if(NOT EXISTS ${INCLUDE}/${path})
    list(APPEND missing ${path})
  endif()
endforeach()
if(NOT paths OR missing)
  message(FATAL_ERROR "no forwarding header at: ${missing}")
endif()
