// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The path rasteriser: exact area coverage in fixed point.
//
// The fast path adds, for each curve or line and each pixel that it crosses, the signed area
// between it and the right side of the pixel; a running sum along a row then gives the winding
// number averaged over each pixel. That average is the coverage if no point is wound more than once
// and all contours wind the same way round, which `ctk_raster_classify` proves for nearly every
// outline. Curves are added as they are, without flattening them: arcs.c cuts them into parabolas
// that run through few pixels, and `ctk_cut_arc` cuts those at the borders of pixels.
//
// All other paths are flattened (flatten.c) to lines in 1/4096 pixel and take the slow path
// (resolve.c): each row is cut into trapezoids between crossings, the winding number (or the
// parity) is counted across them, and only the sides where inside meets outside are added to the
// same sums.
//
// The crossings of a curve or line with rows and columns are computed from its own coefficients,
// never incrementally, so a clipped part of a path has the same bits as the whole.

#include "raster.h"

#include <stdlib.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

// Rows are processed in bands of this many sums, which fit the cache.
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

bool ctk_raster_make_room(void **memory, size_t *room, size_t need) {
  if (need <= *room) return true;
  size_t count = *room * 2 < need ? need + 64 : *room * 2;
  free(*memory);
  *memory = malloc(count);
  *room = *memory ? count : 0;
  return *memory != NULL;
}

ctk_raster *ctk_raster_create(void) { return calloc(1, sizeof(ctk_raster)); }

static void free_scratch(ctk_raster *r) {
  free(r->vertices);
  free(r->contours);
  free(r->mapped);
  free(r->chains);
  for (int k = 0; k < CTK_ARC_LENGTHS; k++) free(r->arcs[k]);
  free(r->grid);
  free(r->edges);
  free(r->boxes);
  free(r->levels);
  free(r->sums);
  free(r->spans);
  free(r->sorted_spans);
  free(r->crowd);
  free(r->crowd_order);
  free(r->active);
  free(r->row_scratch);
}

void ctk_raster_destroy(ctk_raster *r) {
  if (!r) return;
  free_scratch(r);
  free(r);
}

bool ctk_raster_is_large(const ctk_raster *r) {
  // All other arrays grow with one of these.
  size_t most = max_size(max_size(r->vertex_room, r->mapped_room / 2), r->span_room);
  return max_size(most, max_size(r->chain_room, r->level_room)) > 1 << 15;
}

void ctk_raster_free_scratch(ctk_raster *r) {
  bool force_resolve = r->force_resolve;
  free_scratch(r);
  *r = (ctk_raster){.force_resolve = force_resolve};
}

ctk_raster *ctk_raster_split(ctk_raster *r) {
  ctk_raster *other = ctk_raster_create();
  if (!other) return NULL;
  *other = *r;
  *r = (ctk_raster){.force_resolve = r->force_resolve};
  return other;
}

size_t ctk_raster_scratch_size(const ctk_raster *r) {
  return r->vertex_room * sizeof(vertex) + r->mapped_room * sizeof(double) + r->chain_room * sizeof(chain) +
         r->box_room * sizeof(box) + r->level_room * sizeof(level) + r->span_room * 3 * sizeof(span) +
         r->row_scratch_room + r->crowd_room + r->crowd_order_room;
}

bool ctk_raster_is_simple(const ctk_raster *r) { return r->simple; }
void ctk_raster_force_resolve(ctk_raster *r, bool force) { r->force_resolve = force; }

void ctk_raster_set_stop(ctk_raster *r, bool (*stop)(const void *), const void *context) {
  r->stop = stop;
  r->stop_context = context;
  r->stopped = false;
  r->work = 0;
}

// Flattens a path and measures it; false if there is nothing to fill.
static bool read_path(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                      size_t point_count, const double m[6], bool *failed) {
  r->contour_count = r->chain_count = r->level_count = 0;
  r->chains_ready = r->spans_ready = r->curved = false;
  *failed = !ctk_raster_flatten(r, verbs, verb_count, points, point_count, m);
  if (*failed) r->contour_count = 0;
  if (r->contour_count && r->min_x < r->max_x) return true;
  r->contour_count = 0;
  return false;
}

static bool has_arcs(const ctk_raster *r) {
  size_t count = r->edge_count;
  for (int k = 0; k < CTK_ARC_LENGTHS; k++) count += r->arc_count[k];
  return count != 0;
}

// Leaves nothing to fill.
static bool nothing(ctk_raster *r) {
  r->curved = false;
  r->contour_count = 0;
  return false;
}

bool ctk_raster_prepare(ctk_raster *r, const uint8_t *verbs, size_t verb_count,
                        const double *points, size_t point_count, const double m[6], ctk_proof proof,
                        int32_t bounds[4]) {
  memset(bounds, 0, 4 * sizeof(int32_t));
  r->simple = proof == CTK_PROOF_SIMPLE && !r->force_resolve;
  bool failed;
  if (!r->simple) {
    r->simple = true;
    if (!read_path(r, verbs, verb_count, points, point_count, m, &failed)) return !failed;
    r->simple = false;
    if (proof == CTK_PROOF_UNKNOWN) {
      if (!ctk_raster_make_chains(r, CTK_MAX_CHAINS)) return nothing(r);
      ctk_raster_classify(r);
      if (r->stopped) return nothing(r);
    }
  }
  if (r->simple) {
    if (!ctk_raster_read_arcs(r, verbs, verb_count, points, point_count, m)) return nothing(r);
    if (r->curved && (!has_arcs(r) || r->min_x >= r->max_x)) {
      nothing(r);
      return true;
    }
    if (!r->curved && !read_path(r, verbs, verb_count, points, point_count, m, &failed)) {
      return !failed;
    }
  }
  bounds[0] = r->min_x >> ONE_BITS;
  bounds[1] = r->min_y >> ONE_BITS;
  bounds[2] = ((r->max_x + ONE - 1) >> ONE_BITS) - bounds[0];
  bounds[3] = ((r->max_y + ONE - 1) >> ONE_BITS) - bounds[1];
  return true;
}

ctk_proof ctk_raster_prove(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                           size_t point_count, double scale) {
  const double m[6] = {scale, 0, 0, scale, 0, 0};
  bool failed;
  if (!read_path(r, verbs, verb_count, points, point_count, m, &failed)) {
    return failed ? CTK_PROOF_UNKNOWN : CTK_PROOF_SIMPLE;
  }
  bool made = ctk_raster_make_chains(r, CTK_MAX_CHAINS);
  if (made) ctk_raster_classify(r);
  r->contour_count = 0;
  return !made || r->stopped ? CTK_PROOF_UNKNOWN : r->simple ? CTK_PROOF_SIMPLE : CTK_PROOF_OVERLAPPING;
}

#define INLINE static inline __attribute__((always_inline))

// Areas
// --------------------------------------------------------------------------------------------------

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

// The y at which a line of slope `rise` crosses the column border at x, clamped to ya…yb.
INLINE int32_t meet(int32_t x, int32_t ref_x, int32_t ref_y, int64_t rise, int32_t ya,
                           int32_t yb) {
  return min32(max32(ref_y + times(x - ref_x, rise), ya), yb);
}

// The part of a line within one row that leaves its column, all of it within the mask. It is walked
// from left to right, whichever way the line leans.
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
  // `times`, computed incrementally: integer sums, so the bits are the same.
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

// An arc of which only the part within `width` × `height` pixels counts; columns left of the mask
// count as one.
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

// The furthest pixel that an arc reaches in x (0) or y (1), counted from its first one.
static inline int32_t reach(const ctk_arc *arc, int axis) {
  float way = arc->a[axis] + 2 * arc->b[axis];
  return (int32_t)(arc->c[axis] + (way > 0 ? way : 0));
}

// Adds what of the arcs and edges lies within the mask. Arcs in a row that lie within it are added
// at once.
static void add_curved(const ctk_raster *r, int32_t *sums, size_t row_sums, int32_t left, int32_t top, int32_t width,
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

bool ctk_raster_coverage(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                         bool even_odd, uint8_t *dst, ptrdiff_t stride) {
  if (width <= 0 || height <= 0) return true;
  if (r->curved ? !has_arcs(r) : !r->contour_count) {
    for (int32_t k = 0; k < height; k++) memset(dst + k * stride, 0, (size_t)width);
    return true;
  }
  // Two columns more than pixels, for what falls on the right border, and whole vectors.
  size_t row_sums = ((size_t)width + 2 + 7) & ~(size_t)7;
  int32_t band = (int32_t)(BAND_SUMS / row_sums);
  if (band < 1) band = 1;
  if (band > height) band = height;
  // A row more on both sides: roundings of arcs may leave next to nothing there.
  size_t need = row_sums * ((size_t)band + 2) + 8;
  if (need > r->sums_room) {
    free(r->sums);
    r->sums_room = 0;
    need = max_size(need, 4096);
    r->sums = calloc(need, sizeof(int32_t));
    if (!r->sums) return false;
    r->sums_room = need;
  }
  int32_t *sums = r->sums + row_sums;
  bool whole = band == height && r->min_x >> ONE_BITS >= x && r->min_y >> ONE_BITS >= y &&
               r->max_x <= (x + width) * ONE && r->max_y <= (y + height) * ONE;
  if (r->simple && !r->curved && !ctk_raster_make_chains(r, SIZE_MAX)) return false;
  for (int32_t top = y; top < y + height; top += band) {
    int32_t rows = min32(band, y + height - top);
    if (r->curved) {
      add_curved(r, sums, row_sums, x, top, width, rows, whole);
      memset(r->sums, 0, row_sums * sizeof(int32_t));
      memset(sums + row_sums * (size_t)rows, 0, row_sums * sizeof(int32_t));
    } else if (r->simple) {
      for (size_t k = 0; k < r->chain_count; k++) {
        const chain *c = &r->chains[k];
        if (c->min_y >> ONE_BITS >= top + rows || (c->max_y - 1) >> ONE_BITS < top) continue;
        if (c->min_x >> ONE_BITS >= x + width) continue;
        if (ctk_raster_stops(r, c->count)) {
          memset(r->sums, 0, r->sums_room * sizeof(int32_t));
          return false;
        }
        add_chain(r, c, sums, row_sums, x, top, width, rows);
      }
    } else if (!ctk_raster_resolve(r, x, top, width, rows, even_odd, sums, row_sums)) {
      memset(r->sums, 0, r->sums_room * sizeof(int32_t));
      return false;
    }
    ctk_coverage_rows(dst + (ptrdiff_t)(top - y) * stride, stride, sums, (int)row_sums, width,
                      rows);
  }
  return true;
}
