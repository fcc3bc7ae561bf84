// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// PNG and JPEG hold the same Exif data: a file of TIFF.

static inline uint32_t cimage_tiff_16(const uint8_t *p, bool big) {
  return big ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

static inline uint32_t cimage_tiff_32(const uint8_t *p, bool big) {
  uint32_t first = cimage_tiff_16(p, big), second = cimage_tiff_16(p + 2, big);
  return big ? first << 16 | second : second << 16 | first;
}

/// The orientation in Exif data, 1 to 8; 1 if it has none (Exif 2.32, 4.6.4; TIFF 6.0).
static inline int cimage_exif_orientation(const uint8_t *tiff, size_t count) {
  if (count < 8 || (memcmp(tiff, "MM\0*", 4) && memcmp(tiff, "II*\0", 4))) return 1;
  bool big = tiff[0] == 'M';
  size_t start = cimage_tiff_32(tiff + 4, big);
  if (start > count - 2) return 1;
  size_t entries = cimage_tiff_16(tiff + start, big);
  for (size_t i = 0; i < entries; i++) {
    size_t at = start + 2 + 12 * i;
    if (at + 12 > count) return 1;
    if (cimage_tiff_16(tiff + at, big) == 0x0112) {
      int value = (int)cimage_tiff_16(tiff + at + 8, big);
      return value >= 1 && value <= 8 ? value : 1;
    }
  }
  return 1;
}
