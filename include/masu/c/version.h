/* SPDX-License-Identifier: MIT */
/* The version of these headers, for the preprocessor; masu_version() returns the library's. */
#ifndef MASU_C_VERSION_H
#define MASU_C_VERSION_H

#define MASU_VERSION_MAJOR 0
#define MASU_VERSION_MINOR 1
#define MASU_VERSION_PATCH 0
#define MASU_VERSION_STRING "0.1.0"

#endif
