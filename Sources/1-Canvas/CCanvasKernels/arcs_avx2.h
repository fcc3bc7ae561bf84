// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "variants.h"

#if defined(__x86_64__)
CTK_ARC_VARIANTS(ctk_avx2)
#endif
