# SPDX-License-Identifier: MIT
# cmake -DPROGRAM=... -DSOURCE=... [-DEMULATOR=...] -P run_example.cmake: checks that the program
# succeeds and prints exactly the lines of the comments `// Output: ...` at the end of its source.
file(STRINGS ${SOURCE} lines REGEX "^// Output: ")
list(TRANSFORM lines REPLACE "^// Output: " "")
list(JOIN lines "\n" expected)
if(expected STREQUAL "")
  message(FATAL_ERROR "${SOURCE} has no line `// Output: ...`")
endif()
execute_process(COMMAND ${EMULATOR} ${PROGRAM} OUTPUT_VARIABLE output RESULT_VARIABLE result)
string(REPLACE "\r\n" "\n" output "${output}")
string(STRIP "${output}" output)
if(NOT result STREQUAL "0" OR NOT output STREQUAL expected)
  message(FATAL_ERROR "exit code ${result}, printed\n${output}\nexpected\n${expected}")
endif()
