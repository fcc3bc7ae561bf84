// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of each function, well and badly used, for tools that watch memory.
//
//   calls COUNT     prints the private memory, in KiB, after a tenth of the calls and after all

#include <asynctext.h>

#include "check.h"

static at_error error;

static long private_memory(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[200];
  long kib = -1;
  while (file && fgets(line, sizeof line, file)) sscanf(line, "RssAnon: %ld", &kib);
  if (file) fclose(file);
  return kib;
}

static void expect(at_status wanted, at_status status) {
  if (status == wanted) {
    passed++;
  } else {
    failed++;
    fprintf(stderr, "FAILED: %s instead of %s: %s\n", at_status_name(status), at_status_name(wanted), error.message);
  }
}

static void round_of_calls(at_fonts fonts, int i) {
  char text[64];
  snprintf(text, sizeof text, "label %d", i % 1000);
  at_data data = 0;
  at_picture picture = 0;
  at_picture_info info;
  at_style style = 0;
  at_fonts others = 0;
  at_scene scene = 0;
  at_cancellation cancellation = 0;
  at_batch batch = 0;
  uint64_t tag = 0;
  const uint8_t *bytes = NULL;
  size_t count = 0;
  static uint8_t pixels[1 << 20];

  expect(AT_OK, at_style_create("{\"style\": {\"size\": 14}}", 23, "{\"padding\": 2}", 14, &style, &error));
  expect(AT_MALFORMED, at_style_create("{\"style\": 3}", 12, NULL, 0, &style, &error));
  expect(AT_OK, at_fonts_create(NULL, 0, AT_FONTS_BUILT_IN, &others, &error));
  expect(AT_OK, at_fonts_characters(others, &data, &error));
  expect(AT_OK, at_free(data, &error));
  expect(AT_NO_FONTS, at_fonts_create(NULL, 0, 0, &others, &error));
  at_request request = request_of(AT_TEXT, text);
  request.fonts = fonts;
  request.style = style;
  request.flags = AT_FRAMES;
  expect(AT_OK, at_layout(&request, &data, &error));
  expect(AT_OK, at_data_bytes(data, &bytes, &count, &error));
  expect(AT_OK, at_free(data, &error));
  expect(AT_INVALID_HANDLE, at_free(data, &error));
  expect(AT_OK, at_draw(&request, &picture, &info, &error));
  expect(AT_OK, at_picture_copy(picture, AT_STRAIGHT, pixels, (size_t)info.width * 4, sizeof pixels, &error));
  expect(AT_BUFFER_TOO_SMALL, at_picture_copy(picture, AT_STRAIGHT, pixels, (size_t)info.width * 4, 9, &error));
  expect(AT_OK, at_picture_png(picture, &data, &error));
  expect(AT_OK, at_free(data, &error));
  expect(AT_OK, at_picture_frames(picture, &data, &error));
  expect(AT_OK, at_free(data, &error));
  expect(AT_OK, at_picture_notes(picture, &data, &error));
  expect(AT_OK, at_free(data, &error));
  expect(AT_OK, at_free(picture, &error));

  at_request json = request_of(
      AT_JSON, "{\"scene\": {\"size\": [20, 10], \"layers\": [{\"backgroundColor\": \"red\", \"frame\": [0, 0, 9, 9]}]}}");
  expect(AT_OK, at_scene_create(&json, &scene, NULL, &error));
  at_request frame = request_of(AT_SCENE, "");
  frame.scene = scene;
  expect(AT_OK, at_draw(&frame, &picture, &info, &error));
  expect(AT_OK, at_free(picture, &error));
  expect(AT_OK, at_free(scene, &error));
  json.text = "{\"scene\": 1}";
  json.length = 12;
  expect(AT_MALFORMED, at_draw(&json, &picture, &info, &error));

  expect(AT_OK, at_cancellation_create(&cancellation, &error));
  expect(AT_OK, at_cancel(cancellation, &error));
  request.cancellation = cancellation;
  expect(AT_CANCELLED, at_draw(&request, &picture, &info, &error));
  expect(AT_OK, at_free(cancellation, &error));
  request.cancellation = 0;

  expect(AT_OK, at_batch_create(0, NULL, NULL, &batch, &error));
  expect(AT_OK, at_batch_submit(batch, &request, 1, &error));
  expect(AT_OK, at_batch_submit(batch, &request, 2, &error));
  expect(AT_OK, at_batch_next(batch, &tag, &picture, &info, &error));
  expect(AT_OK, at_free(picture, &error));
  expect(AT_OK, at_batch_end(batch, &error));
  expect(AT_OK, at_free(batch, &error));
  expect(AT_OK, at_free(style, &error));
  expect(AT_OK, at_free(others, &error));
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 100;
  at_fonts fonts = 0;
  expect(AT_OK, at_fonts_create(NULL, 0, AT_FONTS_BUILT_IN, &fonts, &error));
  long early = 0;
  for (int i = 0; i < rounds; i++) {
    if (i == rounds / 10) early = private_memory();
    round_of_calls(fonts, i);
  }
  long late = private_memory();
  expect(AT_OK, at_free(fonts, &error));
  CHECK(at_handle_count() == 0);
  printf("private memory %ld KiB after %d rounds, %ld KiB after %d\n", early, rounds / 10, late, rounds);
  // 8 MiB: what the allocator keeps varies by some.
  if (rounds >= 1000) CHECK(late - early < 8192);
  return summary("calls");
}
