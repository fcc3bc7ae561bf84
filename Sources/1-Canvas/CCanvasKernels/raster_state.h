// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "CCanvasKernels.h"
#include "arc_types.h"

// What all stages of the rasteriser share: the path, and memory that lasts from path to path.

// Device space in 1/4096 pixel. Coordinates stay within ±2^17 pixels, so a difference fits 31 bits
// and a product of two fits 62.
enum { ONE_BITS = 12, ONE = 1 << ONE_BITS };

typedef struct {
  int32_t x, y;
} vertex;

// Successive lines of one contour that run all downwards (`dir` 1) or all upwards (-1), none of
// them level: `count` lines between the vertices from `first` on.
typedef struct {
  uint32_t first, count;
  int32_t dir;
  int32_t min_x, max_x, min_y, max_y;
  uint32_t first_box;
} chain;

// The extent of BOX_LINES lines of a chain, counted from its top (fewer at its bottom), and the
// height at which they end.
enum { BOX_LINES = 8 };
typedef struct {
  int32_t min_x, max_x, end;
} box;

typedef struct {
  int32_t y, min_x, max_x;
} level;

// A line on its own; y0 < y1.
typedef struct {
  int32_t x0, y0, x1, y1, dir;
} span;

// A line that crosses the present row: its x at the row's top, and the way along x for each step
// down.
typedef struct {
  span line;
  int32_t x;
  double run;
} active_line;

struct ctk_raster {
  // The flattened path: closed contours, the last vertex of each being its first; successive
  // vertices differ. `contours` holds the index behind each contour.
  vertex *vertices;
  uint32_t *contours;
  size_t vertex_count, vertex_room, contour_count, contour_room;
  // The path's points, mapped to device space.
  double *mapped;
  size_t mapped_room;

  chain *chains;
  box *boxes;
  level *levels;
  size_t chain_count, chain_room, box_room, level_count, level_room;
  // The extent of the flattened path.
  int32_t min_x, max_x, min_y, max_y;
  bool simple, force_resolve, chains_ready;

  // For the fast path if `curved`: the path as arcs, and as edges for lines too long for an arc.
  bool curved;
  ctk_arc *arcs[CTK_ARC_LENGTHS];
  size_t arc_count[CTK_ARC_LENGTHS], arc_room[CTK_ARC_LENGTHS];
  span *edges;
  size_t edge_count, edge_room;
  // The path's points, mapped to device space and rounded.
  vertex *grid;
  size_t grid_room;

  // The sums of signed areas in a band of rows: scratch of `ctk_raster_coverage`.
  int32_t *sums;
  size_t sums_room;
  // The lines that are not level, each by the index of its first vertex, in the order of the rows
  // that they begin in.
  uint32_t *order;
  size_t order_room, order_count;
  bool order_ready;
  // The lines that cross the present row.
  active_line *active;
  size_t active_room;
  void *row_scratch;
  size_t row_scratch_room;
  void *crowd, *crowd_order;
  size_t crowd_room, crowd_order_room;

  // Whether to stop; polled after a number of steps of work.
  bool (*stop)(const void *context);
  const void *stop_context;
  size_t work;
  bool stopped;
};

// Counts steps of work of some ten nanoseconds each, and polls now and then whether to stop.
static inline bool ctk_raster_stops(ctk_raster *r, size_t work) {
  if (r->stopped) return true;
  r->work += work;
  if (r->work < 1 << 14) return false;
  r->work = 0;
  r->stopped = r->stop && r->stop(r->stop_context);
  return r->stopped;
}

// Polls `ctk_raster_stops` every 8,192 steps of a loop of `n`; called before each step `i`.
static inline bool ctk_raster_stops_at(ctk_raster *r, size_t i, size_t n) {
  enum { CHUNK = 1 << 13 };
  return !(i % CHUNK) && ctk_raster_stops(r, n - i < CHUNK ? n - i : CHUNK);
}

static inline int32_t min32(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t max32(int32_t a, int32_t b) { return a > b ? a : b; }
static inline size_t max_size(size_t a, size_t b) { return a > b ? a : b; }

// A vertex of a chain, by its index from the top.
static inline const vertex *nth(const ctk_raster *r, const chain *c, uint32_t i) {
  return &r->vertices[c->dir > 0 ? c->first + i : c->first + c->count - i];
}
