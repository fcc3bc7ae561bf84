// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The embedded patterns of a language.
typedef struct CTextHyphenationPatterns {
  /// The tags of the languages that they serve, divided by blanks: `no nb nn`.
  const char *_Nonnull tags;
  /// The packed patterns, as Scripts/build/hyphenation writes them.
  const uint8_t *_Nonnull bytes;
  size_t count;
} CTextHyphenationPatterns;

/// The embedded patterns of all languages; they live as long as the program.
const CTextHyphenationPatterns *_Nonnull ctext_hyphenation_patterns(size_t *_Nonnull count);
