// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Rows of sprites for processors with AVX2: four pixels at a time.

#include "pixels.h"
#include "sprite_avx2.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE __m256i times(__m256i a, __m256i b) {
  // The product over 255, as in `ctk_div255`.
  return _mm256_mulhi_epu16(_mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128)),
                            _mm256_set1_epi16(257));
}

// Loads four pixels, each followed by its right neighbour.
INLINE __m256i sixteen(const uint8_t *row, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  const __m128i low = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)(row + a)),
                                         _mm_loadl_epi64((const __m128i *)(const void *)(row + b)));
  const __m128i high = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)(row + c)),
                                          _mm_loadl_epi64((const __m128i *)(const void *)(row + d)));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

// Loads one to three pixels. Masked loads and stores are avoided, since some processors are slow at
// them.
INLINE __m128i few(const uint8_t *p, int count) {
  if (count == 1) return _mm_loadu_si32(p);
  const __m128i two = _mm_loadl_epi64((const __m128i *)(const void *)p);
  return count == 2 ? two : _mm_unpacklo_epi64(two, _mm_loadu_si32(p + 8));
}

INLINE void store_few(uint8_t *p, int count, __m128i pixels) {
  if (count > 1) _mm_storel_epi64((__m128i *)(void *)p, pixels);
  if (count == 1) _mm_storeu_si32(p, pixels);
  if (count == 3) _mm_storeu_si32(p + 8, _mm_unpackhi_epi64(pixels, pixels));
}

AVX2 void ctk_avx2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk) {
  const __m256i tint = _mm256_cvtepu8_epi16(_mm_set1_epi32((int)walk->color));
  const __m128i lanes = _mm_setr_epi32(0, 1, 2, 3);
  const __m128i fractions = _mm_set1_epi32(walk->weights), rows = _mm_set1_epi32(walk->weights << 9);
  // Byte orders for shuffles. `turns`: a pixel's channels and its right neighbour's, in turn.
  // `each`: the first word of each lane, repeated. `alphas`: the opacity of each pixel, repeated.
  const __m256i turns = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15));
  const __m256i each = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5, 8, 9, 8, 9, 8, 9, 8, 9, 12,
                                        13, 12, 13, 12, 13, 12, 13);
  const __m256i alphas = _mm256_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7, 6,
                                          7, 14, 15, 14, 15, 14, 15, 14, 15);
  __m128i us = _mm_add_epi32(_mm_set1_epi32(u), _mm_mullo_epi32(_mm_set1_epi32(walk->du), lanes));
  __m128i vs = _mm_add_epi32(_mm_set1_epi32(v), _mm_mullo_epi32(_mm_set1_epi32(walk->dv), lanes));
  const __m128i du = _mm_slli_epi32(_mm_set1_epi32(walk->du), 2), dv = _mm_slli_epi32(_mm_set1_epi32(walk->dv), 2);
  const __m128i stride = _mm_set1_epi32((int)walk->stride);
  const uint8_t *above = walk->pixels, *below = above + walk->stride;
  for (int i = 0; i < count; i += 4, dst += 16) {
    __m128i offsets = _mm_add_epi32(_mm_mullo_epi32(_mm_srai_epi32(vs, 16), stride),
                                    _mm_slli_epi32(_mm_srai_epi32(us, 16), 2));
    // Lanes behind the last pixel read the sprite's corner.
    const __m128i filled = _mm_cmpgt_epi32(_mm_set1_epi32(count - i), lanes);
    offsets = _mm_and_si128(offsets, filled);
    const uint64_t first = (uint64_t)_mm_cvtsi128_si64(offsets), second = (uint64_t)_mm_extract_epi64(offsets, 1);
    const uint64_t a = (uint32_t)first, b = first >> 32, c = (uint32_t)second, d = second >> 32;
    // The weights: 64 minus the fraction for a pixel, the fraction for its right neighbour.
    const __m128i t = _mm_and_si128(_mm_srai_epi32(us, 10), fractions);
    const __m128i shares = _mm_add_epi32(_mm_sub_epi32(_mm_slli_epi32(t, 8), t), _mm_set1_epi32(64));
    const __m256i tx = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(shares), each);
    const __m256i ty = _mm256_shuffle_epi8(
        _mm256_broadcastsi128_si256(_mm_and_si128(_mm_srai_epi32(vs, 1), rows)), each);
    const __m256i over = _mm256_maddubs_epi16(_mm256_shuffle_epi8(sixteen(above, a, b, c, d), turns), tx);
    const __m256i under = _mm256_maddubs_epi16(_mm256_shuffle_epi8(sixteen(below, a, b, c, d), turns), tx);
    const __m256i part = _mm256_mulhi_epi16(_mm256_slli_epi16(_mm256_sub_epi16(under, over), 1), ty);
    // Adds a half and divides by 64.
    const __m256i mixed = _mm256_mulhrs_epi16(_mm256_add_epi16(over, part), _mm256_set1_epi16(512));
    const __m256i source = times(mixed, tint);
    const int rest = count - i;
    const __m128i behind = rest >= 4 ? _mm_loadu_si128((const __m128i *)(const void *)dst) : few(dst, rest);
    __m256i result = _mm256_cvtepu8_epi16(behind);
    if (!walk->is_additive) {
      result = times(result, _mm256_sub_epi16(_mm256_set1_epi16(255), _mm256_shuffle_epi8(source, alphas)));
    }
    result = _mm256_add_epi16(source, result);
    const __m128i packed = _mm_packus_epi16(_mm256_castsi256_si128(result), _mm256_extracti128_si256(result, 1));
    if (rest >= 4) {
      _mm_storeu_si128((__m128i *)(void *)dst, packed);
    } else {
      store_few(dst, rest, packed);
    }
    us = _mm_add_epi32(us, du);
    vs = _mm_add_epi32(vs, dv);
  }
}
#endif
