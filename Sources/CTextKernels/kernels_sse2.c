// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The pixel loops for any x86-64 processor. Ends that do not fill a vector go to the scalar reference.

#include "kernels.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#include <string.h>

static inline __m128i div255(__m128i v) {
  // Times 257, then the upper half: what the scalar twin's shifts give.
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

void ctk_sse2_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count) {
  const __m128i zero = _mm_setzero_si128();
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16, src += 16) {
    __m128i s = _mm_loadu_si128((const __m128i *)(const void *)src);
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

static inline void coverage_row(uint8_t *dst, int32_t *sums, int count) {
  const __m128i zero = _mm_setzero_si128(), one = _mm_set1_epi32(65536);
  const __m128i half = _mm_set1_epi32(32768);
  __m128i carry = zero;
  for (int i = 0; i + 4 <= count; i += 4) {
    __m128i *p = (__m128i *)(void *)(sums + i);
    __m128i v = _mm_loadu_si128(p);
    _mm_storeu_si128(p, zero);
    v = _mm_add_epi32(v, _mm_slli_si128(v, 4));
    v = _mm_add_epi32(v, _mm_slli_si128(v, 8));
    v = _mm_add_epi32(v, carry);
    carry = _mm_shuffle_epi32(v, 0xff);
    __m128i sign = _mm_srai_epi32(v, 31);
    v = _mm_srli_epi32(_mm_sub_epi32(_mm_xor_si128(v, sign), sign), 9);
    __m128i over_one = _mm_cmpgt_epi32(v, one);
    v = _mm_or_si128(_mm_andnot_si128(over_one, v), _mm_and_si128(over_one, one));
    v = _mm_srli_epi32(_mm_add_epi32(_mm_sub_epi32(_mm_slli_epi32(v, 8), v), half), 16);
    v = _mm_packs_epi32(v, v);
    uint32_t word = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(v, v));
    memcpy(dst + i, &word, 4);
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
#endif
