// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The scalar reference of every pixel loop, and the cutting of arcs.

#include "kernels_scalar.h"
#include "pixels.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma STDC FP_CONTRACT OFF

void ctk_scalar_mask_over_rgba8(uint8_t *dst, const uint8_t *mask, int count, uint32_t color) {
  const uint32_t c[4] = {color & 255, color >> 8 & 255, color >> 16 & 255, color >> 24};
  for (int i = 0; i < count; i++, dst += 4) {
    uint32_t m = mask[i];
    if (!m) continue;
    uint32_t rest = 255 - ctk_div255(c[3] * m);
    for (int k = 0; k < 4; k++) {
      dst[k] = ctk_byte(ctk_div255(c[k] * m) + ctk_div255(dst[k] * rest));
    }
  }
}

void ctk_scalar_mask_over_alpha8(uint8_t *dst, const uint8_t *mask, int count, uint8_t alpha) {
  for (int i = 0; i < count; i++) {
    uint32_t s = ctk_div255((uint32_t)mask[i] * alpha);
    dst[i] = ctk_byte(s + ctk_div255(dst[i] * (255 - s)));
  }
}

void ctk_scalar_over_rgba8(uint8_t *dst, int count, uint32_t color) {
  const uint32_t c[4] = {color & 255, color >> 8 & 255, color >> 16 & 255, color >> 24};
  const uint32_t rest = 255 - c[3];
  for (int i = 0; i < count; i++, dst += 4) {
    for (int k = 0; k < 4; k++) dst[k] = ctk_byte(c[k] + ctk_div255(dst[k] * rest));
  }
}

void ctk_scalar_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count) {
  for (int i = 0; i < count; i++, dst += 4, src += 4) {
    uint32_t rest = 255 - src[3];
    for (int k = 0; k < 4; k++) dst[k] = ctk_byte(src[k] + ctk_div255(dst[k] * rest));
  }
}

void ctk_scalar_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask,
                                    int count) {
  for (int i = 0; i < count; i++, dst += 4, src += 4) {
    uint32_t m = mask[i];
    if (!m) continue;
    uint32_t rest = 255 - ctk_div255(src[3] * m);
    for (int k = 0; k < 4; k++) {
      dst[k] = ctk_byte(ctk_div255(src[k] * m) + ctk_div255(dst[k] * rest));
    }
  }
}

void ctk_scalar_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count) {
  for (int i = 0; i < count; i++) dst[i] = (uint8_t)ctk_div255((uint32_t)dst[i] * src[i]);
}

void ctk_scalar_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color) {
  const uint32_t c[4] = {color & 255, color >> 8 & 255, color >> 16 & 255, color >> 24};
  for (int i = 0; i < count; i++, dst += 4) {
    for (int k = 0; k < 4; k++) dst[k] = (uint8_t)ctk_div255(dst[k] * c[k]);
  }
}

static void scalar_coverage_row(uint8_t *dst, int32_t *sums, int count) {
  int32_t sum = 0;
  for (int i = 0; i < count; i++) {
    sum = (int32_t)((uint32_t)sum + (uint32_t)sums[i]);
    sums[i] = 0;
    dst[i] = ctk_coverage(sum);
  }
}

void ctk_scalar_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int width,
                              int height) {
  const int count = (width + 7) & ~7;
  for (int y = 0; y < height; y++, dst += stride, sums += row_sums) {
    scalar_coverage_row(dst, sums, count);
    for (int i = count; i < row_sums; i++) sums[i] = 0;
  }
}

// Arcs
// --------------------------------------------------------------------------------------------------

// Rounds to the nearest integer, halves to the even one.
static inline int32_t nearest(float v) {
#if defined(__SSE2__)
  return _mm_cvtss_si32(_mm_set_ss(v));
#else
  return (int32_t)__builtin_rintf(v);
#endif
}

// The sum of two coordinates with 24 fractional bits is their mean with 25 fractional bits.
enum { SUM_BITS = 25 };

void ctk_cut_arc(const ctk_arc *arc, int length, ctk_cells *cells) {
  const int n = ctk_cell_count(length), half = n / 2;
  float t[8];
  // The parameters at which the arc crosses borders: first of rows, then of columns. Signs are
  // changed so that the coordinate increases. The fourth border of columns is set to 1e9, which no
  // arc reaches.
  for (int k = 0; k < n; k++) {
    bool row = k < half;
    float a = arc->a[row], b = arc->b[row], c = arc->c[row];
    if (a + (b + b) < 0) a = -a, b = -b, c = -c;
    float step = row ? (float)(k + 1) : k == 4 ? 1e9f : (float)(n - k);
    float way = __builtin_floorf(c) + step - c;
    float under = b * b + a * way;
    float s = way / (b + __builtin_sqrtf(under > 0 ? under : 0));
    t[k] = s < 1 ? s : 1;
  }
  // The parameters rise and then fall: they are sorted by halves, quarters, … (bitonic merge).
  for (int step = half; step; step >>= 1) {
    for (int i = 0; i < n; i++) {
      if (i & step) continue;
      float p = t[i], q = t[i + step];
      t[i] = p < q ? p : q;
      t[i + step] = p > q ? p : q;
    }
  }
  const float twice_x = arc->b[0] + arc->b[0], twice_y = arc->b[1] + arc->b[1], fine = 16777216.0f;
  const float bulge = (arc->a[1] * twice_x - arc->a[0] * twice_y) * ctk_bulge;
  int32_t x0 = nearest(arc->c[0] * fine), y0 = nearest(arc->c[1] * fine);
  float t0 = 0;
  for (int i = 0; i < n; i++) {
    int32_t x1 = nearest(((arc->a[0] * t[i] + twice_x) * t[i] + arc->c[0]) * fine);
    int32_t y1 = nearest(((arc->a[1] * t[i] + twice_y) * t[i] + arc->c[1]) * fine);
    int32_t dy = y1 - y0, sum_x = x0 + x1, sum_y = y0 + y1;
    float dt = t[i] - t0, mean = (float)(sum_x & ((1 << SUM_BITS) - 1)) * (1 / fine);
    cells->x[i] = sum_x >> SUM_BITS;
    cells->y[i] = sum_y >> SUM_BITS;
    cells->beyond[i] = nearest((float)dy * mean + dt * dt * dt * bulge);
    cells->here[i] = 2 * dy - cells->beyond[i];
    x0 = x1, y0 = y1, t0 = t[i];
  }
}

void ctk_scalar_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums,
                         int32_t left, int32_t top) {
  for (size_t k = 0; k < count; k++) {
    ctk_cells cells;
    ctk_cut_arc(&arcs[k], length, &cells);
    for (int i = 0; i < ctk_cell_count(length); i++) {
      int32_t y = arcs[k].y + cells.y[i] - top, x = arcs[k].x + cells.x[i] - left;
      int32_t *cell = sums + (ptrdiff_t)y * row_sums + x;
      cell[0] += cells.here[i];
      cell[1] += cells.beyond[i];
    }
  }
}

void ctk_scalar_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *e) {
  for (size_t i = 0; i < 2 * count; i++) {
    int k = i & 1;
    double v = m[k] * points[i - (size_t)k] + m[2 + k] * points[i - (size_t)k + 1] + m[4 + k];
    e->low[k] = e->low[k] < v ? e->low[k] : v;
    e->high[k] = e->high[k] > v ? e->high[k] : v;
    e->sum[k] += v;
    double near = v > -0x1p30 ? v < 0x1p30 ? v : 0x1p30 : -0x1p30;
    grid[i] = (int32_t)__builtin_rint(near);
  }
}
