// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The pixel loops for processors with AVX2. Ends that do not fill a vector go to the SSE2 variant.

#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE __m256i div255(__m256i v) {
  // Times 257, then the upper half: what the scalar twin's shifts give.
  return _mm256_mulhi_epu16(_mm256_add_epi16(v, _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

INLINE __m256i spread_alpha(__m256i v) {
  return _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(v, 0xff), 0xff);
}

INLINE __m256i over(__m256i dst, __m256i lo, __m256i hi) {
  const __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(255);
  __m256i dlo = _mm256_unpacklo_epi8(dst, zero), dhi = _mm256_unpackhi_epi8(dst, zero);
  dlo = div255(_mm256_mullo_epi16(dlo, _mm256_sub_epi16(full, spread_alpha(lo))));
  dhi = div255(_mm256_mullo_epi16(dhi, _mm256_sub_epi16(full, spread_alpha(hi))));
  return _mm256_packus_epi16(_mm256_add_epi16(lo, dlo), _mm256_add_epi16(hi, dhi));
}

// Eight bytes of coverage, each four times.
INLINE __m256i spread_mask(uint64_t word) {
  const __m256i order = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4,
                                         5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
  return _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)word), order);
}

INLINE void mask_over_8(uint8_t *dst, uint64_t word, __m256i c, __m256i c16, bool opaque) {
  const __m256i zero = _mm256_setzero_si256();
  if (opaque && word == UINT64_MAX) {
    _mm256_storeu_si256((__m256i *)(void *)dst, c);
    return;
  }
  __m256i m = spread_mask(word);
  __m256i lo = div255(_mm256_mullo_epi16(_mm256_unpacklo_epi8(m, zero), c16));
  __m256i hi = div255(_mm256_mullo_epi16(_mm256_unpackhi_epi8(m, zero), c16));
  __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)dst);
  _mm256_storeu_si256((__m256i *)(void *)dst, over(d, lo, hi));
}

AVX2 void ctk_avx2_mask_over_rgba8(uint8_t *dst, const uint8_t *mask, int count, uint32_t color) {
  const __m256i c = _mm256_set1_epi32((int)color);
  const __m256i c16 = _mm256_unpacklo_epi8(c, _mm256_setzero_si256());
  const bool opaque = color >> 24 == 255;
  int i = 0;
  for (; i + 8 <= count; i += 8, dst += 32) {
    uint64_t word;
    memcpy(&word, mask + i, 8);
    if (word) mask_over_8(dst, word, c, c16, opaque);
  }
  if (i < count) ctk_sse2_mask_over_rgba8(dst, mask + i, count - i, color);
}

AVX2 void ctk_avx2_mask_over_rgba8_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                                        ptrdiff_t mask_stride, int width, int height,
                                        uint32_t color) {
  const __m256i c = _mm256_set1_epi32((int)color);
  const __m256i zero = _mm256_setzero_si256();
  const __m256i c16 = _mm256_unpacklo_epi8(c, zero);
  const bool opaque = color >> 24 == 255;
  const int whole = width & ~7, rest = width & 7;
  // The pixels of the last, partial vector; the others are neither read nor written.
  const __m256i tail = _mm256_cmpgt_epi32(_mm256_set1_epi32(rest),
                                          _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  for (int y = 0; y < height; y++, dst += dst_stride, mask += mask_stride) {
    int i = 0;
    for (; i < whole; i += 8) {
      uint64_t word;
      memcpy(&word, mask + i, 8);
      if (word) mask_over_8(dst + 4 * i, word, c, c16, opaque);
    }
    if (!rest) continue;
    uint64_t word = 0;
    if (width >= 8) {
      memcpy(&word, mask + width - 8, 8);
      word >>= 8 * (8 - rest);
    } else {
      for (int k = 0; k < rest; k++) word |= (uint64_t)mask[k] << (8 * k);
    }
    if (!word) continue;
    __m256i m = spread_mask(word);
    __m256i lo = div255(_mm256_mullo_epi16(_mm256_unpacklo_epi8(m, zero), c16));
    __m256i hi = div255(_mm256_mullo_epi16(_mm256_unpackhi_epi8(m, zero), c16));
    int *p = (int *)(void *)(dst + 4 * i);
    _mm256_maskstore_epi32(p, tail, over(_mm256_maskload_epi32(p, tail), lo, hi));
  }
}

AVX2 void ctk_avx2_mask_over_alpha8(uint8_t *dst, const uint8_t *mask, int count, uint8_t alpha) {
  const __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(255);
  const __m256i a = _mm256_set1_epi16(alpha);
  int i = 0;
  for (; i + 32 <= count; i += 32) {
    __m256i m = _mm256_loadu_si256((const __m256i *)(const void *)(mask + i));
    if (_mm256_testz_si256(m, m)) continue;
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)(dst + i));
    __m256i slo = div255(_mm256_mullo_epi16(_mm256_unpacklo_epi8(m, zero), a));
    __m256i shi = div255(_mm256_mullo_epi16(_mm256_unpackhi_epi8(m, zero), a));
    __m256i dlo = div255(
        _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), _mm256_sub_epi16(full, slo)));
    __m256i dhi = div255(
        _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), _mm256_sub_epi16(full, shi)));
    d = _mm256_packus_epi16(_mm256_add_epi16(slo, dlo), _mm256_add_epi16(shi, dhi));
    _mm256_storeu_si256((__m256i *)(void *)(dst + i), d);
  }
  if (i < count) ctk_sse2_mask_over_alpha8(dst + i, mask + i, count - i, alpha);
}

AVX2 void ctk_avx2_over_rgba8(uint8_t *dst, int count, uint32_t color) {
  const __m256i c16 =
      _mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), _mm256_setzero_si256());
  int i = 0;
  for (; i + 8 <= count; i += 8, dst += 32) {
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)dst);
    _mm256_storeu_si256((__m256i *)(void *)dst, over(d, c16, c16));
  }
  if (i < count) ctk_sse2_over_rgba8(dst, count - i, color);
}

AVX2 void ctk_avx2_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count) {
  const __m256i zero = _mm256_setzero_si256();
  int i = 0;
  for (; i + 8 <= count; i += 8, dst += 32, src += 32) {
    __m256i s = _mm256_loadu_si256((const __m256i *)(const void *)src);
    if (_mm256_testz_si256(s, s)) continue;
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)dst);
    d = over(d, _mm256_unpacklo_epi8(s, zero), _mm256_unpackhi_epi8(s, zero));
    _mm256_storeu_si256((__m256i *)(void *)dst, d);
  }
  if (i < count) ctk_sse2_over_row_rgba8(dst, src, count - i);
}

AVX2 void ctk_avx2_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask,
                                       int count) {
  const __m256i zero = _mm256_setzero_si256();
  int i = 0;
  for (; i + 8 <= count; i += 8, dst += 32, src += 32) {
    uint64_t word;
    memcpy(&word, mask + i, 8);
    if (!word) continue;
    __m256i m = spread_mask(word);
    __m256i s = _mm256_loadu_si256((const __m256i *)(const void *)src);
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)dst);
    __m256i lo = div255(
        _mm256_mullo_epi16(_mm256_unpacklo_epi8(s, zero), _mm256_unpacklo_epi8(m, zero)));
    __m256i hi = div255(
        _mm256_mullo_epi16(_mm256_unpackhi_epi8(s, zero), _mm256_unpackhi_epi8(m, zero)));
    _mm256_storeu_si256((__m256i *)(void *)dst, over(d, lo, hi));
  }
  if (i < count) ctk_sse2_mask_over_row_rgba8(dst, src, mask + i, count - i);
}

AVX2 void ctk_avx2_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count) {
  const __m256i zero = _mm256_setzero_si256();
  int i = 0;
  for (; i + 32 <= count; i += 32) {
    __m256i s = _mm256_loadu_si256((const __m256i *)(const void *)(src + i));
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)(dst + i));
    __m256i lo = div255(
        _mm256_mullo_epi16(_mm256_unpacklo_epi8(s, zero), _mm256_unpacklo_epi8(d, zero)));
    __m256i hi = div255(
        _mm256_mullo_epi16(_mm256_unpackhi_epi8(s, zero), _mm256_unpackhi_epi8(d, zero)));
    _mm256_storeu_si256((__m256i *)(void *)(dst + i), _mm256_packus_epi16(lo, hi));
  }
  if (i < count) ctk_sse2_multiply_row_alpha8(dst + i, src + i, count - i);
}

// Running sums of eight cells, from 0.
INLINE __m256i running(__m256i v) {
  v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
  v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
  __m256i low = _mm256_permute2x128_si256(v, v, 0x08);
  return _mm256_add_epi32(v, _mm256_shuffle_epi32(low, 0xff));
}

// As `ctk_coverage`, of 16 sums: a and b hold the first and the second eight. What is over 65535 stays there, which
// comes to 255 too.
INLINE __m128i coverage16(__m256i a, __m256i b) {
  a = _mm256_srli_epi32(_mm256_abs_epi32(a), 9);
  b = _mm256_srli_epi32(_mm256_abs_epi32(b), 9);
  __m256i v = _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xd8);
  const __m256i full = _mm256_set1_epi16(255);
  // (v * 255 + 32768) >> 16 in two halves.
  v = _mm256_add_epi16(_mm256_mulhi_epu16(v, full), _mm256_srli_epi16(_mm256_mullo_epi16(v, full), 15));
  return _mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}

INLINE void coverage_row(uint8_t *dst, int32_t *sums, int count) {
  const __m256i zero = _mm256_setzero_si256(), last = _mm256_set1_epi32(7);
  __m256i carry = zero;
  // The coverage that goes on where no edge is.
  __m128i solid = _mm_setzero_si128();
  int i = 0;
  for (; i + 16 <= count; i += 16) {
    __m256i *p = (__m256i *)(void *)(sums + i);
    __m256i a = _mm256_loadu_si256(p), b = _mm256_loadu_si256(p + 1);
    __m256i any = _mm256_or_si256(a, b);
    if (_mm256_testz_si256(any, any)) {
      _mm_storeu_si128((__m128i *)(void *)(dst + i), solid);
      continue;
    }
    _mm256_storeu_si256(p, zero);
    _mm256_storeu_si256(p + 1, zero);
    a = running(a), b = running(b);
    __m256i sum_a = _mm256_permutevar8x32_epi32(a, last), sum_b = _mm256_permutevar8x32_epi32(b, last);
    a = _mm256_add_epi32(a, carry);
    carry = _mm256_add_epi32(carry, sum_a);
    b = _mm256_add_epi32(b, carry);
    carry = _mm256_add_epi32(carry, sum_b);
    __m128i bytes = coverage16(a, b);
    _mm_storeu_si128((__m128i *)(void *)(dst + i), bytes);
    solid = _mm_shuffle_epi8(bytes, _mm_set1_epi8(15));
  }
  if (i < count) {
    __m256i *p = (__m256i *)(void *)(sums + i);
    __m256i a = _mm256_add_epi32(running(_mm256_loadu_si256(p)), carry);
    _mm256_storeu_si256(p, zero);
    _mm_storel_epi64((__m128i *)(void *)(dst + i), coverage16(a, a));
  }
}

// Rows of at most eight pixels, two at a time.
AVX2 static void narrow_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int height) {
  const __m256i zero = _mm256_setzero_si256();
  for (int y = 0; y < height; y += 2, dst += 2 * stride, sums += 2 * row_sums) {
    int32_t *next = y + 1 < height ? sums + row_sums : sums;
    __m256i a = _mm256_loadu_si256((__m256i *)(void *)sums), b = _mm256_loadu_si256((__m256i *)(void *)next);
    _mm256_storeu_si256((__m256i *)(void *)sums, zero);
    _mm256_storeu_si256((__m256i *)(void *)next, zero);
    if (row_sums > 8) {
      _mm256_storeu_si256((__m256i *)(void *)(sums + 8), zero);
      _mm256_storeu_si256((__m256i *)(void *)(next + 8), zero);
    }
    __m128i bytes = coverage16(running(a), running(b));
    _mm_storel_epi64((__m128i *)(void *)dst, bytes);
    if (next != sums) _mm_storel_epi64((__m128i *)(void *)(dst + stride), _mm_unpackhi_epi64(bytes, bytes));
  }
}

AVX2 void ctk_avx2_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int width,
                                 int height) {
  const int count = (width + 7) & ~7;
  if (count == 8 && row_sums <= 16) {
    narrow_rows(dst, stride, sums, row_sums, height);
    return;
  }
  for (int y = 0; y < height; y++, dst += stride, sums += row_sums) {
    coverage_row(dst, sums, count);
    int i = count;
    // Not a call of memset for the eight that there are mostly.
    if (i < row_sums) _mm256_storeu_si256((__m256i *)(void *)(sums + i), _mm256_setzero_si256());
    for (i += 8; i < row_sums; i += 8) {
      _mm256_storeu_si256((__m256i *)(void *)(sums + i), _mm256_setzero_si256());
    }
  }
}

// Whole and fraction of a sum of two coordinates, which have 24 bits behind the point.
enum { SUM_BITS = 25 };

// Adds to eight cells, of which several may be the same.
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

// When arcs meet borders of pixels: from coefficients turned round so that they go upwards, and numbers of borders.
INLINE __m256 meetings(__m256 a, __m256 b, __m256 c, __m256 steps) {
  __m256 sign = _mm256_and_ps(_mm256_add_ps(a, _mm256_add_ps(b, b)), _mm256_set1_ps(-0.0f));
  a = _mm256_xor_ps(a, sign), b = _mm256_xor_ps(b, sign), c = _mm256_xor_ps(c, sign);
  __m256 way = _mm256_sub_ps(_mm256_add_ps(_mm256_floor_ps(c), steps), c);
  __m256 under = _mm256_add_ps(_mm256_mul_ps(b, b), _mm256_mul_ps(a, way));
  __m256 root = _mm256_sqrt_ps(_mm256_max_ps(under, _mm256_setzero_ps()));
  return _mm256_min_ps(_mm256_div_ps(way, _mm256_add_ps(b, root)), _mm256_set1_ps(1));
}

// Coordinates with 24 bits behind the point.
INLINE __m256i fine(__m256 v) { return _mm256_cvtps_epi32(_mm256_mul_ps(v, _mm256_set1_ps(16777216.0f))); }

INLINE __m256i at_time(__m256 t, __m256 a, __m256 twice_b, __m256 c) {
  return fine(_mm256_add_ps(_mm256_mul_ps(_mm256_add_ps(_mm256_mul_ps(a, t), twice_b), t), c));
}

INLINE __m256 bulges(__m256 ax, __m256 ay, __m256 twice_x, __m256 twice_y) {
  __m256 cross = _mm256_sub_ps(_mm256_mul_ps(ay, twice_x), _mm256_mul_ps(ax, twice_y));
  return _mm256_mul_ps(cross, _mm256_set1_ps(ctk_bulge));
}

// What parts of arcs add to their pixel's right neighbour.
INLINE __m256i area(__m256i dy, __m256i sum_x, __m256 dt, __m256 bulge) {
  __m256 cube = _mm256_mul_ps(_mm256_mul_ps(_mm256_mul_ps(dt, dt), dt), bulge);
  __m256i part = _mm256_and_si256(sum_x, _mm256_set1_epi32((1 << SUM_BITS) - 1));
  __m256 mean = _mm256_mul_ps(_mm256_cvtepi32_ps(part), _mm256_set1_ps(1.0f / 16777216));
  return _mm256_cvtps_epi32(_mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(dy), mean), cube));
}

INLINE __m256i halves(const void *low, const void *high) {
  __m256i v = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low));
  return _mm256_inserti128_si256(v, _mm_loadu_si128((const __m128i *)high), 1);
}

#define PICK(v, lane) _mm256_permute_ps(v, (lane) * 0x55)

// Two arcs at a time.
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
  // Wraps around where the mask is far away; added to an index of a pixel in it, it comes right again.
  const __m256i origin = _mm256_set1_epi32((int32_t)(0u - ((uint32_t)top * (uint32_t)row_sums + (uint32_t)left)));
  const __m256i stride = _mm256_set1_epi32(row_sums);
  if (length == CTK_SHORT_ARC) {
    add_short_arcs(arcs, count, sums, stride, origin);
  } else {
    add_long_arcs(arcs, count, sums, stride, origin);
  }
}
#endif
