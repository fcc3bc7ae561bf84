// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Box averages of a picture: first down the rows, then along them, so that a pixel costs as much as
// its box is wide plus as it is high. Sums are `float`, in an order that does not depend on what
// else is drawn.

#include "CCanvasKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef float quad __attribute__((vector_size(16), aligned(4)));

static inline int32_t clamp(int32_t v, int32_t high) { return v < 0 ? 0 : v > high ? high : v; }

static inline float weight(const ctk_reach *r, int32_t i) {
  return i == r->first ? r->first_weight : i == r->last ? r->last_weight : 1;
}

void ctk_average_row_rgba8(uint32_t *dst, const ctk_reach *columns, int count, const uint8_t *src,
                           ptrdiff_t stride, int width, int height, const ctk_reach *rows, float scale,
                           float *sums) {
  // The source columns that this row needs.
  int32_t low = width - 1, high = 0;
  for (int i = 0; i < count; i++) {
    int32_t a = clamp(columns[i].first, width - 1), b = clamp(columns[i].last, width - 1);
    low = a < low ? a : low;
    high = b > high ? b : high;
  }
  if (low > high) return;
  memset(sums + 4 * low, 0, (size_t)(high - low + 1) * 4 * sizeof(float));
  for (int32_t y = rows->first; y <= rows->last; y++) {
    const uint8_t *from = src + (ptrdiff_t)clamp(y, height - 1) * stride;
    const float w = weight(rows, y);
    for (int32_t k = 4 * low; k < 4 * (high + 1); k++) sums[k] += (float)from[k] * w;
  }
  for (int i = 0; i < count; i++) {
    const ctk_reach *c = columns + i;
    quad sum = {0, 0, 0, 0};
    for (int32_t x = c->first; x <= c->last; x++) {
      const float w = weight(c, x);
      sum += *(const quad *)(const void *)(sums + 4 * clamp(x, width - 1)) * (quad){w, w, w, w};
    }
    sum = sum * (quad){scale, scale, scale, scale} + (quad){0.5f, 0.5f, 0.5f, 0.5f};
    uint32_t pixel = 0;
    for (int k = 0; k < 4; k++) {
      pixel |= (uint32_t)(sum[k] > 255 ? 255 : sum[k]) << (8 * k);
    }
    dst[i] = pixel;
  }
}
