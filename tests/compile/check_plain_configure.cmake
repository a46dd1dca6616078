# SPDX-License-Identifier: MIT
# cmake -DSOURCE=... -DBUILD=... -P: configured without options masu searches for Highway and nothing
# else, builds the library alone, and says what to do where Highway is missing.
file(REMOVE_RECURSE ${BUILD})
set(configure ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -DCMAKE_BUILD_TYPE=Release)

execute_process(COMMAND ${configure} -DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON
  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said)
if(NOT failed OR NOT said MATCHES "apt install libhwy-dev" OR NOT said MATCHES "MASU_FETCH_HIGHWAY=ON")
  message(FATAL_ERROR "without Highway configure says:\n${said}")
endif()

execute_process(COMMAND ${configure} -DCMAKE_DISABLE_FIND_PACKAGE_hwy=OFF COMMAND_ERROR_IS_FATAL ANY
  OUTPUT_QUIET)
file(STRINGS ${BUILD}/CMakeCache.txt searched REGEX "^[A-Za-z0-9_]+_DIR:PATH=")
list(FILTER searched EXCLUDE REGEX "^hwy_DIR:")
file(STRINGS ${BUILD}/CMakeCache.txt more REGEX "GTest|Eigen|glm|CLI11|nlohmann|fmt_")
if(searched OR more)
  message(FATAL_ERROR "a plain configure searches for more than Highway: ${searched} ${more}")
endif()
foreach(folder tests apps examples bench io scenes)
  if(EXISTS ${BUILD}/${folder})
    message(FATAL_ERROR "a plain configure has ${folder}/")
  endif()
endforeach()
