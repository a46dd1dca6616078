# The first line is the licence; what follows describes the file.
1s|^// SPDX.*|/// @file|
2,$s|^\( *\)// |\1/// |
2,$s|^\( *\)//$|\1///|
s|\([;,]\)  *// |\1  ///< |
