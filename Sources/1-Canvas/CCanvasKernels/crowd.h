// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_edges.h"

// Adds more than MAX_ROW_SPANS pieces of a row; false without memory, or if the work is to stop.
bool ctk_raster_add_crowd(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, side *sides,
                          int32_t *cuts, bool even_odd);
