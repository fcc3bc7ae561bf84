// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Box averages of a picture: first down the rows, then along them, so that the work for a pixel
// grows with the width plus the height of its box. Whole rows of a box are added up as integers of
// 16 bits, which takes half a nanosecond a pixel of a large picture, about as long as reading it
// from memory. Parts of rows and of columns are `float`. The order of sums does not depend on what
// else is drawn.

#include "CCanvasKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

typedef float quad __attribute__((vector_size(16), aligned(4)));
typedef int32_t integers __attribute__((vector_size(16)));
typedef uint8_t channels __attribute__((vector_size(4)));
typedef uint8_t bytes __attribute__((vector_size(16), aligned(1)));
typedef uint16_t shorts __attribute__((vector_size(32)));

// The channels that are added up at a time, a line of the cache of each row, and the most rows whose
// sum fits 16 bits.
enum { BLOCK = 64, ROWS = 257 };

static inline int32_t clamp(int32_t v, int32_t high) { return v < 0 ? 0 : v > high ? high : v; }

static inline const uint8_t *row_at(const uint8_t *src, ptrdiff_t stride, int32_t y, int32_t height) {
  return src + (ptrdiff_t)clamp(y, height - 1) * stride;
}

// Writes the sums of `count` channels down the rows of a box, of BLOCK at most.
INLINE void add_rows(float *restrict sums, const uint8_t *src, ptrdiff_t stride, int count, int height,
                     const ctk_reach *rows) {
  const uint8_t *from = row_at(src, stride, rows->first, height);
  const float w = rows->first_weight;
  for (int k = 0; k < count; k++) sums[k] = (float)from[k] * w;
  for (int32_t y = rows->first + 1; y < rows->last; y += ROWS) {
    uint16_t whole[BLOCK];
    const int32_t end = rows->last - y < ROWS ? rows->last : y + ROWS;
    if (count == BLOCK) {
      // These sums stay in registers.
      shorts sum[BLOCK / 16] = {0};
      for (int32_t i = y; i < end; i++) {
        const bytes *from = (const bytes *)(const void *)row_at(src, stride, i, height);
        for (int k = 0; k < BLOCK / 16; k++) sum[k] += __builtin_convertvector(from[k], shorts);
      }
      memcpy(whole, sum, sizeof(whole));
    } else {
      memset(whole, 0, sizeof(whole));
      for (int32_t i = y; i < end; i++) {
        const uint8_t *from = row_at(src, stride, i, height);
        for (int k = 0; k < count; k++) whole[k] += from[k];
      }
    }
    for (int k = 0; k < count; k++) sums[k] += (float)whole[k];
  }
  if (rows->last > rows->first) {
    const uint8_t *from = row_at(src, stride, rows->last, height);
    const float w = rows->last_weight;
    for (int k = 0; k < count; k++) sums[k] += (float)from[k] * w;
  }
}

// The sum of the columns from `first` up to `end`; the outermost columns are repeated beyond the
// picture's sides.
INLINE quad add_columns(quad sum, const float *sums, int32_t first, int32_t end, int32_t width) {
  if (first >= 0 && end <= width) {
    for (int32_t x = first; x < end; x++) sum += *(const quad *)(const void *)(sums + 4 * x);
  } else {
    for (int32_t x = first; x < end; x++) sum += *(const quad *)(const void *)(sums + 4 * clamp(x, width - 1));
  }
  return sum;
}

INLINE void average_row(uint32_t *dst, const ctk_reach *columns, int count, const uint8_t *src, ptrdiff_t stride,
                        int width, int height, const ctk_reach *rows, float scale, float *sums) {
  // The source columns that this row needs.
  int32_t low = width - 1, high = 0;
  for (int i = 0; i < count; i++) {
    int32_t a = clamp(columns[i].first, width - 1), b = clamp(columns[i].last, width - 1);
    low = a < low ? a : low;
    high = b > high ? b : high;
  }
  if (low > high) return;
  const int32_t end = 4 * (high + 1);
  int32_t k = 4 * low;
  for (; k + BLOCK <= end; k += BLOCK) add_rows(sums + k, src + k, stride, BLOCK, height, rows);
  if (k < end) add_rows(sums + k, src + k, stride, end - k, height, rows);
  for (int i = 0; i < count; i++) {
    const ctk_reach *c = columns + i;
    const quad first = {c->first_weight, c->first_weight, c->first_weight, c->first_weight};
    const quad last = {c->last_weight, c->last_weight, c->last_weight, c->last_weight};
    const quad factor = {scale, scale, scale, scale}, half = {0.5f, 0.5f, 0.5f, 0.5f};
    const quad most = {255, 255, 255, 255};
    quad sum = *(const quad *)(const void *)(sums + 4 * clamp(c->first, width - 1)) * first;
    sum = add_columns(sum, sums, c->first + 1, c->last, width);
    if (c->last > c->first) sum += *(const quad *)(const void *)(sums + 4 * clamp(c->last, width - 1)) * last;
    sum = sum * factor + half;
    sum = __builtin_elementwise_min(sum, most);
    const channels pixel = __builtin_convertvector(__builtin_convertvector(sum, integers), channels);
    memcpy(dst + i, &pixel, sizeof(pixel));
  }
}

// The same code, compiled to the wider vectors of AVX2.
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void average_row_avx2(uint32_t *dst, const ctk_reach *columns, int count,
                                                             const uint8_t *src, ptrdiff_t stride, int width,
                                                             int height, const ctk_reach *rows, float scale,
                                                             float *sums) {
  average_row(dst, columns, count, src, stride, width, height, rows, scale, sums);
}
#endif

void ctk_average_row_rgba8(uint32_t *dst, const ctk_reach *columns, int count, const uint8_t *src,
                           ptrdiff_t stride, int width, int height, const ctk_reach *rows, float scale,
                           float *sums) {
#if defined(__x86_64__)
  if (ctk_level() == 2) {
    average_row_avx2(dst, columns, count, src, stride, width, height, rows, scale, sums);
    return;
  }
#endif
  average_row(dst, columns, count, src, stride, width, height, rows, scale, sums);
}
