// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Maps colours linearly. A row often has runs of one colour, which is mapped once.

#include "CCanvasKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

static inline uint32_t byte_of(float value) {
  return value > 0 ? (uint32_t)(value < 255 ? value + 0.5f : 255) : 0;
}

/// Maps one premultiplied colour by way of the straight one.
static uint32_t mapped(uint32_t color, const float *m) {
  float alpha = (float)(color >> 24), straight[3];
  if (alpha == 0) return 0;
  for (int i = 0; i < 3; i++) straight[i] = (float)(color >> 8 * i & 255) / alpha;
  float opacity = alpha * m[18];
  uint32_t result = byte_of(opacity) << 24;
  for (int i = 0; i < 3; i++) {
    const float *row = m + 5 * i;
    float value = row[0] * straight[0] + row[1] * straight[1] + row[2] * straight[2] + row[4];
    value = value > 0 ? (value < 1 ? value : 1) : 0;
    result |= byte_of(value * (float)(result >> 24)) << 8 * i;
  }
  return result;
}

void ctk_map_colors_rgba8(uint8_t *row, int count, const float *matrix) {
  uint32_t last = 0, result = 0;
  for (int i = 0; i < count; i++) {
    uint32_t color;
    memcpy(&color, row + 4 * i, sizeof(color));
    if (color != last) {
      last = color;
      result = mapped(color, matrix);
    }
    memcpy(row + 4 * i, &result, sizeof(result));
  }
}
