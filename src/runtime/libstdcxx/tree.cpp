// SPDX-License-Identifier: Apache-2.0
//
// The part of std::map and std::set that libstdc++ keeps in its shared library: steps from node to node, and
// rebalancing. Written anew, so that every word of a node that is read or written is an event. The shape of a tree need
// not be that of libstdc++'s own code, only a red-black tree with the same header: its parent is the root, left and
// right are the first and the last node.
#include "runtime/libc/interpose.h"
#include "runtime/libstdcxx/words.h"

namespace heddle::runtime::libstdcxx {
namespace {

enum class Color : std::uint32_t { Red = 0, Black = 1 };

struct Node {
  Color color;
  Node* parent;
  Node* left;
  Node* right;
};
static_assert(sizeof(Node) == 32);

using Link = Node* Node::*;

class Tree {
 public:
  Tree() : point_(call_point()) {}
  explicit Tree(Node* header) : header_(header), point_(call_point()) {}

  // The node behind x in the direction of `ahead` (right: next, left: previous). Not for the header.
  Node* neighbour(Node* x, Link ahead, Link back) {
    if (Node* child = get(x, ahead)) return last(child, back);
    Node* up = get(x, &Node::parent);
    while (x == get(up, ahead)) {
      x = up;
      up = get(up, &Node::parent);
    }
    return get(x, ahead) == up ? x : up;  // equal: x is the header of a tree whose root was the last node
  }

  Node* next(Node* x) { return neighbour(x, &Node::right, &Node::left); }

  Node* previous(Node* x) {
    bool is_header = color(x) == Color::Red && get(get(x, &Node::parent), &Node::parent) == x;
    if (is_header) return get(x, &Node::right);
    if (Node* child = get(x, &Node::left)) return last(child, &Node::right);
    Node* up = get(x, &Node::parent);
    while (x == get(up, &Node::left)) {
      x = up;
      up = get(up, &Node::parent);
    }
    return up;
  }

  void insert(bool to_the_left, Node* x, Node* at) {
    set(x, &Node::parent, at);
    set(x, &Node::left, nullptr);
    set(x, &Node::right, nullptr);
    paint(x, Color::Red);
    hang(to_the_left, x, at);
    repair_after_insertion(x);
  }

  // Takes z out of the tree. What is left of it belongs to the caller.
  void remove(Node* z) {
    Node* left = get(z, &Node::left);
    Node* right = get(z, &Node::right);
    if (left != nullptr && right != nullptr) return remove_inner(z, left, right);
    Node* child = left != nullptr ? left : right;
    Node* up = get(z, &Node::parent);
    if (child != nullptr) set(child, &Node::parent, up);
    replace_child(up, z, child);
    if (get(header_, &Node::left) == z) {
      set(header_, &Node::left, child != nullptr ? last(child, &Node::left) : up);
    }
    if (get(header_, &Node::right) == z) {
      set(header_, &Node::right, child != nullptr ? last(child, &Node::right) : up);
    }
    if (color(z) == Color::Black) repair_after_removal(child, up);
  }

 private:
  Node* get(const Node* node, Link link) { return load(&(node->*link), point_); }
  void set(Node* node, Link link, Node* value) { store(&(node->*link), value, point_); }
  Color color(const Node* node) { return load(&node->color, point_); }
  void paint(Node* node, Color color) { store(&node->color, color, point_); }
  bool is_black(const Node* node) { return node == nullptr || color(node) == Color::Black; }
  Node* root() { return get(header_, &Node::parent); }

  Node* last(Node* node, Link link) {
    while (Node* further = get(node, link)) node = further;
    return node;
  }

  static Link other(Link link) { return link == &Node::left ? &Node::right : &Node::left; }

  void hang(bool to_the_left, Node* x, Node* at) {
    if (at == header_) {  // the first node of all
      set(header_, &Node::parent, x);
      set(header_, &Node::left, x);
      set(header_, &Node::right, x);
      return;
    }
    Link side = to_the_left ? &Node::left : &Node::right;
    set(at, side, x);
    if (get(header_, side) == at) set(header_, side, x);
  }

  void replace_child(Node* up, Node* old_child, Node* new_child) {
    if (up == header_) {
      set(header_, &Node::parent, new_child);
    } else {
      set(up, get(up, &Node::left) == old_child ? &Node::left : &Node::right, new_child);
    }
  }

  // x goes down to `side`, its child on the other side comes up.
  void rotate(Node* x, Link side) {
    Node* child = get(x, other(side));
    Node* moved = get(child, side);
    Node* up = get(x, &Node::parent);
    set(x, other(side), moved);
    if (moved != nullptr) set(moved, &Node::parent, x);
    set(child, &Node::parent, up);
    replace_child(up, x, child);
    set(child, side, x);
    set(x, &Node::parent, child);
  }

  void repair_after_insertion(Node* x) {
    while (x != root()) {
      Node* parent = get(x, &Node::parent);
      if (color(parent) == Color::Black) break;
      Node* grandparent = get(parent, &Node::parent);
      Link side = get(grandparent, &Node::left) == parent ? &Node::left : &Node::right;
      Node* uncle = get(grandparent, other(side));
      if (!is_black(uncle)) {
        paint(parent, Color::Black);
        paint(uncle, Color::Black);
        paint(grandparent, Color::Red);
        x = grandparent;
        continue;
      }
      if (get(parent, other(side)) == x) {
        rotate(parent, side);
        parent = x;
      }
      paint(parent, Color::Black);
      paint(grandparent, Color::Red);
      rotate(grandparent, other(side));
      break;
    }
    paint(root(), Color::Black);
  }

  // The next node y, which has no left child, takes the place and the color of z.
  void remove_inner(Node* z, Node* left, Node* right) {
    Node* y = last(right, &Node::left);
    Node* child = get(y, &Node::right);
    Node* child_up = y;
    if (y != right) {
      child_up = get(y, &Node::parent);
      set(child_up, &Node::left, child);
      if (child != nullptr) set(child, &Node::parent, child_up);
      set(y, &Node::right, right);
      set(right, &Node::parent, y);
    }
    Node* up = get(z, &Node::parent);
    set(y, &Node::left, left);
    set(left, &Node::parent, y);
    set(y, &Node::parent, up);
    replace_child(up, z, y);
    Color lost = color(y);
    paint(y, color(z));
    if (lost == Color::Black) repair_after_removal(child, child_up);
  }

  // The paths through x (possibly none, below `up`) have one black node too few.
  void repair_after_removal(Node* x, Node* up) {
    while (x != root() && is_black(x)) {
      Link side = get(up, &Node::left) == x ? &Node::left : &Node::right;
      Node* sibling = get(up, other(side));
      if (color(sibling) == Color::Red) {
        paint(sibling, Color::Black);
        paint(up, Color::Red);
        rotate(up, side);
        sibling = get(up, other(side));
      }
      if (is_black(get(sibling, &Node::left)) && is_black(get(sibling, &Node::right))) {
        paint(sibling, Color::Red);
        x = up;
        up = get(up, &Node::parent);
        continue;
      }
      close_gap(up, sibling, side);
      break;
    }
    if (x != nullptr) paint(x, Color::Black);
  }

  // The sibling has a red child, which becomes the missing black node.
  void close_gap(Node* up, Node* sibling, Link side) {
    if (is_black(get(sibling, other(side)))) {
      paint(get(sibling, side), Color::Black);
      paint(sibling, Color::Red);
      rotate(sibling, other(side));
      sibling = get(up, other(side));
    }
    paint(sibling, color(up));
    paint(up, Color::Black);
    paint(get(sibling, other(side)), Color::Black);
    rotate(up, side);
  }

  Node* header_ = nullptr;
  const HeddlePoint* point_;
};

}  // namespace
}  // namespace heddle::runtime::libstdcxx

using heddle::runtime::libstdcxx::Node;
using heddle::runtime::libstdcxx::Tree;

// std::_Rb_tree_increment and the like, by their mangled names: the runtime is also linked into C programs.
HEDDLE_INTERPOSED Node* _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(Node* x) noexcept { return Tree().next(x); }
HEDDLE_INTERPOSED const Node* _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(const Node* x) noexcept {
  return Tree().next(const_cast<Node*>(x));
}
HEDDLE_INTERPOSED Node* _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(Node* x) noexcept { return Tree().previous(x); }
HEDDLE_INTERPOSED const Node* _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(const Node* x) noexcept {
  return Tree().previous(const_cast<Node*>(x));
}
HEDDLE_INTERPOSED void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool to_the_left, Node* x,
                                                                                        Node* at,
                                                                                        Node* header) noexcept {
  Tree(header).insert(to_the_left, x, at);
}
HEDDLE_INTERPOSED Node* _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(Node* z, Node* header) noexcept {
  Tree(header).remove(z);
  return z;
}
