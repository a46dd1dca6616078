# SPDX-License-Identifier: MIT
# MASU_REPOSITORY_URL: where the repository can be cloned from; packages name it. The one place of
# the URL is packaging/repository_url.txt; -DMASU_REPOSITORY_URL= names another one.
if(NOT DEFINED MASU_REPOSITORY_URL)
  set(masu_url_file ${PROJECT_SOURCE_DIR}/packaging/repository_url.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${masu_url_file})
  file(STRINGS ${masu_url_file} MASU_REPOSITORY_URL REGEX "^[^#]")
endif()
