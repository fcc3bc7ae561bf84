// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hb.h>
#include <hb-ot.h>

/// Macros that Swift does not import.
static const hb_tag_t chb_tag_none = HB_TAG_NONE;
static const unsigned int chb_feature_global_end = HB_FEATURE_GLOBAL_END;

static inline hb_tag_t chb_tag(char a, char b, char c, char d) { return HB_TAG(a, b, c, d); }

static inline hb_language_t chb_language_invalid(void) { return HB_LANGUAGE_INVALID; }
