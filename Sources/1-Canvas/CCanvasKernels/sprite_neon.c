// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// Rows of sprites for 64-bit ARM processors: two pixels at a time.

#include "pixels.h"
#include "sprite_neon.h"

#if CTK_NEON
#include <arm_neon.h>
#include <string.h>

static inline uint8x8_t times(uint8x8_t a, uint8x8_t b) {
  // The product over 255, as in `ctk_div255`.
  const uint16x8_t v = vmull_u8(a, b);
  return vraddhn_u16(v, vrshrq_n_u16(v, 8));
}

// A byte for each channel of two pixels.
static inline uint8x8_t both(int32_t a, int32_t b) {
  return vreinterpret_u8_u32(vzip1_u32(vreinterpret_u32_u8(vdup_n_u8((uint8_t)a)),
                                       vreinterpret_u32_u8(vdup_n_u8((uint8_t)b))));
}

// Two pixels, each interpolated with its right neighbour, times 64.
static inline uint16x8_t beside8(const uint8_t *p, const uint8_t *q, uint8x8_t t) {
  const uint32x2_t a = vreinterpret_u32_u8(vld1_u8(p)), b = vreinterpret_u32_u8(vld1_u8(q));
  const uint8x8_t left = vreinterpret_u8_u32(vzip1_u32(a, b)), right = vreinterpret_u8_u32(vzip2_u32(a, b));
  return vmlal_u8(vmull_u8(left, vsub_u8(vdup_n_u8(64), t)), right, t);
}

static inline uint8x8_t pair(int32_t u, int32_t v, int32_t u1, int32_t v1, uint8x8_t behind,
                             const ctk_sprite_walk *walk, uint8x8_t tint) {
  const uint8_t *p = walk->pixels + (ptrdiff_t)(v >> 16) * walk->stride + 4 * (ptrdiff_t)(u >> 16);
  const uint8_t *q = walk->pixels + (ptrdiff_t)(v1 >> 16) * walk->stride + 4 * (ptrdiff_t)(u1 >> 16);
  const uint8x8_t tx = both(u >> 10 & walk->weights, u1 >> 10 & walk->weights);
  const uint8x8_t ty = both(v >> 10 & walk->weights, v1 >> 10 & walk->weights);
  const uint16x8_t above = beside8(p, q, tx), below = beside8(p + walk->stride, q + walk->stride, tx);
  // `vqdmulhq` takes the upper half of the doubled product: 2 · 2⁹ / 2¹⁶ is a 64th.
  const uint16x8_t down = vshlq_n_u16(vmovl_u8(ty), 9);
  const int16x8_t part = vqdmulhq_s16(vreinterpretq_s16_u16(vsubq_u16(below, above)), vreinterpretq_s16_u16(down));
  const uint8x8_t s = times(vrshrn_n_u16(vaddq_u16(above, vreinterpretq_u16_s16(part)), 6), tint);
  if (walk->is_additive) return vqadd_u8(s, behind);
  static const uint8_t alphas[8] = {3, 3, 3, 3, 7, 7, 7, 7};
  return vqadd_u8(s, times(behind, vmvn_u8(vtbl1_u8(s, vld1_u8(alphas)))));
}

void ctk_neon_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk) {
  const uint8x8_t tint = vreinterpret_u8_u32(vdup_n_u32(walk->color));
  int i = 0;
  for (; i + 2 <= count; i += 2, dst += 8, u += 2 * walk->du, v += 2 * walk->dv) {
    vst1_u8(dst, pair(u, v, u + walk->du, v + walk->dv, vld1_u8(dst), walk, tint));
  }
  if (i < count) {
    uint32_t word;
    memcpy(&word, dst, 4);
    const uint8x8_t out = pair(u, v, u, v, vreinterpret_u8_u32(vdup_n_u32(word)), walk, tint);
    word = vget_lane_u32(vreinterpret_u32_u8(out), 0);
    memcpy(dst, &word, 4);
  }
}
#endif
