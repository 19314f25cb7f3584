// SPDX-License-Identifier: Apache-2.0
#include "stock.h"

#ifdef LOCKED
#include <mutex>
static std::mutex mutex;
#endif

bool Stock::take_one() {
#ifdef LOCKED
  std::scoped_lock guard(mutex);
#endif
  if (pieces_ == 0) return false;
  pieces_ = pieces_ - 1;
  return true;
}
