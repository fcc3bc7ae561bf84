// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "CCanvasKernels.h"

// What the rows of a sprite share: its pixels, the steps from one pixel of the device to the next in
// 2^16ths of a pixel of the sprite, and the way in which they are drawn.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t du, dv;
  uint32_t color;
  // 63 to interpolate by the fractions of a position, in 64ths; 0 to take the nearest pixel.
  int32_t weights;
  bool is_additive;
} ctk_sprite_walk;
