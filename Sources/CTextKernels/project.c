// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// A picture seen in perspective: each pixel of a row looks up its place in the source, in the
// level whose pixels are about as large as its own, and interpolates there between four pixels.

#include "CTextKernels.h"

#pragma STDC FP_CONTRACT OFF

// Pixels that share a level: a run of absolute columns, so that it does not matter where a row
// begins.
enum { RUN = 8 };

static inline uint32_t mix(uint32_t a, uint32_t b, uint32_t t) {
  const uint32_t low = (a & 0xff00ff) * (256 - t) + (b & 0xff00ff) * t + 0x800080;
  const uint32_t high = (a >> 8 & 0xff00ff) * (256 - t) + (b >> 8 & 0xff00ff) * t + 0x800080;
  return (low >> 8 & 0xff00ff) | (high & 0xff00ff00);
}

static inline uint32_t fade(uint32_t p, uint32_t alpha) {
  const uint32_t low = (p & 0xff00ff) * alpha + 0x800080;
  const uint32_t high = (p >> 8 & 0xff00ff) * alpha + 0x800080;
  return ((low + (low >> 8 & 0xff00ff)) >> 8 & 0xff00ff) |
         ((high + (high >> 8 & 0xff00ff)) & 0xff00ff00);
}

static inline int32_t within(double v, int32_t low, int32_t high) {
  return v <= low ? low : v >= high ? high : (int32_t)v;
}

static inline uint32_t at(const ctk_mip *l, int32_t x, int32_t y) {
  return *(const uint32_t *)(const void *)(l->pixels + (ptrdiff_t)y * l->stride + 4 * (ptrdiff_t)x);
}

static uint32_t interpolated(const ctk_mip *l, double u, double v) {
  // Whole pixels to the left and above; the fraction in 256ths.
  const double x = u - 0.5, y = v - 0.5;
  const int32_t fx = within(x * 256, l->left * 256, (l->right - 1) * 256);
  const int32_t fy = within(y * 256, l->top * 256, (l->bottom - 1) * 256);
  const int32_t x0 = fx >> 8, y0 = fy >> 8;
  const int32_t x1 = x0 + 1 < l->right ? x0 + 1 : x0, y1 = y0 + 1 < l->bottom ? y0 + 1 : y0;
  const uint32_t tx = (uint32_t)fx & 255, ty = (uint32_t)fy & 255;
  return mix(mix(at(l, x0, y0), at(l, x1, y0), tx), mix(at(l, x0, y1), at(l, x1, y1), tx), ty);
}

static uint32_t nearest(const ctk_mip *l, double u, double v) {
  return at(l, within(u, l->left, l->right - 1), within(v, l->top, l->bottom - 1));
}

// The level for the pixels around a place: the least one whose pixels are at least half as large.
static int level_of(const double m[9], double px, double py, int levels) {
  const double w = m[2] * px + m[5] * py + m[8];
  if (!(w > 1e-9)) return levels - 1;
  const double u = (m[0] * px + m[3] * py + m[6]) / w, v = (m[1] * px + m[4] * py + m[7]) / w;
  // The squares of what one step to the right, and one down, moves in the source.
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

void ctk_project_row_rgba8(uint32_t *dst, int x, int y, int count, const double m[9], const ctk_mip *levels,
                           int level_count, bool is_nearest, int alpha) {
  const double py = y + 0.5;
  const double u0 = m[3] * py + m[6], v0 = m[4] * py + m[7], w0 = m[5] * py + m[8];
  int end_of_run = x;
  const ctk_mip *level = levels;
  double size = 1;
  for (int i = 0; i < count; i++) {
    const double px = x + i + 0.5;
    if (x + i >= end_of_run) {
      const int begin = (x + i) & ~(RUN - 1);
      end_of_run = begin + RUN;
      const int k = is_nearest ? 0 : level_of(m, begin + RUN / 2, py, level_count);
      level = levels + k;
      size = 1.0 / (1 << k);
    }
    const double w = w0 + m[2] * px;
    if (!(w > 1e-9)) {
      dst[i] = 0;
      continue;
    }
    const double inverse = size / w;
    const double u = (u0 + m[0] * px) * inverse, v = (v0 + m[1] * px) * inverse;
    const uint32_t color = is_nearest ? nearest(level, u, v) : interpolated(level, u, v);
    dst[i] = alpha == 255 ? color : fade(color, (uint32_t)alpha);
  }
}

void ctk_halve_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t stride, int width, int height) {
  for (int y = 0; y < (height + 1) / 2; y++) {
    const uint8_t *a = src + 2 * y * stride, *b = 2 * y + 1 < height ? a + stride : a;
    uint8_t *to = dst + y * dst_stride;
    for (int x = 0; x < (width + 1) / 2; x++) {
      const int next = 2 * x + 1 < width ? 4 : 0;
      for (int k = 0; k < 4; k++) {
        to[4 * x + k] = (uint8_t)((a[8 * x + k] + a[8 * x + k + next] + b[8 * x + k] + b[8 * x + k + next] + 2) / 4);
      }
    }
  }
}
