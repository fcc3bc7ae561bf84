// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <gumbo.h>

// libgumbo neither checks an allocation nor can be stopped, and frees a deep tree by recursion. Its
// memory comes from an arena here: an allocation that is refused jumps out of the parser, and the
// arena is freed whole. The functions are not inlined: setjmp returns twice, which must not happen
// in Swift code.
#define CMARKUP static inline __attribute__((noinline, unused))

enum { CMARKUP_CLASSES = 40, CMARKUP_HEADER = 16 };

/// A piece of the arena's memory.
typedef struct cmarkup_piece {
  struct cmarkup_piece *next;
  size_t padding;
} cmarkup_piece;

typedef enum {
  CMARKUP_PARSED,
  /// The tree would need more memory than allowed, or there is none.
  CMARKUP_MEMORY,
  CMARKUP_CANCELLED,
} cmarkup_outcome;

/// A parse: its memory and what came of it. It must stay at one address.
typedef struct {
  GumboOutput *output;
  cmarkup_outcome outcome;
  /// The memory that is left to the parse, in bytes.
  size_t left;
  /// Polled every thousand allocations; true stops the parse. NULL for never.
  bool (*is_cancelled)(const void *context);
  const void *context;
  size_t allocations;
  cmarkup_piece *pieces;
  char *free, *end;
  /// Blocks that were freed, by the logarithm of their size.
  void *freed[CMARKUP_CLASSES];
  jmp_buf jump;
} cmarkup_parse;

/// The logarithm of the size of the block that holds `size` bytes and a header.
static inline int cmarkup_class(size_t size) {
  int class = 5;
  while (((size_t)1 << class) < size + CMARKUP_HEADER) class++;
  return class;
}

CMARKUP void cmarkup_stop(cmarkup_parse *parse, cmarkup_outcome outcome) {
  parse->outcome = outcome;
  longjmp(parse->jump, 1);
}

CMARKUP void *cmarkup_allocate(void *data, size_t size) {
  cmarkup_parse *parse = data;
  if (++parse->allocations % 1000 == 0 && parse->is_cancelled &&
      parse->is_cancelled(parse->context)) {
    cmarkup_stop(parse, CMARKUP_CANCELLED);
  }
  if (size > parse->left) cmarkup_stop(parse, CMARKUP_MEMORY);
  int class = cmarkup_class(size);
  char *block = parse->freed[class];
  if (block) {
    parse->freed[class] = *(void **)(block + CMARKUP_HEADER);
    return block + CMARKUP_HEADER;
  }
  size_t room = (size_t)1 << class;
  if ((size_t)(parse->end - parse->free) < room) {
    size_t bytes = room > (1 << 18) ? room : 1 << 18;
    cmarkup_piece *piece =
      bytes <= parse->left ? malloc(sizeof(cmarkup_piece) + bytes) : NULL;
    if (!piece) cmarkup_stop(parse, CMARKUP_MEMORY);
    parse->left -= bytes;
    piece->next = parse->pieces;
    parse->pieces = piece;
    parse->free = (char *)(piece + 1);
    parse->end = parse->free + bytes;
  }
  block = parse->free;
  parse->free += room;
  *(size_t *)block = (size_t)class;
  return block + CMARKUP_HEADER;
}

CMARKUP void cmarkup_deallocate(void *data, void *pointer) {
  if (!pointer) return;
  cmarkup_parse *parse = data;
  char *block = (char *)pointer - CMARKUP_HEADER;
  size_t class = *(size_t *)block;
  *(void **)pointer = parse->freed[class];
  parse->freed[class] = block;
}

/// Parses a document of UTF-8. Whatever the outcome, `cmarkup_end` is to be called.
CMARKUP void cmarkup_begin(cmarkup_parse *parse, const char *bytes, size_t count) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = cmarkup_allocate;
  options.deallocator = cmarkup_deallocate;
  options.userdata = parse;
  options.max_errors = 0;
  if (setjmp(parse->jump) == 0) {
    parse->output = gumbo_parse_with_options(&options, bytes, count);
    parse->outcome = CMARKUP_PARSED;
  } else {
    parse->output = NULL;
  }
}

/// Frees the memory of a parse.
CMARKUP void cmarkup_end(cmarkup_parse *parse) {
  while (parse->pieces) {
    cmarkup_piece *next = parse->pieces->next;
    free(parse->pieces);
    parse->pieces = next;
  }
}

// The kinds of nodes, and the elements of lists of pointers.
static inline const GumboElement *cmarkup_element(const GumboNode *node) {
  return &node->v.element;
}
static inline const GumboText *cmarkup_text(const GumboNode *node) { return &node->v.text; }
static inline const GumboDocument *cmarkup_document(const GumboNode *node) {
  return &node->v.document;
}
static inline const GumboNode *cmarkup_child(const GumboVector *children, size_t index) {
  return children->data[index];
}
static inline const GumboAttribute *cmarkup_attribute(const GumboVector *attributes, size_t index) {
  return attributes->data[index];
}
