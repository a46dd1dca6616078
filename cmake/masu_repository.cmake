# SPDX-License-Identifier: MIT
# MASU_REPOSITORY_URL: the URL to clone the repository from, written into packages. It is defined
# only in packaging/repository_url.txt; -DMASU_REPOSITORY_URL= overrides it.
if(NOT DEFINED MASU_REPOSITORY_URL)
  set(masu_url_file ${PROJECT_SOURCE_DIR}/packaging/repository_url.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${masu_url_file})
  file(STRINGS ${masu_url_file} MASU_REPOSITORY_URL REGEX "^[^#]")
endif()
