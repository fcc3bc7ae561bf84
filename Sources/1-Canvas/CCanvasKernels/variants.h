// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a set of variants has: one for each loop over pixels, and one for each over arcs and points.

#include "CCanvasKernels.h"
#include "arc_types.h"

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
                              int width, int height);

#define CTK_ARC_VARIANTS(prefix)                                                                   \
  void prefix##_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums,             \
                         int32_t row_sums, int32_t left, int32_t top);                             \
  void prefix##_map_points(int32_t *grid, const double *points, size_t count, const double m[6],   \
                           ctk_extent *extent);
