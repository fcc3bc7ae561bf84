// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The scalar reference of every pixel loop, and the choice of the variant that runs.

#include "kernels.h"

#include <string.h>
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
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

// To the nearest integer, halves to the even one.
static inline int32_t nearest(float v) {
#if defined(__SSE2__)
  return _mm_cvtss_si32(_mm_set_ss(v));
#else
  return (int32_t)__builtin_rintf(v);
#endif
}

// Whole and fraction of a sum of two coordinates, which have 24 bits behind the point.
enum { SUM_BITS = 25 };

void ctk_cut_arc(const ctk_arc *arc, int length, ctk_cells *cells) {
  const int n = ctk_cell_count(length), half = n / 2;
  float t[8];
  // The parameters at which the arc crosses borders: rows first, then columns, with signs such that
  // it increases. There is no fourth column.
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
  // Rising, then falling: put in order by halves, quarters, …
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

// The choice
// --------------------------------------------------------------------------------------------

#if defined(__x86_64__) && defined(CPU_FEATURE_PRESENT)
// From what the C library asked the processor when the process began: asking again, as the
// compiler's own functions do before `main`, takes 50 microseconds in a virtual machine.
__attribute__((target("xsave"))) static bool has_avx2(void) {
  const unsigned long long vectors = 6;  // The system saves the registers of SSE and AVX.
  return CPU_FEATURE_PRESENT(AVX2) && CPU_FEATURE_PRESENT(OSXSAVE) &&
         (__builtin_ia32_xgetbv(0) & vectors) == vectors;
}
#elif defined(__x86_64__)
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#endif

static int best_level(void) {
#if defined(__x86_64__)
  return has_avx2() ? 2 : 1;
#else
  return 0;
#endif
}

// -1 until asked. Two threads that ask at once store the same number.
static int chosen = -1;

static inline int level(void) {
  int l = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  if (__builtin_expect(l >= 0, 1)) return l;
  l = best_level();
  __atomic_store_n(&chosen, l, __ATOMIC_RELAXED);
  return l;
}

int ctk_level(void) { return level(); }

int ctk_set_level(int wanted) {
  int best = best_level();
  int l = wanted < 0 || wanted > best ? best : wanted;
  __atomic_store_n(&chosen, l, __ATOMIC_RELAXED);
  return l;
}

#if defined(__x86_64__)
#define RUN(name, ...)                                   \
  switch (level()) {                                     \
    case 2: ctk_avx2_##name(__VA_ARGS__); break;         \
    case 1: ctk_sse2_##name(__VA_ARGS__); break;         \
    default: ctk_scalar_##name(__VA_ARGS__); break;      \
  }
#else
#define RUN(name, ...) ctk_scalar_##name(__VA_ARGS__)
#endif

#define ROWS(dst, dst_stride, height) \
  for (int row_ = 0; row_ < (height); row_++, (dst) += (dst_stride))

void ctk_mask_over_rgba8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                         ptrdiff_t mask_stride, int width, int height, uint32_t color) {
#if defined(__x86_64__)
  if (level() == 2) {
    ctk_avx2_mask_over_rgba8_rows(dst, dst_stride, mask, mask_stride, width, height, color);
    return;
  }
#endif
  ROWS(dst, dst_stride, height) {
    RUN(mask_over_rgba8, dst, mask, width, color);
    mask += mask_stride;
  }
}

void ctk_mask_over_alpha8(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                          ptrdiff_t mask_stride, int width, int height, uint8_t alpha) {
  ROWS(dst, dst_stride, height) {
    RUN(mask_over_alpha8, dst, mask, width, alpha);
    mask += mask_stride;
  }
}

void ctk_fill_rgba8(uint8_t *dst, ptrdiff_t dst_stride, int width, int height, uint32_t color) {
  uint8_t bytes[4] = {(uint8_t)color, (uint8_t)(color >> 8), (uint8_t)(color >> 16),
                      (uint8_t)(color >> 24)};
  uint32_t word;
  memcpy(&word, bytes, 4);
  bool even = bytes[0] == bytes[1] && bytes[0] == bytes[2] && bytes[0] == bytes[3];
  ROWS(dst, dst_stride, height) {
    if (even) {
      memset(dst, bytes[0], (size_t)width * 4);
    } else {
      uint32_t *p = (uint32_t *)(void *)dst;
      for (int i = 0; i < width; i++) p[i] = word;
    }
  }
}

void ctk_over_rgba8(uint8_t *dst, ptrdiff_t dst_stride, int width, int height, uint32_t color) {
  if (color >> 24 == 255) {
    ctk_fill_rgba8(dst, dst_stride, width, height, color);
    return;
  }
  ROWS(dst, dst_stride, height) { RUN(over_rgba8, dst, width, color); }
}

void ctk_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count) {
  RUN(over_row_rgba8, dst, src, count);
}

void ctk_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count) {
  RUN(mask_over_row_rgba8, dst, src, mask, count);
}

void ctk_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count) {
  RUN(multiply_row_alpha8, dst, src, count);
}

void ctk_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color) {
  RUN(modulate_row_rgba8, dst, count, color);
}

void ctk_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int width,
                       int height) {
  RUN(coverage_rows, dst, stride, sums, row_sums, width, height);
}

void ctk_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums, int32_t left,
                  int32_t top) {
  RUN(add_arcs, arcs, count, length, sums, row_sums, left, top);
}

void ctk_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *extent) {
  RUN(map_points, grid, points, count, m, extent);
}
