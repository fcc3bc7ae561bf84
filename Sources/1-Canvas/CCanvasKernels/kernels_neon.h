// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "targets.h"
#include "variants.h"

#if CTK_NEON
CTK_VARIANTS(ctk_neon)
CTK_ARC_VARIANTS(ctk_neon)
#endif
