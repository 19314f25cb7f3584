// SPDX-License-Identifier: Apache-2.0
//
// The precision of %ls counts bytes that come out, not those of the wide text.
//
// HEDDLE: strategy=default verdict=clean
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  wchar_t* wide = malloc(64);
  wcscpy(wide, L"hello");
  char text[16];
  assert(snprintf(text, sizeof text, "%.5ls", wide) == 5 && strcmp(text, "hello") == 0);
  assert(snprintf(text, sizeof text, "%.3ls", wide) == 3 && strcmp(text, "hel") == 0);
  assert(snprintf(text, sizeof text, "%.9ls", wide) == 5 && strcmp(text, "hello") == 0);
  free(wide);
  return 0;
}
