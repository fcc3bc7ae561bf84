// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucptrie.h>
#include <unicode/uloc.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

// ICU renames its functions by macros (u_charType becomes u_charType_72), which Swift does not see.
// These wrappers apply the macros, so that no Swift source names ICU's version.

/// The major version of the headers, and hence of the loaded library, whose functions bear it in their names.
static const int32_t ctext_icu_major_version = U_ICU_VERSION_MAJOR_NUM;

/// Writes the four parts of the version of the loaded library.
static inline void ctext_icu_version(uint8_t parts[_Nonnull 4]) { u_getVersion(parts); }

/// Writes the four parts of the Unicode version of the loaded library.
static inline void ctext_icu_unicode_version(uint8_t parts[_Nonnull 4]) {
  u_getUnicodeVersion(parts);
}

// Character properties.

static inline int32_t ctext_icu_bidi_class(int32_t c) { return (int32_t)u_charDirection(c); }
static inline int32_t ctext_icu_bracket_type(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
}
static inline int32_t ctext_icu_paired_bracket(int32_t c) { return u_getBidiPairedBracket(c); }
static inline int32_t ctext_icu_general_category(int32_t c) { return u_charType(c); }
static inline int32_t ctext_icu_line_break_class(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_LINE_BREAK);
}
static inline int32_t ctext_icu_grapheme_break_class(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK);
}
static inline int32_t ctext_icu_combining_class(int32_t c) { return u_getCombiningClass(c); }
static inline bool ctext_icu_has_property(int32_t c, int32_t property) {
  return u_hasBinaryProperty(c, (UProperty)property);
}
static inline int32_t ctext_icu_script(int32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  return (int32_t)uscript_getScript(c, &error);
}
/// Whether the Script_Extensions property of a character differs from its script.
static inline bool ctext_icu_has_script_extensions(int32_t c) {
  UScriptCode scripts[2];
  UErrorCode error = U_ZERO_ERROR;
  int32_t n = uscript_getScriptExtensions(c, scripts, 2, &error);
  return U_FAILURE(error) || n != 1 || (int32_t)scripts[0] != ctext_icu_script(c);
}
/// The script of a character with script extensions: the script of the run before it if it is one
/// of them, the only one if there is one, else `fallback`. Unicode 15.0 has 22 for a character at
/// most.
static inline int32_t ctext_icu_script_in_run(int32_t c, int32_t run, int32_t fallback) {
  UScriptCode scripts[32];
  UErrorCode error = U_ZERO_ERROR;
  int32_t n = uscript_getScriptExtensions(c, scripts, 32, &error);
  if (U_FAILURE(error)) return fallback;
  if (n == 1) return (int32_t)scripts[0];
  for (int32_t k = 0; k < n; k++) {
    if ((int32_t)scripts[k] == run) return run;
  }
  return fallback;
}
/// The ISO 15924 code of a script as a tag, the first letter in the highest byte; 0 for none.
static inline uint32_t ctext_icu_script_tag(int32_t script) {
  const char *name = uscript_getShortName((UScriptCode)script);
  if (!name || !name[0] || !name[1] || !name[2] || !name[3]) return 0;
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 |
         (uint32_t)(uint8_t)name[2] << 8 | (uint32_t)(uint8_t)name[3];
}

// Locales.

/// Writes the locale identifier of a BCP 47 tag; false where the tag is not well-formed.
static inline bool ctext_icu_locale(const char *tag, char *locale, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t parsed = 0;
  int32_t n = uloc_forLanguageTag(tag, locale, capacity, &parsed, &error);
  return !U_FAILURE(error) && error != U_STRING_NOT_TERMINATED_WARNING && n > 0 && !tag[parsed];
}
/// Sets a keyword of a locale identifier in place; false where it does not fit.
static inline bool ctext_icu_set_keyword(const char *key, const char *value, char *locale,
                                         int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  (void)uloc_setKeywordValue(key, value, locale, capacity, &error);
  return !U_FAILURE(error) && error != U_STRING_NOT_TERMINATED_WARNING;
}

// Break iterators.

/// Opens an iterator without a text; null on failure.
static inline UBreakIterator *ctext_icu_break_open(int32_t kind, const char *locale) {
  UErrorCode error = U_ZERO_ERROR;
  UBreakIterator *it = ubrk_open((UBreakIteratorType)kind, locale, NULL, 0, &error);
  if (U_SUCCESS(error)) return it;
  if (it) ubrk_close(it);
  return NULL;
}
static inline void ctext_icu_break_close(UBreakIterator *it) { ubrk_close(it); }
/// Sets the text, which is not copied.
static inline bool ctext_icu_break_set_text(UBreakIterator *it, const uint16_t *text,
                                            int32_t length) {
  UErrorCode error = U_ZERO_ERROR;
  ubrk_setText(it, (const UChar *)text, length, &error);
  return U_SUCCESS(error);
}
/// The next boundary, or -1 after the last.
static inline int32_t ctext_icu_break_next(UBreakIterator *it) { return ubrk_next(it); }
static inline int32_t ctext_icu_break_status(UBreakIterator *it) { return ubrk_getRuleStatus(it); }
/// Copies the compiled rules, unless `rules` is null; returns their length, 0 on failure.
static inline int32_t ctext_icu_break_rules(UBreakIterator *it, uint8_t *rules,
                                            int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t n = ubrk_getBinaryRules(it, rules, rules ? capacity : 0, &error);
  if (!rules && error == U_BUFFER_OVERFLOW_ERROR) return n;
  return U_SUCCESS(error) ? n : 0;
}

// Code point tries.

/// Opens a serialised fast trie of 8-bit values, which is not copied; null for any other.
static inline const UCPTrie *ctext_icu_trie8_open(const void *bytes, int32_t length) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t used = 0;
  UCPTrie *trie = ucptrie_openFromBinary(UCPTRIE_TYPE_FAST, UCPTRIE_VALUE_BITS_8, bytes, length,
                                         &used, &error);
  return U_SUCCESS(error) ? trie : NULL;
}
static inline const uint16_t *ctext_icu_trie8_index(const UCPTrie *trie) { return trie->index; }
static inline const uint8_t *ctext_icu_trie8_data(const UCPTrie *trie) { return trie->data.ptr8; }
static inline uint8_t ctext_icu_trie8_get(const UCPTrie *trie, int32_t c) {
  return UCPTRIE_FAST_GET(trie, UCPTRIE_8, c);
}

// Bidi: ICU's own algorithm, which tests compare with the project's.

static inline UBiDi *ctext_icu_bidi_open(void) { return ubidi_open(); }
static inline void ctext_icu_bidi_close(UBiDi *bidi) { ubidi_close(bidi); }
/// The levels of a text; `level` is 0, 1, or 254 for automatic. Null on failure.
static inline const uint8_t *ctext_icu_bidi_levels(UBiDi *bidi, const uint16_t *text,
                                                   int32_t length, uint8_t level) {
  UErrorCode error = U_ZERO_ERROR;
  ubidi_setPara(bidi, (const UChar *)text, length, level, NULL, &error);
  const UBiDiLevel *levels = ubidi_getLevels(bidi, &error);
  return U_SUCCESS(error) ? levels : NULL;
}
static inline uint8_t ctext_icu_bidi_paragraph_level(const UBiDi *bidi) {
  return ubidi_getParaLevel(bidi);
}
