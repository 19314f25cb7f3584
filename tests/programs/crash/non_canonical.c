// SPDX-License-Identifier: Apache-2.0
//
// An address that no memory can have: the processor does not tell which, but it is no null pointer.
//
// HEDDLE: strategy=dfs verdict=finding kind=crash message=SIGSEGV replays=100
int* volatile pointer = (int*)0x8000000000001234;

int main(void) {
  *pointer = 1;  // FINDING
  return 0;
}
