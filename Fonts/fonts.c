// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#include "CTextDefaultFonts.h"

#include "table.inc"

const CTextDefaultFont *ctext_default_fonts(size_t *count) {
  *count = sizeof fonts / sizeof fonts[0];
  return fonts;
}
