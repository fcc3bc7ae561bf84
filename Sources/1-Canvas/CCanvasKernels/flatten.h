// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_state.h"

// Reads a path into vertices. A path with numbers that have no meaning gives none. False without
// memory.
bool ctk_raster_flatten(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                        size_t point_count, const double m[6]);
