// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The areas that lines and arcs add to the sums of a mask.

#include "kernels.h"
#include "kernels_scalar.h"
#include "raster_areas.h"

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// Adds a line within one pixel: its height is `dy`, its mean distance from the left side `sum_x`/2.
INLINE void add_cell(int32_t *cell, int32_t dy, int32_t sum_x) {
  int32_t area = dy * sum_x;
  cell[0] += dy * (2 * ONE) - area;
  cell[1] += area;
}

// A quotient with 32 fractional bits. Its product with the divisor fits 63 bits.
static inline int64_t quotient(int32_t a, int32_t b) {
  return (int64_t)((double)a * 4294967296.0 / (double)b);
}

static inline int32_t times(int32_t d, int64_t quotient) {
  return (int32_t)((d * quotient + ((int64_t)1 << 31)) >> 32);
}

// The y at which a line of slope `rise` crosses the column border at x, clamped to ya…yb.
INLINE int32_t meet(int32_t x, int32_t ref_x, int32_t ref_y, int64_t rise, int32_t ya,
                           int32_t yb) {
  return min32(max32(ref_y + times(x - ref_x, rise), ya), yb);
}

// Adds the part of a line within one row that crosses borders of columns, all of it within the
// mask. The part is walked from left to right, whichever way the line leans.
INLINE void add_wide_part(int32_t *row, int32_t xa, int32_t ya, int32_t xb, int32_t yb, int32_t dir,
                          int32_t ref_x, int32_t ref_y, int64_t rise) {
  bool leans = xa > xb;
  int32_t from = leans ? xb : xa, to = leans ? xa : xb;
  int32_t y = leans ? yb : ya, end_y = leans ? ya : yb, sign = leans ? -dir : dir;
  int32_t border = (from & ~(ONE - 1)) + ONE, end = to & ~(ONE - 1);
  int32_t *cell = row + (from >> ONE_BITS);
  int32_t ny = meet(border, ref_x, ref_y, rise, ya, yb);
  int32_t height = (ny - y) * sign, beyond = height * ((from & (ONE - 1)) + ONE);
  *cell++ += height * (2 * ONE) - beyond;
  while (border < end) {
    border += ONE;
    y = ny;
    ny = meet(border, ref_x, ref_y, rise, ya, yb);
    height = (ny - y) * sign * ONE;
    *cell++ += beyond + height;
    beyond = height;
  }
  height = (end_y - ny) * sign;
  int32_t area = height * (to & (ONE - 1));
  cell[0] += beyond + height * (2 * ONE) - area;
  cell[1] += area;
}

// Adds the part of a line within one row, all of it within the mask.
INLINE void add_part(int32_t *row, int32_t xa, int32_t ya, int32_t xb, int32_t yb, int32_t dir,
                     int32_t ref_x, int32_t ref_y, int64_t rise) {
  if (!((xa ^ xb) >> ONE_BITS)) {
    add_cell(row + (xa >> ONE_BITS), (yb - ya) * dir, (xa & (ONE - 1)) + (xb & (ONE - 1)));
  } else {
    add_wide_part(row, xa, ya, xb, yb, dir, ref_x, ref_y, rise);
  }
}

void ctk_raster_row_line(int32_t *sums, int32_t width, int32_t xa, int32_t ya, int32_t xb,
                         int32_t yb, int32_t dir, int32_t ref_x, int32_t ref_y, int64_t rise) {
  // Parts left of the mask are added to its first column; parts right of the mask are ignored.
  int32_t limit = width * ONE;
  if (xa >= limit && xb >= limit) return;
  if (xa < 0 && xb < 0) {
    sums[0] += (yb - ya) * dir * (2 * ONE);
    return;
  }
  if (xa < 0) {
    int32_t y = meet(0, ref_x, ref_y, rise, ya, yb);
    sums[0] += (y - ya) * dir * (2 * ONE);
    xa = 0, ya = y;
  } else if (xa > limit) {
    ya = meet(limit, ref_x, ref_y, rise, ya, yb);
    xa = limit;
  }
  if (xb < 0) {
    int32_t y = meet(0, ref_x, ref_y, rise, ya, yb);
    sums[0] += (yb - y) * dir * (2 * ONE);
    xb = 0, yb = y;
  } else if (xb > limit) {
    yb = meet(limit, ref_x, ref_y, rise, ya, yb);
    xb = limit;
  }
  add_part(sums, xa, ya, xb, yb, dir, ref_x, ref_y, rise);
}

int64_t ctk_raster_rise(int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
  return (x0 ^ x1) >> ONE_BITS ? quotient(y1 - y0, x1 - x0) : 0;
}

// Adds a line that lies wholly within the mask; y0 < y1, coordinates relative to the mask.
INLINE void add_line(int32_t *sums, size_t row_sums, int32_t x0, int32_t y0, int32_t x1,
                            int32_t y1, int32_t dir) {
  int32_t first = y0 >> ONE_BITS, last = (y1 - 1) >> ONE_BITS;
  int32_t *row = sums + (size_t)first * row_sums;
  if (x0 == x1) {
    int32_t c = x0 >> ONE_BITS, twice = 2 * (x0 & (ONE - 1));
    row += c;
    if (first == last) {
      add_cell(row, (y1 - y0) * dir, twice);
      return;
    }
    add_cell(row, (((first + 1) * ONE) - y0) * dir, twice);
    int32_t here = ONE * dir * (2 * ONE - twice), beyond = ONE * dir * twice;
    for (int32_t y = first + 1; y < last; y++) {
      row += row_sums;
      row[0] += here;
      row[1] += beyond;
    }
    add_cell(row + row_sums, (y1 - (last * ONE)) * dir, twice);
    return;
  }
  int64_t rise = (x0 ^ x1) >> ONE_BITS ? quotient(y1 - y0, x1 - x0) : 0;
  if (first == last) {
    add_part(row, x0, y0, x1, y1, dir, x0, y0, rise);
    return;
  }
  int64_t run = quotient(x1 - x0, y1 - y0);
  int32_t x = x0, y = y0, border = (first + 1) * ONE;
  // `way` is the product in `times`, computed incrementally. Integers are not rounded, so the bits
  // are the same.
  uint64_t way = (uint64_t)(border - y0) * (uint64_t)run + ((uint64_t)1 << 31);
  do {
    int32_t nx = x0 + (int32_t)((int64_t)way >> 32);
    add_part(row, x, y, nx, border, dir, x0, y0, rise);
    x = nx;
    y = border;
    border += ONE;
    way += (uint64_t)run * ONE;
    row += row_sums;
  } while (border < y1);
  add_part(row, x, y, x1, y1, dir, x0, y0, rise);
}

// Adds a line of which only the part within `width` × `height` pixels counts.
static void add_clipped(int32_t *sums, size_t row_sums, int32_t width, int32_t height, int32_t x0,
                        int32_t y0, int32_t x1, int32_t y1, int32_t dir) {
  int32_t first = y0 >> ONE_BITS, last = (y1 - 1) >> ONE_BITS;
  if (first >= height || last < 0) return;
  int64_t rise = (x0 ^ x1) >> ONE_BITS ? quotient(y1 - y0, x1 - x0) : 0;
  int64_t run = first == last ? 0 : quotient(x1 - x0, y1 - y0);
  int32_t from = max32(first, 0), to = min32(last, height - 1);
  int32_t y = from == first ? y0 : from * ONE;
  int32_t x = from == first ? x0 : x0 + times(y - y0, run);
  int32_t *row = sums + (size_t)from * row_sums;
  for (int32_t k = from; k <= to; k++, row += row_sums) {
    int32_t ny = k == last ? y1 : (k + 1) * ONE;
    int32_t nx = k == last ? x1 : x0 + times(ny - y0, run);
    ctk_raster_row_line(row, width, x, y, nx, ny, dir, x0, y0, rise);
    x = nx;
    y = ny;
  }
}

void ctk_raster_add_chain(const ctk_raster *r, const chain *c, int32_t *sums, size_t row_sums,
                      int32_t left, int32_t top, int32_t width, int32_t height) {
  bool inside = c->min_x >> ONE_BITS >= left && c->max_x <= (left + width) * ONE &&
                c->min_y >> ONE_BITS >= top && c->max_y <= (top + height) * ONE;
  const int32_t dx = left * ONE, dy = top * ONE, dir = c->dir;
  const vertex *v = nth(r, c, 0), *end = v + (ptrdiff_t)c->count * dir;
  int32_t x0 = v->x - dx, y0 = v->y - dy;
  if (inside) {
    while (v != end) {
      v += dir;
      int32_t x1 = v->x - dx, y1 = v->y - dy;
      add_line(sums, row_sums, x0, y0, x1, y1, dir);
      x0 = x1;
      y0 = y1;
    }
  } else {
    while (v != end) {
      v += dir;
      int32_t x1 = v->x - dx, y1 = v->y - dy;
      add_clipped(sums, row_sums, width, height, x0, y0, x1, y1, dir);
      x0 = x1;
      y0 = y1;
    }
  }
}

// Adds an arc of which only the part within `width` × `height` pixels counts; parts left of the
// mask are added to its first column.
static void add_clipped_arc(const ctk_arc *arc, int length, int32_t *sums, size_t row_sums, int32_t left, int32_t top,
                            int32_t width, int32_t height) {
  ctk_cells cells;
  ctk_cut_arc(arc, length, &cells);
  for (int i = 0; i < ctk_cell_count(length); i++) {
    int32_t x = arc->x + cells.x[i] - left, y = arc->y + cells.y[i] - top;
    if (y < 0 || y >= height || x >= width) continue;
    int32_t *row = sums + (size_t)y * row_sums;
    if (x < 0) {
      row[0] += cells.here[i] + cells.beyond[i];
    } else {
      row[x] += cells.here[i];
      row[x + 1] += cells.beyond[i];
    }
  }
}

static void add_edge(const span *e, int32_t *sums, size_t row_sums, int32_t left, int32_t top, int32_t width,
                     int32_t height) {
  const int32_t dx = left * ONE, dy = top * ONE;
  bool inside = min32(e->x0, e->x1) >= dx && max32(e->x0, e->x1) <= dx + width * ONE && e->y0 >= dy &&
                e->y1 <= dy + height * ONE;
  if (inside) {
    add_line(sums, row_sums, e->x0 - dx, e->y0 - dy, e->x1 - dx, e->y1 - dy, e->dir);
  } else {
    add_clipped(sums, row_sums, width, height, e->x0 - dx, e->y0 - dy, e->x1 - dx, e->y1 - dy, e->dir);
  }
}

// The last pixel that an arc reaches along x (0) or y (1), counted from its first pixel.
static inline int32_t reach(const ctk_arc *arc, int axis) {
  float way = arc->a[axis] + 2 * arc->b[axis];
  return (int32_t)(arc->c[axis] + (way > 0 ? way : 0));
}

// Adds the parts of the arcs and edges that lie within the mask. Successive arcs that lie wholly
// within the mask are added by one call.
void ctk_raster_add_curved(const ctk_raster *r, int32_t *sums, size_t row_sums, int32_t left, int32_t top, int32_t width,
                       int32_t height, bool whole) {
  for (int length = 0; length < CTK_ARC_LENGTHS; length++) {
    const ctk_arc *arcs = r->arcs[length];
    size_t first = 0, count = r->arc_count[length];
    for (size_t k = 0; k < count && !whole; k++) {
      const ctk_arc *arc = &arcs[k];
      bool inside = arc->x >= left && arc->y >= top && arc->x + reach(arc, 0) < left + width &&
                    arc->y + reach(arc, 1) < top + height;
      if (inside) continue;
      ctk_add_arcs(arcs + first, k - first, length, sums, (int32_t)row_sums, left, top);
      first = k + 1;
      if (arc->y > top + height || arc->y + reach(arc, 1) < top || arc->x > left + width) continue;
      add_clipped_arc(arc, length, sums, row_sums, left, top, width, height);
    }
    if (first < count) ctk_add_arcs(arcs + first, count - first, length, sums, (int32_t)row_sums, left, top);
  }
  for (size_t k = 0; k < r->edge_count; k++) {
    add_edge(&r->edges[k], sums, row_sums, left, top, width, height);
  }
}
