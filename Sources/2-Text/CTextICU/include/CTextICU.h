// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stdint.h>

// The functions of ICU that are used, declared without ICU's headers. Those declare the types of
// this version of ICU; Foundation has an ICU of its own, whose types have the same names and other
// contents. A program that imports Foundation beside this library would see both, which Clang
// refuses.
//
// ICU also renames its functions by macros (u_charType becomes u_charType_72), which Swift does not
// see.

/// ICU's `UBreakIterator`.
typedef struct ctext_icu_break_iterator ctext_icu_break_iterator;
/// ICU's `UCPTrie`.
typedef struct ctext_icu_trie ctext_icu_trie;
/// ICU's `UBiDi`.
typedef struct ctext_icu_bidi ctext_icu_bidi;

/// The major version of the headers, and hence of the loaded library, whose functions bear it in
/// their names.
extern const int32_t ctext_icu_major_version;

/// Writes the four parts of the version of the loaded library.
void ctext_icu_version(uint8_t parts[4]);

/// Writes the four parts of the Unicode version of the loaded library.
void ctext_icu_unicode_version(uint8_t parts[4]);

// Character properties.

int32_t ctext_icu_bidi_class(int32_t c);
int32_t ctext_icu_bracket_type(int32_t c);
int32_t ctext_icu_paired_bracket(int32_t c);
int32_t ctext_icu_general_category(int32_t c);
int32_t ctext_icu_line_break_class(int32_t c);
int32_t ctext_icu_grapheme_break_class(int32_t c);
int32_t ctext_icu_combining_class(int32_t c);
int32_t ctext_icu_vertical_orientation(int32_t c);
int32_t ctext_icu_joining_type(int32_t c);
int32_t ctext_icu_joining_group(int32_t c);
bool ctext_icu_has_property(int32_t c, int32_t property);
int32_t ctext_icu_script(int32_t c);
/// Whether the Script_Extensions property of a character differs from its script.
bool ctext_icu_has_script_extensions(int32_t c);
/// The script of a character with script extensions: the script of the run before it if it is one
/// of them, the only one if there is one, else `fallback`. Unicode 15.0 has 22 for a character at
/// most.
int32_t ctext_icu_script_in_run(int32_t c, int32_t run, int32_t fallback);
/// The ISO 15924 code of a script as a tag, the first letter in the highest byte; 0 for none.
uint32_t ctext_icu_script_tag(int32_t script);

// Locales.

/// Writes the locale identifier of a BCP 47 tag; false where the tag is not well-formed.
bool ctext_icu_locale(const char *tag, char *locale, int32_t capacity);
/// Sets a keyword of a locale identifier in place; false where it does not fit.
bool ctext_icu_set_keyword(const char *key, const char *value, char *locale, int32_t capacity);

// Break iterators.

/// Opens an iterator without a text; null on failure.
ctext_icu_break_iterator *ctext_icu_break_open(int32_t kind, const char *locale);
void ctext_icu_break_close(ctext_icu_break_iterator *it);
/// Sets the text, which is not copied.
bool ctext_icu_break_set_text(ctext_icu_break_iterator *it, const uint16_t *text, int32_t length);
/// The next boundary, or -1 after the last.
int32_t ctext_icu_break_next(ctext_icu_break_iterator *it);
int32_t ctext_icu_break_status(ctext_icu_break_iterator *it);
/// Copies the compiled rules, unless `rules` is null; returns their length, 0 on failure.
int32_t ctext_icu_break_rules(ctext_icu_break_iterator *it, uint8_t *rules, int32_t capacity);

// Code point tries.

/// Opens a serialised fast trie of 8-bit values, which is not copied; null for any other.
const ctext_icu_trie *ctext_icu_trie8_open(const void *bytes, int32_t length);
/// The number of the trie's values.
int32_t ctext_icu_trie8_length(const ctext_icu_trie *trie);
const uint16_t *ctext_icu_trie8_index(const ctext_icu_trie *trie);
const uint8_t *ctext_icu_trie8_data(const ctext_icu_trie *trie);
uint8_t ctext_icu_trie8_get(const ctext_icu_trie *trie, int32_t c);

// Bidi: ICU's own algorithm, which tests compare with the project's.

ctext_icu_bidi *ctext_icu_bidi_open(void);
void ctext_icu_bidi_close(ctext_icu_bidi *bidi);
/// The levels of a text; `level` is 0, 1, or 254 for automatic. Null on failure.
const uint8_t *ctext_icu_bidi_levels(ctext_icu_bidi *bidi, const uint16_t *text, int32_t length,
                                     uint8_t level);
uint8_t ctext_icu_bidi_paragraph_level(const ctext_icu_bidi *bidi);
