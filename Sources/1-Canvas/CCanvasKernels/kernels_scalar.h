// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "variants.h"

CTK_VARIANTS(ctk_scalar)
CTK_ARC_VARIANTS(ctk_scalar)

void ctk_cut_arc(const ctk_arc *arc, int length, ctk_cells *cells);
