// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The pixel loops for processors with AVX2. Ends that do not fill a vector go to the SSE2 variant.

#include "kernels_avx2.h"
#include "kernels_sse2.h"
#include "pixels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE __m256i div255(__m256i v) {
  // The upper half of the product with 257 is what the shifts of `ctk_div255` give.
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

// Repeats each of eight bytes of coverage four times.
INLINE __m256i spread_mask(uint64_t word) {
  const __m256i order = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4,
                                         5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
  return _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)word), order);
}

INLINE void mask_over_8(uint8_t *dst, uint64_t word, __m256i c, __m256i c16, bool opaque) {
  const __m256i zero = _mm256_setzero_si256();
  if (word == UINT64_MAX) {
    if (!opaque) c = over(_mm256_loadu_si256((const __m256i *)(const void *)dst), c16, c16);
    _mm256_storeu_si256((__m256i *)(void *)dst, c);
    return;
  }
  __m256i m = spread_mask(word);
  __m256i lo = div255(_mm256_mullo_epi16(_mm256_unpacklo_epi8(m, zero), c16));
  __m256i hi = div255(_mm256_mullo_epi16(_mm256_unpackhi_epi8(m, zero), c16));
  __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)dst);
  _mm256_storeu_si256((__m256i *)(void *)dst, over(d, lo, hi));
}

INLINE __m128i mask_over_4(__m128i d, uint64_t word, __m256i c16) {
  const __m128i order = _mm_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  const __m128i m = _mm_shuffle_epi8(_mm_cvtsi32_si128((int)word), order);
  const __m256i s = div255(_mm256_mullo_epi16(_mm256_cvtepu8_epi16(m), c16));
  const __m256i left = _mm256_sub_epi16(_mm256_set1_epi16(255), spread_alpha(s));
  const __m256i sum = _mm256_add_epi16(s, div255(_mm256_mullo_epi16(_mm256_cvtepu8_epi16(d), left)));
  return _mm_packus_epi16(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
}

// Up to seven pixels. Loads and stores of four, two and one are faster than masked ones.
INLINE void mask_over_rest(uint8_t *dst, uint64_t word, int rest, __m256i c16) {
  if (rest & 4) {
    __m128i *p = (__m128i *)(void *)dst;
    _mm_storeu_si128(p, mask_over_4(_mm_loadu_si128(p), word, c16));
    dst += 16, word >>= 32;
  }
  if (rest & 2) {
    __m128i *p = (__m128i *)(void *)dst;
    _mm_storel_epi64(p, mask_over_4(_mm_loadl_epi64(p), word, c16));
    dst += 8, word >>= 16;
  }
  if (rest & 1) {
    int pixel;
    memcpy(&pixel, dst, 4);
    pixel = _mm_cvtsi128_si32(mask_over_4(_mm_cvtsi32_si128(pixel), word, c16));
    memcpy(dst, &pixel, 4);
  }
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
    mask_over_rest(dst + 4 * i, word, rest, c16);
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
  const __m256i zero = _mm256_setzero_si256(), opaque = _mm256_set1_epi32((int)0xff000000);
  int i = 0;
  for (; i + 8 <= count; i += 8, dst += 32, src += 32) {
    __m256i s = _mm256_loadu_si256((const __m256i *)(const void *)src);
    // Eight opaque pixels replace those that they cover.
    if (_mm256_testc_si256(s, opaque)) {
      _mm256_storeu_si256((__m256i *)(void *)dst, s);
      continue;
    }
    if (_mm256_testz_si256(s, s)) continue;
    __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)dst);
    d = over(d, _mm256_unpacklo_epi8(s, zero), _mm256_unpackhi_epi8(s, zero));
    _mm256_storeu_si256((__m256i *)(void *)dst, d);
  }
  if (i >= count) return;
  // Selects the pixels of the last, partial vector; the others are neither read nor written.
  const __m256i tail = _mm256_cmpgt_epi32(_mm256_set1_epi32(count - i),
                                          _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  __m256i s = _mm256_maskload_epi32((const int *)(const void *)src, tail);
  __m256i d = _mm256_maskload_epi32((const int *)(const void *)dst, tail);
  d = over(d, _mm256_unpacklo_epi8(s, zero), _mm256_unpackhi_epi8(s, zero));
  _mm256_maskstore_epi32((int *)(void *)dst, tail, d);
}

AVX2 void ctk_avx2_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask,
                                       int count) {
  const __m256i zero = _mm256_setzero_si256(), opaque = _mm256_set1_epi32((int)0xff000000);
  int i = 0;
  for (; i + 8 <= count; i += 8, dst += 32, src += 32) {
    uint64_t word;
    memcpy(&word, mask + i, 8);
    if (!word) continue;
    __m256i s = _mm256_loadu_si256((const __m256i *)(const void *)src);
    if (word == UINT64_MAX && _mm256_testc_si256(s, opaque)) {
      _mm256_storeu_si256((__m256i *)(void *)dst, s);
      continue;
    }
    __m256i m = spread_mask(word);
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

AVX2 void ctk_avx2_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i c = _mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), zero);
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i *p = (__m256i *)(void *)(dst + 4 * i);
    __m256i d = _mm256_loadu_si256(p);
    __m256i lo = div255(_mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), c));
    __m256i hi = div255(_mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), c));
    _mm256_storeu_si256(p, _mm256_packus_epi16(lo, hi));
  }
  if (i < count) ctk_sse2_modulate_row_rgba8(dst + 4 * i, count - i, color);
}

// Running sums of eight cells, from 0.
INLINE __m256i running(__m256i v) {
  v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
  v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
  __m256i low = _mm256_permute2x128_si256(v, v, 0x08);
  return _mm256_add_epi32(v, _mm256_shuffle_epi32(low, 0xff));
}

// `ctk_coverage` of 16 sums: a and b hold the first and the second eight. Packing limits areas to
// 65535, not to 65536 as in the reference; both give a coverage of 255.
INLINE __m128i coverage16(__m256i a, __m256i b) {
  a = _mm256_srli_epi32(_mm256_abs_epi32(a), 9);
  b = _mm256_srli_epi32(_mm256_abs_epi32(b), 9);
  __m256i v = _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xd8);
  const __m256i full = _mm256_set1_epi16(255);
  // (v * 255 + 32768) >> 16, from both halves of the product.
  v = _mm256_add_epi16(_mm256_mulhi_epu16(v, full), _mm256_srli_epi16(_mm256_mullo_epi16(v, full), 15));
  return _mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}

INLINE void coverage_row(uint8_t *dst, int32_t *sums, int count) {
  const __m256i zero = _mm256_setzero_si256(), last = _mm256_set1_epi32(7);
  __m256i carry = zero;
  // The coverage of the pixel before: pixels that no edge touches have the same coverage.
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

// Fills rows of at most eight pixels, two at a time.
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
    // Mostly there are eight more sums, which are cleared without a call of `memset`.
    if (i < row_sums) _mm256_storeu_si256((__m256i *)(void *)(sums + i), _mm256_setzero_si256());
    for (i += 8; i < row_sums; i += 8) {
      _mm256_storeu_si256((__m256i *)(void *)(sums + i), _mm256_setzero_si256());
    }
  }
}
#endif
