// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "CCanvasKernels.h"
#include "arc_types.h"

// Maps points, x and y in turn, rounds them to the nearest integers and adds them to the extent.
// The integers have no meaning unless all of the extent lies within ±2^30. The caller starts the
// extent with a low above and a high below all points.
void ctk_map_points(int32_t *grid, const double *points, size_t count, const double m[6], ctk_extent *extent);
// Adds the areas of arcs, all of one length and within the mask, to sums, of which the first
// belongs to pixel (left, top).
void ctk_add_arcs(const ctk_arc *arcs, size_t count, int length, int32_t *sums, int32_t row_sums, int32_t left,
                  int32_t top);
