// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// The functions are written in Swift (AsyncTextC), where the compiler checks them against the
// header. This file checks what the header assumes about the platform.

#include "asynctext.h"

_Static_assert(sizeof(size_t) == 8, "handles and lengths are of 64 bits");
