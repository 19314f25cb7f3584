// SPDX-License-Identifier: Apache-2.0
//
// A library that is not there: before a program asks for it, there is nothing for dlerror to tell.
// HEDDLE: strategy=exact verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <assert.h>
#include <dlfcn.h>
#include <string.h>

int main(void) {
  assert(dlerror() == 0);
  assert(dlopen("libheddle_no_such.so", RTLD_NOW) == 0);
  const char* told = dlerror();
  assert(told != 0 && strstr(told, "libheddle_no_such.so") != 0);
  assert(dlerror() == 0);
}
