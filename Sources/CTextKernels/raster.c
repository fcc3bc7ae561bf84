// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The path rasteriser: exact area coverage in fixed point.
//
// A path is flattened to edges in 1/4096 pixel. The plain way adds, for each edge and each pixel that it
// crosses, the signed area between the edge and the right side of the pixel; a running sum along a row then
// gives the winding number averaged over each pixel. That average is the coverage if no point is wound more
// than once and all contours wind the same way round, which `ctk_raster_classify` proves for nearly every
// outline. All other paths take the slow way (resolve.c): each row is cut into trapezoids between crossings,
// the winding number (or the parity) is counted across them, and only the sides where inside meets outside
// are added to the same sums.
//
// Where an edge meets a row or a column is computed from its own ends, never step by step, so a clipped part
// of a path has the same bits as the whole.

#include "raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma STDC FP_CONTRACT OFF

// Farther than this from the origin, in pixels, a path is cut.
static const double far_away = 131072.0;
// How far a flattened curve may be from the true one, in pixels. The vertices are moved outwards so that
// chords lie on both sides of the curve and the areas agree.
static const double flatness = 1.0 / 128.0;
// More chains than this are not worth comparing pair by pair.
enum { MAX_CHAINS = 192 };
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
  free(r->edges);
  free(r->chains);
  free(r->levels);
  free(r->sums);
  free(r->spans);
  free(r->active);
  free(r->row_scratch);
  free(r);
}

bool ctk_raster_is_simple(const ctk_raster *r) { return r->simple; }
void ctk_raster_force_resolve(ctk_raster *r, bool force) { r->force_resolve = force; }

// To the nearest integer, halves to the even one.
static inline int32_t nearest(double v) {
#if defined(__SSE2__)
  return _mm_cvtsd_si32(_mm_set_sd(v));
#else
  return (int32_t)rint(v);
#endif
}

static inline int32_t fixed(double pixels) { return nearest(pixels * ONE); }

static inline int32_t min32(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t max32(int32_t a, int32_t b) { return a > b ? a : b; }

// Reading the path ------------------------------------------------------------------------------------

static void add_fixed_line(ctk_raster *r, int32_t x1, int32_t y1) {
  int32_t x0 = r->here_x, y0 = r->here_y;
  r->here_x = x1;
  r->here_y = y1;
  if (y0 == y1) {
    if (x0 == x1) return;
    r->open_chain = false;
    if (!ctk_raster_grow((void **)&r->levels, &r->level_room, r->level_count + 1, sizeof(level))) {
      r->failed = true;
      return;
    }
    r->levels[r->level_count++] = (level){y0, min32(x0, x1), max32(x0, x1)};
    return;
  }
  if (r->edge_count == r->edge_room &&
      !ctk_raster_grow((void **)&r->edges, &r->edge_room, r->edge_count + 1, sizeof(edge))) {
    r->failed = true;
    return;
  }
  int32_t dir = y0 < y1 ? 1 : -1;
  edge *e = &r->edges[r->edge_count];
  *e = dir > 0 ? (edge){x0, y0, x1, y1} : (edge){x1, y1, x0, y0};
  chain *c = r->chain_count ? &r->chains[r->chain_count - 1] : NULL;
  if (!r->open_chain || c->dir != dir) {
    if (r->chain_count == r->chain_room &&
        !ctk_raster_grow((void **)&r->chains, &r->chain_room, r->chain_count + 1, sizeof(chain))) {
      r->failed = true;
      return;
    }
    c = &r->chains[r->chain_count++];
    *c = (chain){(uint32_t)r->edge_count, 0, dir, x0, x0, e->y0, e->y1};
    r->open_chain = true;
  }
  r->edge_count++;
  c->count++;
  c->min_x = min32(c->min_x, min32(x0, x1));
  c->max_x = max32(c->max_x, max32(x0, x1));
  c->min_y = min32(c->min_y, e->y0);
  c->max_y = max32(c->max_y, e->y1);
}

// A line that may run far away: the part beyond the limits in y is dropped (nothing is drawn there), the
// parts beyond them in x become upright lines at the limit, which wind around the same points.
static void add_far_line(ctk_raster *r, double x0, double y0, double x1, double y1) {
  const double L = far_away;
  if (y0 < -L || y0 > L || y1 < -L || y1 > L) {
    double t0 = 0, t1 = 1, dy = y1 - y0;
    double low = dy != 0 ? (-L - y0) / dy : 0, high = dy != 0 ? (L - y0) / dy : 0;
    if (dy > 0) t0 = fmax(t0, low), t1 = fmin(t1, high);
    if (dy < 0) t0 = fmax(t0, high), t1 = fmin(t1, low);
    if (dy == 0 || t0 >= t1) {
      double x = fmax(-L, fmin(L, x1)), y = fmax(-L, fmin(L, y1));
      add_fixed_line(r, fixed(x), fixed(y));
      return;
    }
    double nx0 = x0 + (x1 - x0) * t0, nx1 = x0 + (x1 - x0) * t1;
    double ny0 = fmax(-L, fmin(L, y0 + dy * t0)), ny1 = fmax(-L, fmin(L, y0 + dy * t1));
    x0 = nx0, x1 = nx1, y0 = ny0, y1 = ny1;
  }
  double cut[4] = {0, 1, 1, 1};
  int cuts = 1;
  double dx = x1 - x0;
  if (dx != 0) {
    double a = (-L - x0) / dx, b = (L - x0) / dx;
    double first = fmin(a, b), second = fmax(a, b);
    if (first > 0 && first < 1) cut[cuts++] = first;
    if (second > 0 && second < 1) cut[cuts++] = second;
  }
  cut[cuts++] = 1;
  for (int i = 0; i < cuts; i++) {
    double t = cut[i];
    double x = i == cuts - 1 ? x1 : x0 + dx * t, y = i == cuts - 1 ? y1 : y0 + (y1 - y0) * t;
    add_fixed_line(r, fixed(fmax(-L, fmin(L, x))), fixed(fmax(-L, fmin(L, y))));
  }
}

static inline void add_line(ctk_raster *r, double x, double y) {
  if (__builtin_expect(r->clips, 0)) {
    add_far_line(r, r->here[0], r->here[1], x, y);
  } else {
    add_fixed_line(r, fixed(x), fixed(y));
  }
  r->here[0] = x;
  r->here[1] = y;
}

static inline int steps(double deviation) {
  double n = ceil(sqrt(deviation / flatness));
  return n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
}

static void add_quad(ctk_raster *r, double cx, double cy, double x, double y) {
  double x0 = r->here[0], y0 = r->here[1];
  double bx = cx - x0, by = cy - y0;
  double ax = x - cx - bx, ay = y - cy - by;
  int n = steps(0.25 * sqrt(ax * ax + ay * ay));
  double h = 1.0 / n;
  // The chords of even steps all lie the same vector off the curve; two thirds of it evens out the areas.
  double sx = ax * h * h * (1.0 / 6), sy = ay * h * h * (1.0 / 6);
  for (int i = 1; i < n; i++) {
    double t = i * h;
    add_line(r, x0 + t * (2 * bx + t * ax) - sx, y0 + t * (2 * by + t * ay) - sy);
  }
  add_line(r, x, y);
}

static void add_cubic(ctk_raster *r, double x1, double y1, double x2, double y2, double x, double y) {
  double x0 = r->here[0], y0 = r->here[1];
  double dx1 = x0 - 2 * x1 + x2, dy1 = y0 - 2 * y1 + y2;
  double dx2 = x1 - 2 * x2 + x, dy2 = y1 - 2 * y2 + y;
  double d = fmax(dx1 * dx1 + dy1 * dy1, dx2 * dx2 + dy2 * dy2);
  int n = steps(0.75 * sqrt(d));
  double h = 1.0 / n, k = h * h * 0.5;
  double cx = 3 * (x1 - x0), cy = 3 * (y1 - y0);
  double ax = dx2 - dx1, ay = dy2 - dy1;
  for (int i = 1; i < n; i++) {
    double t = i * h;
    // The second derivative at t is 6 (d1 + t (d2 - d1)); a twelfth of it times h² evens out the areas.
    double ex = dx1 + t * ax, ey = dy1 + t * ay;
    add_line(r, x0 + t * (cx + t * (3 * dx1 + t * ax)) - k * ex,
             y0 + t * (cy + t * (3 * dy1 + t * ay)) - k * ey);
  }
  add_line(r, x, y);
}

static void end_contour(ctk_raster *r) {
  if (r->here[0] != r->start[0] || r->here[1] != r->start[1]) {
    add_line(r, r->start[0], r->start[1]);
  }
  r->open_chain = false;
}

static void begin_contour(ctk_raster *r, double x, double y) {
  r->start[0] = r->here[0] = x;
  r->start[1] = r->here[1] = y;
  const double L = far_away;
  r->here_x = fixed(fmax(-L, fmin(L, x)));
  r->here_y = fixed(fmax(-L, fmin(L, y)));
  r->open_chain = false;
}

bool ctk_raster_prepare(ctk_raster *r, const uint8_t *verbs, size_t verb_count,
                        const double *points, size_t point_count, const double m[6],
                        int32_t bounds[4]) {
  r->edge_count = r->chain_count = r->level_count = 0;
  r->failed = r->clips = r->open_chain = r->spans_ready = false;
  r->simple = true;
  memset(bounds, 0, 4 * sizeof(int32_t));
  memcpy(r->m, m, sizeof(r->m));
  const double a = m[0], b = m[1], c = m[2], d = m[3], tx = m[4], ty = m[5];
  for (size_t i = 0; i < point_count; i++) {
    double x = fabs(a * points[2 * i] + c * points[2 * i + 1] + tx);
    double y = fabs(b * points[2 * i] + d * points[2 * i + 1] + ty);
    if (!(x < far_away && y < far_away)) {
      // Beyond 10^15 the arithmetic below has no meaning left; NaN and infinity end here too.
      if (!(x < 1e15 && y < 1e15)) return true;
      r->clips = true;
    }
  }
  r->start[0] = r->start[1] = r->here[0] = r->here[1] = 0;
#define X(i) (a * points[2 * (i)] + c * points[2 * (i) + 1] + tx)
#define Y(i) (b * points[2 * (i)] + d * points[2 * (i) + 1] + ty)
  size_t p = 0;
  bool drawn = false;
  for (size_t v = 0; v < verb_count; v++) {
    switch (verbs[v]) {
      case 0:
        if (p + 1 > point_count) return true;
        if (drawn) end_contour(r);
        begin_contour(r, X(p), Y(p));
        p += 1;
        drawn = false;
        break;
      case 1:
        if (p + 1 > point_count) return true;
        add_line(r, X(p), Y(p));
        p += 1;
        drawn = true;
        break;
      case 2:
        if (p + 2 > point_count) return true;
        add_quad(r, X(p), Y(p), X(p + 1), Y(p + 1));
        p += 2;
        drawn = true;
        break;
      case 3:
        if (p + 3 > point_count) return true;
        add_cubic(r, X(p), Y(p), X(p + 1), Y(p + 1), X(p + 2), Y(p + 2));
        p += 3;
        drawn = true;
        break;
      default:
        if (drawn) end_contour(r);
        drawn = false;
        break;
    }
  }
#undef X
#undef Y
  if (drawn) end_contour(r);
  if (r->failed) return false;
  if (!r->chain_count) return true;
  int32_t min_x = INT32_MAX, min_y = INT32_MAX, max_x = INT32_MIN, max_y = INT32_MIN;
  for (size_t i = 0; i < r->chain_count; i++) {
    const chain *k = &r->chains[i];
    min_x = min32(min_x, k->min_x);
    max_x = max32(max_x, k->max_x);
    min_y = min32(min_y, k->min_y);
    max_y = max32(max_y, k->max_y);
  }
  if (min_x == max_x) {
    r->edge_count = r->chain_count = 0;
    return true;
  }
  bounds[0] = min_x >> ONE_BITS;
  bounds[1] = min_y >> ONE_BITS;
  bounds[2] = ((max_x + ONE - 1) >> ONE_BITS) - bounds[0];
  bounds[3] = ((max_y + ONE - 1) >> ONE_BITS) - bounds[1];
  r->min_x = min_x, r->max_x = max_x, r->min_y = min_y, r->max_y = max_y;
  ctk_raster_classify(r);
  return true;
}

// Is the plain way right? -----------------------------------------------------------------------------

static double x_at(const edge *e, int32_t y) {
  if (y == e->y0) return e->x0;
  if (y == e->y1) return e->x1;
  return e->x0 + (double)(y - e->y0) * (double)(e->x1 - e->x0) / (double)(e->y1 - e->y0);
}

static inline const edge *nth(const ctk_raster *r, const chain *c, uint32_t i) {
  return &r->edges[c->first + (c->dir > 0 ? i : c->count - 1 - i)];
}

static uint32_t edge_below(const ctk_raster *r, const chain *c, int32_t y) {
  uint32_t low = 0, high = c->count - 1;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (nth(r, c, middle)->y1 <= y) low = middle + 1; else high = middle;
  }
  return low;
}

// -1 if `a` is left of `b` wherever both are, 1 if right of it, 2 if they cross, 0 if they coincide. What is
// less than a 1/4096 pixel apart counts as touching.
static int compare(const ctk_raster *r, const chain *a, const chain *b) {
  int32_t y = max32(a->min_y, b->min_y), end = min32(a->max_y, b->max_y);
  uint32_t i = edge_below(r, a, y), j = edge_below(r, b, y);
  bool left = false, right = false;
  for (;;) {
    const edge *e = nth(r, a, i), *f = nth(r, b, j);
    int32_t next = min32(min32(e->y1, f->y1), end);
    if (max32(e->x0, e->x1) <= min32(f->x0, f->x1)) {
      left = true;
    } else if (min32(e->x0, e->x1) >= max32(f->x0, f->x1)) {
      right = true;
    } else {
      double d0 = x_at(e, y) - x_at(f, y), d1 = x_at(e, next) - x_at(f, next);
      if (d0 < -1 || d1 < -1) left = true;
      if (d0 > 1 || d1 > 1) right = true;
    }
    if (left && right) return 2;
    if (next == end) break;
    y = next;
    if (e->y1 == next) i++;
    if (f->y1 == next) j++;
  }
  return left ? -1 : right ? 1 : 0;
}

// Decides whether every point is wound at most once, all the same way. Errs only towards the slow way.
//
// If no two chains cross, and no chain passes through a level line, then the winding number beside a chain is
// the same along all of it, so it is enough to know it at one height.
void ctk_raster_classify(ctk_raster *r) {
  size_t n = r->chain_count;
  r->simple = false;
  if (r->force_resolve || n > MAX_CHAINS) return;
  int32_t winding[MAX_CHAINS] = {0};
  const chain *chains = r->chains;
  for (size_t i = 0; i < n; i++) {
    const chain *a = &chains[i];
    int32_t mid_a = a->min_y + (a->max_y - a->min_y) / 2;
    for (size_t j = i + 1; j < n; j++) {
      const chain *b = &chains[j];
      if (a->max_y <= b->min_y || b->max_y <= a->min_y) continue;
      int order;
      if (a->max_x <= b->min_x) {
        order = -1;
      } else if (b->max_x <= a->min_x) {
        order = 1;
      } else {
        order = compare(r, a, b);
        if (order == 2 || order == 0) return;
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
    for (size_t i = 0; i < n; i++) {
      const chain *c = &chains[i];
      if (c->min_y >= l->y || c->max_y <= l->y) continue;
      if (c->max_x <= l->min_x || c->min_x >= l->max_x) continue;
      double x = x_at(nth(r, c, edge_below(r, c, l->y)), l->y);
      if (x > l->min_x + 1 && x < l->max_x - 1) return;
    }
  }
  r->simple = true;
}

// Areas -----------------------------------------------------------------------------------------------

// One pixel: `dy` of height, the line at `sum_x`/2 from the pixel's left side on average.
#define CELL(column, dy, sum_x)              \
  do {                                       \
    int32_t area_ = (dy) * (sum_x);          \
    sums[(column)] += (dy) * (2 * ONE) - area_; \
    sums[(column) + 1] += area_;             \
  } while (0)

void ctk_raster_row_line(int32_t *sums, int32_t width, int32_t xa, int32_t ya, int32_t xb,
                         int32_t yb, int32_t dir, double ref_x, double ref_y, double rise) {
  int32_t ca = xa >> ONE_BITS, cb = xb >> ONE_BITS;
  if (ca == cb) {
    int32_t dy = (yb - ya) * dir;
    if (ca < 0) {
      sums[0] += dy * (2 * ONE);
    } else if (ca < width) {
      CELL(ca, dy, (xa & (ONE - 1)) + (xb & (ONE - 1)));
    }
    return;
  }
  int32_t y = ya, step = ca < cb ? 1 : -1;
  int32_t column = ca;
  int32_t x = xa;
  // Columns left of the mask count as one; those right of it do not count.
  if (step > 0) {
    if (column >= width) return;
    if (column < 0) {
      if (cb < 0) {
        sums[0] += (yb - ya) * dir * (2 * ONE);
        return;
      }
      int32_t ny = nearest(ref_y + (0 - ref_x) * rise);
      ny = ny < y ? y : ny > yb ? yb : ny;
      sums[0] += (ny - y) * dir * (2 * ONE);
      y = ny;
      column = 0;
      x = 0;
    }
    while (column < cb) {
      if (column >= width) return;
      int32_t border = (column + 1) << ONE_BITS;
      int32_t ny = nearest(ref_y + ((double)border - ref_x) * rise);
      ny = ny < y ? y : ny > yb ? yb : ny;
      CELL(column, (ny - y) * dir, (x - (column << ONE_BITS)) + ONE);
      y = ny;
      x = border;
      column++;
    }
    if (column < width) CELL(column, (yb - y) * dir, (x + xb) - (column << (ONE_BITS + 1)));
  } else {
    if (column >= width) {
      if (cb >= width) return;
      int32_t border = width << ONE_BITS;
      int32_t ny = nearest(ref_y + ((double)border - ref_x) * rise);
      y = ny < y ? y : ny > yb ? yb : ny;
      column = width - 1;
      x = border;
      if (column < cb) return;
    }
    while (column > cb && column >= 0) {
      int32_t border = column << ONE_BITS;
      int32_t ny = nearest(ref_y + ((double)border - ref_x) * rise);
      ny = ny < y ? y : ny > yb ? yb : ny;
      CELL(column, (ny - y) * dir, x - border);
      y = ny;
      x = border;
      column--;
    }
    if (column < 0) {
      sums[0] += (yb - y) * dir * (2 * ONE);
    } else {
      CELL(column, (yb - y) * dir, (x + xb) - (column << (ONE_BITS + 1)));
    }
  }
}

// Adds one edge to the rows `top` ..< `bottom` (pixels); `sums` belongs to row `top` and column `left`.
static void add_edge(int32_t *sums, size_t row_sums, const edge *e, int32_t dir, int32_t left,
                     int32_t width, int32_t top, int32_t bottom) {
  int32_t first = e->y0 >> ONE_BITS, last = (e->y1 - 1) >> ONE_BITS;
  if (first >= bottom || last < top) return;
  int32_t shift = left << ONE_BITS;
  int32_t x0 = e->x0 - shift, x1 = e->x1 - shift;
  int32_t limit = width << ONE_BITS;
  if (x0 >= limit && x1 >= limit) return;
  if (x0 == x1 || (x0 < 0 && x1 < 0)) {
    // Upright, or wholly to the left, where only the height counts.
    int32_t column = x0 < 0 ? 0 : x0 >> ONE_BITS;
    int32_t area = x0 < 0 ? 0 : 2 * (x0 & (ONE - 1));
    int32_t from = max32(first, top), to = min32(last, bottom - 1);
    int32_t *row = sums + (size_t)(from - top) * row_sums + column;
    for (int32_t y = from; y <= to; y++, row += row_sums) {
      int32_t ya = y == first ? e->y0 & (ONE - 1) : 0;
      int32_t yb = y == last ? e->y1 - (y << ONE_BITS) : ONE;
      int32_t dy = (yb - ya) * dir;
      row[0] += dy * (2 * ONE - area);
      row[1] += dy * area;
    }
    return;
  }
  double dx = x1 - x0, dy = e->y1 - e->y0;
  if (first == last) {
    int32_t base = first << ONE_BITS;
    bool one = (x0 >> ONE_BITS) == (x1 >> ONE_BITS);
    ctk_raster_row_line(sums + (size_t)(first - top) * row_sums, width, x0, e->y0 - base, x1,
                        e->y1 - base, dir, x0, e->y0 - base, one ? 0 : dy / dx);
    return;
  }
  double run = dx / dy;
  double rise = (x0 ^ x1) >> ONE_BITS ? dy / dx : 0;
  int32_t from = max32(first, top), to = min32(last, bottom - 1);
  int32_t x = from == first ? x0 : x0 + nearest((double)((from << ONE_BITS) - e->y0) * run);
  int32_t *row = sums + (size_t)(from - top) * row_sums;
  for (int32_t y = from; y <= to; y++, row += row_sums) {
    int32_t base = y << ONE_BITS;
    int32_t ya = y == first ? e->y0 - base : 0;
    int32_t yb = y == last ? e->y1 - base : ONE;
    int32_t nx = y == last ? x1 : x0 + nearest((double)(base + ONE - e->y0) * run);
    ctk_raster_row_line(row, width, x, ya, nx, yb, dir, x0, e->y0 - base, rise);
    x = nx;
  }
}

bool ctk_raster_coverage(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                         bool even_odd, uint8_t *dst, ptrdiff_t stride) {
  if (width <= 0 || height <= 0) return true;
  // Two columns more than pixels, for what falls on the right border, and whole vectors.
  size_t row_sums = ((size_t)width + 2 + 7) & ~(size_t)7;
  int32_t padded = (width + 7) & ~7;
  int32_t band = (int32_t)(BAND_SUMS / row_sums);
  if (band < 1) band = 1;
  if (band > height) band = height;
  size_t need = row_sums * (size_t)band + 8;
  if (need > r->sums_room) {
    free(r->sums);
    r->sums_room = 0;
    r->sums = calloc(need, sizeof(int32_t));
    if (!r->sums) return false;
    r->sums_room = need;
  }
  for (int32_t top = y; top < y + height; top += band) {
    int32_t bottom = min32(top + band, y + height);
    if (r->simple) {
      for (size_t k = 0; k < r->chain_count; k++) {
        const chain *c = &r->chains[k];
        if (c->min_y >> ONE_BITS >= bottom || (c->max_y - 1) >> ONE_BITS < top) continue;
        if (c->min_x >> ONE_BITS >= x + width) continue;
        const edge *e = &r->edges[c->first];
        for (uint32_t i = 0; i < c->count; i++) {
          add_edge(r->sums, row_sums, e + i, c->dir, x, width, top, bottom);
        }
      }
    } else if (!ctk_raster_resolve(r, x, top, width, bottom - top, even_odd, r->sums, row_sums)) {
      memset(r->sums, 0, r->sums_room * sizeof(int32_t));
      return false;
    }
    int32_t *sums = r->sums;
    for (int32_t row = top; row < bottom; row++, sums += row_sums) {
      uint8_t *out = dst + (ptrdiff_t)(row - y) * stride;
      ctk_coverage_row(out, sums, padded);
      memset(sums + padded, 0, (row_sums - (size_t)padded) * sizeof(int32_t));
    }
  }
  return true;
}
