// SPDX-License-Identifier: Apache-2.0
//
// The part of std::list that libstdc++ keeps in its shared library: hooking nodes in and out of a ring. Written anew,
// so that every word of a node that is read or written is an event.
#include "runtime/libc/interpose.h"
#include "runtime/libstdcxx/words.h"

namespace heddle::runtime::libstdcxx {
namespace {

struct Node {
  Node* next;
  Node* previous;
};

class Ring {
 public:
  void hook(Node* node, Node* before) {
    Node* behind = previous(before);
    set_next(node, before);
    set_previous(node, behind);
    set_next(behind, node);
    set_previous(before, node);
  }

  void unhook(Node* node) { join(previous(node), next(node)); }

  // Moves [first, last) in front of `before`, from whatever ring it is in.
  void transfer(Node* before, Node* first, Node* last) {
    if (before == last) return;
    Node* end = previous(last);
    Node* behind = previous(before);
    join(previous(first), last);
    join(behind, first);
    join(end, before);
  }

  void reverse(Node* ring) {
    Node* node = ring;
    do {
      Node* following = next(node);
      set_next(node, previous(node));
      set_previous(node, following);
      node = following;
    } while (node != ring);
  }

  void swap(Node* one, Node* two) {
    Node contents_of_one = {next(one), previous(one)};
    Node contents_of_two = {next(two), previous(two)};
    give(one, two, contents_of_two);
    give(two, one, contents_of_one);
  }

 private:
  Node* next(const Node* node) { return load(&node->next, point_); }
  Node* previous(const Node* node) { return load(&node->previous, point_); }
  void set_next(Node* node, Node* to) { store(&node->next, to, point_); }
  void set_previous(Node* node, Node* to) { store(&node->previous, to, point_); }

  void join(Node* left, Node* right) {
    set_next(left, right);
    set_previous(right, left);
  }

  // `ring` gets the nodes that `former` had.
  void give(Node* ring, const Node* former, const Node& contents) {
    bool is_empty = contents.next == former;
    join(ring, is_empty ? ring : contents.next);
    if (!is_empty) join(contents.previous, ring);
  }

  const HeddlePoint* point_ = call_point();
};

}  // namespace
}  // namespace heddle::runtime::libstdcxx

using heddle::runtime::libstdcxx::Node;
using heddle::runtime::libstdcxx::Ring;

// std::__detail::_List_node_base.
HEDDLE_INTERPOSED void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(Node* node, Node* before) noexcept {
  Ring().hook(node, before);
}
HEDDLE_INTERPOSED void _ZNSt8__detail15_List_node_base9_M_unhookEv(Node* node) noexcept { Ring().unhook(node); }
HEDDLE_INTERPOSED void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(Node* before, Node* first,
                                                                           Node* last) noexcept {
  Ring().transfer(before, first, last);
}
HEDDLE_INTERPOSED void _ZNSt8__detail15_List_node_base10_M_reverseEv(Node* ring) noexcept { Ring().reverse(ring); }
HEDDLE_INTERPOSED void _ZNSt8__detail15_List_node_base4swapERS0_S1_(Node* one, Node* two) noexcept {
  Ring().swap(one, two);
}
