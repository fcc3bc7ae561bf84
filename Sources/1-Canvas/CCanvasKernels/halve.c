// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Reduces pictures with straight opacity.

#include "kernels.h"

/// The mean of four pixels: colours count by their opacity.
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
