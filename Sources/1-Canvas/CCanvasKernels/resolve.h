// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_state.h"

// Adds the sums of a path whose contours overlap; false without memory, or if the work is to
// stop.
bool ctk_raster_resolve(ctk_raster *r, int32_t x, int32_t y, int32_t width, int32_t height,
                        bool even_odd, int32_t *sums, size_t row_sums);
