// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The slow path of the rasteriser, for paths whose contours overlap or cross: each row of pixels is
// cut at every end and every crossing of its edges. Between two cuts the edges keep their order, so
// counting along them tells inside from outside, and only the sides of the inside are added to the
// sums of areas. The result is exact but for the rounding of crossings to 1/4096 pixel. Rows with
// very many edges go to crowd.c; groups with too many cuts are cut into even strips instead.

#include "crowd.h"
#include "groups.h"
#include "raster_memory.h"
#include "resolve.h"

#include <stdlib.h>

#pragma STDC FP_CONTRACT OFF

static int by_key(const void *a, const void *b) {
  const keyed *p = a, *q = b;
  return p->key != q->key ? (p->key < q->key ? -1 : 1) : p->value < q->value ? -1 : p->value > q->value;
}

static inline int32_t by_left(const piece *a, const piece *b) {
  return min32(a->x0, a->x1) - min32(b->x0, b->x1);
}

static void sort_pieces(piece *p, size_t n) {
  for (size_t i = 1; i < n; i++) {
    piece t = p[i];
    size_t j = i;
    for (; j > 0 && by_left(&p[j - 1], &t) > 0; j--) p[j] = p[j - 1];
    p[j] = t;
  }
}

// Whether at every height as many pieces run up as down: what lies to the right of all of them is
// outside.
static bool is_closed(const piece *p, size_t n) {
  int64_t area = 0;
  for (size_t i = 0; i < n; i++) area += (int64_t)p[i].dir * (p[i].y1 - p[i].y0);
  if (area || n > 16) return false;
  for (size_t k = 0; k < 2 * n; k++) {
    const int32_t y = k & 1 ? p[k / 2].y1 : p[k / 2].y0;
    int32_t count = 0;
    for (size_t i = 0; i < n; i++) count += p[i].y0 <= y && y < p[i].y1 ? p[i].dir : 0;
    if (count) return false;
  }
  return true;
}

// Splits a row into groups that lie side by side, such as dashes: the time of a row grows with the
// pieces of each group, not with all of them at once.
static bool add_row(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, side *sides, int32_t *cuts,
                    bool even_odd) {
  if (n > MAX_ROW_SPANS) return ctk_raster_add_crowd(r, sums, width, p, n, sides, cuts, even_odd);
  sort_pieces(p, n);
  if (n > 4) {
    size_t first = 0;
    int32_t reach = INT32_MIN;
    for (size_t i = 0; i < n; i++) {
      if (i > first && min32(p[i].x0, p[i].x1) > reach && is_closed(p + first, i - first)) {
        if (!ctk_raster_add_group(r, sums, width, p + first, i - first, sides, cuts, even_odd)) return false;
        first = i;
      }
      reach = max32(reach, max32(p[i].x0, p[i].x1));
    }
    p += first, n -= first;
  }
  return ctk_raster_add_group(r, sums, width, p, n, sides, cuts, even_odd);
}

// Orders few lines over very many rows, by sorting with comparisons.
static bool order_few(ctk_raster *r) {
  keyed *found = malloc((r->vertex_count + 1) * sizeof(keyed));
  if (!found) return false;
  size_t n = 0;
  for (size_t k = 0, begin = 0; k < r->contour_count; begin = r->contours[k++]) {
    for (size_t i = begin; i + 1 < r->contours[k]; i++) {
      const int32_t y = r->vertices[i].y, z = r->vertices[i + 1].y;
      if (y != z) found[n++] = (keyed){(uint32_t)min32(y, z) - (uint32_t)r->min_y, (int32_t)i};
    }
  }
  qsort(found, n, sizeof(keyed), by_key);
  for (size_t i = 0; i < n; i++) r->order[i] = (uint32_t)found[i].value;
  r->order_count = n;
  free(found);
  return true;
}

// Orders the lines by the row that they begin in; lines of one row keep the order of the path. Only
// their indices are moved, since a path may have millions of lines.
static bool make_order(ctk_raster *r) {
  if (r->vertex_count > r->order_room) {
    free(r->order);
    r->order = malloc(r->vertex_count * sizeof(uint32_t));
    r->order_room = r->order ? r->vertex_count : 0;
    if (!r->order) return false;
  }
  const int32_t top = r->min_y >> ONE_BITS;
  const size_t rows = (size_t)((int64_t)(r->max_y >> ONE_BITS) - top) + 1;
  if (rows > 16 * r->vertex_count + 4096) {
    r->order_ready = order_few(r);
    return r->order_ready;
  }
  size_t *starts = calloc(rows + 1, sizeof(size_t));
  if (!starts) return false;
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = 0, begin = 0; k < r->contour_count; begin = r->contours[k++]) {
      int32_t y = r->vertices[begin].y;
      for (size_t i = begin; i + 1 < r->contours[k]; i++) {
        if (ctk_raster_stops_at(r, i, r->vertex_count)) {
          free(starts);
          return false;
        }
        const int32_t z = r->vertices[i + 1].y;
        if (y != z) {
          size_t *start = &starts[(min32(y, z) >> ONE_BITS) - top + !pass];
          if (pass) r->order[*start] = (uint32_t)i;
          ++*start;
        }
        y = z;
      }
    }
    for (size_t k = 0; k < rows && !pass; k++) starts[k + 1] += starts[k];
  }
  // The second pass has moved the start of each row to its end, so the last start is the number of
  // lines.
  r->order_count = starts[rows - 1];
  free(starts);
  r->order_ready = true;
  return true;
}

// A line by its index in the order, from top to bottom.
static inline span nth_line(const ctk_raster *r, size_t k) {
  const vertex *p = &r->vertices[r->order[k]], *q = p + 1;
  return p->y < q->y ? (span){p->x, p->y, q->x, q->y, 1} : (span){q->x, q->y, p->x, p->y, -1};
}

// The x of a line at a height.
static inline int32_t line_x(const active_line *a, int32_t y) {
  const span *s = &a->line;
  if (y <= s->y0) return s->x0;
  if (y >= s->y1) return s->x1;
  return s->x0 + whole_nearest((double)(y - s->y0) * a->run);
}

// A line from the row on whose top lies at `y`.
static inline active_line activated(span line, int32_t y) {
  active_line a = {line, 0, (double)(line.x1 - line.x0) / (line.y1 - line.y0)};
  a.x = line_x(&a, y);
  return a;
}

bool ctk_raster_resolve(ctk_raster *r, int32_t left, int32_t top, int32_t width, int32_t height,
                        bool even_odd, int32_t *sums, size_t row_sums) {
  if (!r->order_ready && !make_order(r)) return false;
  size_t active = 0, next = 0, n = r->order_count;
  int32_t shift = left * ONE;
  for (int32_t row = top; row < top + height; row++, sums += row_sums) {
    int32_t y = row * ONE, end = y + ONE;
    size_t kept = 0;
    for (size_t i = 0; i < active; i++) {
      if (ctk_raster_stops_at(r, i, active)) return false;
      if (r->active[i].line.y1 > y) r->active[kept++] = r->active[i];
    }
    active = kept;
    for (; next < n; next++) {
      if (ctk_raster_stops_at(r, next, n)) return false;
      const span line = nth_line(r, next);
      if (line.y0 >= end) break;
      if (line.y1 <= y) continue;
      if (active == r->active_room &&
          !ctk_raster_grow((void **)&r->active, &r->active_room, active + 1, sizeof(active_line))) {
        return false;
      }
      r->active[active++] = activated(line, y);
    }
    if (!active) continue;
    size_t need = active * (sizeof(piece) + sizeof(side)) + MAX_CUTS * sizeof(int32_t);
    if (!ctk_raster_make_room(&r->row_scratch, &r->row_scratch_room, need)) return false;
    side *sides = r->row_scratch;
    piece *pieces = (piece *)(sides + active);
    int32_t *cuts = (int32_t *)(pieces + active);
    for (size_t i = 0; i < active; i++) {
      if (ctk_raster_stops_at(r, i, active)) return false;
      active_line *a = &r->active[i];
      const int32_t y0 = max32(a->line.y0, y), y1 = min32(a->line.y1, end), x = line_x(a, y1);
      pieces[i] = (piece){a->x - shift, y0 - y, x - shift, y1 - y, a->line.dir};
      a->x = x;
    }
    if (!add_row(r, sums, width, pieces, active, sides, cuts, even_odd)) return false;
    if (ctk_raster_stops(r, 16 * active)) return false;
  }
  return true;
}
