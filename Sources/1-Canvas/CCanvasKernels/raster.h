// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels.h"

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

// A single line; y0 < y1.
typedef struct {
  int32_t x0, y0, x1, y1, dir;
} span;

// One edge within one row of pixels: y0 < y1 in 0…ONE, x relative to the mask.
typedef struct {
  int32_t x0, y0, x1, y1, dir;
} piece;

// The part of a piece between two heights, with twice the x of its middle as the key.
typedef struct {
  int64_t key;
  int32_t x0, x1, dir;
} side;

// A number to sort by, and a value that belongs to it.
typedef struct {
  uint32_t key;
  int32_t value;
} keyed;

// The most pieces of a group that is cut at all crossings, and the most heights of these cuts.
enum { MAX_ROW_SPANS = 96, MAX_CUTS = 1024 };
// The most chains that are compared with each other: paths of more count as overlapping.
enum { CTK_MAX_CHAINS = 1024 };

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
  // The lines that are not level, in the order of the rows that they begin in, by their first
  // vertex.
  uint32_t *order;
  size_t order_room, order_count;
  bool order_ready;
  // The lines that cross the present row.
  span *active;
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

static inline int32_t min32(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t max32(int32_t a, int32_t b) { return a > b ? a : b; }
static inline size_t max_size(size_t a, size_t b) { return a > b ? a : b; }

// Layers, the lowest first: what a file defines is called by later ones only (KernelLayersTests).

// raster_memory.c
bool ctk_raster_grow(void **memory, size_t *room, size_t need, size_t size);
// Makes room for bytes; the old content is lost, so nothing is copied.
bool ctk_raster_make_room(void **memory, size_t *room, size_t need);

// raster_areas.c
// The slope dy/dx with 32 fractional bits; 0 if both ends lie in one column.
int64_t ctk_raster_rise(int32_t x0, int32_t y0, int32_t x1, int32_t y1);
// Adds the area right of a line that lies within one row of pixels to that row's sums. x is
// relative to the sums' first column and may lie outside of 0 ..< width pixels. On the line through
// (ref_x, ref_y), y grows by `rise` for each unit of x.
void ctk_raster_row_line(int32_t *sums, int32_t width, int32_t xa, int32_t ya, int32_t xb,
                         int32_t yb, int32_t dir, int32_t ref_x, int32_t ref_y, int64_t rise);
// Adds the part of a chain that lies within the mask.
void ctk_raster_add_chain(const ctk_raster *r, const chain *c, int32_t *sums, size_t row_sums,
                          int32_t left, int32_t top, int32_t width, int32_t height);
// Adds the parts of the arcs and edges that lie within the mask: all of them, if `whole`.
void ctk_raster_add_curved(const ctk_raster *r, int32_t *sums, size_t row_sums, int32_t left, int32_t top,
                           int32_t width, int32_t height, bool whole);

// flatten.c
// Flattens a path to vertices; there are none if a coordinate is NaN or too large. False without
// memory, or if the work is to stop.
bool ctk_raster_flatten(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                        size_t point_count, const double m[6]);

// arcs.c
// Reads a path into arcs and edges and measures it. Sets `curved`, unless a point is too far away
// or not a number, or there would be too many arcs. False without memory.
bool ctk_raster_read_arcs(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                          size_t point_count, const double m[6]);

// classify.c
// Sorts the lines of the flattened path into chains and level lines. With more than `most` chains
// it ends early, and `chains_ready` stays false. False without memory, or if the work is to stop.
bool ctk_raster_make_chains(ctk_raster *r, size_t most);
// Sets `simple` if the chains prove that signed areas are right.
void ctk_raster_classify(ctk_raster *r);

// strips.c, groups.c, crowd.c, resolve.c: false without memory, or if the work is to stop.
// Sorts by key, equal keys in their order; `b` is scratch for as many elements. Returns the sorted
// array, `a` or `b`; NULL if the work is to stop.
keyed *ctk_raster_sort(ctk_raster *r, keyed *a, keyed *b, size_t n, uint32_t greatest);
// Adds pieces of a row as even strips.
bool ctk_raster_add_strips(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, bool even_odd);
// Adds a group of pieces that meet within a row, cut at their ends and crossings.
bool ctk_raster_add_group(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, side *sides,
                          int32_t *cuts, bool even_odd);
// Adds the pieces of a row that has more than MAX_ROW_SPANS.
bool ctk_raster_add_crowd(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, side *sides,
                          int32_t *cuts, bool even_odd);
// Adds the sums of a path whose contours overlap.
bool ctk_raster_resolve(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                        bool even_odd, int32_t *sums, size_t row_sums);

// Polls `ctk_raster_stops` in a loop of `n` steps; called before each step `i`.
static inline bool ctk_raster_stops_at(ctk_raster *r, size_t i, size_t n) {
  enum { CHUNK = 1 << 13 };
  return !(i % CHUNK) && ctk_raster_stops(r, n - i < CHUNK ? n - i : CHUNK);
}

// A vertex of a chain, by its index from the top.
static inline const vertex *nth(const ctk_raster *r, const chain *c, uint32_t i) {
  return &r->vertices[c->dir > 0 ? c->first + i : c->first + c->count - i];
}

static inline int32_t whole_nearest(double v) { return (int32_t)__builtin_floor(v + 0.5); }

// The x of a piece at a height.
static inline int32_t piece_x(const piece *p, int32_t y) {
  if (y <= p->y0) return p->x0;
  if (y >= p->y1) return p->x1;
  return p->x0 + whole_nearest((double)(y - p->y0) * (p->x1 - p->x0) / (p->y1 - p->y0));
}

static inline int32_t left_of(const piece *p) { return min32(p->x0, p->x1); }
static inline int32_t right_of(const piece *p) { return max32(p->x0, p->x1); }
