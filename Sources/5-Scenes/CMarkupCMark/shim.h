// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>

// libcmark-gfm ends the program where an allocation fails, cannot be stopped, and is quadratic for
// some sources. Its memory comes from an arena here: an allocation that is refused jumps out of the
// parser, and the arena is freed whole. The functions are not inlined: setjmp returns twice, which
// must not happen in Swift code.
#define CMARKDOWN static inline __attribute__((noinline, unused))

enum {
  /// The bytes before each block: its size.
  CMARKDOWN_HEADER = 16,
  /// The bytes that the parser is given at a time.
  CMARKDOWN_FEED = 1 << 12,
  /// The bytes of a piece of the arena, at least.
  CMARKDOWN_PIECE = 1 << 16,
};

/// A piece of the arena's memory.
typedef struct cmarkdown_piece {
  struct cmarkdown_piece *next;
  size_t padding;
} cmarkdown_piece;

typedef enum {
  CMARKDOWN_CONVERTED,
  /// The nodes would need more memory than allowed, or there is none.
  CMARKDOWN_MEMORY,
  CMARKDOWN_CANCELLED,
  /// The parser would take longer than allowed.
  CMARKDOWN_TIME,
} cmarkdown_outcome;

/// A conversion: its memory and what came of it.
typedef struct {
  /// The HTML, in UTF-8.
  const char *html;
  size_t count;
  cmarkdown_outcome outcome;
  /// The memory that is left to the conversion, in bytes.
  size_t left;
  /// The time of the processor that it may take, in seconds.
  double seconds;
  /// Polled every 256 allocations and every 4 KiB of the source; true stops the conversion. NULL
  /// for never.
  bool (*is_cancelled)(const void *context);
  const void *context;
  double end_time;
  size_t allocations;
  cmarkdown_piece *pieces;
  char *free, *end;
  jmp_buf jump;
} cmarkdown_conversion;

/// The conversion of this thread: the parser's allocators have no context.
CMARKDOWN cmarkdown_conversion **cmarkdown_current(void) {
  static _Thread_local cmarkdown_conversion *current;
  return &current;
}

/// The time of the processor that the thread has taken, in seconds.
static inline double cmarkdown_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

CMARKDOWN void cmarkdown_stop(cmarkdown_conversion *conversion, cmarkdown_outcome outcome) {
  conversion->outcome = outcome;
  longjmp(conversion->jump, 1);
}

CMARKDOWN void cmarkdown_poll(cmarkdown_conversion *conversion) {
  if (conversion->is_cancelled && conversion->is_cancelled(conversion->context)) {
    cmarkdown_stop(conversion, CMARKDOWN_CANCELLED);
  }
  if (cmarkdown_time() > conversion->end_time) cmarkdown_stop(conversion, CMARKDOWN_TIME);
}

/// Memory that is not set to anything.
CMARKDOWN void *cmarkdown_take(size_t size) {
  cmarkdown_conversion *conversion = *cmarkdown_current();
  if (++conversion->allocations % 256 == 0) cmarkdown_poll(conversion);
  if (size > conversion->left) cmarkdown_stop(conversion, CMARKDOWN_MEMORY);
  size_t room = ((size + 15) & ~(size_t)15) + CMARKDOWN_HEADER;
  if ((size_t)(conversion->end - conversion->free) < room) {
    size_t bytes = room > CMARKDOWN_PIECE ? room : CMARKDOWN_PIECE;
    cmarkdown_piece *piece =
      bytes <= conversion->left ? malloc(sizeof(cmarkdown_piece) + bytes) : NULL;
    if (!piece) cmarkdown_stop(conversion, CMARKDOWN_MEMORY);
    conversion->left -= bytes;
    piece->next = conversion->pieces;
    conversion->pieces = piece;
    if (room > CMARKDOWN_PIECE) {
      // What is large has a piece of its own, and the rest of the last one is used on.
      char *block = (char *)(piece + 1);
      *(size_t *)block = size;
      return block + CMARKDOWN_HEADER;
    }
    conversion->free = (char *)(piece + 1);
    conversion->end = conversion->free + bytes;
  }
  char *block = conversion->free;
  conversion->free += room;
  *(size_t *)block = size;
  return block + CMARKDOWN_HEADER;
}

CMARKDOWN void *cmarkdown_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX >> 1;
  return memset(cmarkdown_take(bytes), 0, bytes);
}

CMARKDOWN void *cmarkdown_realloc(void *pointer, size_t size) {
  if (!pointer) return cmarkdown_take(size);
  size_t old = *(size_t *)((char *)pointer - CMARKDOWN_HEADER);
  if (size <= old) return pointer;
  return memcpy(cmarkdown_take(size), pointer, old);
}

/// The arena is freed whole.
CMARKDOWN void cmarkdown_free(void *pointer) { (void)pointer; }

/// Makes the extensions known to the library; to be called once, before any conversion.
CMARKDOWN void cmarkdown_register(void) { cmark_gfm_core_extensions_ensure_registered(); }

/// Converts a document of UTF-8 into a fragment of HTML, with tables, task lists, footnotes and,
/// with `strikes`, strikes. Whatever the outcome, `cmarkdown_end` is to be called.
CMARKDOWN void cmarkdown_begin(
  cmarkdown_conversion *conversion, const char *bytes, size_t count, bool strikes) {
  static cmark_mem memory = {cmarkdown_calloc, cmarkdown_realloc, cmarkdown_free};
  const int options =
    CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES | CMARK_OPT_SOURCEPOS;
  const char *const extensions[] = {"table", "tasklist", "strikethrough"};
  *cmarkdown_current() = conversion;
  conversion->end_time = cmarkdown_time() + conversion->seconds;
  if (setjmp(conversion->jump) == 0) {
    cmark_parser *parser = cmark_parser_new_with_mem(options, &memory);
    for (int i = 0; i < (strikes ? 3 : 2); i++) {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(extensions[i]));
    }
    for (size_t start = 0; start < count; start += CMARKDOWN_FEED) {
      size_t rest = count - start;
      cmark_parser_feed(parser, bytes + start, rest < CMARKDOWN_FEED ? rest : CMARKDOWN_FEED);
      cmarkdown_poll(conversion);
    }
    cmark_node *root = cmark_parser_finish(parser);
    conversion->html = cmark_render_html_with_mem(
      root, options, cmark_parser_get_syntax_extensions(parser), &memory);
    conversion->count = strlen(conversion->html);
    conversion->outcome = CMARKDOWN_CONVERTED;
  } else {
    conversion->html = NULL;
  }
  *cmarkdown_current() = NULL;
}

/// Frees the memory of a conversion, and its HTML.
CMARKDOWN void cmarkdown_end(cmarkdown_conversion *conversion) {
  while (conversion->pieces) {
    cmarkdown_piece *next = conversion->pieces->next;
    free(conversion->pieces);
    conversion->pieces = next;
  }
}
