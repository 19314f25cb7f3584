// SPDX-License-Identifier: Apache-2.0
//
// Types of objects and mutexes that events name; the same words on both sides of the process boundary.
#pragma once

#include "wire/object_type.h"
