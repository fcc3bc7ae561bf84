// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Counts the colours of a picture with a small hash table (open addressing), and converts its
// pixels to the rows of a file.

#include "CCanvasKernels.h"

#include <string.h>

static inline uint32_t load(const uint8_t *p) {
  uint32_t color;
  memcpy(&color, p, sizeof(color));
  return color;
}

/// The number of pixels of one colour at the start of a row.
static size_t run(const uint8_t *pixels, size_t count, uint32_t color) {
  size_t i = 0;
  uint64_t two = (uint64_t)color << 32 | color;
  for (; i + 8 <= count; i += 8) {
    uint64_t w[4];
    memcpy(w, pixels + 4 * i, sizeof(w));
    if ((w[0] ^ two) | (w[1] ^ two) | (w[2] ^ two) | (w[3] ^ two)) break;
  }
  while (i < count && load(pixels + 4 * i) == color) i++;
  return i;
}

static inline uint32_t slot_of(const ctk_colors *found, uint32_t color) {
  uint32_t slot = (color * 0x9e3779b1u) >> 22;
  while (found->values[slot] >= 0 && found->keys[slot] != color) slot = (slot + 1) % CTK_SLOTS;
  return slot;
}

void ctk_colors_begin(ctk_colors *found) {
  memset(found->values, 0xff, sizeof(found->values));
  found->count = 0;
  found->few = found->gray = found->opaque = true;
}

bool ctk_is_opaque(const uint8_t *pixels, size_t count) {
  uint32_t common = UINT32_MAX;
  for (size_t i = 0; i < count; i++) common &= load(pixels + 4 * i);
  return ((const uint8_t *)&common)[3] == 255;
}

bool ctk_colors_add(ctk_colors *found, const uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count;) {
    if (!found->few && !found->gray) {
      found->opaque = found->opaque && ctk_is_opaque(pixels + 4 * i, count - i);
      return found->opaque;
    }
    const uint8_t *p = pixels + 4 * i;
    uint32_t color = load(p);
    found->gray = found->gray && p[0] == p[1] && p[0] == p[2];
    found->opaque = found->opaque && p[3] == 255;
    if (found->few) {
      uint32_t slot = slot_of(found, color);
      if (found->values[slot] < 0) {
        if (found->count < 256) {
          found->keys[slot] = color;
          found->values[slot] = (int16_t)found->count;
          found->colors[found->count++] = color;
        } else {
          found->few = false;
        }
      }
    }
    i += 1 + run(p + 4, count - i - 1, color);
  }
  return true;
}

void ctk_colors_end(ctk_colors *found) {
  // Translucent colours come first, so that the file's list of opacities is short.
  uint32_t sorted[256];
  int k = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < found->count; i++) {
      uint32_t color = found->colors[i];
      if ((((const uint8_t *)&color)[3] == 255) != (pass == 1)) continue;
      found->values[slot_of(found, color)] = (int16_t)k;
      sorted[k++] = color;
    }
  }
  memcpy(found->colors, sorted, (size_t)k * sizeof(uint32_t));
}

void ctk_colors_index(const ctk_colors *found, uint8_t *dst, const uint8_t *pixels, size_t count) {
  for (size_t i = 0; i < count;) {
    uint32_t color = load(pixels + 4 * i);
    size_t same = 1 + run(pixels + 4 * (i + 1), count - i - 1, color);
    memset(dst + i, found->values[slot_of(found, color)], same);
    i += same;
  }
}

void ctk_pack_bits(uint8_t *dst, const uint8_t *src, size_t count) {
  for (size_t i = 0; i < count; i += 8) {
    uint8_t byte = 0;
    for (size_t k = 0; k < 8 && i + k < count; k++) byte |= (uint8_t)((src[i + k] & 1) << (7 - k));
    dst[i / 8] = byte;
  }
}

void ctk_red_row(uint8_t *dst, const uint8_t *src, size_t count) {
  for (size_t i = 0; i < count; i++) dst[i] = src[4 * i];
}

void ctk_rgb_row(uint8_t *dst, const uint8_t *src, size_t count) {
  size_t i = 0;
  // Each pixel but the last writes four bytes, and the next pixel overwrites the fourth.
  for (; i + 1 < count; i++) memcpy(dst + 3 * i, src + 4 * i, 4);
  for (; i < count; i++) memcpy(dst + 3 * i, src + 4 * i, 3);
}
