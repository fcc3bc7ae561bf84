// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "CCanvasKernels.h"

// Whether there are variants with NEON, which every 64-bit ARM processor has.
#if defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CTK_NEON 1
#else
#define CTK_NEON 0
#endif

// v / 255, rounded to nearest, for v up to 255 * 255.
static inline uint32_t ctk_div255(uint32_t v) {
  v += 128;
  return (v + (v >> 8)) >> 8;
}

static inline uint8_t ctk_byte(uint32_t v) { return (uint8_t)(v > 255 ? 255 : v); }

// Converts a signed area, one pixel being 2^25, to coverage. The vector variants do the same steps.
static inline uint8_t ctk_coverage(int32_t sum) {
  int32_t v = sum < 0 ? (int32_t)(0u - (uint32_t)sum) : sum;
  v = (int32_t)((uint32_t)v >> 9);
  if (v > 65536) v = 65536;
  return (uint8_t)((uint32_t)((v << 8) - v + 32768) >> 16);
}

// A piece of a parabola (or of a line) that is monotonic in x and y and crosses few pixels. At t in
// 0…1 its point is a t² + 2 b t + c, in pixels from the corner of pixel (x, y); neither c nor the
// end is negative. In each array x comes before y.
typedef struct {
  float a[2], b[2], c[2];
  int32_t x, y;
} ctk_arc;

// Tiny arcs cross at most one border between pixels; short arcs three, of which two of rows and two
// of columns at most; long arcs four of rows and three of columns. A tiny arc is a short one, too.
enum { CTK_TINY_ARC, CTK_SHORT_ARC, CTK_LONG_ARC, CTK_ARC_LENGTHS };

// The contributions of an arc to the pixels that it crosses (`here`), relative to its (x, y), and
// to their right neighbours (`beyond`): eight for a long arc, four for others; the last ones may be
// 0.
typedef struct {
  int32_t x[8], y[8], here[8], beyond[8];
} ctk_cells;
static inline int ctk_cell_count(int length) { return length == CTK_LONG_ARC ? 8 : 4; }
// The area between an arc and its chord, divided by the cross product of a and 2 b; one pixel is
// 2^25.
static const float ctk_bulge = 33554432.0f / 6;
void ctk_cut_arc(const ctk_arc *arc, int length, ctk_cells *cells);

// The extent of points, and the sums of their coordinates, not finite if a coordinate is not.
typedef struct {
  double low[2], high[2], sum[2];
} ctk_extent;

#define CTK_VARIANTS(prefix)                                                                       \
  void prefix##_mask_over_rgba8(uint8_t *dst, const uint8_t *mask, int count, uint32_t color);     \
  void prefix##_mask_over_alpha8(uint8_t *dst, const uint8_t *mask, int count, uint8_t alpha);     \
  void prefix##_over_rgba8(uint8_t *dst, int count, uint32_t color);                               \
  void prefix##_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count);                       \
  void prefix##_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask,         \
                                    int count);                                                    \
  void prefix##_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count);                  \
  void prefix##_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color);                       \
  void prefix##_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums,         \
                              int width, int height);                                              \
  void prefix##_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums,             \
                         int32_t row_sums, int32_t left, int32_t top);                             \
  void prefix##_map_points(int32_t *grid, const double *points, size_t count, const double m[6],   \
                           ctk_extent *extent);

CTK_VARIANTS(ctk_scalar)
// Maps points, x and y in turn, rounds them to the nearest integers and adds them to the extent.
// The integers have no meaning unless all of the extent lies within ±2^30. The caller starts the
// extent with a low above and a high below all points.
void ctk_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *extent);
// Adds the areas of arcs, all of one length and within the mask, to sums, of which the first
// belongs to pixel (left, top).
void ctk_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums, int32_t left,
                  int32_t top);
#if defined(__x86_64__)
CTK_VARIANTS(ctk_sse2)
CTK_VARIANTS(ctk_avx2)
void ctk_avx2_mask_over_rgba8_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                                   ptrdiff_t mask_stride, int width, int height, uint32_t color);
#elif CTK_NEON
CTK_VARIANTS(ctk_neon)
#endif
