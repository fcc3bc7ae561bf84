// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unicode/uchar.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uscript.h>
#include <unicode/utext.h>
#include <unicode/uversion.h>

/// Writes the four parts of the version of the library that is loaded.
static inline void ctext_icu_version(uint8_t parts[_Nonnull 4]) { u_getVersion(parts); }

/// Writes the four parts of the version of Unicode that the loaded library knows.
static inline void ctext_icu_unicode_version(uint8_t parts[_Nonnull 4]) {
  u_getUnicodeVersion(parts);
}
