// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// A picture seen in perspective: each pixel of a row finds its position in the source, in the level
// whose pixels are about as large as device pixels, and is interpolated between four pixels there.

#include "CCanvasKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

// The number of pixels that share a level. A run begins at a multiple of RUN on the device, so that
// the result does not depend on where a row begins.
enum { RUN = 8 };

typedef uint16_t eight __attribute__((vector_size(16), aligned(2)));
typedef uint8_t bytes8 __attribute__((vector_size(8), aligned(1)));
typedef uint8_t bytes4 __attribute__((vector_size(4), aligned(1)));

static inline uint32_t mix(uint32_t a, uint32_t b, uint32_t t) {
  const uint32_t low = (a & 0xff00ff) * (256 - t) + (b & 0xff00ff) * t + 0x800080;
  const uint32_t high = (a >> 8 & 0xff00ff) * (256 - t) + (b >> 8 & 0xff00ff) * t + 0x800080;
  return (low >> 8 & 0xff00ff) | (high & 0xff00ff00);
}

static inline uint32_t product(uint32_t p, uint32_t q) {
  uint32_t result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const uint32_t v = (p >> shift & 255) * (q >> shift & 255) + 128;
    result |= ((v + (v >> 8)) >> 8) << shift;
  }
  return result;
}

static inline int32_t within(double v, int32_t low, int32_t high) {
  return v <= low ? low : v >= high ? high : (int32_t)v;
}

static inline uint32_t at(const ctk_mip *l, int32_t x, int32_t y) {
  return *(const uint32_t *)(const void *)(l->pixels + (ptrdiff_t)y * l->stride + 4 * (ptrdiff_t)x);
}

// Interpolates between four pixels, down and then across; x and y are in 256ths of a pixel, from
// the middle of the first pixel.
static inline void between(uint32_t *dst, const ctk_mip *l, int32_t x, int32_t y) {
  const uint8_t *above = l->pixels + (ptrdiff_t)(y >> 8) * l->stride + 4 * (ptrdiff_t)(x >> 8);
  const uint8_t *below = above + l->stride;
  const uint16_t tx = (uint16_t)(x & 255), ty = (uint16_t)(y & 255);
  const eight column = (__builtin_convertvector(*(const bytes8 *)(const void *)above, eight) * (uint16_t)(256 - ty) +
                        __builtin_convertvector(*(const bytes8 *)(const void *)below, eight) * ty + 128) >> 8;
  const eight next = __builtin_shufflevector(column, column, 4, 5, 6, 7, 0, 1, 2, 3);
  const eight row = (column * (uint16_t)(256 - tx) + next * tx + 128) >> 8;
  *(bytes4 *)(void *)dst = __builtin_convertvector(__builtin_shufflevector(row, row, 0, 1, 2, 3), bytes4);
}

static uint32_t interpolated(const ctk_mip *l, double u, double v) {
  const int32_t x = within((u - 0.5) * 256, l->left * 256, (l->right - 1) * 256);
  const int32_t y = within((v - 0.5) * 256, l->top * 256, (l->bottom - 1) * 256);
  const int32_t x0 = x >> 8, y0 = y >> 8;
  const int32_t x1 = x0 + 1 < l->right ? x0 + 1 : x0, y1 = y0 + 1 < l->bottom ? y0 + 1 : y0;
  const uint32_t tx = (uint32_t)x & 255, ty = (uint32_t)y & 255;
  return mix(mix(at(l, x0, y0), at(l, x0, y1), ty), mix(at(l, x1, y0), at(l, x1, y1), ty), tx);
}

static uint32_t nearest(const ctk_mip *l, double u, double v) {
  return at(l, within(u, l->left, l->right - 1), within(v, l->top, l->bottom - 1));
}

// The level for the pixels around a place: the first whose pixels have at least half of the area of
// a device pixel.
static int level_of(const double m[9], double px, double py, int levels) {
  const double w = m[2] * px + m[5] * py + m[8];
  if (!(w > 1e-9)) return levels - 1;
  const double u = (m[0] * px + m[3] * py + m[6]) / w, v = (m[1] * px + m[4] * py + m[7]) / w;
  // The squared lengths, in the source, of a step of one device pixel to the right and down, times
  // w².
  const double ux = m[0] - u * m[2], vx = m[1] - v * m[2], uy = m[3] - u * m[5], vy = m[4] - v * m[5];
  const double across = ux * ux + vx * vx, down = uy * uy + vy * vy;
  double step = (across > down ? across : down) / (w * w);
  int level = 0;
  while (level + 1 < levels && step > 2) {
    step /= 4;
    level++;
  }
  return level;
}

// A position in the source, multiplied by its weight w (homogeneous coordinates).
typedef struct {
  double u, v, w;
} place;

// Writes a whole run if its positions lie on a straight line closely enough, and well inside the
// level. Otherwise returns false and writes nothing.
static bool project_run(uint32_t *dst, place first, const double m[9], const ctk_mip *level, double size) {
  const double w1 = first.w + RUN * m[2];
  // A change of the weight bends the line: its middle is off by its length times a quarter of the
  // relative change. Where that is 1/64 or more, the caller computes each pixel by itself.
  if (!(first.w > 1e-9 && w1 > 1e-9 && (w1 > first.w ? w1 - first.w : first.w - w1) < first.w / 64)) return false;
  const double a = size / first.w, b = size / w1;
  const double u0 = first.u * a - 0.5, v0 = first.v * a - 0.5;
  const double u1 = (first.u + RUN * m[0]) * b - 0.5, v1 = (first.v + RUN * m[1]) * b - 0.5;
  const double left = level->left, top = level->top, right = level->right - 2, bottom = level->bottom - 2;
  if (!(u0 >= left && u1 >= left && u0 < right && u1 < right && v0 >= top && v1 >= top && v0 < bottom && v1 < bottom))
    return false;
  // Positions in 65,536ths of a pixel.
  int64_t x = (int64_t)(u0 * 65536), y = (int64_t)(v0 * 65536);
  const int64_t dx = ((int64_t)(u1 * 65536) - x) / RUN, dy = ((int64_t)(v1 * 65536) - y) / RUN;
  for (int i = 0; i < RUN; i++, x += dx, y += dy) between(dst + i, level, (int32_t)(x >> 8), (int32_t)(y >> 8));
  return true;
}

void ctk_project_row_rgba8(uint32_t *dst, int x, int y, int count, const double m[9], const ctk_mip *levels,
                           int level_count, bool is_nearest, uint32_t color) {
  const double py = y + 0.5;
  const double u0 = m[3] * py + m[6], v0 = m[4] * py + m[7], w0 = m[5] * py + m[8];
  for (int begin = x & ~(RUN - 1); begin < x + count; begin += RUN) {
    const int k = is_nearest ? 0 : level_of(m, begin + RUN / 2, py, level_count);
    const ctk_mip *level = levels + k;
    const double size = 1.0 / (1 << k), px = begin + 0.5;
    const place first = {u0 + m[0] * px, v0 + m[1] * px, w0 + m[2] * px};
    uint32_t run[RUN];
    if (is_nearest || !project_run(run, first, m, level, size)) {
      for (int i = 0; i < RUN; i++) {
        const double w = first.w + m[2] * i, inverse = size / w;
        const double u = (first.u + m[0] * i) * inverse, v = (first.v + m[1] * i) * inverse;
        run[i] = !(w > 1e-9) ? 0 : is_nearest ? nearest(level, u, v) : interpolated(level, u, v);
      }
    }
    if (color != 0xffffffff) {
      for (int i = 0; i < RUN; i++) run[i] = product(run[i], color);
    }
    const int from = begin < x ? x - begin : 0, to = x + count - begin < RUN ? x + count - begin : RUN;
    memcpy(dst + begin + from - x, run + from, (size_t)(to - from) * sizeof *run);
  }
}
