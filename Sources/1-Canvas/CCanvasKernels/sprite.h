// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels.h"

// What the rows of a sprite share: its pixels, the steps from one pixel of the device to the next in
// 2^16ths of a pixel of the sprite, and the way in which they are drawn.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t du, dv;
  uint32_t color;
  // 63 to mix pixels by the fractions of a place, in 64ths, 0 to take the one at its whole part.
  int32_t weights;
  bool is_additive;
} ctk_sprite_walk;

// Draws pixels from a place on, all of which lie inside.
void ctk_scalar_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#if defined(__x86_64__)
void ctk_sse2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
void ctk_avx2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#elif CTK_NEON
void ctk_neon_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#endif
