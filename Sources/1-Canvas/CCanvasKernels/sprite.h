// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels.h"

// What the rows of a sprite share: its pixels, the steps in the sprite from one device pixel to the
// next, in 2^16ths of a pixel of the sprite, and the way in which the rows are drawn.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t du, dv;
  uint32_t color;
  // 63 to interpolate by the fractions of a position, in 64ths; 0 to take the nearest pixel.
  int32_t weights;
  bool is_additive;
} ctk_sprite_walk;

// Draws pixels from a position in the sprite on; all positions lie inside the sprite.
void ctk_scalar_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#if defined(__x86_64__)
void ctk_sse2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
void ctk_avx2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#elif CTK_NEON
void ctk_neon_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#endif
