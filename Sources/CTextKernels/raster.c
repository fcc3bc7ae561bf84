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
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma STDC FP_CONTRACT OFF

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
  free(r->slopes);
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

// Flattens a path and measures it; false if there is nothing to fill.
static bool read_path(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                      size_t point_count, const double m[6], bool *failed) {
  r->contour_count = r->chain_count = r->level_count = 0;
  r->chains_ready = r->spans_ready = false;
  *failed = !ctk_raster_flatten(r, verbs, verb_count, points, point_count, m);
  if (*failed) r->contour_count = 0;
  if (r->contour_count && r->min_x < r->max_x) return true;
  r->contour_count = 0;
  return false;
}

bool ctk_raster_prepare(ctk_raster *r, const uint8_t *verbs, size_t verb_count,
                        const double *points, size_t point_count, const double m[6], ctk_proof proof,
                        int32_t bounds[4]) {
  bool failed;
  r->simple = true;
  memset(bounds, 0, 4 * sizeof(int32_t));
  if (!read_path(r, verbs, verb_count, points, point_count, m, &failed)) return !failed;
  bounds[0] = r->min_x >> ONE_BITS;
  bounds[1] = r->min_y >> ONE_BITS;
  bounds[2] = ((r->max_x + ONE - 1) >> ONE_BITS) - bounds[0];
  bounds[3] = ((r->max_y + ONE - 1) >> ONE_BITS) - bounds[1];
  if (proof != CTK_PROOF_UNKNOWN) {
    r->simple = proof == CTK_PROOF_SIMPLE && !r->force_resolve;
    return true;
  }
  if (!ctk_raster_make_chains(r)) {
    r->contour_count = 0;
    memset(bounds, 0, 4 * sizeof(int32_t));
    return false;
  }
  ctk_raster_classify(r);
  return true;
}

ctk_proof ctk_raster_prove(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                           size_t point_count, double scale) {
  const double m[6] = {scale, 0, 0, scale, 0, 0};
  bool failed;
  if (!read_path(r, verbs, verb_count, points, point_count, m, &failed)) {
    return failed ? CTK_PROOF_UNKNOWN : CTK_PROOF_SIMPLE;
  }
  bool made = ctk_raster_make_chains(r);
  if (made) ctk_raster_classify(r);
  r->contour_count = 0;
  return !made ? CTK_PROOF_UNKNOWN : r->simple ? CTK_PROOF_SIMPLE : CTK_PROOF_OVERLAPPING;
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
  // What `times` computes, row by row: sums of whole numbers, so the bits are the same.
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

// The same for a line of which only the part within `width` × `height` pixels counts.
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

static void add_chain(const ctk_raster *r, const chain *c, int32_t *sums, size_t row_sums,
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

// What a line that is at `here` where the other coordinate is `where` comes to where that is 0, and a half. Wraps
// around for lines without a slope.
static inline int64_t zero(int32_t here, int32_t where, int64_t slope) {
  return (int64_t)((uint64_t)here * ((uint64_t)1 << 32) + ((uint64_t)1 << 31) - (uint64_t)where * (uint64_t)slope);
}

// Where all lines of the path meet rows and columns. Level lines are never asked.
static bool make_slopes(ctk_raster *r) {
  const size_t n = r->vertex_count;
  if (!ctk_raster_grow((void **)&r->slopes, &r->slope_room, n, sizeof(slope))) return false;
  const vertex *v = r->vertices;
  slope *s = r->slopes;
  for (size_t i = 0; i + 1 < n; i++) {
    int32_t dx = v[i + 1].x - v[i].x, dy = v[i + 1].y - v[i].y;
    const vertex top = dy > 0 ? v[i] : v[i + 1];
    int64_t run, rise;
#if defined(__SSE2__)
    __m128d d = _mm_cvtepi32_pd(_mm_unpacklo_epi32(_mm_cvtsi32_si128(dx), _mm_cvtsi32_si128(dy)));
    d = _mm_mul_pd(_mm_div_pd(d, _mm_shuffle_pd(d, d, 1)), _mm_set1_pd(4294967296.0));
    run = _mm_cvttsd_si64(d);
    rise = _mm_cvttsd_si64(_mm_unpackhi_pd(d, d));
#else
    run = dy ? quotient(dx, dy) : 0;
    rise = dx ? quotient(dy, dx) : 0;
#endif
    rise = (v[i].x ^ v[i + 1].x) >> ONE_BITS ? rise : 0;
    s[i] = (slope){run, zero(top.x, top.y, run), rise, zero(top.y, top.x, rise)};
  }
  return true;
}

// x at a height, or y at a column, of a line.
INLINE int32_t at(int64_t zero, int64_t slope, int32_t where) {
  return (int32_t)((int64_t)((uint64_t)zero + (uint64_t)(int64_t)where * (uint64_t)slope) >> 32);
}

// As `add_wide_part`, in the path's own coordinates.
static __attribute__((noinline)) void add_wide_step(int32_t *row, int32_t xa, int32_t ya, int32_t xb, int32_t yb,
                                                    int32_t dir, const slope *s) {
  bool leans = xa > xb;
  int32_t from = leans ? xb : xa, to = leans ? xa : xb;
  int32_t y = leans ? yb : ya, end_y = leans ? ya : yb, sign = leans ? -dir : dir;
  int32_t border = (from & ~(ONE - 1)) + ONE, end = to & ~(ONE - 1);
  int32_t *cell = row + (from >> ONE_BITS);
  int32_t ny = min32(max32(at(s->column_zero, s->rise, border), ya), yb);
  int32_t height = (ny - y) * sign, beyond = height * ((from & (ONE - 1)) + ONE);
  *cell++ += height * (2 * ONE) - beyond;
  while (border < end) {
    border += ONE;
    y = ny;
    ny = min32(max32(at(s->column_zero, s->rise, border), ya), yb);
    height = (ny - y) * sign * ONE;
    *cell++ += beyond + height;
    beyond = height;
  }
  height = (end_y - ny) * sign;
  int32_t area = height * (to & (ONE - 1));
  cell[0] += beyond + height * (2 * ONE) - area;
  cell[1] += area;
}

// The part of a line within one row, all of it within the mask. What a branch would have to guess, whether the line
// leaves its column, is computed for both cases; only a line through three columns or more is a matter of its own.
INLINE void add_step(int32_t *row, int32_t xa, int32_t ya, int32_t xb, int32_t yb, int32_t dir, const slope *s) {
  int32_t left = min32(xa, xb), right = max32(xa, xb);
  int32_t base = left & ~(ONE - 1), to = right - base;
  if (__builtin_expect(to >= 2 * ONE, 0)) {
    add_wide_step(row, xa, ya, xb, yb, dir, s);
    return;
  }
  // The height beyond the column's right border; 0 unless it is met.
  int32_t y = min32(max32(at(s->column_zero, s->rise, base + ONE), ya), yb);
  int32_t beyond = xa > xb ? y - ya : yb - y;
  beyond = to >= ONE ? beyond : 0;
  int32_t over = max32(to - ONE, 0), height = yb - ya - beyond;
  int32_t area = height * (left - base + to - over) * dir, area_beyond = beyond * over * dir;
  int32_t *cell = row + (left >> ONE_BITS);
  cell[0] += height * (2 * ONE) * dir - area;
  cell[1] += area + beyond * (2 * ONE) * dir - area_beyond;
  cell[2] += area_beyond;
}

// Adds a chain that lies within the mask: part by part, each ending at a row's border or at the end of a line,
// whichever comes first, so that no branch depends on how long lines are. `row` is where column 0 of its first row
// would be.
INLINE void walk(int32_t *row, size_t row_sums, const vertex *v, const slope *s, const vertex *end, int32_t step) {
  int32_t x = v->x, y = v->y, border = (y & ~(ONE - 1)) + ONE;
  do {
    int32_t y1 = v[step].y;
    if (__builtin_expect(v[step].x == x && y1 - border > 3 * ONE, 0)) {
      // An upright line, row by row.
      int32_t twice = 2 * (x & (ONE - 1)), height = (border - y) * step;
      int32_t *cell = row + (x >> ONE_BITS);
      cell[0] += height * (2 * ONE - twice);
      cell[1] += height * twice;
      int32_t here = ONE * step * (2 * ONE - twice), beyond = ONE * step * twice;
      for (cell += row_sums; border + ONE < y1; border += ONE, cell += row_sums) {
        cell[0] += here;
        cell[1] += beyond;
      }
      y = border;
      border += ONE;
      row = cell - (x >> ONE_BITS);
    }
    int32_t ny = min32(y1, border), nx = at(s->row_zero, s->run, ny);
    add_step(row, x, y, nx, ny, step, s);
    x = nx;
    y = ny;
    ptrdiff_t turn = -(ptrdiff_t)(ny == border), done = -(ptrdiff_t)(ny == y1);
    row += (ptrdiff_t)row_sums & turn;
    border += ONE & (int32_t)turn;
    v += step & done;
    s += step & done;
  } while (v != end);
}

static __attribute__((noinline)) void walk_down(int32_t *row, size_t row_sums, const vertex *v, const slope *s,
                                                const vertex *end) {
  walk(row, row_sums, v, s, end, 1);
}

static __attribute__((noinline)) void walk_up(int32_t *row, size_t row_sums, const vertex *v, const slope *s,
                                              const vertex *end) {
  walk(row, row_sums, v, s, end, -1);
}

// Adds all lines of a path that lies within the mask.
static void add_all(const ctk_raster *r, int32_t *sums, size_t row_sums, int32_t x, int32_t y) {
  const vertex *v = r->vertices;
  const slope *s = r->slopes;
  size_t i = 0;
  for (size_t k = 0; k < r->contour_count; k++) {
    const size_t last = r->contours[k] - 1;
    while (i < last) {
      if (v[i].y == v[i + 1].y) {
        i++;
        continue;
      }
      size_t first = i++;
      bool down = v[first].y < v[i].y;
      if (down) {
        while (i < last && v[i].y < v[i + 1].y) i++;
      } else {
        while (i < last && v[i].y > v[i + 1].y) i++;
      }
      int32_t top = (down ? v[first].y : v[i].y) >> ONE_BITS;
      int32_t *row = sums + ((ptrdiff_t)(top - y) * (ptrdiff_t)row_sums - x);
      if (down) {
        walk_down(row, row_sums, v + first, s + first, v + i);
      } else {
        walk_up(row, row_sums, v + i, s + i - 1, v + first);
      }
    }
    i = last + 1;
  }
}

bool ctk_raster_coverage(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                         bool even_odd, uint8_t *dst, ptrdiff_t stride) {
  if (width <= 0 || height <= 0) return true;
  if (!r->contour_count) {
    for (int32_t k = 0; k < height; k++) memset(dst + k * stride, 0, (size_t)width);
    return true;
  }
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
  bool whole = band == height && r->min_x >> ONE_BITS >= x && r->min_y >> ONE_BITS >= y &&
               r->max_x <= (x + width) * ONE && r->max_y <= (y + height) * ONE;
  if (r->simple && whole) {
    if (!make_slopes(r)) return false;
    add_all(r, r->sums, row_sums, x, y);
    ctk_coverage_rows(dst, stride, r->sums, (int)row_sums, width, height);
    return true;
  }
  if (!ctk_raster_make_chains(r)) return false;
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
