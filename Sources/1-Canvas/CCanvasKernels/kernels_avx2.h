// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "variants.h"

#if defined(__x86_64__)
CTK_VARIANTS(ctk_avx2)

void ctk_avx2_mask_over_rgba8_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *mask,
                                   ptrdiff_t mask_stride, int width, int height, uint32_t color);
#endif
