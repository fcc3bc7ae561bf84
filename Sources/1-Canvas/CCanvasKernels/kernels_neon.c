// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The pixel loops for 64-bit ARM processors, which all have NEON. Ends that do not fill a vector go
// to the scalar reference.

#include "kernels_neon.h"
#include "kernels_scalar.h"

#if CTK_NEON
#include <arm_neon.h>
#include <string.h>

// Fused multiply-adds are off: they round once where the other variants round twice, so that bits
// would differ. Compilers for ARM use them unless told otherwise.
#pragma STDC FP_CONTRACT OFF

// a * b / 255, rounded to nearest, for each byte.
static inline uint8x8_t times8(uint8x8_t a, uint8x8_t b) {
  const uint16x8_t v = vmull_u8(a, b);
  // The same number as from the shifts of `ctk_div255`: this narrowing addition rounds, which adds
  // the 128.
  return vraddhn_u16(v, vrshrq_n_u16(v, 8));
}

static inline uint8x16_t times(uint8x16_t a, uint8x16_t b) {
  return vcombine_u8(times8(vget_low_u8(a), vget_low_u8(b)), times8(vget_high_u8(a), vget_high_u8(b)));
}

static inline uint8x16_t four_pixels(uint32_t color) { return vreinterpretq_u8_u32(vdupq_n_u32(color)); }

// Source-over of four premultiplied pixels.
static inline uint8x16_t over(uint8x16_t dst, uint8x16_t src) {
  static const uint8_t alphas[16] = {3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15};
  const uint8x16_t rest = vmvnq_u8(vqtbl1q_u8(src, vld1q_u8(alphas)));
  return vqaddq_u8(src, times(dst, rest));
}

// Repeats each of four bytes of coverage in all channels of a pixel.
static inline uint8x16_t spread_mask(uint32_t word) {
  static const uint8_t each[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  return vqtbl1q_u8(four_pixels(word), vld1q_u8(each));
}

void ctk_neon_mask_over_rgba8(uint8_t *dst, const uint8_t *mask, int count, uint32_t color) {
  const uint8x16_t c = four_pixels(color);
  const bool opaque = color >> 24 == 255;
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16) {
    uint32_t word;
    memcpy(&word, mask + i, 4);
    if (!word) continue;
    if (opaque && word == UINT32_MAX) {
      vst1q_u8(dst, c);
      continue;
    }
    vst1q_u8(dst, over(vld1q_u8(dst), times(spread_mask(word), c)));
  }
  ctk_scalar_mask_over_rgba8(dst, mask + i, count - i, color);
}

void ctk_neon_mask_over_alpha8(uint8_t *dst, const uint8_t *mask, int count, uint8_t alpha) {
  int i = 0;
  for (; i + 16 <= count; i += 16) {
    const uint8x16_t s = times(vld1q_u8(mask + i), vdupq_n_u8(alpha));
    vst1q_u8(dst + i, vqaddq_u8(s, times(vld1q_u8(dst + i), vmvnq_u8(s))));
  }
  for (; i + 8 <= count; i += 8) {
    const uint8x8_t s = times8(vld1_u8(mask + i), vdup_n_u8(alpha));
    vst1_u8(dst + i, vqadd_u8(s, times8(vld1_u8(dst + i), vmvn_u8(s))));
  }
  ctk_scalar_mask_over_alpha8(dst + i, mask + i, count - i, alpha);
}

void ctk_neon_over_rgba8(uint8_t *dst, int count, uint32_t color) {
  const uint8x16_t c = four_pixels(color);
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16) vst1q_u8(dst, over(vld1q_u8(dst), c));
  ctk_scalar_over_rgba8(dst, count - i, color);
}

void ctk_neon_over_row_rgba8(uint8_t *dst, const uint8_t *src, int count) {
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16, src += 16) {
    const uint8x16_t s = vld1q_u8(src);
    // Four opaque pixels replace those that they cover.
    const bool opaque = vminvq_u32(vreinterpretq_u32_u8(s)) >= 0xff000000;
    vst1q_u8(dst, opaque ? s : over(vld1q_u8(dst), s));
  }
  ctk_scalar_over_row_rgba8(dst, src, count - i);
}

void ctk_neon_mask_over_row_rgba8(uint8_t *dst, const uint8_t *src, const uint8_t *mask,
                                  int count) {
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16, src += 16) {
    uint32_t word;
    memcpy(&word, mask + i, 4);
    if (!word) continue;
    vst1q_u8(dst, over(vld1q_u8(dst), times(vld1q_u8(src), spread_mask(word))));
  }
  ctk_scalar_mask_over_row_rgba8(dst, src, mask + i, count - i);
}

void ctk_neon_multiply_row_alpha8(uint8_t *dst, const uint8_t *src, int count) {
  int i = 0;
  for (; i + 16 <= count; i += 16) vst1q_u8(dst + i, times(vld1q_u8(dst + i), vld1q_u8(src + i)));
  ctk_scalar_multiply_row_alpha8(dst + i, src + i, count - i);
}

void ctk_neon_modulate_row_rgba8(uint8_t *dst, int count, uint32_t color) {
  const uint8x16_t c = four_pixels(color);
  int i = 0;
  for (; i + 4 <= count; i += 4, dst += 16) vst1q_u8(dst, times(vld1q_u8(dst), c));
  ctk_scalar_modulate_row_rgba8(dst, count - i, color);
}

// The coverage of four cells; the running sum goes on from the last lane of `carry`.
static inline uint16x4_t coverage4(int32x4_t v, int32x4_t *carry) {
  const int32x4_t zero = vdupq_n_s32(0);
  v = vaddq_s32(v, vextq_s32(zero, v, 3));
  v = vaddq_s32(v, vextq_s32(zero, v, 2));
  v = vaddq_s32(v, vdupq_laneq_s32(*carry, 3));
  *carry = v;
  uint32x4_t w = vshrq_n_u32(vreinterpretq_u32_s32(vabsq_s32(v)), 9);
  w = vminq_u32(w, vdupq_n_u32(65536));
  return vrshrn_n_u32(vsubq_u32(vshlq_n_u32(w, 8), w), 16);
}

static inline void coverage_row(uint8_t *dst, int32_t *sums, int count) {
  const int32x4_t zero = vdupq_n_s32(0);
  int32x4_t carry = zero;
  // The coverage of the pixel before: pixels that no edge touches have the same coverage.
  uint8x8_t solid = vdup_n_u8(0);
  for (int i = 0; i + 8 <= count; i += 8) {
    int32_t *p = sums + i;
    const int32x4_t a = vld1q_s32(p), b = vld1q_s32(p + 4);
    if (vmaxvq_u32(vreinterpretq_u32_s32(vorrq_s32(a, b))) == 0) {
      vst1_u8(dst + i, solid);
      continue;
    }
    vst1q_s32(p, zero);
    vst1q_s32(p + 4, zero);
    const uint16x4_t low = coverage4(a, &carry), high = coverage4(b, &carry);
    const uint8x8_t covered = vmovn_u16(vcombine_u16(low, high));
    vst1_u8(dst + i, covered);
    solid = vdup_lane_u8(covered, 7);
  }
}

void ctk_neon_coverage_rows(uint8_t *dst, ptrdiff_t stride, int32_t *sums, int row_sums, int width,
                            int height) {
  const int count = (width + 7) & ~7;
  for (int y = 0; y < height; y++, dst += stride, sums += row_sums) {
    coverage_row(dst, sums, count);
    for (int i = count; i < row_sums; i += 4) vst1q_s32(sums + i, vdupq_n_s32(0));
  }
}

// Arcs, as in the scalar reference
// -----------------------------------------------------------------------

enum { SUM_BITS = 25 };

static inline float32x4_t meetings(float32x4_t a, float32x4_t b, float32x4_t c, float32x4_t steps) {
  const uint32x4_t back = vcltzq_f32(vaddq_f32(a, vaddq_f32(b, b)));
  a = vbslq_f32(back, vnegq_f32(a), a);
  b = vbslq_f32(back, vnegq_f32(b), b);
  c = vbslq_f32(back, vnegq_f32(c), c);
  const float32x4_t way = vsubq_f32(vaddq_f32(vrndmq_f32(c), steps), c);
  const float32x4_t under = vaddq_f32(vmulq_f32(b, b), vmulq_f32(a, way));
  const float32x4_t root = vsqrtq_f32(vmaxnmq_f32(under, vdupq_n_f32(0)));
  return vminnmq_f32(vdivq_f32(way, vaddq_f32(b, root)), vdupq_n_f32(1));
}

// Sorts four parameters that rise and then fall, or fall and then rise (bitonic merge).
static inline float32x4_t ordered(float32x4_t t) {
  const uint32x4_t upper = vcombine_u32(vdup_n_u32(0), vdup_n_u32(UINT32_MAX));
  const uint32x4_t odd = vreinterpretq_u32_u64(vdupq_n_u64(0xffffffff00000000));
  float32x4_t o = vextq_f32(t, t, 2);
  t = vbslq_f32(upper, vmaxq_f32(t, o), vminq_f32(t, o));
  o = vrev64q_f32(t);
  return vbslq_f32(odd, vmaxq_f32(t, o), vminq_f32(t, o));
}

// Rounds to the nearest integers, halves to the even one.
static inline int32x4_t fine(float32x4_t v) { return vcvtnq_s32_f32(vmulq_f32(v, vdupq_n_f32(16777216.0f))); }

static inline int32x4_t at_time(float32x4_t t, float a, float b, float c) {
  const float32x4_t v = vaddq_f32(vmulq_f32(vdupq_n_f32(a), t), vdupq_n_f32(b + b));
  return fine(vaddq_f32(vmulq_f32(v, t), vdupq_n_f32(c)));
}

// The previous parameters and positions of an arc; only the last lanes are used.
typedef struct {
  float32x4_t t;
  int32x4_t x, y;
} before4;

// Adds the parts of an arc that end at the parameters t.
static inline before4 add_parts(const ctk_arc *arc, float32x4_t t, before4 before, int32_t *base, ptrdiff_t row_sums) {
  const float bulge = (arc->a[1] * (arc->b[0] + arc->b[0]) - arc->a[0] * (arc->b[1] + arc->b[1])) * ctk_bulge;
  const float32x4_t dt = vsubq_f32(t, vextq_f32(before.t, t, 3));
  const int32x4_t x1 = at_time(t, arc->a[0], arc->b[0], arc->c[0]), x0 = vextq_s32(before.x, x1, 3);
  const int32x4_t y1 = at_time(t, arc->a[1], arc->b[1], arc->c[1]), y0 = vextq_s32(before.y, y1, 3);
  const int32x4_t dy = vsubq_s32(y1, y0), sum_x = vaddq_s32(x0, x1), sum_y = vaddq_s32(y0, y1);
  const float32x4_t cube = vmulq_f32(vmulq_f32(vmulq_f32(dt, dt), dt), vdupq_n_f32(bulge));
  float32x4_t mean = vcvtq_f32_s32(vandq_s32(sum_x, vdupq_n_s32((1 << SUM_BITS) - 1)));
  mean = vmulq_f32(mean, vdupq_n_f32(1.0f / 16777216));
  const int32x4_t beyond = vcvtnq_s32_f32(vaddq_f32(vmulq_f32(vcvtq_f32_s32(dy), mean), cube));
  int32_t x[4], y[4], h[4], n[4];
  vst1q_s32(x, vshrq_n_s32(sum_x, SUM_BITS));
  vst1q_s32(y, vshrq_n_s32(sum_y, SUM_BITS));
  vst1q_s32(h, vsubq_s32(vaddq_s32(dy, dy), beyond));
  vst1q_s32(n, beyond);
  for (int i = 0; i < 4; i++) {
    int32_t *cell = base + y[i] * row_sums + x[i];
    cell[0] += h[i];
    cell[1] += n[i];
  }
  return (before4){t, x1, y1};
}

void ctk_neon_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums, int32_t left,
                       int32_t top) {
  const float32x4_t few = {1, 2, 2, 1}, rows = {1, 2, 3, 4}, columns = {1e9f, 3, 2, 1};
  for (const ctk_arc *arc = arcs, *end = arcs + count; arc != end; arc++) {
    int32_t *base = sums + (ptrdiff_t)(arc->y - top) * row_sums + (arc->x - left);
    before4 before = {vdupq_n_f32(0), fine(vdupq_n_f32(arc->c[0])), fine(vdupq_n_f32(arc->c[1]))};
    const float32x4_t ax = vdupq_n_f32(arc->a[0]), ay = vdupq_n_f32(arc->a[1]);
    const float32x4_t bx = vdupq_n_f32(arc->b[0]), by = vdupq_n_f32(arc->b[1]);
    const float32x4_t cx = vdupq_n_f32(arc->c[0]), cy = vdupq_n_f32(arc->c[1]);
    if (length != CTK_LONG_ARC) {
      // The lower half holds the coefficients for borders of rows, the upper half those for
      // columns.
      const float32x4_t t = meetings(vextq_f32(ay, ax, 2), vextq_f32(by, bx, 2), vextq_f32(cy, cx, 2), few);
      add_parts(arc, ordered(t), before, base, row_sums);
      continue;
    }
    const float32x4_t t = meetings(ay, by, cy, rows), u = meetings(ax, bx, cx, columns);
    before = add_parts(arc, ordered(vminq_f32(t, u)), before, base, row_sums);
    add_parts(arc, ordered(vmaxq_f32(t, u)), before, base, row_sums);
  }
}

void ctk_neon_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *e) {
  const float64x2_t mx = vld1q_f64(m), my = vld1q_f64(m + 2), mt = vld1q_f64(m + 4);
  float64x2_t low = vld1q_f64(e->low), high = vld1q_f64(e->high), sum = vld1q_f64(e->sum);
  for (size_t i = 0; i < count; i++) {
    const float64x2_t x = vmulq_f64(mx, vdupq_n_f64(points[2 * i])), y = vmulq_f64(my, vdupq_n_f64(points[2 * i + 1]));
    const float64x2_t v = vaddq_f64(vaddq_f64(x, y), mt);
    // For equal numbers, and if one is NaN, the new number is taken, as in the reference.
    low = vbslq_f64(vcltq_f64(low, v), low, v);
    high = vbslq_f64(vcgtq_f64(high, v), high, v);
    sum = vaddq_f64(sum, v);
    vst1_s32(grid + 2 * i, vqmovn_s64(vcvtnq_s64_f64(v)));
  }
  vst1q_f64(e->low, low), vst1q_f64(e->high, high), vst1q_f64(e->sum, sum);
}
#endif
