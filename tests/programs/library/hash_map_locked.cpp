// Unordered containers, growing under a lock.
// HEDDLE: strategy=random verdict=incomplete options=--max-executions,300,--paranoid,5
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

std::mutex mutex;
std::unordered_map<std::string, int> lengths;

void insert(const char* word) {
  std::lock_guard lock(mutex);
  lengths[word] = static_cast<int>(std::string(word).size());
}

int main() {
  lengths.reserve(1);
  std::thread other(insert, "a word that does not fit into a string object");
  insert("short");
  other.join();
  assert(lengths.size() == 2 && lengths.at("short") == 5);
}
