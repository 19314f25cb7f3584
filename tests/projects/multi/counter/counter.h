// SPDX-License-Identifier: Apache-2.0
//
// Static library in C: a counter without any protection.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

void counter_add(int amount);
int counter_value(void);

#ifdef __cplusplus
}
#endif
