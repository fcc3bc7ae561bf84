// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The use of a default font.
typedef enum CTextDefaultFontRole {
  CTextDefaultFontRole_SANS,
  CTextDefaultFontRole_SERIF,
  CTextDefaultFontRole_MONOSPACE,
  CTextDefaultFontRole_SCRIPT,
  CTextDefaultFontRole_CJK,
  CTextDefaultFontRole_SYMBOLS,
  CTextDefaultFontRole_EMOJI,
} CTextDefaultFontRole;

/// A font file embedded in the program.
typedef struct CTextDefaultFont {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
  CTextDefaultFontRole role;
  /// The family, weight (1 to 1000) and posture, as in the font's own tables.
  const char *_Nonnull family;
  int weight;
  int italic;
} CTextDefaultFont;

/// The default fonts if the program links `TextDefaultFonts`, in the order in which fallback tries them; else null and
/// a count of 0. They live as long as the program.
const CTextDefaultFont *_Nullable ctext_linked_fonts(size_t *_Nonnull count);
