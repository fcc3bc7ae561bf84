// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Cuts the edges of a row into 32 even strips: in the middle of each strip, the winding number is
// counted along the sorted edges.
//
// Before that, cells of the row are found that are inside in all strips: more edges towards the
// inside end to the left of such a cell than edges towards the outside begin to the left of its
// right end. Edges that lie wholly in such cells are only counted, as most edges of a crowded row
// are.

#include "raster_memory.h"
#include "strips.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

enum { STRIPS = 32, STRIP = ONE / STRIPS, FEW = 48 };

static inline int32_t hold(int32_t x, int32_t low, int32_t high) { return min32(max32(x, low), high); }

// Sorting
// --------------------------------------------------------------------------------------------------

static void insert_sorted(keyed *a, size_t n) {
  for (size_t i = 1; i < n; i++) {
    keyed t = a[i];
    size_t j = i;
    for (; j > 0 && a[j - 1].key > t.key; j--) a[j] = a[j - 1];
    a[j] = t;
  }
}

keyed *ctk_raster_sort(ctk_raster *r, keyed *a, keyed *b, size_t n, uint32_t greatest) {
  if (n <= FEW) {
    insert_sorted(a, n);
    return a;
  }
  const int bits = n > 4096 ? 11 : 8;
  const uint32_t mask = (1u << bits) - 1;
  uint32_t starts[(1 << 11) + 1];
  for (int shift = 0; shift < 32 && greatest >> shift; shift += bits) {
    memset(starts, 0, ((size_t)mask + 2) * sizeof(uint32_t));
    for (size_t i = 0; i < n; i++) {
      if (ctk_raster_stops_at(r, i, n)) return NULL;
      starts[(a[i].key >> shift & mask) + 1]++;
    }
    for (uint32_t k = 0; k < mask; k++) starts[k + 1] += starts[k];
    for (size_t i = 0; i < n; i++) {
      if (ctk_raster_stops_at(r, i, n)) return NULL;
      b[starts[a[i].key >> shift & mask]++] = a[i];
    }
    keyed *t = a;
    a = b, b = t;
  }
  return a;
}

// Cells
// --------------------------------------------------------------------------------------------------

// Equal parts (cells) of a row of pixels, and those of them that are known to be inside.
typedef struct {
  int32_t start;
  int shift;
  size_t count;
  // The gap of each cell, -1 for none. A gap is a run of cells that are inside.
  int32_t *gap_of;
  // The cell behind each gap, and for each gap the sum of the directions of its edges, which are
  // only counted.
  uint32_t *ends;
  int32_t *sums;
  size_t gaps;
} cells;

static inline size_t cell_of(const cells *c, int32_t x) {
  return (size_t)(((int64_t)x - c->start) >> c->shift);
}

static cells make_cells(int32_t low, int32_t high, size_t most) {
  cells c = {.start = low};
  while ((size_t)(((int64_t)high - low) >> c.shift) >= most) c.shift++;
  c.count = (size_t)(((int64_t)high - low) >> c.shift) + 1;
  return c;
}

static inline bool is_whole(const piece *p) { return p->y0 == 0 && p->y1 == ONE; }

// The number of strips whose middle lies above `y`.
static inline int32_t strips_above(int32_t y) { return (y + STRIP / 2 - 1) / STRIP; }

// Finds the gaps: the cells that are inside in every strip, since the least winding number in the
// middles of all strips is positive or, if `sign` is -1, the greatest is negative. To be safe, an
// edge towards the inside counts only from the cell behind the edge on, an edge towards the outside
// from its first cell on. `whole` and `first` have room for one number more than there are cells,
// `next` for one number for each piece. False if the work is to stop.
static bool find_gaps(ctk_raster *r, cells *c, const piece *p, size_t n, int32_t low, int32_t high, int sign,
                      int32_t *whole, uint32_t *first, uint32_t *next) {
  for (size_t k = 0; k <= c->count; k++) {
    if (ctk_raster_stops_at(r, k, c->count + 1)) return false;
    whole[k] = 0;
    first[k] = UINT32_MAX;
  }
  for (size_t i = 0; i < n; i++) {
    if (ctk_raster_stops_at(r, i, n)) return false;
    const int32_t dir = p[i].dir * sign;
    const size_t cell = dir > 0 ? cell_of(c, hold(right_of(&p[i]), low, high)) + 1
                                : cell_of(c, hold(left_of(&p[i]), low, high));
    if (is_whole(&p[i])) {
      whole[cell] += dir;
    } else {
      next[i] = first[cell];
      first[cell] = (uint32_t)i;
    }
  }
  int32_t parts[STRIPS] = {0}, least = 0, winding = 0;
  bool was_inside = false;
  for (size_t k = 0; k < c->count; k++) {
    if (ctk_raster_stops_at(r, k, c->count)) return false;
    winding += whole[k];
    if (first[k] != UINT32_MAX) {
      for (uint32_t i = first[k]; i != UINT32_MAX; i = next[i]) {
        const int32_t end = strips_above(p[i].y1);
        for (int32_t s = strips_above(p[i].y0); s < end; s++) parts[s] += p[i].dir * sign;
      }
      least = parts[0];
      for (int32_t s = 1; s < STRIPS; s++) least = min32(least, parts[s]);
    }
    const bool is_inside = winding + least > 0;
    if (is_inside && !was_inside) c->sums[c->gaps++] = 0;
    if (is_inside) c->ends[c->gaps - 1] = (uint32_t)k + 1;
    c->gap_of[k] = is_inside ? (int32_t)c->gaps - 1 : -1;
    was_inside = is_inside;
  }
  return true;
}

// Strips
// --------------------------------------------------------------------------------------------------

static inline void add_upright(int32_t *sums, int32_t limit, int32_t x, int32_t dir) {
  const int32_t height = STRIP * dir;
  if (x >= limit) return;
  if (x < 0) {
    sums[0] += height * (2 * ONE);
    return;
  }
  const int32_t area = height * 2 * (x & (ONE - 1));
  sums[x >> ONE_BITS] += height * (2 * ONE) - area;
  sums[(x >> ONE_BITS) + 1] += area;
}

bool ctk_raster_add_strips(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, bool even_odd) {
  const int32_t limit = width * ONE;
  // Edges right of the mask are ignored; edges left of the mask are moved to just beside it.
  int32_t low = INT32_MAX, high = INT32_MIN;
  double balance = 0;
  size_t m = 0;
  for (size_t i = 0; i < n; i++) {
    if (ctk_raster_stops_at(r, i, n)) return false;
    if (left_of(&p[i]) >= limit || strips_above(p[i].y0) == strips_above(p[i].y1)) continue;
    low = min32(low, hold(left_of(&p[i]), -1, limit));
    high = max32(high, hold(right_of(&p[i]), -1, limit));
    balance -= (double)p[i].dir * (p[i].y1 - p[i].y0) * hold(left_of(&p[i]), -1, limit);
    p[m++] = p[i];
  }
  if (!m) return true;
  cells c = make_cells(low, high, 2 * m);
  const size_t need = (5 * c.count + 2 + m) * sizeof(int32_t) + 2 * m * sizeof(keyed);
  if (!ctk_raster_make_room(&r->crowd, &r->crowd_room, need)) return false;
  keyed *events = r->crowd, *spare = events + m;
  c.gap_of = (int32_t *)(spare + m);
  c.ends = (uint32_t *)(c.gap_of + c.count);
  c.sums = (int32_t *)(c.ends + c.count);
  int32_t *whole = c.sums + c.count;
  uint32_t *first = (uint32_t *)(whole + c.count + 1), *next = first + c.count + 1;
  if (!even_odd && !find_gaps(r, &c, p, m, low, high, balance < 0 ? -1 : 1, whole, first, next)) return false;
  if (c.gaps) {
    size_t kept = 0;
    for (size_t i = 0; i < m; i++) {
      if (ctk_raster_stops_at(r, i, m)) return false;
      const int32_t gap = c.gap_of[cell_of(&c, hold(left_of(&p[i]), low, high))];
      if (gap >= 0 && is_whole(&p[i]) && gap == c.gap_of[cell_of(&c, hold(right_of(&p[i]), low, high))]) {
        c.sums[gap] += p[i].dir;
      } else {
        p[kept++] = p[i];
      }
    }
    m = kept;
  }
  for (int32_t k = 0; k < STRIPS; k++) {
    const int32_t middle = k * STRIP + STRIP / 2;
    size_t count = 0;
    for (size_t i = 0; i < m; i++) {
      if (ctk_raster_stops_at(r, i, m)) return false;
      if (p[i].y0 > middle || p[i].y1 <= middle) continue;
      const int32_t x = hold(piece_x(&p[i], middle), low, high);
      events[count++] = (keyed){(uint32_t)(x - low), p[i].dir};
    }
    const keyed *sorted = ctk_raster_sort(r, events, spare, count, (uint32_t)(high - low));
    if (!sorted) return false;
    int32_t winding = 0;
    bool inside = false;
    size_t gap = 0;
    for (size_t i = 0; i < count; i++) {
      if (ctk_raster_stops_at(r, i, count)) return false;
      const int32_t x = low + (int32_t)sorted[i].key;
      if (c.gaps) {
        const size_t cell = cell_of(&c, x);
        while (gap < c.gaps && c.ends[gap] <= cell) winding += c.sums[gap++];
        winding += sorted[i].value;
        if (c.gap_of[cell] >= 0) continue;
      } else {
        winding += sorted[i].value;
      }
      const bool now = even_odd ? winding & 1 : winding != 0;
      if (now == inside) continue;
      inside = now;
      add_upright(sums, limit, x, now ? 1 : -1);
    }
  }
  return true;
}
