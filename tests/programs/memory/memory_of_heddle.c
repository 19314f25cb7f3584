// SPDX-License-Identifier: Apache-2.0
//
// Where Heddle keeps its own, nothing would be there without it: a crash, as it is natively.
//
// HEDDLE: strategy=default verdict=finding kind=crash flags=-DPLACE=0x240000000000 message="0x240000000000"
// HEDDLE: strategy=default verdict=finding kind=crash flags=-DPLACE=0x200000000000 message="0x200000000000"
// HEDDLE: strategy=default verdict=finding kind=crash flags=-DPLACE=0x208000000800 message="0x208000000800"
// HEDDLE: strategy=default verdict=finding kind=crash flags=-DPLACE=0x220000000000 message="0x220000000000"
// HEDDLE: strategy=default verdict=finding kind=crash flags=-DPLACE=0x238000000000 message="0x238000000000"
// HEDDLE: strategy=default verdict=finding kind=crash flags=-DPLACE=0x250000000000 message="0x250000000000"
// HEDDLE: strategy=dfs verdict=finding kind=crash flags=-DPLACE=0x110000000000,-DREADS message="0x110000000000"
// HEDDLE: strategy=dfs verdict=finding kind=crash flags=-DPLACE=0x240000000000,-DRANGE message="0x240000000000"
#include <stdint.h>
#include <string.h>

int main(void) {
  volatile uint64_t* place = (volatile uint64_t*)PLACE;
#if defined READS
  return *place == 1;  // FINDING
#elif defined RANGE
  memset((void*)place, 0, 64);  // FINDING
#else
  *place = 5;  // FINDING
#endif
  return 0;
}
