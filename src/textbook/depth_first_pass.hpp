// SPDX-License-Identifier: MIT
// The depth-first pass of the textbooks over any tree, with a stack of the ancestors' objects.
#pragma once

#include <masu/textbook/plain_pass.hpp>

namespace masu::detail {

// The requirements on a tree.
//   first_object(node), next_object(object): the node's objects, ended by kNoObject;
//   for_each_child(node, f): the children worth a visit; f returns false to stop.
template <class Tree>
concept ObjectTree = requires(const Tree& tree, std::uint64_t node, std::uint32_t object) {
  { tree.first_object(node) } -> std::same_as<std::uint32_t>;
  { tree.next_object(object) } -> std::same_as<std::uint32_t>;
};
// The pass. Its recursion is as deep as the tree.
template <ObjectTree Tree, class Emit, class Trace>
class DepthFirstPass {
 public:
  // Calls emit(a, b) for each candidate pair once; false stops. The stack holds at most all
  // objects.
  DepthFirstPass(const Tree& tree, Buffer<std::uint32_t>& stack, Emit& emit, Trace& trace)
      : tree_(tree), stack_(stack), emit_(emit), trace_(trace) {}

  // Runs from this cell down. Statuses: out_of_memory.
  Status run(std::uint64_t root) {
    stack_.clear();
    status_ = Status::ok;
    visit(root);
    return status_;
  }

 private:
  bool visit(std::uint64_t node) {
    trace_.on(VisitNode{node});
    return pairs_of(node) && descend(node);
  }

  // Tests the node's objects against each other, then against all objects of the ancestors.
  bool pairs_of(std::uint64_t node) {
    std::uint64_t pairs = 0;
    for (auto a = tree_.first_object(node); a != kNoObject; a = tree_.next_object(a)) {
      for (auto b = tree_.next_object(a); b != kNoObject; b = tree_.next_object(b)) {
        ++pairs;
        if (!emit_(a, b)) return stop(Status::stopped);
      }
      for (const std::uint32_t b : stack_) {
        ++pairs;
        if (!emit_(a, b)) return stop(Status::stopped);
      }
    }
    trace_.on(NewCandidates{node, pairs});
    return true;
  }

  // The node's objects are pushed before its first child and popped after its last.
  bool descend(std::uint64_t node) {
    const std::size_t height = stack_.size();
    bool leaf = true;
    const bool on = tree_.for_each_child(node, [&](std::uint64_t child) {
      if (leaf && !push(node)) return false;
      leaf = false;
      return visit(child);
    });
    if (!leaf) trace_.on(PopObjects{node, stack_.size() - height});
    stack_.set_size(height);
    return on;
  }

  bool push(std::uint64_t node) {
    const std::size_t height = stack_.size();
    for (auto a = tree_.first_object(node); a != kNoObject; a = tree_.next_object(a)) {
      if (!stack_.push_back(a)) return stop(Status::out_of_memory);
    }
    trace_.on(PushObjects{node, stack_.size() - height});
    return true;
  }

  bool stop(Status why) {
    status_ = why;
    return false;
  }

  const Tree& tree_;
  Buffer<std::uint32_t>& stack_;
  Emit& emit_;
  Trace& trace_;
  Status status_ = Status::ok;
};

}  // namespace masu::detail
