// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Convolution of coverage with weights that sum up to 2^16. Sums of whole numbers: the order of
// additions, and so the vector width that the compiler chooses, changes no bit.

#include "kernels.h"

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
    // At most 255 * 2^24 + 2^23, below 2^32.
    for (int x = 0; x < width; x++) dst[(ptrdiff_t)y * width + x] = (uint8_t)((sums[x] + (1u << 23)) >> 24);
  }
}

void ctk_blur_product(uint8_t *dst, const uint16_t *columns, int width, const uint32_t *rows, int height) {
  for (int y = 0; y < height; y++, dst += width) {
    // The rounded product over 2^24; the lower 16 bits of the product decide nothing.
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
