// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Draws many small masks in one colour by one call: the glyphs of a run. Glyphs are a few pixels
// wide, so the cost per mask and per row dominates.

#include "CCanvasKernels.h"
#include "kernels_avx2.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The visible part of a mask and its destination.
typedef struct {
  const uint8_t *mask;
  uint8_t *dst;
  int width, height;
} part;

// The part of a mask within the clip; false if there is none.
static inline bool clip(const ctk_canvas *c, const ctk_placed_mask *m, int pixel_bytes, part *out) {
  int32_t x = m->x, y = m->y, width = m->width, height = m->height;
  const uint8_t *mask = m->mask;
  const int32_t room_x = c->right - c->left - width, room_y = c->bottom - c->top - height;
  // One unsigned comparison for each axis tells whether something is cut off.
  if (((uint32_t)x - (uint32_t)c->left > (uint32_t)room_x) | ((uint32_t)y - (uint32_t)c->top > (uint32_t)room_y) |
      ((room_x | room_y) < 0)) {
    int64_t right = (int64_t)x + width, bottom = (int64_t)y + height;
    int32_t left = x > c->left ? x : c->left, top = y > c->top ? y : c->top;
    if (right > c->right) right = c->right;
    if (bottom > c->bottom) bottom = c->bottom;
    if (left >= right || top >= bottom) return false;
    mask += (ptrdiff_t)(top - y) * m->stride + (left - x);
    x = left, y = top;
    width = (int32_t)(right - left), height = (int32_t)(bottom - top);
  }
  out->mask = mask;
  out->dst = c->pixels + (ptrdiff_t)(y - c->y) * c->stride + (ptrdiff_t)(x - c->x) * pixel_bytes;
  out->width = width;
  out->height = height;
  return width > 0 && height > 0;
}

static void one_by_one_rgba8(ctk_canvas *c, const ctk_placed_mask *masks, size_t count, uint32_t color) {
  for (size_t i = 0; i < count; i++) {
    part p;
    if (!clip(c, &masks[i], 4, &p)) continue;
    ctk_mask_over_rgba8(p.dst, c->stride, p.mask, masks[i].stride, p.width, p.height, color);
  }
}

static void one_by_one_alpha8(ctk_canvas *c, const ctk_placed_mask *masks, size_t count, uint8_t alpha) {
  for (size_t i = 0; i < count; i++) {
    part p;
    if (!clip(c, &masks[i], 1, &p)) continue;
    ctk_mask_over_alpha8(p.dst, c->stride, p.mask, masks[i].stride, p.width, p.height, alpha);
  }
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE uint64_t load8(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, 8);
  return word;
}

// v / 255, rounded to nearest; 128 was already added to v.
INLINE __m256i div255(__m256i v) { return _mm256_mulhi_epu16(v, _mm256_set1_epi16(257)); }

// A factor such that _mm_mulhrs_epi16 with coverage m, (m * factor + 2^14) >> 15, is m * c / 255
// rounded to nearest, for every m and c up to 255, which a test tries.
static inline int16_t factor(uint32_t c) {
  int32_t f = (int32_t)(c * 257 + 1) >> 1;
  switch (c) {
    case 11: case 19: case 23: case 29: case 41: case 43: case 47: case 59: case 61: case 67: case 103:
      f -= 1;
      break;
    case 152: case 188: case 194: case 196: case 208: case 212: case 214: case 226: case 232: case 236: case 244:
      f += 1;
      break;
    case 255: f = 32767; break;
  }
  return (int16_t)f;
}

// The factors of the four bytes of a colour, that of the first byte lowest.
static inline uint64_t factors(uint32_t color) {
  uint64_t all = 0;
  for (int k = 3; k >= 0; k--) all = all << 16 | (uint16_t)factor(color >> 8 * k & 255);
  return all;
}

// A colour, prepared so that its rounded product with coverage is one multiplication; see `factor`.
typedef struct {
  // The colour as bytes; the factors of its bytes; the factors of the difference between white and
  // the colour.
  __m256i c, factors, missing;
} paint;

// Kinds of colours. Most text is black or white, which take fewer steps; SHEER is translucent.
enum { BLACK, WHITE, OPAQUE, SHEER };

// Repeats each of eight bytes of coverage four times.
INLINE __m256i spread(uint64_t word) {
  const __m256i order = _mm256_setr_epi8(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5,
                                         5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
  return _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)word), order);
}

// Bytes of coverage m times factors.
INLINE __m256i times(__m256i m, __m256i factors) {
  const __m256i zero = _mm256_setzero_si256();
  return _mm256_packus_epi16(_mm256_mulhrs_epi16(_mm256_unpacklo_epi8(m, zero), factors),
                             _mm256_mulhrs_epi16(_mm256_unpackhi_epi8(m, zero), factors));
}

// The colour faded by coverage.
INLINE __m256i faded(__m256i m, const paint *color, int kind) {
  if (kind == BLACK) return _mm256_and_si256(m, color->c);
  if (kind == WHITE) return m;
  return times(m, color->factors);
}

// What drawing an opaque colour through coverage takes away from white pixels.
INLINE __m256i taken(__m256i m, const paint *color, int kind) {
  if (kind == BLACK) return _mm256_andnot_si256(color->c, m);
  return times(m, color->missing);
}

// Draws a colour `s`, faded by coverage `m`, over pixels `d`.
INLINE __m256i joined(__m256i d, __m256i m, __m256i s) {
  const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi16(128);
  m = _mm256_xor_si256(m, _mm256_set1_epi8(-1));
  __m256i lo = _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), _mm256_unpacklo_epi8(m, zero));
  __m256i hi = _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), _mm256_unpackhi_epi8(m, zero));
  lo = div255(_mm256_add_epi16(lo, half));
  hi = div255(_mm256_add_epi16(hi, half));
  return _mm256_adds_epu8(s, _mm256_packus_epi16(lo, hi));
}

// Draws a colour through eight bytes of coverage.
INLINE void over_word(uint8_t *dst, uint64_t word, const paint *color, int kind) {
  __m256i *to = (__m256i *)(void *)dst;
  __m256i m = spread(word), d = _mm256_loadu_si256(to);
  // The most frequent cases, text on white and text on clear pixels, take fewer steps.
  if (kind != SHEER && _mm256_testc_si256(d, _mm256_set1_epi8(-1))) {
    if (kind != WHITE)
      _mm256_storeu_si256(to, _mm256_xor_si256(taken(m, color, kind), _mm256_set1_epi8(-1)));
    return;
  }
  __m256i s = faded(m, color, kind);
  if (_mm256_testz_si256(d, d)) {
    _mm256_storeu_si256(to, s);
    return;
  }
  if (kind == SHEER) {
    const __m256i alpha = _mm256_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 3, 3, 3,
                                           3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    m = _mm256_shuffle_epi8(s, alpha);
  }
  _mm256_storeu_si256(to, joined(d, m, s));
}

// Draws a colour through sixteen bytes of coverage, of which `tail` masks the last eight. Empty
// coverage is not tested for: in small glyphs that branch would be mispredicted too often.
INLINE void over16(uint8_t *dst, const uint8_t *mask, __m256i tail, const paint *color, int kind) {
  const __m256i full = _mm256_set1_epi8(-1);
  __m256i *to = (__m256i *)(void *)dst;
  __m256i d0 = _mm256_loadu_si256(to), d1 = _mm256_loadu_si256(to + 1);
  __m256i m0 = spread(load8(mask)), m1 = _mm256_and_si256(spread(load8(mask + 8)), tail);
  if (_mm256_testc_si256(_mm256_and_si256(d0, d1), full)) {
    if (kind == WHITE) return;
    _mm256_storeu_si256(to, _mm256_xor_si256(taken(m0, color, kind), full));
    _mm256_storeu_si256(to + 1, _mm256_xor_si256(taken(m1, color, kind), full));
    return;
  }
  __m256i s0 = faded(m0, color, kind), s1 = faded(m1, color, kind), d = _mm256_or_si256(d0, d1);
  if (!_mm256_testz_si256(d, d)) {
    s0 = joined(d0, m0, s0);
    s1 = joined(d1, m1, s1);
  }
  _mm256_storeu_si256(to, s0);
  _mm256_storeu_si256(to + 1, s1);
}

// Draws a colour through eight bytes of coverage, masked by `tail`.
INLINE void over8(uint8_t *dst, const uint8_t *mask, __m256i tail, const paint *color, int kind) {
  const __m256i full = _mm256_set1_epi8(-1);
  __m256i *to = (__m256i *)(void *)dst;
  __m256i m = _mm256_and_si256(spread(load8(mask)), tail), d = _mm256_loadu_si256(to);
  if (_mm256_testc_si256(d, full)) {
    if (kind != WHITE) _mm256_storeu_si256(to, _mm256_xor_si256(taken(m, color, kind), full));
    return;
  }
  __m256i s = faded(m, color, kind);
  if (!_mm256_testz_si256(d, d)) s = joined(d, m, s);
  _mm256_storeu_si256(to, s);
}

// Draws a mask of `count` vectors of eight pixels in an opaque colour.
INLINE void small_mask(uint8_t *dst, ptrdiff_t stride, const uint8_t *mask, ptrdiff_t mask_stride, int height,
                       int count, __m256i tail, const paint *color, int kind) {
  const __m256i full = _mm256_set1_epi8(-1);
  for (int y = height; y > 0; y--, dst += stride, mask += mask_stride) {
    if (count == 1) over8(dst, mask, tail, color, kind);
    if (count >= 2) over16(dst, mask, count == 2 ? tail : full, color, kind);
    if (count == 3) over8(dst + 64, mask + 16, tail, color, kind);
    if (count == 4) over16(dst + 64, mask + 16, tail, color, kind);
  }
}

INLINE void masks_rgba8(ctk_canvas *c, const ctk_placed_mask *masks, size_t count, uint32_t color,
                        int kind) {
  paint ink;
  ink.c = _mm256_set1_epi32((int)color);
  ink.factors = _mm256_set1_epi64x((long long)factors(color));
  ink.missing = _mm256_set1_epi64x((long long)factors(~color));
  const ptrdiff_t stride = c->stride;
  const uint8_t *end = c->pixels + c->byte_count;
  for (size_t i = 0; i < count; i++) {
    const ctk_placed_mask *m = &masks[i];
    part p;
    if (!clip(c, m, 4, &p)) continue;
    // Whole vectors are read and written: pixels beside the mask are written back unchanged.
    const int whole = (p.width - 1) & ~7;
    const uint64_t tail = UINT64_MAX >> (8 * (8 - (p.width - whole)));
    uint8_t *dst = p.dst;
    const uint8_t *mask = p.mask;
    if (__builtin_expect(dst + (p.height - 1) * stride + 4 * whole + 32 > end, 0)) {
      ctk_avx2_mask_over_rgba8_rows(dst, stride, mask, m->stride, p.width, p.height, color);
      continue;
    }
    const ptrdiff_t mask_stride = m->stride;
    if (kind != SHEER && whole <= 24) {
      const __m256i last = spread(tail);
      switch (whole) {
        case 0: small_mask(dst, stride, mask, mask_stride, p.height, 1, last, &ink, kind); break;
        case 8: small_mask(dst, stride, mask, mask_stride, p.height, 2, last, &ink, kind); break;
        case 16: small_mask(dst, stride, mask, mask_stride, p.height, 3, last, &ink, kind); break;
        default: small_mask(dst, stride, mask, mask_stride, p.height, 4, last, &ink, kind); break;
      }
      continue;
    }
    for (int y = p.height; y > 0; y--, dst += stride, mask += mask_stride) {
      for (int x = 0; x < whole; x += 8) {
        uint64_t word = load8(mask + x);
        if (!word) continue;
        if (kind != SHEER && word == UINT64_MAX) {
          _mm256_storeu_si256((__m256i *)(void *)(dst + 4 * x), ink.c);
          continue;
        }
        over_word(dst + 4 * x, word, &ink, kind);
      }
      uint64_t word = load8(mask + whole) & tail;
      if (word) over_word(dst + 4 * whole, word, &ink, kind);
    }
  }
}

#define FOR_KIND(name, kind)                                                                             \
  AVX2 static __attribute__((noinline)) void name(ctk_canvas *c, const ctk_placed_mask *masks, size_t count, \
                                                  uint32_t color) {                                      \
    masks_rgba8(c, masks, count, color, kind);                                                           \
  }
FOR_KIND(black_masks, BLACK)
FOR_KIND(white_masks, WHITE)
FOR_KIND(opaque_masks, OPAQUE)
FOR_KIND(sheer_masks, SHEER)

static void avx2_masks_rgba8(ctk_canvas *c, const ctk_placed_mask *masks, size_t count, uint32_t color) {
  if (color >> 24 != 255) {
    sheer_masks(c, masks, count, color);
  } else if (color == 0xff000000) {
    black_masks(c, masks, count, color);
  } else if (color == 0xffffffff) {
    white_masks(c, masks, count, color);
  } else {
    opaque_masks(c, masks, count, color);
  }
}

INLINE __m128i over8_alpha(__m128i d, __m128i m, __m128i a, bool opaque) {
  const __m128i half = _mm_set1_epi16(128), full = _mm_set1_epi16(255), by = _mm_set1_epi16(257);
  __m128i s = _mm_cvtepu8_epi16(m), v = _mm_cvtepu8_epi16(d);
  if (!opaque) s = _mm_mulhi_epu16(_mm_add_epi16(_mm_mullo_epi16(s, a), half), by);
  v = _mm_mulhi_epu16(_mm_add_epi16(_mm_mullo_epi16(v, _mm_sub_epi16(full, s)), half), by);
  v = _mm_add_epi16(v, s);
  return _mm_packus_epi16(v, v);
}

INLINE __m128i over16_alpha(__m128i d, __m128i m, __m256i a, bool opaque) {
  const __m256i half = _mm256_set1_epi16(128), full = _mm256_set1_epi16(255);
  __m256i s = _mm256_cvtepu8_epi16(m), v = _mm256_cvtepu8_epi16(d);
  if (!opaque) s = div255(_mm256_add_epi16(_mm256_mullo_epi16(s, a), half));
  v = div255(_mm256_add_epi16(_mm256_mullo_epi16(v, _mm256_sub_epi16(full, s)), half));
  v = _mm256_add_epi16(v, s);
  return _mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
}

INLINE void masks_alpha8(ctk_canvas *c, const ctk_placed_mask *masks, size_t count, uint8_t alpha,
                         bool opaque) {
  const __m256i a = _mm256_set1_epi16(alpha);
  const ptrdiff_t stride = c->stride;
  const uint8_t *end = c->pixels + c->byte_count;
  static const uint8_t ones[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  for (size_t i = 0; i < count; i++) {
    const ctk_placed_mask *m = &masks[i];
    part p;
    if (!clip(c, m, 1, &p)) continue;
    const int whole = (p.width - 1) & ~15;
    const __m128i tail = _mm_loadu_si128((const __m128i *)(const void *)(ones + 16 - (p.width - whole)));
    uint8_t *dst = p.dst;
    const uint8_t *mask = p.mask;
    if (__builtin_expect(dst + (p.height - 1) * stride + whole + 16 > end, 0)) {
      ctk_mask_over_alpha8(dst, stride, mask, m->stride, p.width, p.height, alpha);
      continue;
    }
    const ptrdiff_t mask_stride = m->stride;
    if (p.width <= 8) {
      for (int y = p.height; y > 0; y--, dst += stride, mask += mask_stride) {
        __m128i *to = (__m128i *)(void *)dst;
        __m128i w = _mm_and_si128(_mm_loadl_epi64((const __m128i *)(const void *)mask), tail);
        _mm_storel_epi64(to, over8_alpha(_mm_loadl_epi64(to), w, _mm256_castsi256_si128(a), opaque));
      }
      continue;
    }
    for (int y = p.height; y > 0; y--, dst += stride, mask += mask_stride) {
      for (int x = 0; x < whole; x += 16) {
        __m128i *to = (__m128i *)(void *)(dst + x);
        __m128i w = _mm_loadu_si128((const __m128i *)(const void *)(mask + x));
        _mm_storeu_si128(to, over16_alpha(_mm_loadu_si128(to), w, a, opaque));
      }
      __m128i *to = (__m128i *)(void *)(dst + whole);
      __m128i w = _mm_and_si128(_mm_loadu_si128((const __m128i *)(const void *)(mask + whole)), tail);
      _mm_storeu_si128(to, over16_alpha(_mm_loadu_si128(to), w, a, opaque));
    }
  }
}

AVX2 static void avx2_masks_alpha8(ctk_canvas *c, const ctk_placed_mask *masks, size_t count,
                                   uint8_t alpha) {
  if (alpha == 255) {
    masks_alpha8(c, masks, count, alpha, true);
  } else {
    masks_alpha8(c, masks, count, alpha, false);
  }
}
#endif

void ctk_masks_over_rgba8(ctk_canvas *canvas, const ctk_placed_mask *masks, size_t count,
                          uint32_t color) {
#if defined(__x86_64__)
  if (ctk_level() == 2) {
    avx2_masks_rgba8(canvas, masks, count, color);
    return;
  }
#endif
  one_by_one_rgba8(canvas, masks, count, color);
}

void ctk_masks_over_alpha8(ctk_canvas *canvas, const ctk_placed_mask *masks, size_t count,
                           uint8_t alpha) {
#if defined(__x86_64__)
  if (ctk_level() == 2) {
    avx2_masks_alpha8(canvas, masks, count, alpha);
    return;
  }
#endif
  one_by_one_alpha8(canvas, masks, count, alpha);
}
