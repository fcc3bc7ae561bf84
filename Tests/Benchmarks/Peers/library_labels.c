// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// Draws texts by the C library in a loop, each to a picture that is freed: the calls that the package of Python
// makes, without Python. Loaded by bench_python.py into the same process, so that both have the same machine.

#include <asynctext.h>
#include <stdio.h>
#include <string.h>

/// Draws texts in a style; returns 0, or prints why not.
int library_labels(const char **texts, const size_t *lengths, size_t count, at_style style) {
  for (size_t i = 0; i < count; i++) {
    at_error error;
    at_request request;
    memset(&request, 0, sizeof request);
    request.size = sizeof request;
    request.kind = AT_TEXT;
    request.text = texts[i];
    request.length = lengths[i];
    request.style = style;
    at_picture picture;
    at_picture_info info;
    if (at_draw(&request, &picture, &info, &error)) {
      fprintf(stderr, "%s\n", error.message);
      return 1;
    }
    at_free(picture, NULL);
  }
  return 0;
}
