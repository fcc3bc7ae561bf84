// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CTextLinkedFonts.h>
#include <stddef.h>

/// The default fonts, in the order in which fallback tries them; they live as long as the program.
const CTextDefaultFont *_Nonnull ctext_default_fonts(size_t *_Nonnull count);
