// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "CTextKernels.h"

// Device space in 1/4096 pixel. Coordinates stay within ±2^17 pixels, so a difference fits 31 bits and a
// product of two fits 62.
enum { ONE_BITS = 12, ONE = 1 << ONE_BITS };

// A line that is not level; y0 < y1. Its direction stands in its chain.
typedef struct {
  int32_t x0, y0, x1, y1;
} edge;

// Edges of one contour that follow each other in one direction, in the order of the contour (so from bottom
// to top when `dir` is -1).
typedef struct {
  uint32_t first, count;
  int32_t dir;
  int32_t min_x, max_x, min_y, max_y;
} chain;

typedef struct {
  int32_t y, min_x, max_x;
} level;

// An edge on its own, for the slow way.
typedef struct {
  int32_t x0, y0, x1, y1, dir;
} span;

struct ctk_raster {
  edge *edges;
  chain *chains;
  level *levels;
  size_t edge_count, edge_room, chain_count, chain_room, level_count, level_room;
  int32_t min_x, max_x, min_y, max_y;
  bool simple, force_resolve, failed;

  // While a path is read.
  double m[6];
  int32_t start_x, start_y, here_x, here_y;
  bool open_chain, clips;
  double start[2], here[2];

  // Scratch of coverage.
  int32_t *sums;
  size_t sums_room;
  span *spans;
  uint32_t *active;
  size_t span_room, span_count;
  bool spans_ready;
  void *row_scratch;
  size_t row_scratch_room;
};

// Adds the area right of a line that lies within one row of pixels to that row's sums. x is relative to the
// sums' first column and may lie outside of 0 ..< width pixels; y is relative to the row. On the line through
// (ref_x, ref_y), y grows by `rise` for each unit of x.
void ctk_raster_row_line(int32_t *sums, int32_t width, int32_t xa, int32_t ya, int32_t xb,
                         int32_t yb, int32_t dir, double ref_x, double ref_y, double rise);
bool ctk_raster_grow(void **memory, size_t *room, size_t need, size_t size);
void ctk_raster_classify(ctk_raster *r);
bool ctk_raster_resolve(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                        bool even_odd, int32_t *sums, size_t row_sums);
