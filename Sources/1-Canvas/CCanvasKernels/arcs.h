// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_state.h"

// Reads a path into arcs and edges and measures it. Sets `curved`, unless the path reaches too far
// away, has coordinates that are no numbers, or would need too many arcs. False without memory.
bool ctk_raster_read_arcs(ctk_raster *r, const uint8_t *verbs, size_t verb_count, const double *points,
                          size_t point_count, const double m[6]);
