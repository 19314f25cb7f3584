// SPDX-License-Identifier: Apache-2.0
//
// host PLUGIN careless|careful|threads: uses the plugin from two threads. `threads`: each thread loads it by itself.
#include <dlfcn.h>

#include <cassert>
#include <cstring>
#include <string>
#include <thread>

using Tally = int (*)(int);
using Total = int (*)();

static const char* path;

template <typename Function>
static Function function(void* plugin, const std::string& name) {
  void* found = dlsym(plugin, name.c_str());
  assert(found != nullptr);
  return reinterpret_cast<Function>(found);
}

static void use(void* plugin, const std::string& way) {
  int calls = function<Tally>(plugin, "tally_" + way)(1);
  assert(calls == 1);  // of this thread
}

static void load_and_use() {
  void* plugin = dlopen(path, RTLD_NOW);
  assert(plugin != nullptr);
  use(plugin, "careful");
  dlclose(plugin);
}

int main(int count, char** words) {
  assert(count == 3);
  path = words[1];
  std::string way = words[2];
  assert(dlopen("./there_is_no_such_plugin.so", RTLD_NOW) == nullptr);
  assert(std::strstr(dlerror(), "there_is_no_such_plugin") != nullptr);
  if (way == "threads") {
    std::thread one(load_and_use), two(load_and_use);
    one.join();
    two.join();
    return 0;
  }
  void* plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return 3;
  std::thread one(use, plugin, way), two(use, plugin, way);
  one.join();
  two.join();
  assert(function<Total>(plugin, "tally_" + way + "_total")() == 2);
  dlclose(plugin);
}
