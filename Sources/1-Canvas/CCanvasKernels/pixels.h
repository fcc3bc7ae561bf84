// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

// v / 255, rounded to nearest, for v up to 255 * 255.
static inline uint32_t ctk_div255(uint32_t v) {
  v += 128;
  return (v + (v >> 8)) >> 8;
}

static inline uint8_t ctk_byte(uint32_t v) { return (uint8_t)(v > 255 ? 255 : v); }

// Converts a signed area, one pixel being 2^25, to coverage. The vector variants do the same steps.
static inline uint8_t ctk_coverage(int32_t sum) {
  int32_t v = sum < 0 ? (int32_t)(0u - (uint32_t)sum) : sum;
  v = (int32_t)((uint32_t)v >> 9);
  if (v > 65536) v = 65536;
  return (uint8_t)((uint32_t)((v << 8) - v + 32768) >> 16);
}
