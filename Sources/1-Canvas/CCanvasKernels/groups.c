// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Groups of edges that meet within a row, cut at all their ends and crossings. Between two cuts the
// edges keep their order, so counting along them tells inside from outside. In most rows of lines
// the edges lie side by side already: such rows need no cut and take three quarters of the time.

#include "groups.h"
#include "raster_areas.h"
#include "strips.h"

#include <stdlib.h>

#pragma STDC FP_CONTRACT OFF

static int by_value(const void *a, const void *b) {
  int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;
  return p < q ? -1 : p > q;
}

// Sorts sides from left to right; of those with one key the first piece's comes first.
static void sort_sides(side *s, size_t n) {
  for (size_t i = 1; i < n; i++) {
    side t = s[i];
    size_t j = i;
    for (; j > 0 && (s[j - 1].key > t.key || (s[j - 1].key == t.key && s[j - 1].piece > t.piece)); j--) s[j] = s[j - 1];
    s[j] = t;
  }
}

static size_t sort_values(int32_t *v, size_t n) {
  if (n > 32) {
    qsort(v, n, sizeof(int32_t), by_value);
  } else {
    for (size_t i = 1; i < n; i++) {
      int32_t t = v[i];
      size_t j = i;
      for (; j > 0 && v[j - 1] > t; j--) v[j] = v[j - 1];
      v[j] = t;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    if (!kept || v[kept - 1] != v[i]) v[kept++] = v[i];
  }
  return kept;
}

static void add_side(int32_t *sums, int32_t width, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                     int32_t dir) {
  ctk_raster_row_line(sums, width, x0, y0, x1, y1, dir, x0, y0, ctk_raster_rise(x0, y0, x1, y1));
}

// Counts the winding number along the sides of a strip and adds those where inside meets outside.
static void add_strip(int32_t *sums, int32_t width, side *sides, size_t n, int32_t y0, int32_t y1,
                      bool even_odd) {
  sort_sides(sides, n);
  int32_t count = 0;
  bool inside = false;
  for (size_t i = 0; i < n; i++) {
    count += sides[i].dir;
    bool now = even_odd ? count & 1 : count != 0;
    if (now == inside) continue;
    inside = now;
    add_side(sums, width, sides[i].x0, y0, sides[i].x1, y1, now ? 1 : -1);
  }
}

// Finds the pieces from `first` on that make one side: they run the same way, none beside another,
// through the whole row or up to a piece that does not fit. Returns the index behind them.
static size_t end_of_side(const piece *p, size_t n, size_t first, int32_t *height) {
  size_t end = first;
  *height = 0;
  while (end < n && p[end].dir == p[first].dir && *height < ONE) {
    for (size_t i = first; i < end; i++) {
      if (p[i].y0 < p[end].y1 && p[end].y0 < p[i].y1) return end;
    }
    *height += p[end].y1 - p[end].y0;
    end++;
  }
  return end;
}

// Adds pieces without any cut if they make sides that lie side by side, as in most rows of lines:
// any number of sides through the whole row, or two shorter ones.
static bool add_if_plain(int32_t *sums, int32_t width, const piece *p, size_t n, bool even_odd) {
  int32_t reach = INT32_MIN, height, winding = 0;
  size_t count = 0;
  bool are_whole = true, inside = false;
  for (size_t i = 0, end; i < n; i = end) {
    if (left_of(&p[i]) < reach) return false;
    end = end_of_side(p, n, i, &height);
    for (size_t k = i; k < end; k++) reach = max32(reach, right_of(&p[k]));
    are_whole = are_whole && height == ONE;
    if (++count > 2 && !are_whole) return false;
  }
  if (!are_whole && p[0].dir == p[n - 1].dir) return false;
  for (size_t i = 0, end; i < n; i = end) {
    end = end_of_side(p, n, i, &height);
    winding += p[i].dir;
    const bool now = even_odd ? winding & 1 : winding != 0;
    for (size_t k = i; k < end && now != inside; k++) {
      add_side(sums, width, p[k].x0, p[k].y0, p[k].x1, p[k].y1, now ? 1 : -1);
    }
    inside = now;
  }
  return true;
}

// Finds every height at which pieces end or cross; 0 if there are too many, or if the work is to
// stop.
static size_t find_cuts(ctk_raster *r, const piece *p, size_t n, int32_t *cuts) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    if (count + 2 > MAX_CUTS) return 0;
    cuts[count++] = p[i].y0;
    cuts[count++] = p[i].y1;
  }
  count = sort_values(cuts, count);
  for (size_t i = 0; i < n; i++) {
    if (ctk_raster_stops(r, n - i)) return 0;
    for (size_t j = i + 1; j < n; j++) {
      int32_t top = max32(p[i].y0, p[j].y0), bottom = min32(p[i].y1, p[j].y1);
      if (top >= bottom) continue;
      if (max32(p[i].x0, p[i].x1) <= min32(p[j].x0, p[j].x1)) continue;
      if (max32(p[j].x0, p[j].x1) <= min32(p[i].x0, p[i].x1)) continue;
      double d0 = piece_x(&p[i], top) - piece_x(&p[j], top);
      double d1 = piece_x(&p[i], bottom) - piece_x(&p[j], bottom);
      if ((d0 < 0) == (d1 < 0) || d0 == 0 || d1 == 0) continue;
      int32_t y = top + whole_nearest((bottom - top) * (d0 / (d0 - d1)));
      if (y <= top || y >= bottom) continue;
      if (count == MAX_CUTS) return 0;
      cuts[count++] = y;
    }
  }
  return sort_values(cuts, count);
}

bool ctk_raster_add_group(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, side *sides,
                          int32_t *cuts, bool even_odd) {
  if (n < 2 || add_if_plain(sums, width, p, n, even_odd)) return true;
  size_t count = n <= MAX_ROW_SPANS ? find_cuts(r, p, n, cuts) : 0;
  if (r->stopped) return false;
  if (!count) return ctk_raster_add_strips(r, sums, width, p, n, even_odd);
  // The order of the pieces, from left to right, in the strip above, and the x of each at that
  // strip's lower edge (or where the piece begins). In the next strip the order is the same but for
  // pieces that begin or cross in between, so that sorting takes few steps.
  uint8_t order[MAX_ROW_SPANS], places[MAX_ROW_SPANS];
  int32_t x[MAX_ROW_SPANS];
  for (size_t i = 0; i < n; i++) order[i] = (uint8_t)i, x[i] = p[i].x0;
  for (size_t k = 0; k + 1 < count; k++) {
    // The work of a strip: each piece is tested, most are cut, and their sides are sorted.
    if (ctk_raster_stops(r, 4 * n)) return false;
    int32_t y0 = cuts[k], y1 = cuts[k + 1];
    size_t m = 0;
    for (size_t place = 0; place < n; place++) {
      const uint8_t i = order[place];
      if (p[i].y0 > y0 || p[i].y1 < y1) continue;
      const int32_t x0 = x[i], x1 = x[i] = piece_x(&p[i], y1);
      places[m] = (uint8_t)place;
      sides[m++] = (side){(int64_t)x0 + x1, x0, x1, p[i].dir, i};
    }
    add_strip(sums, width, sides, m, y0, y1, even_odd);
    for (size_t i = 0; i < m; i++) order[places[i]] = (uint8_t)sides[i].piece;
  }
  return true;
}
