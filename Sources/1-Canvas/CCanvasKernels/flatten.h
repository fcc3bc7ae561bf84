// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_state.h"

// Reads a path into vertices: none if a coordinate is NaN, infinite or too large. False without
// memory.
bool ctk_raster_flatten(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                        size_t point_count, const double m[6]);
