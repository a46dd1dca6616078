# SPDX-License-Identifier: MIT
"""A user's program in Python: main.py INCLUDE_FOLDER LIBRARY. cffi reads the installed headers."""

import subprocess
import sys

import cffi

include, library = sys.argv[1:]
ffi = cffi.FFI()
ffi.cdef(subprocess.run(
    ["cc", "-E", "-P", "-DMASU_DECLARATIONS_ONLY", f"-I{include}", f"{include}/masu/c/masu.h"],
    check=True, capture_output=True, text=True).stdout)
masu = ffi.dlopen(library)


def check(status):
    if status != masu.MASU_OK:
        sys.exit(ffi.string(masu.masu_status_text(status)).decode())


options = ffi.new("masu_world_options*", masu.masu_world_options_default(2, masu.MASU_FLOAT))
world = ffi.new("masu_world**")
check(masu.masu_world_create(options, ffi.NULL, world))
box = ffi.new("masu_shape_2f*", masu.masu_box_2f((1, 1), (0, 0)))
handle = ffi.new("masu_handle*")
for x in (0, 1.5, 9):
    pose = ffi.new("masu_pose_2f*", masu.masu_pose_at_2f((x, 0)))
    check(masu.masu_world_add_2f(world[0], box, pose, ffi.NULL, handle))
check(masu.masu_world_update(world[0], ffi.NULL))
count = ffi.new("size_t*")
pairs = masu.masu_world_pairs(world[0], count)
contact = masu.masu_world_contacts_2f(world[0], pairs, ffi.new("size_t*"))[0]
print(f"masu {ffi.string(masu.masu_version()).decode()} from Python: {count[0]} pair,"
      f" {-contact.separation.distance} deep")
if count[0] != 1 or contact.separation.distance != -0.5:
    sys.exit(1)

met = []


@ffi.callback("int(void*, masu_handle)")
def visit(_, found):
    met.append(found.index)
    return 1


check(masu.masu_world_at_2f(world[0], ffi.new("masu_vec_2f*", (9, 0)), ffi.NULL, visit, ffi.NULL))
check(masu.masu_world_destroy(world[0]))
sys.exit(0 if met == [handle.index] else 1)
