// SPDX-License-Identifier: MIT
// The only file that starts threads: programs that use no ThreadPool do not link it.
#include <masu/core/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "core/opaque-inl.hpp"

namespace masu {
namespace {

// WebAssembly compiled without pthreads has no threads to start.
#ifdef MASU_NO_THREADS
constexpr bool kStartsThreads = false;
#else
constexpr bool kStartsThreads = true;
#endif

// How long an idle thread looks for work before it sleeps. The jobs of a frame follow each other
// within microseconds, and waking a thread takes up to fifty.
constexpr std::chrono::microseconds kPatience{50};

template <class Condition>
void yield_until(Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

// One call of JobSystem::run, on the caller's stack.
struct Run {
  void (*job)(void* data, std::uint32_t index);
  void* data;
  std::uint64_t count;
  std::atomic<std::uint64_t> next{0};  // the first job that has not started; may exceed count
  // Guarded by the mutex.
  std::atomic<std::uint32_t> helpers{0};  // threads working on it, except the caller
  std::exception_ptr error{};
  std::condition_variable done{};
  Run* older = nullptr;

  bool open() const { return next.load(std::memory_order_relaxed) < count; }
};

}  // namespace

struct ThreadPool::State {
  explicit State(Allocator allocator) : allocator_(allocator) {}
  ~State() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
      ++posted_;
    }
    wake_.notify_all();
    for (; started_ > 0; --started_) {
      threads_[started_ - 1].join();
      threads_[started_ - 1].~thread();
    }
    if (threads_ != nullptr) {
      allocator_.deallocate(allocator_.context, threads_, bytes_, alignof(std::thread));
    }
  }

  std::uint32_t threads() const { return started_ + 1; }

  void start(std::uint32_t threads) {
    if (!kStartsThreads) return;
    bytes_ = (threads - 1) * sizeof(std::thread);
    void* const block = allocator_.allocate(allocator_.context, bytes_, alignof(std::thread));
    threads_ = static_cast<std::thread*>(block);
    if (threads_ == nullptr) return;
    try {
      for (; started_ + 1 < threads; ++started_) {
        new (threads_ + started_) std::thread([this] { serve(); });
      }
    } catch (...) {  // std::system_error: the system grants no more threads
    }
  }

  void run(std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
    Run run{job, data, count};
    post(run, count);
    work(run);
    yield_until([&] { return run.helpers == 0; });
    std::unique_lock lock(mutex_);
    run.done.wait(lock, [&] { return run.helpers == 0; });
    Run** link = &newest_;
    while (*link != &run) link = &(*link)->older;
    *link = run.older;
    lock.unlock();
    if (run.error) std::rethrow_exception(run.error);
  }

 private:
  void post(Run& run, std::uint32_t count) {
    std::uint32_t asleep = 0;
    {
      const std::lock_guard lock(mutex_);
      run.older = newest_;
      newest_ = &run;
      ++posted_;
      asleep = std::min(asleep_, count - 1);
    }
    for (; asleep > 0; --asleep) wake_.notify_one();
  }

  void work(Run& run) {
    try {
      for (;;) {
        const std::uint64_t i = run.next.fetch_add(1, std::memory_order_relaxed);
        if (i >= run.count) return;
        run.job(run.data, static_cast<std::uint32_t>(i));
      }
    } catch (...) {
      run.next = run.count;
      const std::lock_guard lock(mutex_);
      if (!run.error) run.error = std::current_exception();
    }
  }

  // The newest first: inner runs end before the runs that wait for them.
  Run* find_open() const {
    Run* run = newest_;
    while (run != nullptr && !run->open()) run = run->older;
    return run;
  }

  void serve() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
      if (Run* const run = find_open()) {
        ++run->helpers;
        lock.unlock();
        work(*run);
        lock.lock();
        if (--run->helpers == 0) run->done.notify_one();
        continue;
      }
      const std::uint64_t seen = posted_;
      lock.unlock();
      yield_until([&] { return posted_ != seen; });
      lock.lock();
      ++asleep_;
      wake_.wait(lock, [&] { return posted_ != seen; });
      --asleep_;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  Run* newest_ = nullptr;
  std::atomic<std::uint64_t> posted_{0};  // changed under the mutex
  std::uint32_t asleep_ = 0;
  bool stop_ = false;
  Allocator allocator_;
  std::thread* threads_ = nullptr;
  std::size_t bytes_ = 0;  // allocated for threads_
  std::uint32_t started_ = 0;
};

template class detail::Opaque<ThreadPool::State>;

ThreadPool::ThreadPool(std::uint32_t threads, Allocator allocator) : state_(allocator) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  if (threads == 1) return;
  if (State* const state = state_.need()) state->start(threads);
}
ThreadPool::~ThreadPool() = default;

std::uint32_t ThreadPool::threads() const {
  return state_.get() == nullptr ? 1 : state_.get()->threads();
}

JobSystem ThreadPool::jobs() & {
  if (threads() == 1) return {};
  const auto run = [](void* context, std::uint32_t count, void (*job)(void*, std::uint32_t),
                      void* data) { static_cast<State*>(context)->run(count, job, data); };
  return {run, state_.get(), threads()};
}

}  // namespace masu
