// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "CTextKernels.h"

// v / 255, rounded to nearest, for v up to 255 * 255.
static inline uint32_t ctk_div255(uint32_t v) {
  v += 128;
  return (v + (v >> 8)) >> 8;
}

static inline uint8_t ctk_byte(uint32_t v) { return (uint8_t)(v > 255 ? 255 : v); }

// A signed area, one pixel being 2^25, to coverage. The vector variants do the same steps.
static inline uint8_t ctk_coverage(int32_t sum) {
  int32_t v = sum < 0 ? (int32_t)(0u - (uint32_t)sum) : sum;
  v = (int32_t)((uint32_t)v >> 9);
  if (v > 65536) v = 65536;
  return (uint8_t)((uint32_t)((v << 8) - v + 32768) >> 16);
}

#define CTK_VARIANTS(prefix)                                                                       \
  void prefix##_mask_over_rgba8(uint8_t *dst, const uint8_t *mask, int count, uint32_t color);     \
  void prefix##_mask_over_alpha8(uint8_t *dst, const uint8_t *mask, int count, uint8_t alpha);     \
  void prefix##_over_rgba8(uint8_t *dst, int count, uint32_t color);                               \
  void prefix##_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count);                       \
  void prefix##_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask,         \
                                    int count);                                                    \
  void prefix##_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count);                  \
  void prefix##_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums,         \
                              int width, int height);

CTK_VARIANTS(ctk_scalar)
#if defined(__x86_64__)
CTK_VARIANTS(ctk_sse2)
CTK_VARIANTS(ctk_avx2)
void ctk_avx2_mask_over_rgba8_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                                   ptrdiff_t mask_stride, int width, int height, uint32_t color);
#endif
