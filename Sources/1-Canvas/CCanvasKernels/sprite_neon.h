// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sprite_rows.h"
#include "targets.h"

#if CTK_NEON
// Draws pixels from a place on, all of which lie inside.
void ctk_neon_sprite_row(uint8_t *dst, int count, int32_t u, int32_t v, const ctk_sprite_walk *walk);
#endif
