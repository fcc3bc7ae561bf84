// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sprite_rows.h"

#if defined(__x86_64__)
// Draws `count` pixels from position (u, v) of the sprite on, all of which lie inside the sprite.
void ctk_avx2_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#endif
