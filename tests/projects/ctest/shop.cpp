// SPDX-License-Identifier: Apache-2.0
#include "stock.h"

int main() { return Stock(1).take_one() ? 0 : 1; }
