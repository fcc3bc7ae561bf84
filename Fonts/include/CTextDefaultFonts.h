// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What a default font is for.
typedef enum CTextDefaultFontRole {
  CTextDefaultFontRole_SANS,
  CTextDefaultFontRole_SERIF,
  CTextDefaultFontRole_MONOSPACE,
  CTextDefaultFontRole_SCRIPT,
  CTextDefaultFontRole_CJK,
  CTextDefaultFontRole_SYMBOLS,
  CTextDefaultFontRole_EMOJI,
} CTextDefaultFontRole;

/// A font file that is part of the program.
typedef struct CTextDefaultFont {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
  CTextDefaultFontRole role;
  /// The family, weight (1 to 1000) and posture, as the font itself tells them.
  const char *_Nonnull family;
  int weight;
  int italic;
} CTextDefaultFont;

/// The default fonts, in the order in which fallback tries them; they live as long as the program.
const CTextDefaultFont *_Nonnull ctext_default_fonts(size_t *_Nonnull count);
