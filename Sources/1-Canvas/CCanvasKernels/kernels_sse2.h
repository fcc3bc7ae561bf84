// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "variants.h"

#if defined(__x86_64__)
CTK_VARIANTS(ctk_sse2)
CTK_ARC_VARIANTS(ctk_sse2)
#endif
