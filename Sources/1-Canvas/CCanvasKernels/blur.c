// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Convolution of coverage with weights that sum up to 2^16. The sums are integers: the order of
// additions, and so the vector width that the compiler chooses, changes no bit.
//
// A wide kernel is two boxes, one after another, and then few weights at distances of the first
// box's width. The boxes are running sums, so the work for a pixel does not grow with the kernel.
// The sums are exact modulo 2^32, so a pixel depends only on the pixels that the kernel covers,
// wherever a row or a band begins.

#include "CCanvasKernels.h"

#include <string.h>

// Adds `weight` times a row to sums.
static inline void add_bytes(uint32_t *restrict sums, const uint8_t *restrict src, int count, uint32_t weight) {
  for (int i = 0; i < count; i++) sums[i] += weight * src[i];
}

static inline void add_words(uint32_t *restrict sums, const uint16_t *restrict src, int count, uint32_t weight) {
  for (int i = 0; i < count; i++) sums[i] += weight * src[i];
}

void ctk_blur_row(uint16_t *dst, const uint8_t *src, int count, const uint32_t *weights, int taps, uint32_t *sums) {
  memset(sums, 0, (size_t)count * sizeof *sums);
  for (int k = 0; k < taps; k++) {
    if (weights[k]) add_bytes(sums, src + k, count, weights[k]);
  }
  for (int i = 0; i < count; i++) dst[i] = (uint16_t)(sums[i] >> 8);
}

void ctk_blur(uint8_t *dst, const uint8_t *src, int width, int height, const uint32_t *weights, int taps,
              uint16_t *middle, uint32_t *sums) {
  int stride = width + taps - 1;
  for (int y = 0; y < height + taps - 1; y++) {
    ctk_blur_row(middle + (ptrdiff_t)y * width, src + (ptrdiff_t)y * stride, width, weights, taps, sums);
  }
  for (int y = 0; y < height; y++) {
    memset(sums, 0, (size_t)width * sizeof *sums);
    for (int k = 0; k < taps; k++) {
      if (weights[k]) add_words(sums, middle + (ptrdiff_t)(y + k) * width, width, weights[k]);
    }
    // The rounded sum is at most 255 * 2^24 + 2^23, below 2^32.
    for (int x = 0; x < width; x++) dst[(ptrdiff_t)y * width + x] = (uint8_t)((sums[x] + (1u << 23)) >> 24);
  }
}

void ctk_spread_row(uint16_t *dst, const uint8_t *src, int count, const ctk_spread *spread, const uint32_t *weights,
                    uint16_t *boxes, uint32_t *sums) {
  const int a = spread->step, b = spread->width, first = a + b - 2;
  const int length = count + spread->taps * a + b - 2;
  const uint32_t scale = spread->scale;
  uint32_t slope = 0, box = 0;
  int t = 0;
  for (; t < length && t < a + b; t++) {
    slope += src[t];
    if (t >= a) slope -= src[t - a];
    if (t >= b) slope -= src[t - b];
    box += slope;
    if (t >= first) boxes[t - first] = (uint16_t)((box * scale + (1u << 15)) >> 16);
  }
  for (; t < length; t++) {
    slope += (uint32_t)src[t] - src[t - a] - src[t - b] + src[t - a - b];
    box += slope;
    boxes[t - first] = (uint16_t)((box * scale + (1u << 15)) >> 16);
  }
  memset(sums, 0, (size_t)count * sizeof *sums);
  for (int k = 0; k < spread->taps; k++) add_words(sums, boxes + (ptrdiff_t)k * a, count, weights[k]);
  for (int i = 0; i < count; i++) dst[i] = (uint16_t)((sums[i] + (1u << 15)) >> 16);
}

// Replaces rows by the sums of both boxes over the rows below. Row y lies in line y + 2 of `lines`.
// The sums that begin at row y go to line y, whose old content is not needed any more.
static void sum_columns(uint16_t *lines, int width, int rows, const ctk_spread *spread, uint32_t *slopes,
                        uint32_t *boxes) {
  const int a = spread->step, b = spread->width, first = a + b - 2;
  const uint32_t scale = spread->scale;
  memset(slopes, 0, (size_t)width * sizeof *slopes);
  memset(boxes, 0, (size_t)width * sizeof *boxes);
  for (int t = 0; t < rows; t++) {
    const uint16_t *row = lines + (ptrdiff_t)(t + 2) * width;
    const ptrdiff_t from_a = (ptrdiff_t)a * width, from_b = (ptrdiff_t)b * width;
    if (t >= a + b) {
      const uint16_t *past_a = row - from_a, *past_b = row - from_b, *past = past_b - from_a;
      for (int x = 0; x < width; x++) slopes[x] += (uint32_t)row[x] - past_a[x] - past_b[x] + past[x];
    } else {
      for (int x = 0; x < width; x++) slopes[x] += row[x];
      if (t >= a) {
        const uint16_t *past = row - from_a;
        for (int x = 0; x < width; x++) slopes[x] -= past[x];
      }
      if (t >= b) {
        const uint16_t *past = row - from_b;
        for (int x = 0; x < width; x++) slopes[x] -= past[x];
      }
    }
    for (int x = 0; x < width; x++) boxes[x] += slopes[x];
    if (t < first) continue;
    uint16_t *line = lines + (ptrdiff_t)(t - first) * width;
    for (int x = 0; x < width; x++) line[x] = (uint16_t)((((boxes[x] + 128) >> 8) * scale + (1u << 15)) >> 16);
  }
}

void ctk_spread_blur(uint8_t *dst, const uint8_t *src, int width, int height, const ctk_spread *spread,
                     const uint32_t *weights, uint16_t *lines, uint16_t *boxes, uint32_t *sums) {
  const int margin = spread->taps * spread->step + spread->width - 2;
  const int rows = height + margin, stride = width + margin;
  for (int y = 0; y < rows; y++) {
    uint16_t *line = lines + (ptrdiff_t)(y + 2) * width;
    ctk_spread_row(line, src + (ptrdiff_t)y * stride, width, spread, weights, boxes, sums);
  }
  sum_columns(lines, width, rows, spread, sums, sums + width);
  for (int y = 0; y < height; y++) {
    memset(sums, 0, (size_t)width * sizeof *sums);
    for (int k = 0; k < spread->taps; k++) {
      add_words(sums, lines + (ptrdiff_t)(y + k * spread->step) * width, width, weights[k]);
    }
    for (int x = 0; x < width; x++) dst[(ptrdiff_t)y * width + x] = (uint8_t)((sums[x] + (1u << 23)) >> 24);
  }
}

void ctk_blur_product(uint8_t *dst, const uint16_t *columns, int width, const uint32_t *rows, int height) {
  for (int y = 0; y < height; y++, dst += width) {
    // The rounded product over 2^24; the lower 16 bits of the product do not change the result.
    if (rows[y] >= 1 << 16) {
      for (int x = 0; x < width; x++) dst[x] = (uint8_t)((columns[x] + 128) >> 8);
    } else {
      uint16_t row = (uint16_t)rows[y];
      for (int x = 0; x < width; x++) {
        uint16_t high = (uint16_t)((uint32_t)row * columns[x] >> 16);
        dst[x] = (uint8_t)((uint16_t)(high + 128) >> 8);
      }
    }
  }
}
