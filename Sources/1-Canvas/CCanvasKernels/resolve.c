// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The slow path of the rasteriser, for paths whose contours overlap or cross: each row of pixels is
// cut at every end and every crossing of its edges. Between two cuts the edges keep their order, so
// counting along them tells inside from outside, and only the sides of the inside are added to the
// sums of areas. Exact but for the rounding of crossings to 1/4096 pixel. Where very many edges lie
// in a row, crowd.c takes it apart; what is not to be cut at so many heights is cut into even strips.

#include "raster.h"

#include <stdlib.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

static int by_top(const void *a, const void *b) {
  int32_t p = ((const span *)a)->y0, q = ((const span *)b)->y0;
  return p < q ? -1 : p > q;
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

// Whether every height has as many pieces up as down: to the right of them is outside again.
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

// Takes apart what lies side by side, such as dashes: a row costs by the pieces of each group, not
// by all of them at once.
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

// Sorts spans by the row that they begin in, those of one row in their order.
static bool sort_spans(ctk_raster *r, size_t n) {
  int32_t top = INT32_MAX, bottom = INT32_MIN;
  for (size_t i = 0; i < n; i++) {
    if (ctk_raster_stops_at(r, i, n)) return false;
    top = min32(top, r->spans[i].y0 >> ONE_BITS), bottom = max32(bottom, r->spans[i].y0 >> ONE_BITS);
  }
  if (!n) return true;
  const size_t rows = (size_t)((int64_t)bottom - top) + 1;
  // Few spans over very many rows cost less by comparison.
  if (rows > 16 * n + 4096) {
    qsort(r->spans, n, sizeof(span), by_top);
    return true;
  }
  size_t *starts = calloc(rows + 1, sizeof(size_t));
  if (!starts) return false;
  for (size_t i = 0; i < n && !ctk_raster_stops_at(r, i, n); i++) {
    starts[(r->spans[i].y0 >> ONE_BITS) - top + 1]++;
  }
  bool is_sorted = !r->stopped;
  for (size_t k = 0; k < rows; k++) starts[k + 1] += starts[k];
  for (size_t i = 0; i < n && is_sorted; i++) {
    if (ctk_raster_stops_at(r, i, n)) {
      is_sorted = false;
      break;
    }
    r->sorted_spans[starts[(r->spans[i].y0 >> ONE_BITS) - top]++] = r->spans[i];
  }
  free(starts);
  span *sorted = r->sorted_spans;
  r->sorted_spans = r->spans;
  r->spans = sorted;
  return is_sorted;
}

static bool make_spans(ctk_raster *r) {
  size_t most = 0;
  for (size_t k = 0, begin = 0; k < r->contour_count; begin = r->contours[k++]) most += r->contours[k] - begin - 1;
  if (most > r->span_room) {
    free(r->spans);
    free(r->sorted_spans);
    free(r->active);
    r->span_room = 0;
    r->spans = malloc(most * sizeof(span));
    r->sorted_spans = malloc(most * sizeof(span));
    r->active = malloc(most * sizeof(span));
    if (!r->spans || !r->sorted_spans || !r->active) return false;
    r->span_room = most;
  }
  size_t n = 0;
  for (size_t k = 0, begin = 0; k < r->contour_count; begin = r->contours[k++]) {
    for (size_t i = begin; i + 1 < r->contours[k]; i++) {
      if (ctk_raster_stops_at(r, i, r->vertex_count)) return false;
      const vertex *p = &r->vertices[i], *q = p + 1;
      if (p->y == q->y) continue;
      r->spans[n++] = p->y < q->y ? (span){p->x, p->y, q->x, q->y, 1} : (span){q->x, q->y, p->x, p->y, -1};
    }
  }
  if (!sort_spans(r, n)) return false;
  r->span_count = n;
  r->spans_ready = true;
  return true;
}

static inline int32_t span_x(const span *s, int32_t y) {
  if (y <= s->y0) return s->x0;
  if (y >= s->y1) return s->x1;
  return s->x0 + whole_nearest((double)(y - s->y0) * ((double)(s->x1 - s->x0) / (s->y1 - s->y0)));
}

bool ctk_raster_resolve(ctk_raster *r, int32_t left, int32_t top, int32_t width, int32_t height,
                        bool even_odd, int32_t *sums, size_t row_sums) {
  if (!r->spans_ready && !make_spans(r)) return false;
  size_t active = 0, next = 0, n = r->span_count;
  int32_t shift = left * ONE;
  for (int32_t row = top; row < top + height; row++, sums += row_sums) {
    int32_t y = row * ONE, end = y + ONE;
    size_t kept = 0;
    for (size_t i = 0; i < active; i++) {
      if (ctk_raster_stops_at(r, i, active)) return false;
      if (r->active[i].y1 > y) r->active[kept++] = r->active[i];
    }
    active = kept;
    for (; next < n && r->spans[next].y0 < end; next++) {
      if (ctk_raster_stops_at(r, next, n)) return false;
      if (r->spans[next].y1 > y) r->active[active++] = r->spans[next];
    }
    if (!active) continue;
    size_t need = active * (sizeof(piece) + sizeof(side)) + MAX_CUTS * sizeof(int32_t);
    if (!ctk_raster_make_room(&r->row_scratch, &r->row_scratch_room, need)) return false;
    side *sides = r->row_scratch;
    piece *pieces = (piece *)(sides + active);
    int32_t *cuts = (int32_t *)(pieces + active);
    for (size_t i = 0; i < active; i++) {
      if (ctk_raster_stops_at(r, i, active)) return false;
      const span *s = &r->active[i];
      int32_t y0 = max32(s->y0, y), y1 = min32(s->y1, end);
      pieces[i] = (piece){span_x(s, y0) - shift, y0 - y, span_x(s, y1) - shift, y1 - y, s->dir};
    }
    if (!add_row(r, sums, width, pieces, active, sides, cuts, even_odd)) return false;
    if (ctk_raster_stops(r, 16 * active)) return false;
  }
  return true;
}
