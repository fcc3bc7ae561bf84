// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Pictures at half of their size: means of squares of four pixels, premultiplied or with straight
// opacity.

#include "CCanvasKernels.h"

#define INLINE static inline __attribute__((always_inline))

// Premultiplied
// --------------------------------------------------------------------------------------------------

typedef uint32_t pixels8 __attribute__((vector_size(32), aligned(4)));
typedef uint16_t lanes __attribute__((vector_size(32)));

// The means of eight squares of four pixels; even and odd bytes are added up in turn, as 16 bits.
INLINE void halve_eight(uint8_t *to, const uint8_t *a, const uint8_t *b) {
  lanes low = {0}, high = {0};
  for (int row = 0; row < 2; row++) {
    const pixels8 *from = (const pixels8 *)(const void *)(row ? b : a);
    const lanes even = (lanes)__builtin_shufflevector(from[0], from[1], 0, 2, 4, 6, 8, 10, 12, 14);
    const lanes odd = (lanes)__builtin_shufflevector(from[0], from[1], 1, 3, 5, 7, 9, 11, 13, 15);
    low += (even & 255) + (odd & 255);
    high += (even >> 8) + (odd >> 8);
  }
  *(pixels8 *)(void *)to = (pixels8)((low + 2) >> 2 | ((high + 2) >> 2) << 8);
}

INLINE void halve_row(uint8_t *to, const uint8_t *a, const uint8_t *b, int width) {
  int x = 0;
  for (; x + 8 <= width / 2; x += 8) halve_eight(to + 4 * x, a + 8 * x, b + 8 * x);
  for (; x < (width + 1) / 2; x++) {
    // The last column of an odd width counts twice.
    const int right = 2 * x + 1 < width ? 4 : 0;
    for (int k = 8 * x; k < 8 * x + 4; k++) {
      to[k - 4 * x] = (uint8_t)((a[k] + a[k + right] + b[k] + b[k + right] + 2) >> 2);
    }
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void halve_row_avx2(uint8_t *to, const uint8_t *a, const uint8_t *b,
                                                           int width) {
  halve_row(to, a, b, width);
}
#endif

void ctk_halve_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t stride, int width, int height) {
  for (int y = 0; y < (height + 1) / 2; y++) {
    const uint8_t *a = src + 2 * y * stride, *b = 2 * y + 1 < height ? a + stride : a;
    uint8_t *to = dst + y * dst_stride;
#if defined(__x86_64__)
    if (ctk_level() == 2) {
      halve_row_avx2(to, a, b, width);
      continue;
    }
#endif
    halve_row(to, a, b, width);
  }
}

// Straight opacity
// --------------------------------------------------------------------------------------------------

// The mean of four pixels, with colours weighted by their opacity.
static inline void mean(uint8_t *to, const uint8_t *a, const uint8_t *b, const uint8_t *c,
                        const uint8_t *d) {
  uint32_t opacity = (uint32_t)a[3] + b[3] + c[3] + d[3];
  if (opacity == 4 * 255) {
    for (int k = 0; k < 3; k++) to[k] = (uint8_t)((a[k] + b[k] + c[k] + d[k] + 2) >> 2);
    to[3] = 255;
    return;
  }
  to[3] = (uint8_t)((opacity + 2) >> 2);
  for (int k = 0; k < 3; k++) {
    uint32_t sum = (uint32_t)a[k] * a[3] + b[k] * b[3] + c[k] * c[3] + d[k] * d[3];
    to[k] = to[3] ? (uint8_t)((2 * sum + opacity) / (2 * opacity)) : 0;
  }
}

void ctk_halve_straight_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src,
                              ptrdiff_t stride, int width, int height) {
  for (int y = 0; y < (height + 1) / 2; y++) {
    const uint8_t *a = src + 2 * y * stride, *b = 2 * y + 1 < height ? a + stride : a;
    uint8_t *to = dst + y * dst_stride;
    for (int x = 0; x < (width + 1) / 2; x++) {
      ptrdiff_t left = 8 * (ptrdiff_t)x, right = 2 * x + 1 < width ? left + 4 : left;
      mean(to + 4 * (ptrdiff_t)x, a + left, a + right, b + left, b + right);
    }
  }
}
