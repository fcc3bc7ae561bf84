// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The path rasteriser: exact area coverage in fixed point.
//
// A path is flattened (flatten.c) to lines in 1/4096 pixel. The plain way adds, for each line and each pixel that
// it crosses, the signed area between the line and the right side of the pixel; a running sum along a row then
// gives the winding number averaged over each pixel. That average is the coverage if no point is wound more
// than once and all contours wind the same way round, which `ctk_raster_classify` proves for nearly every
// outline. All other paths take the slow way (resolve.c): each row is cut into trapezoids between crossings,
// the winding number (or the parity) is counted across them, and only the sides where inside meets outside
// are added to the same sums.
//
// Where a line meets a row or a column is computed from its own ends, never step by step, so a clipped part
// of a path has the same bits as the whole.

#include "raster.h"

#include <stdlib.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

// More chains than this are not worth comparing pair by pair; few are compared without sorting them.
enum { MAX_CHAINS = 1024, FEW_CHAINS = 12, SLICES = 64 };
// Sums that stay in the cache: rows are done in bands of so many.
enum { BAND_SUMS = 64 * 1024 };

bool ctk_raster_grow(void **memory, size_t *room, size_t need, size_t size) {
  if (need <= *room) return true;
  size_t count = *room * 2 < need ? need + 64 : *room * 2;
  void *grown = realloc(*memory, count * size);
  if (!grown) return false;
  *memory = grown;
  *room = count;
  return true;
}

ctk_raster *ctk_raster_create(void) { return calloc(1, sizeof(ctk_raster)); }

void ctk_raster_destroy(ctk_raster *r) {
  if (!r) return;
  free(r->vertices);
  free(r->contours);
  free(r->mapped);
  free(r->chains);
  free(r->boxes);
  free(r->levels);
  free(r->sums);
  free(r->spans);
  free(r->active);
  free(r->row_scratch);
  free(r);
}

bool ctk_raster_is_simple(const ctk_raster *r) { return r->simple; }
void ctk_raster_force_resolve(ctk_raster *r, bool force) { r->force_resolve = force; }

// Chains -------------------------------------------------------------------------------------------------

// Sorts the lines of the flattened path into chains and level lines, and measures it. False without memory.
static bool make_chains(ctk_raster *r) {
  const vertex *v = r->vertices;
  size_t begin = 0, chains = 0, levels = 0, boxes = 0;
  int32_t min_x = INT32_MAX, min_y = INT32_MAX, max_x = INT32_MIN, max_y = INT32_MIN;
  for (size_t k = 0; k < r->contour_count; k++) {
    size_t end = r->contours[k];
    // Each line makes at most one chain, box or level.
    if (!ctk_raster_grow((void **)&r->chains, &r->chain_room, chains + (end - begin), sizeof(chain)) ||
        !ctk_raster_grow((void **)&r->boxes, &r->box_room, boxes + (end - begin), sizeof(box)) ||
        !ctk_raster_grow((void **)&r->levels, &r->level_room, levels + (end - begin), sizeof(level))) {
      return false;
    }
    for (size_t i = begin; i + 1 < end;) {
      if (v[i].y == v[i + 1].y) {
        int32_t a = v[i].x, b = v[i + 1].x;
        r->levels[levels++] = (level){v[i].y, min32(a, b), max32(a, b)};
        i++;
        continue;
      }
      bool down = v[i].y < v[i + 1].y;
      size_t first = i++;
      if (down) {
        while (i + 1 < end && v[i].y < v[i + 1].y) i++;
      } else {
        while (i + 1 < end && v[i].y > v[i + 1].y) i++;
      }
      uint32_t count = (uint32_t)(i - first);
      ptrdiff_t step = down ? 1 : -1;
      const vertex *p = down ? v + first : v + i;
      int32_t top = p->y, bottom = down ? v[i].y : v[first].y;
      int32_t left = p->x, right = p->x;
      uint32_t first_box = (uint32_t)boxes;
      for (uint32_t rest = count; rest;) {
        uint32_t n = rest < BOX_LINES ? rest : BOX_LINES;
        int32_t low = p->x, high = p->x;
        for (uint32_t k = 0; k < n; k++) {
          p += step;
          low = min32(low, p->x);
          high = max32(high, p->x);
        }
        r->boxes[boxes++] = (box){low, high, p->y};
        left = min32(left, low);
        right = max32(right, high);
        rest -= n;
      }
      r->chains[chains++] =
          (chain){(uint32_t)first, count, (int32_t)step, left, right, top, bottom, first_box};
      min_x = min32(min_x, left);
      max_x = max32(max_x, right);
      min_y = min32(min_y, top);
      max_y = max32(max_y, bottom);
    }
    begin = end;
  }
  r->chain_count = chains;
  r->level_count = levels;
  r->min_x = min_x, r->max_x = max_x, r->min_y = min_y, r->max_y = max_y;
  return true;
}

bool ctk_raster_prepare(ctk_raster *r, const uint8_t *verbs, size_t verb_count,
                        const double *points, size_t point_count, const double m[6],
                        int32_t bounds[4]) {
  r->chain_count = r->level_count = 0;
  r->spans_ready = false;
  r->simple = true;
  memset(bounds, 0, 4 * sizeof(int32_t));
  if (!ctk_raster_flatten(r, verbs, verb_count, points, point_count, m)) return false;
  if (!r->contour_count) return true;
  if (!make_chains(r)) {
    r->chain_count = r->level_count = 0;
    return false;
  }
  if (!r->chain_count || r->min_x == r->max_x) {
    r->chain_count = 0;
    return true;
  }
  bounds[0] = r->min_x >> ONE_BITS;
  bounds[1] = r->min_y >> ONE_BITS;
  bounds[2] = ((r->max_x + ONE - 1) >> ONE_BITS) - bounds[0];
  bounds[3] = ((r->max_y + ONE - 1) >> ONE_BITS) - bounds[1];
  ctk_raster_classify(r);
  return true;
}

// Is the plain way right? --------------------------------------------------------------------------------

// The vertices of a chain from top to bottom.
static inline const vertex *nth(const ctk_raster *r, const chain *c, uint32_t i) {
  return &r->vertices[c->dir > 0 ? c->first + i : c->first + c->count - i];
}

// How far a point lies to the right of the line p–q, times the line's height; p lies above q.
static inline int64_t beside(int32_t x, int32_t y, const vertex *p, const vertex *q) {
  return (int64_t)(x - p->x) * (q->y - p->y) - (int64_t)(y - p->y) * (q->x - p->x);
}

enum { LEFT = 1, RIGHT = 2 };

// On which sides of chain `b` the lines of chain `a` lie between two heights, the lower of which is a vertex of
// one of them. What is less than a 1/4096 pixel apart counts as touching. `p` and `q` are vertices at or above `y`.
static int sides(const vertex *p, ptrdiff_t step_a, const vertex *q, ptrdiff_t step_b, int32_t y,
                 int32_t end) {
  while ((p + step_a)->y <= y) p += step_a;
  while ((q + step_b)->y <= y) q += step_b;
  int found = 0;
  bool boxed = true;
  for (;;) {
    const vertex *p1 = p + step_a, *q1 = q + step_b;
    int32_t next = min32(p1->y, q1->y);
    if (max32(p->x, p1->x) <= min32(q->x, q1->x)) {
      found |= LEFT;
      boxed = true;
    } else if (min32(p->x, p1->x) >= max32(q->x, q1->x)) {
      found |= RIGHT;
      boxed = true;
    } else {
      // The ends of the common part: at each, one of the lines has an end. The upper one was looked at as
      // the lower one of the part before, unless boxes told there.
      if (boxed) {
        // At the start `y` may lie within both lines; then the whole of the longer one is looked at.
        bool from_a = p->y >= q->y;
        int64_t h = from_a ? q1->y - q->y : p1->y - p->y;
        int64_t d = from_a ? beside(p->x, p->y, q, q1) : -beside(q->x, q->y, p, p1);
        found |= (d < -h ? LEFT : 0) | (d > h ? RIGHT : 0);
      }
      bool a_ends = p1->y == next;
      int64_t h = a_ends ? q1->y - q->y : p1->y - p->y;
      int64_t d = a_ends ? beside(p1->x, next, q, q1) : -beside(q1->x, next, p, p1);
      found |= (d < -h ? LEFT : 0) | (d > h ? RIGHT : 0);
      boxed = false;
    }
    if (found == (LEFT | RIGHT) || next >= end) return found;
    if (p1->y == next) p = p1;
    if (q1->y == next) q = q1;
  }
}

// On which sides of chain `b` chain `a` lies wherever both are: none if they coincide, both if they cross.
static int compare(const ctk_raster *r, const chain *a, const chain *b) {
  int32_t y = max32(a->min_y, b->min_y), end = min32(a->max_y, b->max_y);
  uint32_t i = 0, j = 0;
  const box *boxes_a = r->boxes + a->first_box, *boxes_b = r->boxes + b->first_box;
  while (boxes_a[i].end <= y) i++;
  while (boxes_b[j].end <= y) j++;
  int found = 0;
  for (;;) {
    const box *p = boxes_a + i, *q = boxes_b + j;
    int32_t next = min32(p->end, q->end);
    if (p->max_x <= q->min_x) {
      found |= LEFT;
    } else if (p->min_x >= q->max_x) {
      found |= RIGHT;
    } else {
      found |= sides(nth(r, a, i * BOX_LINES), a->dir, nth(r, b, j * BOX_LINES), b->dir, y, next);
    }
    if (found == (LEFT | RIGHT) || next >= end) return found;
    y = next;
    i += p->end == next;
    j += q->end == next;
  }
}

// Decides whether every point is wound at most once, all the same way. Errs only towards the slow way.
//
// If no two chains cross, and no chain passes through a level line, then the winding number beside a chain is
// the same along all of it, so it is enough to know it at one height.
void ctk_raster_classify(ctk_raster *r) {
  size_t n = r->chain_count;
  r->simple = false;
  if (r->force_resolve || n > MAX_CHAINS) return;
  int32_t winding[MAX_CHAINS];
  memset(winding, 0, n * sizeof(int32_t));
  const chain *chains = r->chains;
  // Chains by the slice of the path's height in which they begin: only those that begin no lower than a chain
  // ends can lie beside it.
  int32_t height = r->max_y - r->min_y;
  int shift = n <= FEW_CHAINS ? 31 : height < SLICES ? 0 : 26 - __builtin_clz((uint32_t)height);
  uint16_t sorted[MAX_CHAINS], ends[SLICES] = {0};
  for (size_t i = 0; i < n; i++) ends[(chains[i].min_y - r->min_y) >> shift]++;
  const int slices = (height >> shift) + 1;
  for (int k = 1; k < slices; k++) ends[k] += ends[k - 1];
  for (size_t i = n; i-- > 0;) sorted[--ends[(chains[i].min_y - r->min_y) >> shift]] = (uint16_t)i;
  // Now `ends` holds where each slice starts.
  for (size_t k = 0; k < n; k++) {
    size_t i = sorted[k];
    const chain *a = &chains[i];
    int32_t mid_a = a->min_y + (a->max_y - a->min_y) / 2;
    int32_t slice = ((a->max_y - r->min_y) >> shift) + 1;
    size_t end = slice < slices ? ends[slice] : n;
    for (size_t l = k + 1; l < end; l++) {
      size_t j = sorted[l];
      const chain *b = &chains[j];
      if (a->max_y <= b->min_y || b->max_y <= a->min_y) continue;
      int order;
      if (a->max_x <= b->min_x) {
        order = -1;
      } else if (b->max_x <= a->min_x) {
        order = 1;
      } else {
        int side = compare(r, a, b);
        if (side != LEFT && side != RIGHT) return;
        order = side == LEFT ? -1 : 1;
      }
      if (order > 0) {
        if (b->min_y <= mid_a && mid_a < b->max_y) winding[i] += b->dir;
      } else {
        int32_t mid_b = b->min_y + (b->max_y - b->min_y) / 2;
        if (a->min_y <= mid_b && mid_b < a->max_y) winding[j] += a->dir;
      }
    }
  }
  int32_t least = 0, most = 0;
  for (size_t i = 0; i < n; i++) {
    least = min32(least, min32(winding[i], winding[i] + chains[i].dir));
    most = max32(most, max32(winding[i], winding[i] + chains[i].dir));
  }
  if (most - least > 1) return;
  for (size_t k = 0; k < r->level_count; k++) {
    const level *l = &r->levels[k];
    int32_t slice = ((l->y - r->min_y) >> shift) + 1;
    size_t end = slice < slices ? ends[slice] : n;
    for (size_t i = 0; i < end; i++) {
      const chain *c = &chains[sorted[i]];
      if (c->min_y >= l->y || c->max_y <= l->y) continue;
      if (c->max_x <= l->min_x || c->min_x >= l->max_x) continue;
      const vertex *p = nth(r, c, 0), *q = p + c->dir;
      while (q->y <= l->y) p = q, q += c->dir;
      int64_t h = q->y - p->y;
      // The chain's x lies between the level's ends by more than the least distance that counts.
      if (beside(l->min_x, l->y, p, q) < -h && beside(l->max_x, l->y, p, q) > h) return;
    }
  }
  r->simple = true;
}

#define INLINE static inline __attribute__((always_inline))

// Areas --------------------------------------------------------------------------------------------------

// One pixel: `dy` of height, the line at `sum_x`/2 from the pixel's left side on average.
INLINE void add_cell(int32_t *cell, int32_t dy, int32_t sum_x) {
  int32_t area = dy * sum_x;
  cell[0] += dy * (2 * ONE) - area;
  cell[1] += area;
}

// Quotients with 32 bits behind the point. A quotient times its divisor fits 63 bits.
static inline int64_t quotient(int32_t a, int32_t b) {
  return (int64_t)((double)a * 4294967296.0 / (double)b);
}

static inline int32_t times(int32_t d, int64_t quotient) {
  return (int32_t)((d * quotient + ((int64_t)1 << 31)) >> 32);
}

// Where a line that rises by `rise` meets the column's border at x, within ya…yb.
INLINE int32_t meet(int32_t x, int32_t ref_x, int32_t ref_y, int64_t rise, int32_t ya,
                           int32_t yb) {
  return min32(max32(ref_y + times(x - ref_x, rise), ya), yb);
}

// The part of a line within one row that leaves its column, all of it within the mask. It is walked from left to
// right, whichever way the line leans.
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

// The part of a line within one row, all of it within the mask.
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
  // Columns left of the mask count as one; those right of it do not count.
  int32_t limit = width << ONE_BITS;
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

// A line that lies wholly within the mask; y0 < y1, both relative to it.
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
    add_cell(row, (((first + 1) << ONE_BITS) - y0) * dir, twice);
    int32_t here = ONE * dir * (2 * ONE - twice), beyond = ONE * dir * twice;
    for (int32_t y = first + 1; y < last; y++) {
      row += row_sums;
      row[0] += here;
      row[1] += beyond;
    }
    add_cell(row + row_sums, (y1 - (last << ONE_BITS)) * dir, twice);
    return;
  }
  int64_t rise = (x0 ^ x1) >> ONE_BITS ? quotient(y1 - y0, x1 - x0) : 0;
  if (first == last) {
    add_part(row, x0, y0, x1, y1, dir, x0, y0, rise);
    return;
  }
  int64_t run = quotient(x1 - x0, y1 - y0);
  int32_t x = x0, y = y0, border = (first + 1) << ONE_BITS;
  // What `times` computes, row by row: sums of whole numbers, so the bits are the same.
  uint64_t way = (uint64_t)(border - y0) * (uint64_t)run + ((uint64_t)1 << 31);
  do {
    int32_t nx = x0 + (int32_t)((int64_t)way >> 32);
    add_part(row, x, y, nx, border, dir, x0, y0, rise);
    x = nx;
    y = border;
    border += ONE;
    way += (uint64_t)run << ONE_BITS;
    row += row_sums;
  } while (border < y1);
  add_part(row, x, y, x1, y1, dir, x0, y0, rise);
}

// The same for a line of which only the part within `width` × `height` pixels counts.
static void add_clipped(int32_t *sums, size_t row_sums, int32_t width, int32_t height, int32_t x0,
                        int32_t y0, int32_t x1, int32_t y1, int32_t dir) {
  int32_t first = y0 >> ONE_BITS, last = (y1 - 1) >> ONE_BITS;
  if (first >= height || last < 0) return;
  int64_t rise = (x0 ^ x1) >> ONE_BITS ? quotient(y1 - y0, x1 - x0) : 0;
  int64_t run = first == last ? 0 : quotient(x1 - x0, y1 - y0);
  int32_t from = max32(first, 0), to = min32(last, height - 1);
  int32_t y = from == first ? y0 : from << ONE_BITS;
  int32_t x = from == first ? x0 : x0 + times(y - y0, run);
  int32_t *row = sums + (size_t)from * row_sums;
  for (int32_t k = from; k <= to; k++, row += row_sums) {
    int32_t ny = k == last ? y1 : (k + 1) << ONE_BITS;
    int32_t nx = k == last ? x1 : x0 + times(ny - y0, run);
    ctk_raster_row_line(row, width, x, y, nx, ny, dir, x0, y0, rise);
    x = nx;
    y = ny;
  }
}

static void add_chain(const ctk_raster *r, const chain *c, int32_t *sums, size_t row_sums,
                      int32_t left, int32_t top, int32_t width, int32_t height) {
  bool inside = c->min_x >> ONE_BITS >= left && c->max_x <= (left + width) << ONE_BITS &&
                c->min_y >> ONE_BITS >= top && c->max_y <= (top + height) << ONE_BITS;
  const int32_t dx = left << ONE_BITS, dy = top << ONE_BITS, dir = c->dir;
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

bool ctk_raster_coverage(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                         bool even_odd, uint8_t *dst, ptrdiff_t stride) {
  if (width <= 0 || height <= 0) return true;
  // Two columns more than pixels, for what falls on the right border, and whole vectors.
  size_t row_sums = ((size_t)width + 2 + 7) & ~(size_t)7;
  int32_t band = (int32_t)(BAND_SUMS / row_sums);
  if (band < 1) band = 1;
  if (band > height) band = height;
  size_t need = row_sums * (size_t)band + 8;
  if (need > r->sums_room) {
    free(r->sums);
    r->sums_room = 0;
    need = max_size(need, 4096);
    r->sums = calloc(need, sizeof(int32_t));
    if (!r->sums) return false;
    r->sums_room = need;
  }
  for (int32_t top = y; top < y + height; top += band) {
    int32_t rows = min32(band, y + height - top);
    if (r->simple) {
      for (size_t k = 0; k < r->chain_count; k++) {
        const chain *c = &r->chains[k];
        if (c->min_y >> ONE_BITS >= top + rows || (c->max_y - 1) >> ONE_BITS < top) continue;
        if (c->min_x >> ONE_BITS >= x + width) continue;
        add_chain(r, c, r->sums, row_sums, x, top, width, rows);
      }
    } else if (!ctk_raster_resolve(r, x, top, width, rows, even_odd, r->sums, row_sums)) {
      memset(r->sums, 0, r->sums_room * sizeof(int32_t));
      return false;
    }
    ctk_coverage_rows(dst + (ptrdiff_t)(top - y) * stride, stride, r->sums, (int)row_sums, width,
                      rows);
  }
  return true;
}
