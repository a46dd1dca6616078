// SPDX-License-Identifier: MIT
// ThreadPool for C.
#include <masu/core/thread_pool.hpp>

#include "c/call.hpp"
#include "c/object.hpp"

struct masu_thread_pool final : masu::c::Object {
  masu_thread_pool(const masu::c::Memory& storage, std::uint32_t threads)
      : Object(masu::c::Tag::thread_pool, storage), pool(threads, memory().allocator()) {}
  void destroy() override { masu::c::destroy_as(this); }

  masu::ThreadPool pool;
};

using namespace masu;
using namespace masu::c;

namespace {

bool is_pool(const masu_thread_pool* pool) {
  return pool != nullptr && pool->tag() == Tag::thread_pool;
}

}  // namespace

extern "C" {

masu_status masu_thread_pool_create(uint32_t threads, const masu_allocator* allocator,
                                    masu_thread_pool** made) {
  if (made == nullptr) return MASU_OUT_OF_RANGE;
  *made = nullptr;
  if (!Memory(allocator).valid()) return MASU_OUT_OF_RANGE;
  return code(make(allocator, *made, threads));
}
masu_status masu_thread_pool_destroy(masu_thread_pool* pool) {
  if (pool == nullptr) return MASU_OK;
  if (!is_pool(pool)) return MASU_WRONG_FORMAT;
  pool->destroy();
  return MASU_OK;
}
masu_jobs masu_thread_pool_jobs(masu_thread_pool* pool) {
  if (!is_pool(pool)) return {nullptr, nullptr, 1};
  const JobSystem jobs = pool->pool.jobs();
  return {jobs.run, jobs.context, jobs.workers};
}

}  // extern "C"
