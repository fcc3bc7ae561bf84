// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#include "CTextLinkedFonts.h"

// A weak reference: null in a program that does not link the target with the fonts.
extern const CTextDefaultFont *ctext_default_fonts(size_t *count) __attribute__((weak));

const CTextDefaultFont *ctext_linked_fonts(size_t *count) {
  if (ctext_default_fonts) return ctext_default_fonts(count);
  *count = 0;
  return NULL;
}
