// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that are counted, and requests, for programs in C and C++.

#ifndef CHECK_H
#define CHECK_H

#include <asynctext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed = 0, failed = 0;

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (condition) {                                                            \
      passed++;                                                                 \
    } else {                                                                    \
      failed++;                                                                 \
      fprintf(stderr, "FAILED: %s:%d: %s\n", __FILE__, __LINE__, #condition);   \
    }                                                                           \
  } while (0)

// Checks that a call fails as it should, with a sentence.
#define FAILS(wanted, call)                                                     \
  do {                                                                          \
    error.message[0] = 0;                                                       \
    at_status status_ = (call);                                                 \
    if (status_ == (wanted) && error.status == (wanted) && strlen(error.message) > 8) { \
      passed++;                                                                 \
    } else {                                                                    \
      failed++;                                                                 \
      fprintf(stderr, "FAILED: %s:%d: %s is %s: %s\n", __FILE__, __LINE__, #call, \
              at_status_name(status_), error.message);                          \
    }                                                                           \
  } while (0)

#define SUCCEEDS(call)                                                          \
  do {                                                                          \
    at_status status_ = (call);                                                 \
    if (status_ == AT_OK) {                                                     \
      passed++;                                                                 \
    } else {                                                                    \
      failed++;                                                                 \
      fprintf(stderr, "FAILED: %s:%d: %s is %s: %s\n", __FILE__, __LINE__, #call, \
              at_status_name(status_), error.message);                          \
    }                                                                           \
  } while (0)

static inline at_request request_of(uint32_t kind, const char *text) {
  at_request request;
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  request.kind = kind;
  request.text = text;
  request.length = strlen(text);
  return request;
}

static int summary(const char *name) {
  printf("%s: %d passed, %d failed\n", name, passed, failed);
  return failed != 0;
}

#endif
