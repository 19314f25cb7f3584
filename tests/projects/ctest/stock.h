// SPDX-License-Identifier: Apache-2.0
#pragma once

class Stock {
 public:
  explicit Stock(int pieces) : pieces_(pieces) {}
  bool take_one();
  int pieces() const { return pieces_; }

 private:
  int pieces_;
};
