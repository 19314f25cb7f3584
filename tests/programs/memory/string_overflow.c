// SPDX-License-Identifier: Apache-2.0
//
// A string without its end, and a copy into too small a block: both inside of libc, both at the user's line.
//
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow arguments=read message="read of 9 bytes touches memory right after a block of 8 bytes"
// HEDDLE: strategy=dfs verdict=finding kind=buffer-overflow arguments=write message="write of 9 bytes touches memory right after a block of 8 bytes"
#include <stdlib.h>
#include <string.h>

int main(int count, char** arguments) {
  char* text = malloc(8);
  memset(text, 'x', 8);
  const char* source = count > 9 ? arguments[9] : "12345678";
  if (arguments[1][0] == 'r') {
    return (int)strlen(text) & 1;  // FINDING
  }
  strcpy(text, source);  // FINDING
  free(text);
  return 0;
}
