# SPDX-License-Identifier: MIT
# Makes the same masu::masu available by find_package, add_subdirectory, FetchContent and
# pkg-config.
include(GNUInstallDirs)
include(masu_repository)
include(CMakePackageConfigHelpers)

install(TARGETS masu EXPORT masuTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/masu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(MASU_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/masu)
get_target_property(MASU_LIBRARY_TYPE masu TYPE)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/masuConfig.cmake.in
  ${PROJECT_BINARY_DIR}/masuConfig.cmake INSTALL_DESTINATION ${MASU_CMAKE_DIR})
# Before 1.0 a new minor version may be incompatible.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/masuConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/masuConfig.cmake
  ${PROJECT_BINARY_DIR}/masuConfigVersion.cmake DESTINATION ${MASU_CMAKE_DIR})
install(EXPORT masuTargets NAMESPACE masu:: DESTINATION ${MASU_CMAKE_DIR})

# Users of a static library must link its dependencies too.
set(MASU_PC_REQUIRES Requires.private)
if(MASU_LIBRARY_TYPE STREQUAL STATIC_LIBRARY)
  set(MASU_PC_REQUIRES Requires)
endif()
if(DEFINED MASU_HAS_THREADS_WITHOUT_FLAG AND NOT MASU_HAS_THREADS_WITHOUT_FLAG)
  set(MASU_PC_THREADS " -pthread")
endif()
# Relative to the prefix variable, so that an installed tree can be moved.
foreach(dir LIBDIR INCLUDEDIR)
  cmake_path(IS_PREFIX CMAKE_INSTALL_PREFIX "${CMAKE_INSTALL_FULL_${dir}}" below)
  set(MASU_PC_${dir} "${CMAKE_INSTALL_FULL_${dir}}")
  if(below)
    cmake_path(RELATIVE_PATH MASU_PC_${dir} BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
    string(PREPEND MASU_PC_${dir} "\${prefix}/")
  endif()
endforeach()
set(MASU_PC_URL "")
if(MASU_REPOSITORY_URL)
  set(MASU_PC_URL "URL: ${MASU_REPOSITORY_URL}\n")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/masu.pc.in ${PROJECT_BINARY_DIR}/masu.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/masu.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
