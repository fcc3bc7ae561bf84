// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

// A piece of a parabola (or of a line) that runs one way in x and in y, through few pixels. At t in
// 0…1 it is at a t² + 2 b t + c, in pixels from the corner of pixel (x, y); c and the end are not
// negative. All x before y.
typedef struct {
  float a[2], b[2], c[2];
  int32_t x, y;
} ctk_arc;

// Tiny arcs cross at most one border between pixels; short arcs three, of which two of rows and two
// of columns at most; long arcs four of rows and three of columns. A tiny arc is a short one, too.
enum { CTK_TINY_ARC, CTK_SHORT_ARC, CTK_LONG_ARC, CTK_ARC_LENGTHS };

// The contributions of an arc to the pixels that it crosses, relative to its (x, y), and to their
// right neighbours: eight for a long arc, four for others; the last ones may be 0.
typedef struct {
  int32_t x[8], y[8], here[8], beyond[8];
} ctk_cells;
static inline int ctk_cell_count(int length) { return length == CTK_LONG_ARC ? 8 : 4; }
// The area between an arc and its chord, divided by the cross product of a and 2 b; one pixel is
// 2^25.
static const float ctk_bulge = 33554432.0f / 6;

// The extent of points, and their sum, which is no finite number if one of theirs is none.
typedef struct {
  double low[2], high[2], sum[2];
} ctk_extent;
