// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Rows of sprites for processors with AVX2: four pixels at a time.

#include "sprite.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE __m256i mix(__m256i a, __m256i b, __m256i twice) {
  return _mm256_add_epi16(a, _mm256_mulhi_epi16(_mm256_slli_epi16(_mm256_sub_epi16(b, a), 7), twice));
}

INLINE __m256i times(__m256i a, __m256i b) {
  // Over 255, as `ctk_div255`.
  return _mm256_mulhi_epu16(_mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128)),
                            _mm256_set1_epi16(257));
}

// Two pixels with their right neighbours.
INLINE __m256i sixteen(const uint8_t *p, const uint8_t *q) {
  const __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)p);
  const __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)q);
  return _mm256_cvtepu8_epi16(_mm_unpacklo_epi64(low, high));
}

// One to three pixels. Not by masks: some processors store by them slowly.
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
  const __m128i weights = _mm_set1_epi32(2 * walk->weights);
  // The words of the first and the third place, of the second and the fourth, and of all four.
  const __m256i even = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9,
                                        8, 9, 8, 9, 8, 9, 8, 9);
  const __m256i odd = _mm256_setr_epi8(4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 12, 13, 12, 13, 12, 13, 12,
                                       13, 12, 13, 12, 13, 12, 13, 12, 13);
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
    // Pixels behind the last one read the sprite's corner.
    const __m128i filled = _mm_cmpgt_epi32(_mm_set1_epi32(count - i), lanes);
    offsets = _mm_and_si128(offsets, filled);
    const uint64_t first = (uint64_t)_mm_cvtsi128_si64(offsets), second = (uint64_t)_mm_extract_epi64(offsets, 1);
    const uint64_t a = (uint32_t)first, b = first >> 32, c = (uint32_t)second, d = second >> 32;
    const __m256i twice_v = _mm256_broadcastsi128_si256(_mm_and_si128(_mm_srai_epi32(vs, 7), weights));
    const __m256i twice_u = _mm256_broadcastsi128_si256(_mm_and_si128(_mm_srai_epi32(us, 7), weights));
    const __m256i ac = mix(sixteen(above + a, above + c), sixteen(below + a, below + c),
                           _mm256_shuffle_epi8(twice_v, even));
    const __m256i bd = mix(sixteen(above + b, above + d), sixteen(below + b, below + d),
                           _mm256_shuffle_epi8(twice_v, odd));
    const __m256i source = times(mix(_mm256_unpacklo_epi64(ac, bd), _mm256_unpackhi_epi64(ac, bd),
                                     _mm256_shuffle_epi8(twice_u, each)), tint);
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
