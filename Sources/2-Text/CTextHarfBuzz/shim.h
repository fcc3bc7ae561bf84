// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hb.h>
#include <hb-ot.h>

/// Macros that Swift does not import.
static const hb_tag_t chb_tag_none = HB_TAG_NONE;
static const unsigned int chb_feature_global_end = HB_FEATURE_GLOBAL_END;

static inline hb_tag_t chb_tag(char a, char b, char c, char d) { return HB_TAG(a, b, c, d); }

/// Draws the outline of a glyph: hb_font_draw_glyph() since HarfBuzz 7, which deprecates the name before it.
static inline void chb_font_draw_glyph(
    hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions, void *data) {
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, functions, data);
#else
  hb_font_get_glyph_shape(font, glyph, functions, data);
#endif
}

static inline hb_language_t chb_language_invalid(void) { return HB_LANGUAGE_INVALID; }
