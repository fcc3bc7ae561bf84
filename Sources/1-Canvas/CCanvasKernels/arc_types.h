// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

// An arc: a piece of a parabola, or of a line, that is monotonic in x and in y and runs through few
// pixels. Its point at t in 0…1 is a t² + 2 b t + c, in pixels from the corner of pixel (x, y); c
// and the end of the arc are not negative. Index 0 of a, b and c is x, index 1 is y.
typedef struct {
  float a[2], b[2], c[2];
  int32_t x, y;
} ctk_arc;

// The length of an arc: how many borders between pixels it crosses at most. A tiny arc crosses one;
// a short arc three, two between rows and two between columns at most; a long arc four between rows
// and three between columns. A tiny arc may be treated as a short one.
enum { CTK_TINY_ARC, CTK_SHORT_ARC, CTK_LONG_ARC, CTK_ARC_LENGTHS };

// The contributions of an arc to the pixels that it crosses (`here`) and to their right neighbours
// (`beyond`). Positions are relative to the arc's (x, y). A long arc has eight contributions,
// others have four; the last ones may be 0.
typedef struct {
  int32_t x[8], y[8], here[8], beyond[8];
} ctk_cells;
static inline int ctk_cell_count(int length) { return length == CTK_LONG_ARC ? 8 : 4; }
// The area between an arc and its chord is this factor times the cross product of a and 2 b, in
// 2^-25 of a pixel.
static const float ctk_bulge = 33554432.0f / 6;

// The extent of points, and the sum of their coordinates, which is not finite if one of them is NaN
// or infinite.
typedef struct {
  double low[2], high[2], sum[2];
} ctk_extent;
