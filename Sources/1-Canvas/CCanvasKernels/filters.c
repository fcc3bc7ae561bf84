// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The filters of PNG (third edition, section 9): a byte is stored as its difference from a
// prediction by the byte at its left (a), the one above (b) and the one above at the left (c).

#include "CCanvasKernels.h"

#include <string.h>

enum { NONE, SUB, UP, AVERAGE, PAETH };

static inline uint8_t paeth(int a, int b, int c) {
  int pa = b - c, pb = a - c, pc = pa + pb;
  pa = pa < 0 ? -pa : pa;
  pb = pb < 0 ? -pb : pb;
  pc = pc < 0 ? -pc : pc;
  int least = pb <= pc ? b : c, least_distance = pb <= pc ? pb : pc;
  return (uint8_t)(pa <= least_distance ? a : least);
}

static inline uint8_t predicted(int filter, uint8_t a, uint8_t b, uint8_t c) {
  switch (filter) {
    case SUB: return a;
    case UP: return b;
    case AVERAGE: return (uint8_t)((a + b) >> 1);
    case PAETH: return paeth(a, b, c);
    default: return 0;
  }
}

// Filters a row and returns its weight. Inlined once for each filter, so that the compiler makes
// vector code for each.
static inline __attribute__((always_inline)) uint64_t apply(int filter, uint8_t *restrict dst,
                                                            const uint8_t *row,
                                                            const uint8_t *above, size_t count,
                                                            int step) {
  const uint8_t *left = row - step, *corner = above - step;
  uint64_t weight = 0;
  // The sum of the weights of 256 bytes fits in 16 bits.
  for (size_t i = 0; i < count;) {
    uint16_t sum = 0;
    for (size_t end = count - i < 256 ? count : i + 256; i < end; i++) {
      uint8_t byte = (uint8_t)(row[i] - predicted(filter, left[i], above[i], corner[i]));
      dst[i] = byte;
      sum = (uint16_t)(sum + (byte < 128 ? byte : (uint8_t)-byte));
    }
    weight += sum;
  }
  return weight;
}

void ctk_png_filter_flat(uint8_t *dst, const uint8_t *row, const uint8_t *above, size_t count,
                         int step) {
  const uint8_t *left = row - step, *corner = above - step;
  size_t changes = 0, changes_of_up = 0;
  // The count of up to 128 places fits in 8 bits.
  for (size_t i = 0; i < count;) {
    uint8_t some = 0, some_of_up = 0;
    for (size_t end = count - i < 128 ? count : i + 128; i < end; i++) {
      some = (uint8_t)(some + (row[i] != left[i]));
      some_of_up =
          (uint8_t)(some_of_up + ((uint8_t)(row[i] - above[i]) != (uint8_t)(left[i] - corner[i])));
    }
    changes += some;
    changes_of_up += some_of_up;
  }
  dst[0] = changes_of_up < changes ? UP : NONE;
  if (dst[0] == UP) {
    apply(UP, dst + 1, row, above, count, step);
  } else {
    memcpy(dst + 1, row, count);
  }
}

void ctk_png_filter_smooth(uint8_t *dst, uint8_t *scratch, const uint8_t *row,
                           const uint8_t *above, size_t count, int step) {
  uint8_t *best = dst, *other = scratch;
  uint64_t least = UINT64_MAX;
  for (int filter = NONE; filter <= PAETH; filter++) {
    uint64_t weight;
    switch (filter) {
      case SUB: weight = apply(SUB, other + 1, row, above, count, step); break;
      case UP: weight = apply(UP, other + 1, row, above, count, step); break;
      case AVERAGE: weight = apply(AVERAGE, other + 1, row, above, count, step); break;
      case PAETH: weight = apply(PAETH, other + 1, row, above, count, step); break;
      default: weight = apply(NONE, other + 1, row, above, count, step); break;
    }
    if (weight >= least) continue;
    least = weight;
    other[0] = (uint8_t)filter;
    uint8_t *better = other;
    other = best;
    best = better;
  }
  if (best != dst) memcpy(dst, best, count + 1);
}

bool ctk_is_smooth_row(const uint8_t *row, size_t count, int step) {
  enum { STRIDE = 4, SMALL_STEP = 16 };
  size_t small = 0, large = 0;
  for (size_t i = 1; i < count; i += STRIDE) {
    const uint8_t *p = row + i * (size_t)step;
    int most = 0;
    for (int k = 0; k < step; k++) {
      int difference = p[k] - p[k - step];
      difference = difference < 0 ? -difference : difference;
      most = difference > most ? difference : most;
    }
    large += most > SMALL_STEP;
    small += most > 0 && most <= SMALL_STEP;
  }
  return small > 2 * large && small * STRIDE * 32 > count;
}
