// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_state.h"

// The slope dy/dx with 32 fractional bits; 0 if both ends lie in one column.
int64_t ctk_raster_rise(int32_t x0, int32_t y0, int32_t x1, int32_t y1);
// Adds the area right of a line that lies within one row of pixels to that row's sums. x is
// relative to the sums' first column and may lie outside of 0 ..< width pixels. On the line through
// (ref_x, ref_y), y grows by `rise` for each unit of x.
void ctk_raster_row_line(int32_t *sums, int32_t width, int32_t xa, int32_t ya, int32_t xb,
                         int32_t yb, int32_t dir, int32_t ref_x, int32_t ref_y, int64_t rise);
// Adds the part of a chain that lies within the mask.
void ctk_raster_add_chain(const ctk_raster *r, const chain *c, int32_t *sums, size_t row_sums,
                          int32_t left, int32_t top, int32_t width, int32_t height);
// Adds the parts of the arcs and edges that lie within the mask: all of them, if `whole`.
void ctk_raster_add_curved(const ctk_raster *r, int32_t *sums, size_t row_sums, int32_t left, int32_t top,
                           int32_t width, int32_t height, bool whole);
