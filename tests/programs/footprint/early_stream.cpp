// A static stream is open at the beginning of main in every execution, at the place to which its constructor has read.
// HEDDLE: strategy=default verdict=incomplete
#include <assert.h>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

static std::ifstream source(__FILE__);

static std::string first_line() {
  std::string line;
  std::getline(source, line);
  return line;
}
static const std::string before_main = first_line();

static std::mutex lock;
static int lines;

static void read_one() {
  std::lock_guard<std::mutex> guard(lock);
  std::string line;
  assert(source.is_open() && std::getline(source, line));
  assert(line.find(lines == 0 ? "strategy=default" : "#include") != std::string::npos);
  ++lines;
}

int main() {
  assert(before_main.find("A static stream") != std::string::npos);
  assert(source.rdbuf()->pubseekoff(0, std::ios::cur) == static_cast<std::streamoff>(before_main.size()) + 1);
  std::thread one(read_one), two(read_one);
  one.join();
  two.join();
  source.close();
  std::ifstream other(__FILE__);
  assert(other.is_open());
}
