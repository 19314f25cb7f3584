// Entropy, processors and locale are constants, and the report says so once.
// HEDDLE: strategy=dfs verdict=clean options=--paranoid,1 output="std::random_device" output="fixed stream of numbers" output="answers two processors" output="keeps the C locale"
#include <cassert>
#include <clocale>
#include <random>
#include <thread>
#include <cstring>

int main() {
  std::random_device device;
  unsigned first = device(), second = device();
  assert(first != second);
  assert(std::thread::hardware_concurrency() == 2);
  assert(std::strcmp(std::setlocale(LC_ALL, ""), "C") == 0);
}
