// SPDX-License-Identifier: Apache-2.0
//
// A stream that one thread makes and hands over is as it was made.
//
// HEDDLE: strategy=default verdict=clean without=fit
#include <cassert>
#include <atomic>
#include <memory>
#include <sstream>
#include <thread>

static std::atomic<std::ostringstream*> handed_over;

static void make() {
  auto stream = std::make_unique<std::ostringstream>();
  *stream << "a" << 1;
  handed_over = stream.release();
}
static void use() {
  std::unique_ptr<std::ostringstream> stream(handed_over.exchange(nullptr));
  if (stream == nullptr) return;
  assert(stream->good() && stream->width() == 0);
  *stream << std::hex << 255;
  assert(stream->str() == "a1ff");
}

int main() {
  std::thread threads[] = {std::thread(make), std::thread(use)};
  for (std::thread& each : threads) each.join();
  delete handed_over.load();
}
