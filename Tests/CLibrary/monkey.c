// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// Calls with random arguments on several threads: handles that live, that were freed, that never were;
// texts and JSON with random bytes; lengths that are too large. Nothing may crash; each failure has a
// sentence; in the end all handles are freed.
//
//   monkey SEED COUNT     COUNT calls on each of four threads

#include <asynctext.h>
#include <pthread.h>

#include "check.h"

enum { handle_count = 64, thread_count = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t handles[handle_count];  // Shared: a thread frees what another one uses.
static long silent, statuses[16];
static int calls_left;

struct random { uint64_t state; };

static uint32_t next(struct random *random, uint32_t bound) {
  random->state = random->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random->state >> 33) % bound;
}

static uint64_t some_handle(struct random *random) {
  uint32_t choice = next(random, 20);
  if (choice == 0) return 0;
  if (choice == 1) return (uint64_t)next(random, 8) << 56 | next(random, 100);
  pthread_mutex_lock(&lock);
  uint64_t handle = handles[next(random, handle_count)];
  pthread_mutex_unlock(&lock);
  return choice == 2 ? handle ^ (uint64_t)1 << next(random, 64) : handle;
}

// Frees what was in the place: `batch` handles are ended with it.
static void keep(struct random *random, uint64_t handle) {
  if (!handle) return;
  pthread_mutex_lock(&lock);
  uint64_t *place = &handles[next(random, handle_count)], old = *place;
  *place = handle;
  pthread_mutex_unlock(&lock);
  at_free(old, NULL);
}

static const char *const parts[] = {
    "{", "}", "[", "]", "\"document\":", "\"scene\":", "\"options\":", "{\"document\": {\"text\": \"abc\"}}",
    "{\"scene\": {\"size\": [8, 8], \"layers\": []}}", "\"text\":", "\"size\":", ",", ":", "1", "-1e9", "null",
    "\"layers\": [{\"type\": \"text\", \"string\": \"a\"}]", "שלום", "नमस्ते", "👩‍🚀", "\xF0\x90", "\n", "a", "\\u0000",
    "\"scale\": 3", "\"width\": 20", "\"style\": {\"size\": 9}", "\"spans\": [{\"start\": 0, \"end\": 9}]",
};

static size_t some_text(struct random *random, char *text, size_t room) {
  size_t length = 0;
  for (uint32_t count = next(random, 9); count > 0; count--) {
    const char *part = parts[next(random, sizeof parts / sizeof *parts)];
    if (length + strlen(part) > room) break;
    memcpy(text + length, part, strlen(part));
    length += strlen(part);
  }
  if (length && !next(random, 6)) text[next(random, (uint32_t)length)] = (char)next(random, 256);
  return length;
}

static void one_call(struct random *random) {
  char text[400], more[400];
  uint8_t pixels[4096];
  at_error error;
  memset(&error, 0, sizeof error);
  at_request request;
  memset(&request, 0, sizeof request);
  request.size = next(random, 50) ? sizeof request : next(random, 200);
  request.kind = next(random, 4);
  request.flags = next(random, 4) ? next(random, 8) : next(random, 1 << 20);
  request.text = next(random, 40) ? text : NULL;
  request.length = some_text(random, text, sizeof text);
  if (!next(random, 40)) request.length = SIZE_MAX >> next(random, 33);
  request.style = next(random, 3) ? 0 : some_handle(random);
  request.fonts = next(random, 3) ? 0 : some_handle(random);
  request.scene = some_handle(random);
  request.cancellation = next(random, 4) ? 0 : some_handle(random);
  request.time = next(random, 9) ? next(random, 100) : 0.0 / (double)next(random, 2);
  request.root = "/nowhere";
  uint64_t made = 0, tag = 0;
  double duration;
  at_picture_info info;
  const uint8_t *bytes = NULL;
  size_t count = 0, length = some_text(random, more, sizeof more);
  at_status status = AT_OK;
  switch (next(random, 19)) {
    case 0: status = at_draw(&request, &made, next(random, 2) ? &info : NULL, &error); break;
    case 1: status = at_layout(&request, &made, &error); break;
    case 2: status = at_scene_create(&request, &made, &duration, &error); break;
    case 3: status = at_style_create(text, request.length < sizeof text ? request.length : 0, more, length, &made, &error); break;
    case 4: {
      at_font_file file = {next(random, 2) ? "/nowhere.ttf" : NULL, next(random, 2) ? (const uint8_t *)text : NULL,
                           request.length < sizeof text ? request.length : 9, (int32_t)next(random, 3) - 1};
      status = at_fonts_create(&file, next(random, 2), next(random, 5), &made, &error);
      break;
    }
    case 5: status = at_cancellation_create(&made, &error); break;
    case 6: status = at_cancel(some_handle(random), &error); break;
    case 7: status = at_batch_create(next(random, 19), NULL, NULL, &made, &error); break;
    case 8: case 9: status = at_batch_submit(some_handle(random), &request, 1, &error); break;
    case 10: {
      // Waiting for what another thread may end: only where something is under way.
      at_batch batch = some_handle(random);
      if (at_batch_count(batch)) status = at_batch_next(batch, &tag, &made, &info, &error);
      break;
    }
    case 11: status = next(random, 4) ? AT_OK : at_batch_end(some_handle(random), &error); break;
    case 12: status = at_picture_copy(some_handle(random), next(random, 3), pixels, next(random, 300), sizeof pixels, &error); break;
    case 13: status = at_picture_png(some_handle(random), &made, &error); break;
    case 14: status = at_picture_frames(some_handle(random), &made, &error); break;
    case 15: status = at_picture_notes(some_handle(random), &made, &error); break;
    case 16: status = at_data_bytes(some_handle(random), &bytes, &count, &error); break;
    case 18: status = at_fonts_characters(some_handle(random), &made, &error); break;
    case 17: status = next(random, 3) ? AT_OK : at_free(some_handle(random), &error); break;
  }
  pthread_mutex_lock(&lock);
  silent += status != AT_OK && (error.status != status || strlen(error.message) < 8);
  silent += status == AT_OK && error.status != AT_OK;
  if (status >= 0 && status < 16) statuses[status]++;
  pthread_mutex_unlock(&lock);
  keep(random, made);
}

static void *run(void *seed) {
  struct random random = {(uint64_t)(size_t)seed};
  for (int i = 0; i < calls_left; i++) one_call(&random);
  return NULL;
}

int main(int argc, char **argv) {
  size_t seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
  calls_left = argc > 2 ? atoi(argv[2]) : 1000;
  pthread_t threads[thread_count];
  for (size_t i = 0; i < thread_count; i++) pthread_create(&threads[i], NULL, run, (void *)(seed * 1000 + i));
  for (size_t i = 0; i < thread_count; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < handle_count; i++) at_free(handles[i], NULL);
  CHECK(silent == 0);
  CHECK(at_handle_count() == 0);
  // Each status comes that can come here.
  int wanted[] = {AT_OK, AT_INVALID_ARGUMENT, AT_INVALID_HANDLE, AT_MALFORMED, AT_UNREADABLE, AT_TOO_LARGE, AT_CANCELLED};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) CHECK(calls_left < 1000 || statuses[wanted[i]] > 0);
  printf("of %d calls:", calls_left * thread_count);
  for (int i = 0; i < 16; i++)
    if (statuses[i]) printf(" %ld %s", statuses[i], at_status_name(i));
  printf("\n");
  return summary("monkey");
}
