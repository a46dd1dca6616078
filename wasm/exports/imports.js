// SPDX-License-Identifier: MIT
// For the linker to know of what slide.cpp and pair_filter.cpp import; src/loader.ts has the functions.
mergeInto(LibraryManager['library'], {slide_counts: function() {}, pair_filter: function() {}});
