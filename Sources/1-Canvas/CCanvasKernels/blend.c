// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The 28 operators of the COLR table (Porter-Duff and CSS Compositing 1) that join a source with
// its backdrop.

#include "CCanvasKernels.h"
#include "pixels.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

enum {
  CLEAR, SRC, DEST, SRC_OVER, DEST_OVER, SRC_IN, DEST_IN, SRC_OUT, DEST_OUT, SRC_ATOP, DEST_ATOP,
  XOR, PLUS, SCREEN, OVERLAY, DARKEN, LIGHTEN, COLOR_DODGE, COLOR_BURN, HARD_LIGHT, SOFT_LIGHT,
  DIFFERENCE, EXCLUSION, MULTIPLY, HUE, SATURATION, COLOR, LUMINOSITY
};

// The parts, of 255, of source and backdrop that a Porter-Duff operator keeps.
static inline void factors(int mode, uint32_t sa, uint32_t da, uint32_t *fs, uint32_t *fd) {
  switch (mode) {
    case CLEAR: *fs = 0, *fd = 0; break;
    case SRC: *fs = 255, *fd = 0; break;
    case DEST: *fs = 0, *fd = 255; break;
    case SRC_OVER: *fs = 255, *fd = 255 - sa; break;
    case DEST_OVER: *fs = 255 - da, *fd = 255; break;
    case SRC_IN: *fs = da, *fd = 0; break;
    case DEST_IN: *fs = 0, *fd = sa; break;
    case SRC_OUT: *fs = 255 - da, *fd = 0; break;
    case DEST_OUT: *fs = 0, *fd = 255 - sa; break;
    case SRC_ATOP: *fs = da, *fd = 255 - sa; break;
    case DEST_ATOP: *fs = 255 - da, *fd = sa; break;
    case XOR: *fs = 255 - da, *fd = 255 - sa; break;
    default: *fs = 255, *fd = 255; break;
  }
}

static inline float hard_light(float b, float s) {
  return s <= 0.5f ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1);
}

static float separable(int mode, float b, float s) {
  switch (mode) {
    case SCREEN: return b + s - b * s;
    case OVERLAY: return hard_light(s, b);
    case DARKEN: return b < s ? b : s;
    case LIGHTEN: return b > s ? b : s;
    case COLOR_DODGE: return b <= 0 ? 0 : s >= 1 ? 1 : fminf(1, b / (1 - s));
    case COLOR_BURN: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - fminf(1, (1 - b) / s);
    case HARD_LIGHT: return hard_light(b, s);
    case SOFT_LIGHT: {
      if (s <= 0.5f) return b - (1 - 2 * s) * b * (1 - b);
      float d = b <= 0.25f ? ((16 * b - 12) * b + 4) * b : sqrtf(b);
      return b + (2 * s - 1) * (d - b);
    }
    case DIFFERENCE: return fabsf(b - s);
    case EXCLUSION: return b + s - 2 * b * s;
    default: return b * s;
  }
}

static inline float lum(const float c[3]) { return 0.3f * c[0] + 0.59f * c[1] + 0.11f * c[2]; }
static inline float least(const float c[3]) { return fminf(c[0], fminf(c[1], c[2])); }
static inline float most(const float c[3]) { return fmaxf(c[0], fmaxf(c[1], c[2])); }
static inline float sat(const float c[3]) { return most(c) - least(c); }

static void set_lum(float c[3], float target) {
  float d = target - lum(c);
  for (int k = 0; k < 3; k++) c[k] += d;
  float l = lum(c), low = least(c), high = most(c);
  if (low < 0 && l > low) {
    for (int k = 0; k < 3; k++) c[k] = l + (c[k] - l) * l / (l - low);
  }
  if (high > 1 && high > l) {
    for (int k = 0; k < 3; k++) c[k] = l + (c[k] - l) * (1 - l) / (high - l);
  }
}

static void set_sat(float c[3], float target) {
  float low = least(c), range = most(c) - low;
  for (int k = 0; k < 3; k++) c[k] = range > 0 ? (c[k] - low) * target / range : 0;
}

static void non_separable(int mode, const float b[3], const float s[3], float out[3]) {
  const float *base = mode == HUE || mode == COLOR ? s : b;
  for (int k = 0; k < 3; k++) out[k] = base[k];
  if (mode == HUE) set_sat(out, sat(b));
  if (mode == SATURATION) set_sat(out, sat(s));
  set_lum(out, mode == LUMINOSITY ? lum(s) : lum(b));
}

static inline uint8_t to_byte(float v) {
  return v <= 0 ? 0 : v >= 1 ? 255 : (uint8_t)(v * 255 + 0.5f);
}

static void blend(int mode, const uint32_t s[4], const uint8_t *d, uint32_t out[4]) {
  if (mode <= PLUS) {
    uint32_t fs, fd;
    factors(mode, s[3], d[3], &fs, &fd);
    for (int k = 0; k < 4; k++) out[k] = ctk_byte(ctk_div255(s[k] * fs) + ctk_div255(d[k] * fd));
    return;
  }
  float sa = (float)s[3] / 255, da = (float)d[3] / 255;
  float cs[3], cb[3], mixed[3];
  for (int k = 0; k < 3; k++) {
    cs[k] = s[3] ? fminf(1, (float)s[k] / (float)s[3]) : 0;
    cb[k] = d[3] ? fminf(1, (float)d[k] / (float)d[3]) : 0;
  }
  if (mode >= HUE) {
    non_separable(mode, cb, cs, mixed);
  } else {
    for (int k = 0; k < 3; k++) mixed[k] = separable(mode, cb[k], cs[k]);
  }
  out[3] = ctk_byte(s[3] + ctk_div255(d[3] * (255 - s[3])));
  for (int k = 0; k < 3; k++) {
    uint32_t v = to_byte((1 - da) * sa * cs[k] + (1 - sa) * da * cb[k] + sa * da * mixed[k]);
    out[k] = v > out[3] ? out[3] : v;
  }
}

// Multiplies pixels by an opacity. The sums stay below 2^16, so vectors have lanes of 16 bits.
INLINE void fade_bytes(uint8_t *restrict dst, const uint8_t *restrict src, int bytes, uint32_t alpha) {
  for (int i = 0; i < bytes; i++) {
    uint16_t v = (uint16_t)((uint16_t)src[i] * (uint16_t)alpha + 128);
    dst[i] = (uint8_t)((uint16_t)(v + (v >> 8)) >> 8);
  }
}

// The same code, compiled to the wider vectors of AVX2.
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void fade_avx2(uint8_t *dst, const uint8_t *src, int bytes, uint32_t alpha) {
  fade_bytes(dst, src, bytes, alpha);
}
#endif

static void fade(uint8_t *dst, const uint8_t *src, int bytes, uint32_t alpha) {
#if defined(__x86_64__)
  if (ctk_level() == 2) {
    fade_avx2(dst, src, bytes, alpha);
    return;
  }
#endif
  fade_bytes(dst, src, bytes, alpha);
}

// Source-over of faded pixels, in pieces that fit the cache.
static void fade_over(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count, int alpha) {
  uint8_t faded[4 * 256];
  for (int i = 0; i < count; i += 256) {
    int n = count - i < 256 ? count - i : 256;
    fade(faded, src + 4 * i, 4 * n, (uint32_t)alpha);
    if (mask) {
      ctk_mask_over_row_rgba8(dst + 4 * i, faded, mask + i, n);
    } else {
      ctk_over_row_rgba8(dst + 4 * i, faded, n);
    }
  }
}

void ctk_blend_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count,
                         int mode, int alpha) {
  if (mode == SRC_OVER && alpha == 255) {
    if (mask) {
      ctk_mask_over_row_rgba8(dst, src, mask, count);
    } else {
      ctk_over_row_rgba8(dst, src, count);
    }
    return;
  }
  if (mode == SRC_OVER) {
    fade_over(dst, src, mask, count, alpha);
    return;
  }
  for (int i = 0; i < count; i++, dst += 4, src += 4) {
    uint32_t m = mask ? mask[i] : 255;
    if (!m) continue;
    uint32_t s[4], out[4];
    for (int k = 0; k < 4; k++) s[k] = ctk_div255(src[k] * (uint32_t)alpha);
    blend(mode, s, dst, out);
    for (int k = 0; k < 4; k++) {
      dst[k] = m == 255 ? (uint8_t)out[k] : (uint8_t)ctk_div255(out[k] * m + dst[k] * (255 - m));
    }
  }
}

// Copies pixels; returns whether all of them are opaque.
INLINE bool copy_opaque(uint8_t *restrict dst, const uint8_t *restrict src, int count) {
  uint32_t common = UINT32_MAX;
  for (int i = 0; i < count; i++) {
    uint32_t color;
    memcpy(&color, src + 4 * i, 4);
    memcpy(dst + 4 * i, &color, 4);
    common &= color;
  }
  return common >> 24 == 255;
}

INLINE void store_row(uint8_t *dst, const uint8_t *src, int count, uint32_t ground) {
  enum { PIECE = 256 };
  for (int i = 0; i < count; i += PIECE) {
    int n = count - i < PIECE ? count - i : PIECE;
    if (copy_opaque(dst + 4 * i, src + 4 * i, n)) continue;
    ctk_fill_rgba8(dst + 4 * i, 0, n, 1, ground);
    ctk_over_row_rgba8(dst + 4 * i, src + 4 * i, n);
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void store_row_avx2(uint8_t *dst, const uint8_t *src, int count,
                                                           uint32_t ground) {
  store_row(dst, src, count, ground);
}
#endif

void ctk_store_row_rgba8(uint8_t *dst, const uint8_t *src, int count, uint32_t ground) {
#if defined(__x86_64__)
  if (ctk_level() == 2) {
    store_row_avx2(dst, src, count, ground);
    return;
  }
#endif
  store_row(dst, src, count, ground);
}

void ctk_blend_row_alpha8(uint8_t *dst, const uint8_t *src, const uint8_t *mask, int count,
                          int mode, int alpha) {
  if (mode == SRC_OVER && alpha == 255) {
    // As for colours, the source is faded by the mask and then drawn over the backdrop.
    for (int i = 0; i < count; i++) {
      uint32_t s = mask ? ctk_div255((uint32_t)src[i] * mask[i]) : src[i];
      dst[i] = ctk_byte(s + ctk_div255(dst[i] * (255 - s)));
    }
    return;
  }
  if (mode > PLUS) mode = SRC_OVER;
  for (int i = 0; i < count; i++) {
    uint32_t m = mask ? mask[i] : 255;
    if (!m) continue;
    uint32_t fs, fd, s = ctk_div255(src[i] * (uint32_t)alpha), d = dst[i];
    factors(mode, s, d, &fs, &fd);
    uint32_t out = ctk_byte(ctk_div255(s * fs) + ctk_div255(d * fd));
    dst[i] = (uint8_t)ctk_div255(out * m + d * (255 - m));
  }
}

void ctk_unpremultiply_row(uint8_t *dst, const uint8_t *src, int count) {
  for (int i = 0; i < count; i++, dst += 4, src += 4) {
    uint32_t a = src[3];
    if (a == 255 || a == 0) {
      uint32_t pixel = 0;
      if (a) memcpy(&pixel, src, 4);
      memcpy(dst, &pixel, 4);
      continue;
    }
    // The result is exact: the reciprocal is too large by less than 2^-24 and the dividend at most
    // 65,152, so the quotient is too large by less than 1/255 and rounds down to the same number.
    uint32_t reciprocal = ((1u << 24) + a - 1) / a;
    for (int k = 0; k < 3; k++) {
      uint32_t v = src[k] < a ? src[k] : a;
      dst[k] = (uint8_t)(((v * 255u + a / 2) * (uint64_t)reciprocal) >> 24);
    }
    dst[3] = (uint8_t)a;
  }
}

void ctk_premultiply_row(uint8_t *dst, const uint8_t *src, int count) {
  for (int i = 0; i < count; i++, dst += 4, src += 4) {
    uint32_t a = src[3];
    for (int k = 0; k < 3; k++) dst[k] = (uint8_t)ctk_div255(src[k] * a);
    dst[3] = (uint8_t)a;
  }
}
