// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

// Calls of Linux that Swift's module of the C library leaves out.

/// Writes all changes of the file system with an open file to its disk: syncfs(2).
int syncfs(int descriptor);

/// Makes the C allocator keep freed memory instead of returning it to the system: up to 8 MB at the
/// end of each of its heaps, in which allocations of up to 4 MB lie. Does nothing in a C library
/// without these settings.
void csc_keep_freed_memory(void);

// SHA-256.

/// The compression function over `count` blocks of 64 bytes; `state` is eight words.
void csc_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t count);
/// `csc_sha256_blocks` without special instructions, for tests.
void csc_scalar_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t count);
