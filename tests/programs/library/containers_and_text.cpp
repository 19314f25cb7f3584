// Typical C++ of one thread: works as ever and leaves nothing for the report to say.
// HEDDLE: strategy=dfs verdict=clean options=--paranoid,1 without="the program calls"
#include <algorithm>
#include <any>
#include <cassert>
#include <chrono>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  int number = 4;
};

int main() {
  std::vector<int> numbers = {3, 1, 2};
  std::sort(numbers.begin(), numbers.end());
  std::map<std::string, std::list<int>> lists;
  for (int number : numbers) lists[std::to_string(number % 2)].push_back(number);
  std::ostringstream text;
  for (const auto& [key, list] : lists) text << key << ':' << std::accumulate(list.begin(), list.end(), 0) << ' ';
  assert(text.str() == "0:2 1:4 ");
  std::unordered_map<std::string_view, int> counts;
  ++counts["x"];
  std::shared_ptr<Base> base = std::make_shared<Derived>();
  assert(std::dynamic_pointer_cast<Derived>(base)->number == 4);
  std::function<int(int)> twice = [](int x) { return 2 * x; };
  std::variant<int, std::string> either = "text";
  std::optional<int> perhaps = twice(3);
  std::any anything = std::stoi("42");
  assert(perhaps == 6 && std::get<std::string>(either) == "text" && std::any_cast<int>(anything) == 42);
  try {
    throw std::out_of_range("at " + std::to_string(numbers.at(2)));
  } catch (const std::exception& error) {
    assert(std::string(error.what()) == "at 3");
  }
  std::cout << "done " << std::chrono::steady_clock::now().time_since_epoch().count() << std::endl;
}
