// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Reads a path into arcs: parts of parabolas that are monotonic in x and y and cross few pixels.
//
// Points are rounded to 1/4096 pixel first, so the parts of a contour meet exactly. A parabola of a
// glyph in a text is usually one arc; others are split at their extrema and at even steps of their
// parameter. Cubics become parabolas first. Lines are arcs too, unless they are too long for one.

#include "arcs.h"
#include "kernels.h"
#include "pair.h"
#include "raster_memory.h"
#include "raster_state.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF
#define INLINE static inline __attribute__((always_inline))

// The most columns and rows that an arc touches.
enum { MOST_COLUMNS = 4, MOST_ROWS = 5 };
// The greatest extent, in 1/4096 pixel, of an arc that touches so few columns and rows wherever it
// begins.
static const double most_x = (MOST_COLUMNS - 1) * ONE - 2, most_y = (MOST_ROWS - 1) * ONE - 2;

// A path of more arcs is flattened instead: curves of thousands of pixels need fewer lines than
// arcs.
enum { MOST_ARCS = 1 << 16 };

// Scales the error of a cubic to the number of its parabolas; measured so that pixels of CJK
// outlines stay within half a level before rounding.
static const float cubic_scale = 32;

// Cubics that run farther than 256 pixels are halved first.
static const float large = 256 * ONE;

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_integers __attribute__((vector_size(16)));

typedef struct {
  ctk_raster *r;
  // The next free arcs, and the ends of the memory for them.
  ctk_arc *out[CTK_ARC_LENGTHS], *ends[CTK_ARC_LENGTHS];
  // Whether the extent of all points may be greater than that of the path; if so, the arcs are
  // measured.
  bool loose;
  bool too_many;
} pen;

// Makes room for one more arc. False without memory, or if there are too many arcs.
static __attribute__((noinline)) bool grow(pen *p, int length) {
  ctk_raster *r = p->r;
  size_t count = (size_t)(p->out[length] - r->arcs[length]);
  p->too_many = count >= MOST_ARCS;
  if (p->too_many) return false;
  if (!ctk_raster_grow((void **)&r->arcs[length], &r->arc_room[length], count + 1, sizeof(ctk_arc))) return false;
  p->out[length] = r->arcs[length] + count;
  p->ends[length] = r->arcs[length] + r->arc_room[length];
  return true;
}

static __attribute__((noinline)) bool put_edge(pen *p, vertex a, vertex b) {
  if (a.y == b.y) return true;
  ctk_raster *r = p->r;
  if (!ctk_raster_grow((void **)&r->edges, &r->edge_room, r->edge_count + 1, sizeof(span))) return false;
  r->edges[r->edge_count++] = a.y < b.y ? (span){a.x, a.y, b.x, b.y, 1} : (span){b.x, b.y, a.x, a.y, -1};
  return true;
}

static bool put_split(pen *p, vertex p0, vertex p1, vertex p2);

enum { T = CTK_TINY_ARC, S = CTK_SHORT_ARC, L = CTK_LONG_ARC };
// The length of an arc by the numbers of rows and columns that it touches: it crosses one border
// less than it touches rows, and one less than it touches columns.
static const uint8_t lengths[MOST_ROWS + 1][8] = {
  {T, T, T, T, L}, {T, T, T, S, L}, {T, T, S, S, L}, {S, S, S, L, L}, {L, L, L, L, L}, {L, L, L, L, L},
};

INLINE ctk_arc *next_arc(pen *p, int length) {
  if (__builtin_expect(p->out[length] == p->ends[length], 0) && !grow(p, length)) return NULL;
  return p->out[length];
}

// Adds a parabola or, if `straight`, a line. Level arcs are left out, since they add no area. The
// control point lies between the ends in x and in y.
#if defined(__SSE2__)
INLINE __m128i load_point(const vertex *v) { return _mm_loadl_epi64((const __m128i *)(const void *)v); }
INLINE vertex point_of(__m128i v) {
  vertex p;
  _mm_storel_epi64((__m128i *)(void *)&p, v);
  return p;
}
INLINE __m128 pixels(__m128i v) { return _mm_mul_ps(_mm_cvtepi32_ps(v), _mm_set1_ps(1.0f / ONE)); }

// `b` is the vector from p0 to the control point, `e` that from the control point to p2, in pixels.
// The upper halves of both are unused.
INLINE bool put_arc(pen *p, __m128i p0, __m128i p2, __m128 b, __m128 e, bool straight) {
  __m128i d = _mm_sub_epi32(p2, p0), back = _mm_and_si128(d, _mm_srai_epi32(d, 31));
  __m128i cell = _mm_srai_epi32(_mm_add_epi32(p0, back), ONE_BITS);
  __m128i end = _mm_srai_epi32(_mm_add_epi32(_mm_sub_epi32(p2, back), _mm_set1_epi32(ONE - 1)), ONE_BITS);
  __m128i touched = _mm_sub_epi32(end, cell);
  uint32_t both = (uint32_t)_mm_cvtsi128_si32(_mm_packs_epi32(touched, touched));
  uint32_t columns = both & 0xffff, rows = both >> 16;
  if (__builtin_expect((columns > MOST_COLUMNS) | (rows > MOST_ROWS), 0)) {
    if (straight) return put_edge(p, point_of(p0), point_of(p2));
    __m128i control = _mm_add_epi32(p0, _mm_cvtps_epi32(_mm_mul_ps(b, _mm_set1_ps(ONE))));
    return put_split(p, point_of(p0), point_of(control), point_of(p2));
  }
  int length = lengths[rows][columns];
  ctk_arc *out = next_arc(p, length);
  if (!out) return false;
  __m128i from = _mm_sub_epi32(p0, _mm_slli_epi32(cell, ONE_BITS));
  _mm_storeu_ps(out->a, _mm_movelh_ps(straight ? _mm_setzero_ps() : _mm_sub_ps(e, b), b));
  _mm_storeu_ps(out->c, _mm_movelh_ps(pixels(from), _mm_castsi128_ps(cell)));
  p->out[length] = out + (_mm_cvtsi128_si32(_mm_srli_si128(d, 4)) != 0);
  return true;
}

// Whether a parabola turns back in x or in y.
INLINE bool turns(__m128 b, __m128 e) {
  return (_mm_movemask_ps(_mm_cmplt_ps(_mm_mul_ps(b, e), _mm_setzero_ps())) & 3) != 0;
}

INLINE bool put_monotone(pen *p, vertex v0, vertex v1, vertex v2) {
  __m128i p0 = load_point(&v0), p1 = load_point(&v1), p2 = load_point(&v2);
  return put_arc(p, p0, p2, pixels(_mm_sub_epi32(p1, p0)), pixels(_mm_sub_epi32(p2, p1)), false);
}

static bool put_bent(pen *p, vertex v0, vertex v1, vertex v2);

// Adds a parabola from the lower half of `here`; `points` holds the control point and the end.
INLINE bool put_parabola(pen *p, four_integers here, four_integers points) {
  __m128i p0 = (__m128i)here, p12 = (__m128i)points;
  __m128 b = pixels(_mm_sub_epi32(p12, _mm_unpacklo_epi64(p0, p12))), e = _mm_movehl_ps(b, b);
  if (__builtin_expect(turns(b, e), 0)) {
    return put_bent(p, point_of(p0), point_of(p12), point_of(_mm_unpackhi_epi64(p12, p12)));
  }
  return put_arc(p, p0, _mm_unpackhi_epi64(p12, p12), b, e, false);
}

INLINE four_integers load_points(const vertex *v) { return (four_integers)_mm_loadu_si128((const __m128i *)(const void *)v); }
INLINE four_integers lower(const vertex *v) { return (four_integers)load_point(v); }
INLINE four_integers twice(const vertex *v) {
  __m128i one = load_point(v);
  return (four_integers)_mm_unpacklo_epi64(one, one);
}

INLINE bool put_line(pen *p, const vertex *here, const vertex *to) {
  __m128i p0 = load_point(here), p1 = load_point(to);
  __m128 half = _mm_mul_ps(pixels(_mm_sub_epi32(p1, p0)), _mm_set1_ps(0.5f));
  return put_arc(p, p0, p1, half, half, true);
}
#else
INLINE bool put_arc(pen *p, vertex p0, vertex p1, vertex p2, bool straight) {
  int32_t x = min32(p0.x, p2.x) >> ONE_BITS, y = min32(p0.y, p2.y) >> ONE_BITS;
  int32_t columns = ((max32(p0.x, p2.x) + ONE - 1) >> ONE_BITS) - x;
  int32_t rows = ((max32(p0.y, p2.y) + ONE - 1) >> ONE_BITS) - y;
  if (columns > MOST_COLUMNS || rows > MOST_ROWS) {
    return straight ? put_edge(p, p0, p2) : put_split(p, p0, p1, p2);
  }
  if (p0.y == p2.y) return true;
  int length = lengths[rows][columns];
  ctk_arc *out = next_arc(p, length);
  if (!out) return false;
  const float unit = 1.0f / ONE;
  float bx = (float)(p1.x - p0.x) * unit, by = (float)(p1.y - p0.y) * unit;
  float ax = (float)(p2.x - p1.x) * unit - bx, ay = (float)(p2.y - p1.y) * unit - by;
  if (straight) {
    ax = ay = 0;
    bx = (float)(p2.x - p0.x) * unit * 0.5f, by = (float)(p2.y - p0.y) * unit * 0.5f;
  }
  int32_t cx = p0.x - x * ONE, cy = p0.y - y * ONE;
  *out = (ctk_arc){{ax, ay}, {bx, by}, {(float)cx * unit, (float)cy * unit}, x, y};
  p->out[length] = out + 1;
  return true;
}

INLINE bool put_monotone(pen *p, vertex v0, vertex v1, vertex v2) { return put_arc(p, v0, v1, v2, false); }

static bool put_bent(pen *p, vertex v0, vertex v1, vertex v2);

INLINE bool put_parabola(pen *p, four_integers here, four_integers points) {
  vertex v0 = {here[0], here[1]}, v1 = {points[0], points[1]}, v2 = {points[2], points[3]};
  bool turns = (float)(v1.x - v0.x) * (float)(v2.x - v1.x) < 0 || (float)(v1.y - v0.y) * (float)(v2.y - v1.y) < 0;
  return turns ? put_bent(p, v0, v1, v2) : put_arc(p, v0, v1, v2, false);
}

INLINE four_integers load_points(const vertex *v) { return (four_integers){v[0].x, v[0].y, v[1].x, v[1].y}; }
INLINE four_integers lower(const vertex *v) { return (four_integers){v->x, v->y, 0, 0}; }
INLINE four_integers twice(const vertex *v) { return (four_integers){v->x, v->y, v->x, v->y}; }

INLINE bool put_line(pen *p, const vertex *here, const vertex *to) { return put_arc(p, *here, *here, *to, true); }
#endif

// Adds a part of a parabola. Its control point is clamped between its ends, so that rounding cannot
// make the part turn back.
static bool put_part(pen *p, pair here, pair control, pair to) {
  control = most(least(control, most(here, to)), least(here, to));
  return put_monotone(p, nearest(here), nearest(control), nearest(to));
}

// Splits a monotonic parabola that is too long for one arc, at even steps of its parameter.
static __attribute__((noinline)) bool put_split(pen *p, vertex v0, vertex v1, vertex v2) {
  pair p0 = of(v0), p2 = of(v2), b = sub(of(v1), p0), e = sub(p2, of(v1)), a = sub(e, b);
  // The greatest speed decides the number of steps, so that no step is too long.
  double x = fmax(fabs(first(b)), fabs(first(e))) * (2 / most_x);
  double y = fmax(fabs(second(b)), fabs(second(e))) * (2 / most_y);
  int n = (int)(x > y ? x : y) + 1;
  double h = 1.0 / n;
  pair here = p0, bh = mul(b, both(h)), ah = mul(a, both(h * h)), twice = add(bh, bh);
  for (int i = 1; i <= n; i++) {
    pair u = both(i), to = i == n ? p2 : add(p0, mul(add(twice, mul(ah, u)), u));
    // The control point: where the curve would be after half the step at the speed of its start.
    pair control = add(here, add(bh, mul(ah, both(i - 1))));
    if (!put_part(p, here, control, to)) return false;
    here = to;
  }
  return true;
}

// Splits a parabola where it turns back in x or in y.
static __attribute__((noinline)) bool put_bent(pen *p, vertex v0, vertex v1, vertex v2) {
  pair p0 = of(v0), p2 = of(v2), b = sub(of(v1), p0), e = sub(p2, of(v1)), a = sub(e, b), here = p0;
  const double bs[2] = {first(b), second(b)}, es[2] = {first(e), second(e)};
  double t[3], before = 0;
  int n = 0;
  for (int i = 0; i < 2; i++) {
    if (bs[i] * es[i] < 0) t[n++] = bs[i] / (bs[i] - es[i]);
  }
  if (n == 2 && t[0] > t[1]) {
    double s = t[0];
    t[0] = t[1], t[1] = s;
  }
  t[n] = 1;
  p->loose = true;
  for (int k = 0; k <= n; k++) {
    pair u = both(t[k]), to = k == n ? p2 : add(p0, mul(add(add(b, b), mul(a, u)), u));
    pair control = add(here, mul(add(b, mul(a, both(before))), both(t[k] - before)));
    if (!put_part(p, here, control, to)) return false;
    here = to;
    before = t[k];
  }
  return true;
}

// The number n of parabolas that approximate a cubic. `swing` bounds |turn × way|: `turn` is the
// third difference of the cubic, and the way is made up of the three legs of its control polygon.
// The error of one parabola, turn · t (t − ½) (t − 1), has two lobes of area |turn × way| / 64; n
// parabolas divide it by n⁴.
INLINE int parabolas(float swing) {
  swing *= cubic_scale / ((float)ONE * ONE);
  // The fourth root plus 0.9, truncated; for up to four parabolas by comparisons.
  if (__builtin_expect(swing >= 282.5761f, 0)) return (int)fminf(sqrtf(sqrtf(swing)) + 0.9f, 1024);
  return 1 + (swing >= 1.4641f) + (swing >= 19.4481f) + (swing >= 92.3521f);
}

static bool put_large_cubic(pen *p, const vertex *here, const vertex *points);

// Splits a cubic at even steps of its parameter into parabolas with the same ends and the same
// middle.
static __attribute__((noinline)) bool put_cubic(pen *p, const vertex *here, const vertex *points) {
  // Each vector holds x and y twice: for the control points in the lower half, for the ends in the
  // upper half.
  four_integers p0 = twice(here), p1 = twice(points), p2 = twice(points + 1), p3 = twice(points + 2);
  four l0 = __builtin_convertvector(p1 - p0, four), l1 = __builtin_convertvector(p2 - p1, four);
  four l2 = __builtin_convertvector(p3 - p2, four), bend = l1 - l0, turn = l2 - l1 - bend;
  four_integers back = (l0 * l1 < 0) | (l1 * l2 < 0) | (l0 * l2 < 0);
  four extent = __builtin_elementwise_abs(l0) + __builtin_elementwise_abs(l1) + __builtin_elementwise_abs(l2);
  p->loose |= (back[0] | back[1]) != 0;
  if (__builtin_expect(extent[0] + extent[1] > large, 0)) return put_large_cubic(p, here, points);
  four w0 = turn * __builtin_shufflevector(l0, l0, 1, 0, 3, 2), w1 = turn * __builtin_shufflevector(l1, l1, 1, 0, 3, 2);
  four w2 = turn * __builtin_shufflevector(l2, l2, 1, 0, 3, 2);
  int n = parabolas(fabsf(w0[0] - w0[1]) + fabsf(w1[0] - w1[1]) + fabsf(w2[0] - w2[1]));
  // The coefficients of polynomials in t, the parameter at the end of a step.
  float h = 1.0f / (float)n;
  four step = {h, h, 0, 0}, k0 = step * (turn * (0.25f * h * h) - l0 * 1.5f), k1 = (l0 - step * bend) * 3;
  four k2 = bend * 3 - step * turn * 1.5f;
  four_integers from = p0;
  for (int i = 1; i <= n; i++) {
    float t = (float)i * h;
    four v = ((turn * t + k2) * t + k1) * t + k0;
    // Rounds to the nearest integers: a float of about 1.5 · 2²³ has no fraction.
    four_integers to = (four_integers)(v + 12582912.0f) - 0x4b400000 + p0;
    if (i == n) to = __builtin_shufflevector(to, p3, 0, 1, 4, 5);
    if (!put_parabola(p, from, to)) return false;
    from = __builtin_shufflevector(to, to, 2, 3, 2, 3);
  }
  return true;
}

// Halves a cubic until its numbers fit the 24 bits of a float.
static __attribute__((noinline)) bool put_large_cubic(pen *p, const vertex *here, const vertex *points) {
  pair p0 = of(*here), p1 = of(points[0]), p2 = of(points[1]), p3 = of(points[2]), half = both(0.5);
  pair a = mul(add(p0, p1), half), m = mul(add(p1, p2), half), d = mul(add(p2, p3), half);
  pair b = mul(add(a, m), half), c = mul(add(m, d), half);
  vertex v[7] = {*here, nearest(a), nearest(b), nearest(mul(add(b, c), half)), nearest(c), nearest(d), points[2]};
  return put_cubic(p, v, v + 1) && put_cubic(p, v + 3, v + 4);
}

// Maps points to 1/4096 pixel and measures them. False if a point is far away or not a number.
static bool map_to_grid(ctk_raster *r, const double *points, size_t count, const double m[6]) {
  // The distance from the origin at which a path is cut.
  const double far_away = 131072.0 * ONE;
  double scaled[6];
  for (int k = 0; k < 6; k++) scaled[k] = m[k] * ONE;
  ctk_extent e = {{far_away, far_away}, {-far_away, -far_away}, {0, 0}};
  ctk_map_points(&r->grid->x, points, count, scaled, &e);
  // A NaN is visible in the sum, but not in the extent.
  for (int k = 0; k < 2; k++) {
    if (!(e.low[k] > -far_away && e.high[k] < far_away && e.sum[k] - e.sum[k] == 0)) return count == 0;
  }
  vertex l = nearest(load(e.low)), h = nearest(load(e.high));
  r->min_x = l.x, r->min_y = l.y, r->max_x = h.x, r->max_y = h.y;
  return true;
}

// Measures the extent of the arcs and edges themselves.
static void measure(ctk_raster *r) {
  r->min_x = r->min_y = INT32_MAX;
  r->max_x = r->max_y = INT32_MIN;
  for (int length = 0; length < CTK_ARC_LENGTHS; length++) {
    for (size_t k = 0; k < r->arc_count[length]; k++) {
      const ctk_arc *arc = &r->arcs[length][k];
      // All of these values are multiples of 1/4096 pixel, so the conversions are exact.
      int32_t x = arc->x * ONE + (int32_t)(arc->c[0] * ONE), y = arc->y * ONE + (int32_t)(arc->c[1] * ONE);
      int32_t dx = (int32_t)((arc->a[0] + 2 * arc->b[0]) * ONE), dy = (int32_t)((arc->a[1] + 2 * arc->b[1]) * ONE);
      r->min_x = min32(r->min_x, x + min32(dx, 0)), r->max_x = max32(r->max_x, x + max32(dx, 0));
      r->min_y = min32(r->min_y, y + min32(dy, 0)), r->max_y = max32(r->max_y, y + max32(dy, 0));
    }
  }
  for (size_t k = 0; k < r->edge_count; k++) {
    const span *e = &r->edges[k];
    r->min_x = min32(r->min_x, min32(e->x0, e->x1)), r->max_x = max32(r->max_x, max32(e->x0, e->x1));
    r->min_y = min32(r->min_y, e->y0), r->max_y = max32(r->max_y, e->y1);
  }
}

bool ctk_raster_read_arcs(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                          size_t point_count, const double m[6]) {
  r->curved = false;
  r->edge_count = 0;
  memset(r->arc_count, 0, sizeof r->arc_count);
  if (!ctk_raster_grow((void **)&r->grid, &r->grid_room, point_count + 2, sizeof(vertex))) return false;
  if (!map_to_grid(r, points, point_count, m)) return true;
  pen p = {.r = r};
  for (int k = 0; k < CTK_ARC_LENGTHS; k++) p.out[k] = r->arcs[k], p.ends[k] = r->arcs[k] + r->arc_room[k];
  const vertex *at = r->grid, *end = at + point_count, origin = {0, 0}, *here = &origin, *start = here;
  // The point of the last move: if the pen is still there when the contour ends, nothing was drawn.
  const vertex *lone = NULL;
  bool done = true;
  for (size_t k = 0; k < verb_count && done; k++) {
    const uint8_t verb = verbs[k];
    ptrdiff_t left = end - at;
    if (verb == 2 && left >= 2) {
      done = put_parabola(&p, lower(here), load_points(at));
      here = at + 1;
      at += 2;
    } else if (verb == 1 && left >= 1) {
      done = put_line(&p, here, at);
      here = at++;
    } else if (verb == 3 && left >= 3) {
      done = put_cubic(&p, here, at);
      here = at + 2;
      at += 3;
    } else if (verb == 4 || (verb == 0 && left >= 1)) {
      p.loose |= here == lone;
      lone = NULL;
      if (here != start) done = put_line(&p, here, start);
      here = start;
      if (verb == 0) lone = start = here = at++;
    } else {
      p.loose = true;
      break;
    }
  }
  p.loose |= here == lone || at != end;
  if (!done || (here != start && !put_line(&p, here, start))) return p.too_many;
  for (int k = 0; k < CTK_ARC_LENGTHS; k++) r->arc_count[k] = (size_t)(p.out[k] - r->arcs[k]);
  if (p.loose) measure(r);
  r->curved = true;
  return true;
}
