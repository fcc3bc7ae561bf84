// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The areas of arcs for processors with AVX2, step by step as in the scalar reference
// (`ctk_cut_arc`). Computed at once are the eight cuts of a long arc, the four cuts of two short
// arcs, or the one cut of eight tiny arcs.

#include "arcs_avx2.h"
#include "kernels_sse2.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma STDC FP_CONTRACT OFF

#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

// The sum of two coordinates with 24 fractional bits is their mean with 25 fractional bits.
enum { SUM_BITS = 25 };

// Adds to eight cells, one by one, since some of them may be the same.
INLINE void scatter(int32_t *sums, __m256i index, __m256i here, __m256i beyond) {
  int32_t at[8] __attribute__((aligned(32))), h[8] __attribute__((aligned(32))), n[8] __attribute__((aligned(32)));
  _mm256_store_si256((__m256i *)(void *)at, index);
  _mm256_store_si256((__m256i *)(void *)h, here);
  _mm256_store_si256((__m256i *)(void *)n, beyond);
#pragma clang loop unroll(full)
  for (int i = 0; i < 8; i++) {
    int32_t *cell = sums + at[i];
    cell[0] += h[i];
    cell[1] += n[i];
  }
}

// The parameters at which arcs cross pixel borders, given the coefficients and the numbers of the
// borders. Signs are changed so that the coordinates increase.
INLINE __m256 meetings(__m256 a, __m256 b, __m256 c, __m256 steps) {
  __m256 sign = _mm256_and_ps(_mm256_add_ps(a, _mm256_add_ps(b, b)), _mm256_set1_ps(-0.0f));
  a = _mm256_xor_ps(a, sign), b = _mm256_xor_ps(b, sign), c = _mm256_xor_ps(c, sign);
  __m256 way = _mm256_sub_ps(_mm256_add_ps(_mm256_floor_ps(c), steps), c);
  __m256 under = _mm256_add_ps(_mm256_mul_ps(b, b), _mm256_mul_ps(a, way));
  __m256 root = _mm256_sqrt_ps(_mm256_max_ps(under, _mm256_setzero_ps()));
  return _mm256_min_ps(_mm256_div_ps(way, _mm256_add_ps(b, root)), _mm256_set1_ps(1));
}

// Converts coordinates to 24 fractional bits.
INLINE __m256i fine(__m256 v) { return _mm256_cvtps_epi32(_mm256_mul_ps(v, _mm256_set1_ps(16777216.0f))); }

INLINE __m256i at_time(__m256 t, __m256 a, __m256 twice_b, __m256 c) {
  return fine(_mm256_add_ps(_mm256_mul_ps(_mm256_add_ps(_mm256_mul_ps(a, t), twice_b), t), c));
}

INLINE __m256 bulges(__m256 ax, __m256 ay, __m256 twice_x, __m256 twice_y) {
  __m256 cross = _mm256_sub_ps(_mm256_mul_ps(ay, twice_x), _mm256_mul_ps(ax, twice_y));
  return _mm256_mul_ps(cross, _mm256_set1_ps(ctk_bulge));
}

// The contributions of parts of arcs to the right neighbours of their pixels.
INLINE __m256i area(__m256i dy, __m256i sum_x, __m256 dt, __m256 bulge) {
  __m256 cube = _mm256_mul_ps(_mm256_mul_ps(_mm256_mul_ps(dt, dt), dt), bulge);
  __m256i part = _mm256_and_si256(sum_x, _mm256_set1_epi32((1 << SUM_BITS) - 1));
  __m256 mean = _mm256_mul_ps(_mm256_cvtepi32_ps(part), _mm256_set1_ps(1.0f / 16777216));
  return _mm256_cvtps_epi32(_mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(dy), mean), cube));
}

// Loads four numbers from each of two addresses.
INLINE __m256i halves(const void *low, const void *high) {
  __m256i v = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low));
  return _mm256_inserti128_si256(v, _mm_loadu_si128((const __m128i *)high), 1);
}

// Repeats one field of two arcs, each in all lanes of its half of the vector.
#define PICK(v, lane) _mm256_permute_ps(v, (lane) * 0x55)

// Adds short arcs, two at a time.
AVX2 static void add_short_arcs(const ctk_arc *arc, size_t count, int32_t *sums, __m256i stride, __m256i origin) {
  const __m256 steps = _mm256_setr_ps(1, 2, 2, 1, 1, 2, 2, 1);
  ctk_arc none;
  for (; count; arc += 2) {
    const ctk_arc *other = arc + 1;
    if (count == 1) {
      none = (ctk_arc){.c = {arc->c[0], arc->c[1]}, .x = arc->x, .y = arc->y};
      other = &none;
      count = 2;
    }
    count -= 2;
    __m256 ab = _mm256_castsi256_ps(halves(arc->a, other->a)), ci = _mm256_castsi256_ps(halves(arc->c, other->c));
    __m256 t = meetings(_mm256_permute_ps(ab, 0x05), _mm256_permute_ps(ab, 0xaf), _mm256_permute_ps(ci, 0x05), steps);
    __m256 o = _mm256_permute_ps(t, 0x4e);
    t = _mm256_blend_ps(_mm256_min_ps(t, o), _mm256_max_ps(t, o), 0xcc);
    o = _mm256_permute_ps(t, 0xb1);
    t = _mm256_blend_ps(_mm256_min_ps(t, o), _mm256_max_ps(t, o), 0xaa);
    __m256 dt = _mm256_sub_ps(t, _mm256_castsi256_ps(_mm256_slli_si256(_mm256_castps_si256(t), 4)));
    __m256 ax = PICK(ab, 0), ay = PICK(ab, 1), cx = PICK(ci, 0), cy = PICK(ci, 1);
    __m256 twice = _mm256_add_ps(ab, ab), twice_x = PICK(twice, 2), twice_y = PICK(twice, 3);
    __m256i x1 = at_time(t, ax, twice_x, cx), y1 = at_time(t, ay, twice_y, cy);
    __m256i x0 = _mm256_blend_epi32(_mm256_slli_si256(x1, 4), fine(cx), 0x11);
    __m256i y0 = _mm256_blend_epi32(_mm256_slli_si256(y1, 4), fine(cy), 0x11);
    __m256i dy = _mm256_sub_epi32(y1, y0), sum_x = _mm256_add_epi32(x0, x1), sum_y = _mm256_add_epi32(y0, y1);
    __m256i beyond = area(dy, sum_x, dt, bulges(ax, ay, twice_x, twice_y));
    __m256i row = _mm256_add_epi32(_mm256_srai_epi32(sum_y, SUM_BITS), _mm256_castps_si256(PICK(ci, 3)));
    __m256i column = _mm256_add_epi32(_mm256_srai_epi32(sum_x, SUM_BITS), _mm256_castps_si256(PICK(ci, 2)));
    __m256i index = _mm256_add_epi32(_mm256_mullo_epi32(row, stride), _mm256_add_epi32(column, origin));
    scatter(sums, index, _mm256_sub_epi32(_mm256_add_epi32(dy, dy), beyond), beyond);
  }
}

// Eight arcs: each vector holds one field of all of them.
typedef struct {
  __m256 ax, ay, bx, by, cx, cy;
  __m256i x, y;
} arcs8;

// Transposes four fields of eight arcs into one vector for each field.
#define TURN(field, f0, f1, f2, f3)                                                                \
  do {                                                                                             \
    __m256 p = _mm256_castsi256_ps(halves(arc[0].field, arc[4].field));                            \
    __m256 q = _mm256_castsi256_ps(halves(arc[1].field, arc[5].field));                            \
    __m256 r = _mm256_castsi256_ps(halves(arc[2].field, arc[6].field));                            \
    __m256 s = _mm256_castsi256_ps(halves(arc[3].field, arc[7].field));                            \
    __m256 pr = _mm256_unpacklo_ps(p, r), qs = _mm256_unpacklo_ps(q, s);                           \
    __m256 pr2 = _mm256_unpackhi_ps(p, r), qs2 = _mm256_unpackhi_ps(q, s);                         \
    f0 = _mm256_unpacklo_ps(pr, qs), f1 = _mm256_unpackhi_ps(pr, qs);                              \
    f2 = _mm256_unpacklo_ps(pr2, qs2), f3 = _mm256_unpackhi_ps(pr2, qs2);                          \
  } while (0)

INLINE arcs8 turned(const ctk_arc *arc) {
  __m256 ax, ay, bx, by, cx, cy, x, y;
  TURN(a, ax, ay, bx, by);
  TURN(c, cx, cy, x, y);
  return (arcs8){ax, ay, bx, by, cx, cy, _mm256_castps_si256(x), _mm256_castps_si256(y)};
}

// Adds eight arcs that cross at most one border each.
INLINE void add_tiny_8(const ctk_arc *arc, int32_t *sums, __m256i stride, __m256i origin) {
  const __m256 one = _mm256_set1_ps(1);
  arcs8 v = turned(arc);
  __m256 t = _mm256_min_ps(meetings(v.ay, v.by, v.cy, one), meetings(v.ax, v.bx, v.cx, one));
  __m256 twice_x = _mm256_add_ps(v.bx, v.bx), twice_y = _mm256_add_ps(v.by, v.by);
  __m256i x0 = fine(v.cx), x1 = at_time(t, v.ax, twice_x, v.cx), x2 = at_time(one, v.ax, twice_x, v.cx);
  __m256i y0 = fine(v.cy), y1 = at_time(t, v.ay, twice_y, v.cy), y2 = at_time(one, v.ay, twice_y, v.cy);
  __m256 bulge = bulges(v.ax, v.ay, twice_x, twice_y);
  origin = _mm256_add_epi32(origin, v.x);
  for (int part = 0; part < 2; part++) {
    __m256i sum_x = _mm256_add_epi32(x1, part ? x2 : x0), sum_y = _mm256_add_epi32(y1, part ? y2 : y0);
    __m256i dy = part ? _mm256_sub_epi32(y2, y1) : _mm256_sub_epi32(y1, y0);
    __m256i beyond = area(dy, sum_x, part ? _mm256_sub_ps(one, t) : t, bulge);
    __m256i row = _mm256_add_epi32(_mm256_srai_epi32(sum_y, SUM_BITS), v.y);
    __m256i column = _mm256_add_epi32(_mm256_srai_epi32(sum_x, SUM_BITS), origin);
    __m256i index = _mm256_add_epi32(_mm256_mullo_epi32(row, stride), column);
    scatter(sums, index, _mm256_sub_epi32(_mm256_add_epi32(dy, dy), beyond), beyond);
  }
}

// Adds tiny arcs, eight at a time. A rest of three or more is filled up to eight; a smaller rest is
// added as short arcs.
AVX2 static void add_tiny_arcs(const ctk_arc *arc, size_t count, int32_t *sums, __m256i stride, __m256i origin) {
  for (; count >= 8; arc += 8, count -= 8) add_tiny_8(arc, sums, stride, origin);
  if (count < 3) {
    if (count) add_short_arcs(arc, count, sums, stride, origin);
    return;
  }
  ctk_arc rest[8];
  // The rest is filled up with arcs that stay at their start, which add no area.
  const ctk_arc none = {.c = {arc->c[0], arc->c[1]}, .x = arc->x, .y = arc->y};
  for (size_t i = 0; i < 8; i++) {
    _mm256_storeu_ps(rest[i].a, _mm256_loadu_ps(i < count ? arc[i].a : none.a));
  }
  add_tiny_8(rest, sums, stride, origin);
}

AVX2 static void add_long_arcs(const ctk_arc *arc, size_t count, int32_t *sums, __m256i stride, __m256i origin) {
  const __m256 steps = _mm256_setr_ps(1, 2, 3, 4, 1e9f, 3, 2, 1);
  const __m256i before = _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6);
  for (const ctk_arc *end = arc + count; arc != end; arc++) {
    __m256 all = _mm256_loadu_ps(arc->a);
    __m256 a = _mm256_permutevar8x32_ps(all, _mm256_setr_epi32(1, 1, 1, 1, 0, 0, 0, 0));
    __m256 b = _mm256_permutevar8x32_ps(all, _mm256_setr_epi32(3, 3, 3, 3, 2, 2, 2, 2));
    __m256 c = _mm256_permutevar8x32_ps(all, _mm256_setr_epi32(5, 5, 5, 5, 4, 4, 4, 4));
    __m256 t = meetings(a, b, c, steps);
    __m256 o = _mm256_permute2f128_ps(t, t, 1);
    t = _mm256_blend_ps(_mm256_min_ps(t, o), _mm256_max_ps(t, o), 0xf0);
    o = _mm256_permute_ps(t, 0x4e);
    t = _mm256_blend_ps(_mm256_min_ps(t, o), _mm256_max_ps(t, o), 0xcc);
    o = _mm256_permute_ps(t, 0xb1);
    t = _mm256_blend_ps(_mm256_min_ps(t, o), _mm256_max_ps(t, o), 0xaa);
    __m256 dt = _mm256_sub_ps(t, _mm256_blend_ps(_mm256_permutevar8x32_ps(t, before), _mm256_setzero_ps(), 1));
    __m256 ax = _mm256_broadcast_ss(&arc->a[0]), ay = _mm256_broadcast_ss(&arc->a[1]);
    __m256 bx = _mm256_broadcast_ss(&arc->b[0]), by = _mm256_broadcast_ss(&arc->b[1]);
    __m256 cx = _mm256_broadcast_ss(&arc->c[0]), cy = _mm256_broadcast_ss(&arc->c[1]);
    __m256 twice_x = _mm256_add_ps(bx, bx), twice_y = _mm256_add_ps(by, by);
    __m256i x1 = at_time(t, ax, twice_x, cx), y1 = at_time(t, ay, twice_y, cy);
    __m256i x0 = _mm256_blend_epi32(_mm256_permutevar8x32_epi32(x1, before), fine(cx), 1);
    __m256i y0 = _mm256_blend_epi32(_mm256_permutevar8x32_epi32(y1, before), fine(cy), 1);
    __m256i dy = _mm256_sub_epi32(y1, y0), sum_x = _mm256_add_epi32(x0, x1), sum_y = _mm256_add_epi32(y0, y1);
    __m256i beyond = area(dy, sum_x, dt, bulges(ax, ay, twice_x, twice_y));
    __m256i row = _mm256_add_epi32(_mm256_srai_epi32(sum_y, SUM_BITS), _mm256_set1_epi32(arc->y));
    __m256i column = _mm256_add_epi32(_mm256_srai_epi32(sum_x, SUM_BITS), _mm256_set1_epi32(arc->x));
    __m256i index = _mm256_add_epi32(_mm256_mullo_epi32(row, stride), _mm256_add_epi32(column, origin));
    scatter(sums, index, _mm256_sub_epi32(_mm256_add_epi32(dy, dy), beyond), beyond);
  }
}

AVX2 void ctk_avx2_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums,
                            int32_t left, int32_t top) {
  // The offset wraps around if the mask is far from the origin. The index of a pixel in the mask is
  // added to it, which undoes the wrap-around.
  const __m256i origin = _mm256_set1_epi32((int32_t)(0u - ((uint32_t)top * (uint32_t)row_sums + (uint32_t)left)));
  const __m256i stride = _mm256_set1_epi32(row_sums);
  if (length == CTK_TINY_ARC) {
    add_tiny_arcs(arcs, count, sums, stride, origin);
  } else if (length == CTK_SHORT_ARC) {
    add_short_arcs(arcs, count, sums, stride, origin);
  } else {
    add_long_arcs(arcs, count, sums, stride, origin);
  }
}

INLINE __m256d both_halves(const double *p) { return _mm256_broadcast_pd((const __m128d *)(const void *)p); }

// Maps two points at a time.
AVX2 void ctk_avx2_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *e) {
  const __m256d mx = both_halves(m), my = both_halves(m + 2), mt = both_halves(m + 4);
  __m256d low = both_halves(e->low), high = both_halves(e->high), sum = both_halves(e->sum);
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    __m256d v = _mm256_loadu_pd(points + 2 * i);
    __m256d x = _mm256_mul_pd(mx, _mm256_movedup_pd(v)), y = _mm256_mul_pd(my, _mm256_permute_pd(v, 15));
    v = _mm256_add_pd(_mm256_add_pd(x, y), mt);
    low = _mm256_min_pd(low, v);
    high = _mm256_max_pd(high, v);
    sum = _mm256_add_pd(sum, v);
    _mm_storeu_si128((__m128i *)(void *)(grid + 2 * i), _mm256_cvtpd_epi32(v));
  }
  __m128d low2 = _mm_min_pd(_mm256_castpd256_pd128(low), _mm256_extractf128_pd(low, 1));
  __m128d high2 = _mm_max_pd(_mm256_castpd256_pd128(high), _mm256_extractf128_pd(high, 1));
  __m128d sum2 = _mm_add_pd(_mm256_castpd256_pd128(sum), _mm256_extractf128_pd(sum, 1));
  _mm_storeu_pd(e->low, low2), _mm_storeu_pd(e->high, high2), _mm_storeu_pd(e->sum, sum2);
  if (i < count) ctk_sse2_map_points(grid + 2 * i, points + 2 * i, count - i, m, e);
}
#endif
