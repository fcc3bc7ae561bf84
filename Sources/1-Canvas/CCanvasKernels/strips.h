// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_edges.h"

// Sorts by key, equal ones in their order; `b` has room for as many. Returns the sorted array, one of
// the two; NULL if the work is to stop.
keyed *ctk_raster_sort(ctk_raster *r, keyed *a, keyed *b, size_t n, uint32_t greatest);

// Adds pieces of a row as even strips; false without memory, or if the work is to stop.
bool ctk_raster_add_strips(ctk_raster *r, int32_t *sums, int32_t width, piece *p, size_t n, bool even_odd);
