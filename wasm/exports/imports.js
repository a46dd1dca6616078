// SPDX-License-Identifier: MIT
// Declares the imports of slide.cpp and pair_filter.cpp for the linker; src/loader.ts has the
// functions.
mergeInto(LibraryManager['library'], {slide_counts: function() {}, pair_filter: function() {}});
