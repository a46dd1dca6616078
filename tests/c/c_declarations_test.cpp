// SPDX-License-Identifier: MIT
// masu.h as generators of bindings read it: everything declared then is in the library.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#define MASU_DECLARATIONS_ONLY
#include <masu/c/masu.h>

namespace {

TEST(CDeclarations, DefaultOptionsAreFunctionsOfTheLibrary) {
  masu_world_options options = masu_world_options_default(3, MASU_DOUBLE);
  EXPECT_EQ(options.size, sizeof(options));
  EXPECT_EQ(options.abi, MASU_C_ABI);
  EXPECT_EQ(options.detail, MASU_POINTS);
  EXPECT_EQ(masu_object_options_default().layer, MASU_NO_LAYER);
  EXPECT_EQ(masu_object_options_default().size, sizeof(masu_object_options));
  EXPECT_EQ(masu_query_filter_default().size, sizeof(masu_query_filter));
  EXPECT_EQ(masu_contact_options_default().size, sizeof(masu_contact_options));
  EXPECT_EQ(masu_chain_options_default().size, sizeof(masu_chain_options));
  EXPECT_EQ(masu_corridor_options_default().size, sizeof(masu_corridor_options));
  EXPECT_EQ(masu_move_options_default().max_contacts, 256u);
  masu_world* world = nullptr;
  ASSERT_EQ(masu_world_create(&options, nullptr, &world), MASU_OK);
  EXPECT_EQ(masu_world_destroy(world), MASU_OK);
}

}  // namespace
