// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sprite_rows.h"
#include "targets.h"

#if CTK_NEON
// Draws `count` pixels from position (u, v) of the sprite on, all of which lie inside the sprite.
void ctk_neon_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#endif
