// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Small pictures, turned, scaled and tinted, straight into the pixels behind them. A place in the
// sprite is a sum of whole steps from the corner of the sprite's own box, so that a pixel does not
// depend on the part that is drawn. All that decides about pixels is integers, so every variant has
// the same bits.

#include "sprite.h"

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#pragma STDC FP_CONTRACT OFF

static inline int mix(int a, int b, int t) { return a + ((b - a) * t >> 8); }

void ctk_scalar_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk) {
  const uint32_t c = walk->color;
  const uint32_t tint[4] = {c & 255, c >> 8 & 255, c >> 16 & 255, c >> 24};
  for (int i = 0; i < count; i++, dst += 4, u += walk->du, v += walk->dv) {
    const uint8_t *p = walk->pixels + (ptrdiff_t)(v >> 16) * walk->stride + 4 * (ptrdiff_t)(u >> 16);
    const uint8_t *q = p + walk->stride;
    const int tx = u >> 8 & walk->weights, ty = v >> 8 & walk->weights;
    uint32_t s[4];
    for (int k = 0; k < 4; k++) {
      s[k] = ctk_div255((uint32_t)mix(mix(p[k], q[k], ty), mix(p[k + 4], q[k + 4], ty), tx) * tint[k]);
    }
    for (int k = 0; k < 4; k++) {
      dst[k] = ctk_byte(s[k] + (walk->is_additive ? dst[k] : ctk_div255(dst[k] * (255 - s[3]))));
    }
  }
}

#if defined(__SSE2__)
static inline __m128i mix8(__m128i a, __m128i b, __m128i twice) {
  return _mm_add_epi16(a, _mm_mulhi_epi16(_mm_slli_epi16(_mm_sub_epi16(b, a), 7), twice));
}

static inline __m128i times(__m128i a, __m128i b) {
  // Over 255, as `ctk_div255`.
  return _mm_mulhi_epu16(_mm_add_epi16(_mm_mullo_epi16(a, b), _mm_set1_epi16(128)), _mm_set1_epi16(257));
}

static inline __m128i eight(const uint8_t *p) {
  return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)p), _mm_setzero_si128());
}

// A pixel and its right neighbour, mixed with those below.
static inline __m128i column(int32_t u, int32_t v, const ctk_sprite_walk *walk) {
  const uint8_t *p = walk->pixels + (ptrdiff_t)(v >> 16) * walk->stride + 4 * (ptrdiff_t)(u >> 16);
  return mix8(eight(p), eight(p + walk->stride), _mm_set1_epi16((short)(v >> 7 & 2 * walk->weights)));
}

static inline __m128i pair(int32_t u, int32_t v, int32_t u1, int32_t v1, __m128i behind, const ctk_sprite_walk *walk,
                           __m128i tint) {
  const __m128i a = column(u, v, walk), b = column(u1, v1, walk);
  const __m128i twice = _mm_unpacklo_epi64(_mm_set1_epi16((short)(u >> 7 & 2 * walk->weights)),
                                           _mm_set1_epi16((short)(u1 >> 7 & 2 * walk->weights)));
  const __m128i s = times(mix8(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b), twice), tint);
  __m128i d = _mm_unpacklo_epi8(behind, _mm_setzero_si128());
  if (!walk->is_additive) {
    const __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(s, 0xff), 0xff);
    d = times(d, _mm_sub_epi16(_mm_set1_epi16(255), alpha));
  }
  return _mm_packus_epi16(_mm_add_epi16(s, d), _mm_setzero_si128());
}

void ctk_sse2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk) {
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

// The columns of a row in which a coordinate lies inside: `low` and `high` move together, one column
// too far apart on each side.
static inline void narrow(int64_t start, int64_t step, double inverse, int64_t end, double *low, double *high) {
  if (step == 0) {
    if (start <= 0 || start >= end) *high = *low;
    return;
  }
  const double a = -(double)start * inverse, b = (double)(end - start) * inverse;
  const double first = (a < b ? a : b) - 1, last = (a < b ? b : a) + 2;
  if (first > *low) *low = first;
  if (last < *high) *high = last;
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
      .weights = sprite->is_nearest ? 0 : 255, .is_additive = is_additive};
  const double inverse_u = at->ux ? 1 / (double)at->ux : 0, inverse_v = at->vx ? 1 / (double)at->vx : 0;
  const int64_t width = (int64_t)(sprite->width + 1) << 16, height = (int64_t)(sprite->height + 1) << 16;
  void (*row)(uint8_t *, int, int32_t, int32_t, const ctk_sprite_walk *) = ctk_scalar_sprite_row;
#if defined(__x86_64__)
  const int level = ctk_level();
  if (level > 0) row = level == 2 ? ctk_avx2_sprite_row : ctk_sse2_sprite_row;
#endif
  for (int32_t y = top; y < bottom; y++) {
    const int64_t down = (int64_t)y - at->top;
    const int64_t u = (at->u + at->uy * down) >> 16, v = (at->v + at->vy * down) >> 16;
    double low = (double)left - at->left, high = (double)right - at->left;
    narrow(u, at->ux, inverse_u, width, &low, &high);
    narrow(v, at->vx, inverse_v, height, &low, &high);
    if (!(low < high)) continue;
    int64_t from = (int64_t)low, to = (int64_t)high;
    while (from < to && !inside(u + from * at->ux, v + from * at->vx, width, height)) from++;
    while (from < to && !inside(u + (to - 1) * at->ux, v + (to - 1) * at->vx, width, height)) to--;
    if (from == to) continue;
    uint8_t *dst =
        canvas->pixels + (ptrdiff_t)(y - canvas->y) * canvas->stride + 4 * (at->left + from - canvas->x);
    row(dst, (int)(to - from), (int32_t)(u + from * at->ux), (int32_t)(v + from * at->vx), &walk);
  }
}
