// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#include "CTextICU.h"

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucptrie.h>
#include <unicode/uloc.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

const int32_t ctext_icu_major_version = U_ICU_VERSION_MAJOR_NUM;

void ctext_icu_version(uint8_t parts[4]) { u_getVersion(parts); }

void ctext_icu_unicode_version(uint8_t parts[4]) {
  u_getUnicodeVersion(parts);
}

// Character properties.

int32_t ctext_icu_bidi_class(int32_t c) { return (int32_t)u_charDirection(c); }
int32_t ctext_icu_bracket_type(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
}
int32_t ctext_icu_paired_bracket(int32_t c) { return u_getBidiPairedBracket(c); }
int32_t ctext_icu_general_category(int32_t c) { return u_charType(c); }
int32_t ctext_icu_line_break_class(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_LINE_BREAK);
}
int32_t ctext_icu_grapheme_break_class(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK);
}
int32_t ctext_icu_combining_class(int32_t c) { return u_getCombiningClass(c); }
int32_t ctext_icu_vertical_orientation(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_VERTICAL_ORIENTATION);
}
int32_t ctext_icu_joining_type(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_JOINING_TYPE);
}
int32_t ctext_icu_joining_group(int32_t c) {
  return u_getIntPropertyValue(c, UCHAR_JOINING_GROUP);
}
bool ctext_icu_has_property(int32_t c, int32_t property) {
  return u_hasBinaryProperty(c, (UProperty)property);
}
int32_t ctext_icu_script(int32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  return (int32_t)uscript_getScript(c, &error);
}
bool ctext_icu_has_script_extensions(int32_t c) {
  UScriptCode scripts[2];
  UErrorCode error = U_ZERO_ERROR;
  int32_t n = uscript_getScriptExtensions(c, scripts, 2, &error);
  return U_FAILURE(error) || n != 1 || (int32_t)scripts[0] != ctext_icu_script(c);
}
int32_t ctext_icu_script_in_run(int32_t c, int32_t run, int32_t fallback) {
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
uint32_t ctext_icu_script_tag(int32_t script) {
  const char *name = uscript_getShortName((UScriptCode)script);
  if (!name || !name[0] || !name[1] || !name[2] || !name[3]) return 0;
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 |
         (uint32_t)(uint8_t)name[2] << 8 | (uint32_t)(uint8_t)name[3];
}

// Locales.

bool ctext_icu_locale(const char *tag, char *locale, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t parsed = 0;
  int32_t n = uloc_forLanguageTag(tag, locale, capacity, &parsed, &error);
  return !U_FAILURE(error) && error != U_STRING_NOT_TERMINATED_WARNING && n > 0 && !tag[parsed];
}
bool ctext_icu_set_keyword(const char *key, const char *value, char *locale,
                                         int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  (void)uloc_setKeywordValue(key, value, locale, capacity, &error);
  return !U_FAILURE(error) && error != U_STRING_NOT_TERMINATED_WARNING;
}

// Break iterators.

ctext_icu_break_iterator *ctext_icu_break_open(int32_t kind, const char *locale) {
  UErrorCode error = U_ZERO_ERROR;
  UBreakIterator *it = ubrk_open((UBreakIteratorType)kind, locale, NULL, 0, &error);
  if (U_SUCCESS(error)) return (ctext_icu_break_iterator *)it;
  if (it) ubrk_close(it);
  return NULL;
}
void ctext_icu_break_close(ctext_icu_break_iterator *it) { ubrk_close((UBreakIterator *)it); }
bool ctext_icu_break_set_text(ctext_icu_break_iterator *it, const uint16_t *text, int32_t length) {
  UErrorCode error = U_ZERO_ERROR;
  ubrk_setText((UBreakIterator *)it, (const UChar *)text, length, &error);
  return U_SUCCESS(error);
}
int32_t ctext_icu_break_next(ctext_icu_break_iterator *it) {
  return ubrk_next((UBreakIterator *)it);
}
int32_t ctext_icu_break_status(ctext_icu_break_iterator *it) {
  return ubrk_getRuleStatus((UBreakIterator *)it);
}
int32_t ctext_icu_break_rules(ctext_icu_break_iterator *it, uint8_t *rules, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t n = ubrk_getBinaryRules((UBreakIterator *)it, rules, rules ? capacity : 0, &error);
  if (!rules && error == U_BUFFER_OVERFLOW_ERROR) return n;
  return U_SUCCESS(error) ? n : 0;
}

// Code point tries.

const ctext_icu_trie *ctext_icu_trie8_open(const void *bytes, int32_t length) {
  UErrorCode error = U_ZERO_ERROR;
  int32_t used = 0;
  UCPTrie *trie = ucptrie_openFromBinary(UCPTRIE_TYPE_FAST, UCPTRIE_VALUE_BITS_8, bytes, length,
                                         &used, &error);
  return U_SUCCESS(error) ? (const ctext_icu_trie *)trie : NULL;
}
int32_t ctext_icu_trie8_length(const ctext_icu_trie *trie) {
  return ((const UCPTrie *)trie)->dataLength;
}
const uint16_t *ctext_icu_trie8_index(const ctext_icu_trie *trie) {
  return ((const UCPTrie *)trie)->index;
}
const uint8_t *ctext_icu_trie8_data(const ctext_icu_trie *trie) {
  return ((const UCPTrie *)trie)->data.ptr8;
}
uint8_t ctext_icu_trie8_get(const ctext_icu_trie *values, int32_t c) {
  const UCPTrie *trie = (const UCPTrie *)values;
  return UCPTRIE_FAST_GET(trie, UCPTRIE_8, c);
}

// Bidi: ICU's own algorithm, which tests compare with the project's.

ctext_icu_bidi *ctext_icu_bidi_open(void) { return (ctext_icu_bidi *)ubidi_open(); }
void ctext_icu_bidi_close(ctext_icu_bidi *bidi) { ubidi_close((UBiDi *)bidi); }
const uint8_t *ctext_icu_bidi_levels(ctext_icu_bidi *context, const uint16_t *text, int32_t length,
                                     uint8_t level) {
  UBiDi *bidi = (UBiDi *)context;
  UErrorCode error = U_ZERO_ERROR;
  ubidi_setPara(bidi, (const UChar *)text, length, level, NULL, &error);
  const UBiDiLevel *levels = ubidi_getLevels(bidi, &error);
  return U_SUCCESS(error) ? levels : NULL;
}
uint8_t ctext_icu_bidi_paragraph_level(const ctext_icu_bidi *bidi) {
  return ubidi_getParaLevel((const UBiDi *)bidi);
}
