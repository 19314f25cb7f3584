// The text of an exception is read while another thread writes it.
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--paranoid,1 races=some
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

char text[] = "good";

int main() {
  std::thread other([] { text[0] = 'f'; });
  std::runtime_error error(text);
  other.join();
  assert(std::string(error.what()) == "good");  // FINDING
}
