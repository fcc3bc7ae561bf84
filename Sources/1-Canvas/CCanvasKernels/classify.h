// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raster_state.h"

// The most chains that are compared with each other: paths of more count as overlapping.
enum { CTK_MAX_CHAINS = 1024 };

// Sorts the lines of the flattened path into chains and level lines. With more than `most` chains
// it stops, and `chains_ready` stays false. False without memory, or if the work is to stop.
bool ctk_raster_make_chains(ctk_raster *r, size_t most);
// Sets `simple` if the chains prove that signed areas are right.
void ctk_raster_classify(ctk_raster *r);
