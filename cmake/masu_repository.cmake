# SPDX-License-Identifier: MIT
# MASU_REPOSITORY_URL: the one place of the URL is packaging/repository_url.txt.
file(STRINGS ${PROJECT_SOURCE_DIR}/packaging/repository_url.txt MASU_URL_LINES REGEX "^[^#]")
set(MASU_REPOSITORY_URL "${MASU_URL_LINES}" CACHE STRING
  "Where the repository can be cloned from; packages name it")
