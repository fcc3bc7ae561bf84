// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The pixel loops for any x86-64 processor. Ends that do not fill a vector go to the scalar
// reference.

#include "kernels_scalar.h"
#include "kernels_sse2.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

static inline __m128i div255(__m128i v) {
  // The upper half of the product with 257 is what the shifts of `ctk_div255` give.
  return _mm_mulhi_epu16(_mm_add_epi16(v, _mm_set1_epi16(128)), _mm_set1_epi16(257));
}

// The opacity of each of two pixels of 16-bit channels, in all four channels.
static inline __m128i spread_alpha(__m128i v) {
  return _mm_shufflehi_epi16(_mm_shufflelo_epi16(v, 0xff), 0xff);
}

static inline __m128i over(__m128i dst, __m128i lo, __m128i hi) {
  const __m128i zero = _mm_setzero_si128(), full = _mm_set1_epi16(255);
  __m128i dlo = _mm_unpacklo_epi8(dst, zero), dhi = _mm_unpackhi_epi8(dst, zero);
  dlo = div255(_mm_mullo_epi16(dlo, _mm_sub_epi16(full, spread_alpha(lo))));
  dhi = div255(_mm_mullo_epi16(dhi, _mm_sub_epi16(full, spread_alpha(hi))));
  return _mm_packus_epi16(_mm_add_epi16(lo, dlo), _mm_add_epi16(hi, dhi));
}

static inline __m128i spread_mask(uint32_t word) {
  __m128i m = _mm_cvtsi32_si128((int)word);
  m = _mm_unpacklo_epi8(m, m);
  return _mm_unpacklo_epi16(m, m);
}

void ctk_sse2_mask_over_rgba8(uint8_t *dst, const uint8_t *mask, int count, uint32_t color) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i c = _mm_set1_epi32((int)color), c16 = _mm_unpacklo_epi8(c, zero);
  const bool opaque = color >> 24 == 255;
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16) {
    uint32_t word;
    memcpy(&word, mask + i, 4);
    if (!word) continue;
    if (opaque && word == UINT32_MAX) {
      _mm_storeu_si128((__m128i *)(void *)dst, c);
      continue;
    }
    __m128i m = spread_mask(word);
    __m128i lo = div255(_mm_mullo_epi16(_mm_unpacklo_epi8(m, zero), c16));
    __m128i hi = div255(_mm_mullo_epi16(_mm_unpackhi_epi8(m, zero), c16));
    __m128i d = _mm_loadu_si128((const __m128i *)(const void *)dst);
    _mm_storeu_si128((__m128i *)(void *)dst, over(d, lo, hi));
  }
  ctk_scalar_mask_over_rgba8(dst, mask + i, count - i, color);
}

void ctk_sse2_mask_over_alpha8(uint8_t *dst, const uint8_t *mask, int count, uint8_t alpha) {
  const __m128i zero = _mm_setzero_si128(), full = _mm_set1_epi16(255);
  const __m128i a = _mm_set1_epi16(alpha);
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i m = _mm_loadl_epi64((const __m128i *)(const void *)(mask + i));
    __m128i d = _mm_loadl_epi64((const __m128i *)(const void *)(dst + i));
    __m128i s = div255(_mm_mullo_epi16(_mm_unpacklo_epi8(m, zero), a));
    d = div255(_mm_mullo_epi16(_mm_unpacklo_epi8(d, zero), _mm_sub_epi16(full, s)));
    __m128i sum = _mm_add_epi16(s, d);
    _mm_storel_epi64((__m128i *)(void *)(dst + i), _mm_packus_epi16(sum, sum));
  }
  ctk_scalar_mask_over_alpha8(dst + i, mask + i, count - i, alpha);
}

void ctk_sse2_over_rgba8(uint8_t *dst, int count, uint32_t color) {
  const __m128i c16 = _mm_unpacklo_epi8(_mm_set1_epi32((int)color), _mm_setzero_si128());
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16) {
    __m128i d = _mm_loadu_si128((const __m128i *)(const void *)dst);
    _mm_storeu_si128((__m128i *)(void *)dst, over(d, c16, c16));
  }
  ctk_scalar_over_rgba8(dst, count - i, color);
}

// Whether four pixels are opaque, so that they replace those that they cover.
static inline bool are_opaque(__m128i s) {
  const __m128i opaque = _mm_set1_epi32((int)0xff000000);
  return _mm_movemask_epi8(_mm_cmpeq_epi32(_mm_and_si128(s, opaque), opaque)) == 0xffff;
}

void ctk_sse2_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count) {
  const __m128i zero = _mm_setzero_si128();
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16, src += 16) {
    __m128i s = _mm_loadu_si128((const __m128i *)(const void *)src);
    if (are_opaque(s)) {
      _mm_storeu_si128((__m128i *)(void *)dst, s);
      continue;
    }
    __m128i d = _mm_loadu_si128((const __m128i *)(const void *)dst);
    d = over(d, _mm_unpacklo_epi8(s, zero), _mm_unpackhi_epi8(s, zero));
    _mm_storeu_si128((__m128i *)(void *)dst, d);
  }
  ctk_scalar_over_row_rgba8(dst, src, count - i);
}

void ctk_sse2_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask,
                                  int count) {
  const __m128i zero = _mm_setzero_si128();
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16, src += 16) {
    uint32_t word;
    memcpy(&word, mask + i, 4);
    if (!word) continue;
    __m128i m = spread_mask(word);
    __m128i s = _mm_loadu_si128((const __m128i *)(const void *)src);
    __m128i d = _mm_loadu_si128((const __m128i *)(const void *)dst);
    __m128i lo =
        div255(_mm_mullo_epi16(_mm_unpacklo_epi8(s, zero), _mm_unpacklo_epi8(m, zero)));
    __m128i hi =
        div255(_mm_mullo_epi16(_mm_unpackhi_epi8(s, zero), _mm_unpackhi_epi8(m, zero)));
    _mm_storeu_si128((__m128i *)(void *)dst, over(d, lo, hi));
  }
  ctk_scalar_mask_over_row_rgba8(dst, src, mask + i, count - i);
}

void ctk_sse2_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count) {
  const __m128i zero = _mm_setzero_si128();
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i s = _mm_loadl_epi64((const __m128i *)(const void *)(src + i));
    __m128i d = _mm_loadl_epi64((const __m128i *)(const void *)(dst + i));
    d = div255(_mm_mullo_epi16(_mm_unpacklo_epi8(s, zero), _mm_unpacklo_epi8(d, zero)));
    _mm_storel_epi64((__m128i *)(void *)(dst + i), _mm_packus_epi16(d, d));
  }
  ctk_scalar_multiply_row_alpha8(dst + i, src + i, count - i);
}

void ctk_sse2_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i c = _mm_unpacklo_epi8(_mm_set1_epi32((int)color), zero);
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    __m128i *p = (__m128i *)(void *)(dst + 4 * i);
    __m128i d = _mm_loadu_si128(p);
    __m128i lo = div255(_mm_mullo_epi16(_mm_unpacklo_epi8(d, zero), c));
    __m128i hi = div255(_mm_mullo_epi16(_mm_unpackhi_epi8(d, zero), c));
    _mm_storeu_si128(p, _mm_packus_epi16(lo, hi));
  }
  ctk_scalar_modulate_row_rgba8(dst + 4 * i, count - i, color);
}

// The coverage of four cells, as 32-bit numbers; the running sum goes on from `carry`.
static inline __m128i coverage4(__m128i v, __m128i *carry) {
  const __m128i one = _mm_set1_epi32(65536), half = _mm_set1_epi32(32768);
  v = _mm_add_epi32(v, _mm_slli_si128(v, 4));
  v = _mm_add_epi32(v, _mm_slli_si128(v, 8));
  v = _mm_add_epi32(v, *carry);
  *carry = _mm_shuffle_epi32(v, 0xff);
  __m128i sign = _mm_srai_epi32(v, 31);
  v = _mm_srli_epi32(_mm_sub_epi32(_mm_xor_si128(v, sign), sign), 9);
  __m128i over_one = _mm_cmpgt_epi32(v, one);
  v = _mm_or_si128(_mm_andnot_si128(over_one, v), _mm_and_si128(over_one, one));
  return _mm_srli_epi32(_mm_add_epi32(_mm_sub_epi32(_mm_slli_epi32(v, 8), v), half), 16);
}

static inline void coverage_row(uint8_t *dst, int32_t *sums, int count) {
  const __m128i zero = _mm_setzero_si128();
  __m128i carry = zero;
  // The coverage of the pixel before: pixels that no edge touches have the same coverage.
  uint64_t solid = 0;
  for (int i = 0; i + 8 <= count; i += 8) {
    __m128i *p = (__m128i *)(void *)(sums + i);
    __m128i a = _mm_loadu_si128(p), b = _mm_loadu_si128(p + 1);
    if (_mm_movemask_epi8(_mm_cmpeq_epi32(_mm_or_si128(a, b), zero)) == 0xffff) {
      memcpy(dst + i, &solid, 8);
      continue;
    }
    _mm_storeu_si128(p, zero);
    _mm_storeu_si128(p + 1, zero);
    a = coverage4(a, &carry);
    b = coverage4(b, &carry);
    a = _mm_packs_epi32(a, b);
    a = _mm_packus_epi16(a, a);
    _mm_storel_epi64((__m128i *)(void *)(dst + i), a);
    solid = dst[i + 7] * 0x0101010101010101u;
  }
}

void ctk_sse2_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int width,
                            int height) {
  const int count = (width + 7) & ~7;
  for (int y = 0; y < height; y++, dst += stride, sums += row_sums) {
    coverage_row(dst, sums, count);
    for (int i = count; i < row_sums; i += 4) {
      _mm_storeu_si128((__m128i *)(void *)(sums + i), _mm_setzero_si128());
    }
  }
}

// Arcs, as in the scalar reference
// -----------------------------------------------------------------------

enum { SUM_BITS = 25 };

// b where `mask` is set, otherwise a.
static inline __m128 select4(__m128 mask, __m128 a, __m128 b) {
  return _mm_or_ps(_mm_and_ps(mask, b), _mm_andnot_ps(mask, a));
}

static inline __m128 meetings(__m128 a, __m128 b, __m128 c, __m128 steps) {
  __m128 sign = _mm_and_ps(_mm_add_ps(a, _mm_add_ps(b, b)), _mm_set1_ps(-0.0f));
  a = _mm_xor_ps(a, sign), b = _mm_xor_ps(b, sign), c = _mm_xor_ps(c, sign);
  // Rounds down by truncating c + 8, since no coordinate is below -8. The numbers have few enough
  // bits to stay exact.
  __m128 above = _mm_cvtepi32_ps(_mm_cvttps_epi32(_mm_add_ps(c, _mm_set1_ps(8))));
  __m128 way = _mm_sub_ps(_mm_add_ps(_mm_sub_ps(above, _mm_set1_ps(8)), steps), c);
  __m128 under = _mm_add_ps(_mm_mul_ps(b, b), _mm_mul_ps(a, way));
  __m128 root = _mm_sqrt_ps(_mm_max_ps(under, _mm_setzero_ps()));
  return _mm_min_ps(_mm_div_ps(way, _mm_add_ps(b, root)), _mm_set1_ps(1));
}

// Sorts four parameters that rise and then fall, or fall and then rise (bitonic merge).
static inline __m128 ordered(__m128 t) {
  __m128 o = _mm_shuffle_ps(t, t, 0x4e);
  t = select4(_mm_castsi128_ps(_mm_setr_epi32(0, 0, -1, -1)), _mm_min_ps(t, o), _mm_max_ps(t, o));
  o = _mm_shuffle_ps(t, t, 0xb1);
  return select4(_mm_castsi128_ps(_mm_setr_epi32(0, -1, 0, -1)), _mm_min_ps(t, o), _mm_max_ps(t, o));
}

static inline __m128i fine(__m128 v) { return _mm_cvtps_epi32(_mm_mul_ps(v, _mm_set1_ps(16777216.0f))); }

static inline __m128i at_time(__m128 t, float a, float b, float c) {
  __m128 v = _mm_add_ps(_mm_mul_ps(_mm_set1_ps(a), t), _mm_set1_ps(b + b));
  return fine(_mm_add_ps(_mm_mul_ps(v, t), _mm_set1_ps(c)));
}

// Moves each lane up by one. The lowest lane is that of `before`, whose other lanes are 0.
static inline __m128i preceding(__m128i v, __m128i before) { return _mm_or_si128(_mm_slli_si128(v, 4), before); }

// The previous parameter and position of an arc, in the first lanes; the other lanes are 0.
typedef struct {
  __m128 t;
  __m128i x, y;
} before4;

// Adds the parts of an arc that end at the parameters t.
static inline before4 add_parts(const ctk_arc *arc, __m128 t, before4 before, int32_t *base, ptrdiff_t row_sums) {
  const float bulge = (arc->a[1] * (arc->b[0] + arc->b[0]) - arc->a[0] * (arc->b[1] + arc->b[1])) * ctk_bulge;
  __m128 dt = _mm_sub_ps(t, _mm_castsi128_ps(preceding(_mm_castps_si128(t), _mm_castps_si128(before.t))));
  __m128i x1 = at_time(t, arc->a[0], arc->b[0], arc->c[0]), x0 = preceding(x1, before.x);
  __m128i y1 = at_time(t, arc->a[1], arc->b[1], arc->c[1]), y0 = preceding(y1, before.y);
  __m128i dy = _mm_sub_epi32(y1, y0), sum_x = _mm_add_epi32(x0, x1), sum_y = _mm_add_epi32(y0, y1);
  __m128 cube = _mm_mul_ps(_mm_mul_ps(_mm_mul_ps(dt, dt), dt), _mm_set1_ps(bulge));
  __m128 mean = _mm_cvtepi32_ps(_mm_and_si128(sum_x, _mm_set1_epi32((1 << SUM_BITS) - 1)));
  mean = _mm_mul_ps(mean, _mm_set1_ps(1.0f / 16777216));
  __m128i beyond = _mm_cvtps_epi32(_mm_add_ps(_mm_mul_ps(_mm_cvtepi32_ps(dy), mean), cube));
  int32_t x[4], y[4], h[4], n[4];
  _mm_storeu_si128((__m128i *)(void *)x, _mm_srai_epi32(sum_x, SUM_BITS));
  _mm_storeu_si128((__m128i *)(void *)y, _mm_srai_epi32(sum_y, SUM_BITS));
  _mm_storeu_si128((__m128i *)(void *)h, _mm_sub_epi32(_mm_add_epi32(dy, dy), beyond));
  _mm_storeu_si128((__m128i *)(void *)n, beyond);
  for (int i = 0; i < 4; i++) {
    int32_t *cell = base + y[i] * row_sums + x[i];
    cell[0] += h[i];
    cell[1] += n[i];
  }
  return (before4){_mm_castsi128_ps(_mm_srli_si128(_mm_castps_si128(t), 12)), _mm_srli_si128(x1, 12),
                   _mm_srli_si128(y1, 12)};
}

void ctk_sse2_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums, int32_t left,
                       int32_t top) {
  const __m128 few = _mm_setr_ps(1, 2, 2, 1), rows = _mm_setr_ps(1, 2, 3, 4), columns = _mm_setr_ps(1e9f, 3, 2, 1);
  for (const ctk_arc *arc = arcs, *end = arcs + count; arc != end; arc++) {
    __m128 ab = _mm_loadu_ps(arc->a), c = _mm_loadu_ps(arc->c);
    int32_t *base = sums + (ptrdiff_t)(arc->y - top) * row_sums + (arc->x - left);
    before4 before = {_mm_setzero_ps(), fine(_mm_set_ss(arc->c[0])), fine(_mm_set_ss(arc->c[1]))};
    if (length != CTK_LONG_ARC) {
      __m128 t = meetings(_mm_shuffle_ps(ab, ab, 0x05), _mm_shuffle_ps(ab, ab, 0xaf), _mm_shuffle_ps(c, c, 0x05), few);
      add_parts(arc, ordered(t), before, base, row_sums);
      continue;
    }
    __m128 t = meetings(_mm_set1_ps(arc->a[1]), _mm_set1_ps(arc->b[1]), _mm_set1_ps(arc->c[1]), rows);
    __m128 u = meetings(_mm_set1_ps(arc->a[0]), _mm_set1_ps(arc->b[0]), _mm_set1_ps(arc->c[0]), columns);
    before = add_parts(arc, ordered(_mm_min_ps(t, u)), before, base, row_sums);
    add_parts(arc, ordered(_mm_max_ps(t, u)), before, base, row_sums);
  }
}

void ctk_sse2_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *e) {
  const __m128d mx = _mm_loadu_pd(m), my = _mm_loadu_pd(m + 2), mt = _mm_loadu_pd(m + 4);
  __m128d low = _mm_loadu_pd(e->low), high = _mm_loadu_pd(e->high), sum = _mm_loadu_pd(e->sum);
  for (size_t i = 0; i < count; i++) {
    __m128d v = _mm_loadu_pd(points + 2 * i);
    __m128d x = _mm_mul_pd(mx, _mm_unpacklo_pd(v, v)), y = _mm_mul_pd(my, _mm_unpackhi_pd(v, v));
    v = _mm_add_pd(_mm_add_pd(x, y), mt);
    low = _mm_min_pd(low, v);
    high = _mm_max_pd(high, v);
    sum = _mm_add_pd(sum, v);
    _mm_storel_epi64((__m128i *)(void *)(grid + 2 * i), _mm_cvtpd_epi32(v));
  }
  _mm_storeu_pd(e->low, low), _mm_storeu_pd(e->high, high), _mm_storeu_pd(e->sum, sum);
}
#endif
