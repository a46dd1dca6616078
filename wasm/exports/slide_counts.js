// SPDX-License-Identifier: MIT
// For the linker to know of what slide.cpp imports; src/loader.ts has the function.
mergeInto(LibraryManager['library'], {slide_counts: function() {}});
