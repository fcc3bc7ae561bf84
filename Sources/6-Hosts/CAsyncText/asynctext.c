// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// The functions are in Swift (AsyncTextC); the compiler compares them with the header. Here stands
// what the header relies on.

#include "asynctext.h"

_Static_assert(sizeof(size_t) == 8, "handles and lengths are of 64 bits");
