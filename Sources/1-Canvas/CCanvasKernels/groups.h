// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_edges.h"

// Adds the pieces of a row that meet, from left to right, cut at their ends and crossings; false
// without memory, or if the work is to stop.
bool ctk_raster_add_group(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, side *sides,
                          int32_t *cuts, bool even_odd);
