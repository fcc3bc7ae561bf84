// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#include "CSystemCalls.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void csc_keep_freed_memory(void) {
#if defined(__GLIBC__)
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}
