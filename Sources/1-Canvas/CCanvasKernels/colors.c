// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Counts the colours of a picture with a small open table.

#include "kernels.h"

#include <string.h>

enum { SLOTS = 1024 };

static inline uint32_t load(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

bool ctk_survey_colors(const uint8_t *pixels, size_t count, ctk_colors *found, uint32_t *palette,
                       uint8_t *indices) {
  uint32_t keys[SLOTS];
  int16_t values[SLOTS];
  memset(values, 0xff, sizeof(values));
  bool gray = true, opaque = true, few = true;
  int n = 0;
  uint32_t last = ~load(pixels);
  uint8_t last_index = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t c = load(pixels + 4 * i);
    if (c != last) {
      last = c;
      gray = gray && (c & 255) == (c >> 8 & 255) && (c & 255) == (c >> 16 & 255);
      opaque = opaque && c >> 24 == 255;
      if (few) {
        uint32_t slot = (c * 0x9e3779b1u) >> 22;
        while (values[slot] >= 0 && keys[slot] != c) slot = (slot + 1) & (SLOTS - 1);
        if (values[slot] < 0) {
          if (n == 256) {
            few = false;
          } else {
            keys[slot] = c;
            values[slot] = (int16_t)n;
            palette[n++] = c;
          }
        }
        if (few) last_index = (uint8_t)values[slot];
      }
      if (!few && !gray && !opaque) break;
    }
    indices[i] = last_index;
  }
  found->count = n;
  found->gray = gray;
  found->opaque = opaque;
  if (!few || (gray && opaque)) return few;
  // Colours that are not opaque come first, so that the file's list of opacities is short.
  uint8_t order[256];
  uint32_t sorted[256];
  int k = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < n; i++) {
      if ((palette[i] >> 24 == 255) != (pass == 1)) continue;
      order[i] = (uint8_t)k;
      sorted[k++] = palette[i];
    }
  }
  memcpy(palette, sorted, (size_t)n * sizeof(uint32_t));
  for (size_t i = 0; i < count; i++) indices[i] = order[indices[i]];
  return true;
}
