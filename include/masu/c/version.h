/* SPDX-License-Identifier: MIT */
/* The version of these headers, for the preprocessor; masu_version() returns the library's. */
#ifndef MASU_C_VERSION_H
#define MASU_C_VERSION_H

/* The first number of the version. Until 1.0 a new minor version may break its users. */
#define MASU_VERSION_MAJOR 0
/* The second number of the version. */
#define MASU_VERSION_MINOR 2
/* The third number of the version. */
#define MASU_VERSION_PATCH 0
/* The whole version. */
#define MASU_VERSION_STRING "0.2.0"

#endif
