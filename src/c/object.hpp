// SPDX-License-Identifier: MIT
// Object: what the pointers of C refer to: its memory and its type.
#pragma once

#include <masu/c/masu.h>

#include <cstdint>
#include <new>
#include <utility>

#include <masu/core/allocator.hpp>
#include <masu/core/status.hpp>

namespace masu::c {

// The user's allocator, or the library's. allocator() refers to this object.
class Memory {
 public:
  explicit Memory(const masu_allocator* callbacks)
      : callbacks_(callbacks == nullptr ? none() : *callbacks) {}

  bool valid() const {
    return (callbacks_.allocate == nullptr) == (callbacks_.deallocate == nullptr);
  }
  Allocator allocator() {
    return callbacks_.allocate == nullptr ? default_allocator()
                                          : Allocator{&allocate, &deallocate, this};
  }

 private:
  static masu_allocator none() { return {nullptr, nullptr, nullptr}; }
  static void* allocate(void* self, std::size_t size, std::size_t alignment) {
    const masu_allocator& a = static_cast<Memory*>(self)->callbacks_;
    try {
      return a.allocate(a.context, size, alignment);
    } catch (...) {
      return nullptr;
    }
  }
  static void deallocate(void* self, void* block, std::size_t size,
                         std::size_t alignment) noexcept {
    const masu_allocator& a = static_cast<Memory*>(self)->callbacks_;
    a.deallocate(a.context, block, size, alignment);
  }

  masu_allocator callbacks_;
};

enum class Tag : std::uint64_t {
  world = 0x6d61'7375'776f'726cu,
  body = 0x6d61'7375'626f'6479u,
  results = 0x6d61'7375'7265'7375u,
  wall_chains = 0x6d61'7375'6368'6169u,
  chain_tree = 0x6d61'7375'7472'6565u,
  corridor = 0x6d61'7375'636f'7272u,
  broad_phase = 0x6d61'7375'7068'6173u,
  convex_hull = 0x6d61'7375'6875'6c6cu,
  thread_pool = 0x6d61'7375'706f'6f6cu,
  dead = 0x6465'6164u,
};

// The tag has the same offset in all objects, so that one is not taken for another.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  Tag tag() const { return tag_; }
  Memory& memory() { return memory_; }
  // Destroys the object and frees its memory.
  virtual void destroy() = 0;

 protected:
  Object(Tag tag, const Memory& memory) : tag_(tag), memory_(memory) {}
  virtual ~Object() { tag_ = Tag::dead; }

 private:
  volatile Tag tag_;  // written even though the memory is freed next
  Memory memory_;
};

template <class Made, class... Args>
Status make(const masu_allocator* allocator, Made*& made, Args&&... args) {
  Memory memory(allocator);
  const Allocator a = memory.allocator();
  void* block = a.allocate(a.context, sizeof(Made), alignof(Made));
  if (block == nullptr) return Status::out_of_memory;
  made = new (block) Made(memory, std::forward<Args>(args)...);
  return Status::ok;
}
template <class Made>
void destroy_as(Made* object) {
  Memory memory = object->memory();
  const Allocator a = memory.allocator();
  object->~Made();
  a.deallocate(a.context, object, sizeof(Made), alignof(Made));
}

}  // namespace masu::c
