// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Rows of the slow path (resolve.c) with very many edges: charts of thousands of points, scribbles.
// Their cost grows with the number of edges, not with its square.
//
// Groups that lie side by side are separated, as in any row. Groups that are still too large for
// cuts at all crossings are cut into even strips (strips.c).

#include "crowd.h"
#include "groups.h"
#include "raster_memory.h"
#include "strips.h"

#include <string.h>

// `sums` has, for each height, the directions of a group's edges that begin there, less those of
// the edges that end there. `uneven` counts the sums that are not zero: without any, as many edges
// run up as down at every height.
typedef struct {
  int32_t *sums;
  size_t uneven;
} heights;

static inline void add_height(heights *h, int32_t y, int32_t dir) {
  const int32_t old = h->sums[y];
  h->sums[y] = old + dir;
  h->uneven += (old + dir != 0) - (size_t)(old != 0);
}

bool ctk_raster_add_crowd(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, side *sides,
                          int32_t *cuts, bool even_odd) {
  // Sorts the pieces from left to right.
  const size_t need = (ONE + 1) * sizeof(int32_t) + 2 * n * sizeof(keyed) + n * sizeof(piece);
  if (!ctk_raster_make_room(&r->crowd_order, &r->crowd_order_room, need)) return false;
  heights h = {.sums = r->crowd_order};
  memset(h.sums, 0, (ONE + 1) * sizeof(int32_t));
  keyed *keys = (keyed *)(h.sums + ONE + 1);
  piece *sorted = (piece *)(keys + 2 * n);
  int32_t low = INT32_MAX, high = INT32_MIN;
  for (size_t i = 0; i < n; i++) {
    if (ctk_raster_stops_at(r, i, n)) return false;
    low = min32(low, left_of(&p[i])), high = max32(high, left_of(&p[i]));
  }
  for (size_t i = 0; i < n; i++) {
    if (ctk_raster_stops_at(r, i, n)) return false;
    keys[i] = (keyed){(uint32_t)(left_of(&p[i]) - low), (int32_t)i};
  }
  keys = ctk_raster_sort(r, keys, keys + n, n, (uint32_t)(high - low));
  if (!keys) return false;
  for (size_t i = 0; i < n; i++) {
    // Each read is likely a cache miss, so one step of this loop counts as four steps of work.
    if (!(i % (1 << 12)) && ctk_raster_stops(r, 1 << 14)) return false;
    sorted[i] = p[keys[i].value];
  }
  size_t first = 0;
  int32_t reach = INT32_MIN;
  for (size_t i = 0; i <= n; i++) {
    if (i == n || (i > first && !h.uneven && left_of(&sorted[i]) > reach)) {
      const size_t count = i - first;
      if (count > MAX_ROW_SPANS) {
        if (!ctk_raster_add_strips(r, sums, width, sorted + first, count, even_odd)) return false;
      } else {
        if (ctk_raster_stops(r, 16 * count)) return false;
        if (!ctk_raster_add_group(r, sums, width, sorted + first, count, sides, cuts, even_odd)) return false;
      }
      first = i;
    }
    if (i == n) break;
    if (ctk_raster_stops_at(r, i, n)) return false;
    add_height(&h, sorted[i].y0, sorted[i].dir);
    add_height(&h, sorted[i].y1, -sorted[i].dir);
    reach = max32(reach, right_of(&sorted[i]));
  }
  return true;
}
