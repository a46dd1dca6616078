# SPDX-License-Identifier: MIT
# cmake -DPORT_FOLDER=... -DWORK=... [-DOPTIONS=...] -P run_portfile.cmake: carries out a port of
# vcpkg where vcpkg is not at hand, its functions replaced by what they come to for one build. The
# package is then in WORK/package.
set(CURRENT_PACKAGES_DIR ${WORK}/package)
file(READ ${PORT_FOLDER}/vcpkg.json manifest)
string(JSON PORT GET ${manifest} name)
string(JSON version GET ${manifest} version-semver)

function(must_exist)
  foreach(path ${ARGN})
    if(NOT EXISTS ${path})
      message(FATAL_ERROR "${path} is not there")
    endif()
  endforeach()
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "SOURCE_PATH" "OPTIONS")
  file(STRINGS ${ARG_SOURCE_PATH}/CMakeLists.txt project REGEX "VERSION ${version} ")
  if(NOT project)
    message(FATAL_ERROR "vcpkg.json is of version ${version}, the project is not")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${ARG_SOURCE_PATH} -B ${WORK}
    -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${ARG_OPTIONS}
    ${OPTIONS} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK} --target install
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "PACKAGE_NAME;CONFIG_PATH" "")
  must_exist(${CURRENT_PACKAGES_DIR}/${ARG_CONFIG_PATH}/${PORT}Config.cmake)
endfunction()
function(vcpkg_fixup_pkgconfig)
  must_exist(${CURRENT_PACKAGES_DIR}/lib/pkgconfig/${PORT}.pc)
endfunction()
function(vcpkg_copy_pdbs)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "" "FILE_LIST")
  must_exist(${ARG_FILE_LIST})
  file(COPY_FILE ${ARG_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright)
endfunction()

include(${PORT_FOLDER}/portfile.cmake)
must_exist(${CURRENT_PACKAGES_DIR}/share/${PORT}/usage ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright)
