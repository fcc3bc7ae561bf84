// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#include "CCounting.h"

__attribute__((noinline)) void counted_section(void (*work)(void *), void *context) {
  work(context);
  // The call above must not become a jump: counting ends where this function returns.
  __asm__ volatile("" ::: "memory");
}
