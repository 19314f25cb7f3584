// SPDX-License-Identifier: Apache-2.0
//
// A wild write that Heddle does not see hits the memory of the runtime itself. The execution is lost, the search is not.
//
// HEDDLE: strategy=dfs verdict=finding kind=crash replays=100
int x;

__attribute__((noinline, disable_sanitizer_instrumentation)) static void trash(char* volatile wild) {
  for (long at = 0; at < 4096; ++at) wild[at] = (char)0xff;
}

int main(void) {
  x = 1;
  trash((char*)0x200000000000);
  x = 2;
  return 0;
}
