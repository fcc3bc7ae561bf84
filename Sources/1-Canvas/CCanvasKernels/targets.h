// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether there are variants with NEON, which every 64-bit ARM processor has.
#if defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CTK_NEON 1
#else
#define CTK_NEON 0
#endif
