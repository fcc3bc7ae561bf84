// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Small pictures, turned, scaled and tinted, drawn straight over the pixels behind them. A position
// in the sprite is a sum of whole steps from the corner of the sprite's own box, so that a pixel
// does not depend on the part that is drawn. Pixels are computed from integers, so every variant
// has the same bits.

#include "pixels.h"
#include "sprite_avx2.h"
#include "sprite_neon.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma STDC FP_CONTRACT OFF

// A channel interpolated between a pixel and its right neighbour by t/64, times 64.
static inline int beside(const uint8_t *p, int t) { return p[0] * (64 - t) + p[4] * t; }

// Draws `count` pixels from position (u, v) of the sprite on, all of which lie inside the sprite.
static void scalar_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk) {
  const uint32_t c = walk->color;
  const uint32_t tint[4] = {c & 255, c >> 8 & 255, c >> 16 & 255, c >> 24};
  for (int i = 0; i < count; i++, dst += 4, u += walk->du, v += walk->dv) {
    const uint8_t *p = walk->pixels + (ptrdiff_t)(v >> 16) * walk->stride + 4 * (ptrdiff_t)(u >> 16);
    const int tx = u >> 10 & walk->weights, ty = v >> 10 & walk->weights;
    uint32_t s[4];
    for (int k = 0; k < 4; k++) {
      const int above = beside(p + k, tx), below = beside(p + walk->stride + k, tx);
      s[k] = ctk_div255(((uint32_t)(above + ((below - above) * ty >> 6) + 32) >> 6) * tint[k]);
    }
    for (int k = 0; k < 4; k++) {
      dst[k] = ctk_byte(s[k] + (walk->is_additive ? dst[k] : ctk_div255(dst[k] * (255 - s[3]))));
    }
  }
}

#if defined(__SSE2__)
static inline __m128i times(__m128i a, __m128i b) {
  // The product over 255, as in `ctk_div255`.
  return _mm_mulhi_epu16(_mm_add_epi16(_mm_mullo_epi16(a, b), _mm_set1_epi16(128)), _mm_set1_epi16(257));
}

static inline __m128i eight(const uint8_t *p) {
  return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)p), _mm_setzero_si128());
}

// A 16-bit number for each channel of two pixels.
static inline __m128i both(int32_t a, int32_t b) {
  return _mm_unpacklo_epi64(_mm_set1_epi16((short)a), _mm_set1_epi16((short)b));
}

// Two pixels, each interpolated with its right neighbour, times 64.
static inline __m128i beside8(const uint8_t *p, const uint8_t *q, __m128i t) {
  const __m128i a = eight(p), b = eight(q);
  const __m128i left = _mm_unpacklo_epi64(a, b), right = _mm_unpackhi_epi64(a, b);
  return _mm_add_epi16(_mm_slli_epi16(left, 6), _mm_mullo_epi16(_mm_sub_epi16(right, left), t));
}

static inline __m128i pair(int32_t u, int32_t v, int32_t u1, int32_t v1, __m128i behind, const ctk_sprite_walk *walk,
                           __m128i tint) {
  const uint8_t *p = walk->pixels + (ptrdiff_t)(v >> 16) * walk->stride + 4 * (ptrdiff_t)(u >> 16);
  const uint8_t *q = walk->pixels + (ptrdiff_t)(v1 >> 16) * walk->stride + 4 * (ptrdiff_t)(u1 >> 16);
  const __m128i tx = both(u >> 10 & walk->weights, u1 >> 10 & walk->weights);
  const __m128i ty = both(v >> 1 & walk->weights << 9, v1 >> 1 & walk->weights << 9);
  const __m128i above = beside8(p, q, tx), below = beside8(p + walk->stride, q + walk->stride, tx);
  const __m128i part = _mm_mulhi_epi16(_mm_slli_epi16(_mm_sub_epi16(below, above), 1), ty);
  const __m128i mixed = _mm_srli_epi16(_mm_add_epi16(_mm_add_epi16(above, part), _mm_set1_epi16(32)), 6);
  const __m128i s = times(mixed, tint);
  __m128i d = _mm_unpacklo_epi8(behind, _mm_setzero_si128());
  if (!walk->is_additive) {
    const __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(s, 0xff), 0xff);
    d = times(d, _mm_sub_epi16(_mm_set1_epi16(255), alpha));
  }
  return _mm_packus_epi16(_mm_add_epi16(s, d), _mm_setzero_si128());
}

static void sse2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk) {
  const __m128i color = _mm_set1_epi32((int)walk->color);
  const __m128i tint = _mm_unpacklo_epi8(color, _mm_setzero_si128());
  int i = 0;
  for (; i + 2 <= count; i += 2, dst += 8, u += 2 * walk->du, v += 2 * walk->dv) {
    const __m128i behind = _mm_loadl_epi64((const __m128i *)(const void *)dst);
    const __m128i out = pair(u, v, u + walk->du, v + walk->dv, behind, walk, tint);
    _mm_storel_epi64((__m128i *)(void *)dst, out);
  }
  if (i < count) {
    int32_t word;
    memcpy(&word, dst, 4);
    word = _mm_cvtsi128_si32(pair(u, v, u, v, _mm_cvtsi32_si128(word), walk, tint));
    memcpy(dst, &word, 4);
  }
}
#endif

// Narrows a range of columns to those in which a coordinate lies inside, but for rounding. The
// coordinate is 0 in column `zero` and reaches its end `length` columns later (earlier if
// negative).
static inline void narrow(double zero, double length, double *first, double *last) {
  const double a = length > 0 ? zero : zero + length, b = length > 0 ? zero + length : zero;
  *first = a > *first ? a : *first;
  *last = b < *last ? b : *last;
}

static inline bool inside(int64_t u, int64_t v, int64_t width, int64_t height) {
  return u > 0 && v > 0 && u < width && v < height;
}

void ctk_draw_sprite_rgba8(ctk_canvas *canvas, const ctk_sprite *sprite, const ctk_sprite_place *at,
                           uint32_t color, bool is_additive) {
  const int32_t left = at->left > canvas->left ? at->left : canvas->left;
  const int32_t right = at->right < canvas->right ? at->right : canvas->right;
  const int32_t top = at->top > canvas->top ? at->top : canvas->top;
  const int32_t bottom = at->bottom < canvas->bottom ? at->bottom : canvas->bottom;
  if (left >= right) return;
  const ctk_sprite_walk walk = {
      .pixels = sprite->pixels, .stride = sprite->stride, .du = at->ux, .dv = at->vx, .color = color,
      .weights = sprite->is_nearest ? 0 : 63, .is_additive = is_additive};
  const int64_t width = (int64_t)(sprite->width + 1) << 16, height = (int64_t)(sprite->height + 1) << 16;
  // The columns for each unit of a coordinate; 0 if it does not change along a row: `inside`
  // decides.
  const double columns_u = at->ux ? 1.0 / at->ux : 0, columns_v = at->vx ? 1.0 / at->vx : 0;
  const double length_u = (double)width * columns_u, length_v = (double)height * columns_v;
  void (*row)(uint8_t *, int, int32_t, int32_t, const ctk_sprite_walk *) = scalar_sprite_row;
#if defined(__x86_64__)
  const int level = ctk_level();
  if (level > 0) row = level == 2 ? ctk_avx2_sprite_row : sse2_sprite_row;
#elif CTK_NEON
  if (ctk_level() == 1) row = ctk_neon_sprite_row;
#endif
  for (int32_t y = top; y < bottom; y++) {
    const int64_t down = (int64_t)y - at->top;
    const int64_t u = (at->u + at->uy * down) >> 16, v = (at->v + at->vy * down) >> 16;
    double first = (double)left - at->left, last = (double)right - 1 - at->left;
    if (at->ux) narrow(-(double)u * columns_u, length_u, &first, &last);
    if (at->vx) narrow(-(double)v * columns_v, length_v, &first, &last);
    if (!(first <= last)) continue;
    // Neither `first` nor `last` is negative, so the conversions round down.
    int64_t from = (int64_t)first, to = (int64_t)last + 1;
    from += (double)from < first;
    int64_t pu = u + from * at->ux, pv = v + from * at->vx;
    while (from < to && !inside(pu, pv, width, height)) from++, pu += at->ux, pv += at->vx;
    if (from == to) continue;
    int64_t qu = u + (to - 1) * at->ux, qv = v + (to - 1) * at->vx;
    while (!inside(qu, qv, width, height)) to--, qu -= at->ux, qv -= at->vx;
    uint8_t *dst =
        canvas->pixels + (ptrdiff_t)(y - canvas->y) * canvas->stride + 4 * (at->left + from - canvas->x);
    row(dst, (int)(to - from), (int32_t)pu, (int32_t)pv, &walk);
  }
}
