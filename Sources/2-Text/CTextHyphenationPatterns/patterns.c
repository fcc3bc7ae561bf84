// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#include "CTextHyphenationPatterns.h"

#include "table.inc"

const CTextHyphenationPatterns *ctext_hyphenation_patterns(size_t *count) {
  *count = sizeof patterns / sizeof patterns[0];
  return patterns;
}
