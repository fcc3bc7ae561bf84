// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each function of asynctext.h, used as its comment says and otherwise.
//
//   library [PNG]     writes a picture of "Hello, мир" to PNG, to be compared with the tool's

#define _GNU_SOURCE
#include <asynctext.h>
#include <math.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static at_error error;

// The bytes of a handle, with a zero behind them; frees the handle.
static char *take(at_data data) {
  const uint8_t *bytes = NULL;
  size_t count = 0;
  SUCCEEDS(at_data_bytes(data, &bytes, &count, &error));
  char *copy = malloc(count + 1);
  memcpy(copy, bytes, count);
  copy[count] = 0;
  SUCCEEDS(at_free(data, &error));
  return copy;
}

static void check_and_free(char *text, const char *part) {
  if (!strstr(text, part)) fprintf(stderr, "no '%s' in %.300s\n", part, text);
  CHECK(strstr(text, part) != NULL);
  free(text);
}

static at_fonts built_in(void) {
  at_fonts fonts = 0;
  SUCCEEDS(at_fonts_create(NULL, 0, AT_FONTS_BUILT_IN, &fonts, &error));
  return fonts;
}

static void test_pictures(at_fonts fonts, const char *path) {
  at_style style = 0;
  const char *json = "{\"style\": {\"size\": 32, \"color\": \"#246\"}}", *options = "{\"padding\": 8}";
  SUCCEEDS(at_style_create(json, strlen(json), options, strlen(options), &style, &error));
  at_request request = request_of(AT_TEXT, "Hello, мир");
  request.fonts = fonts;
  request.style = style;
  request.flags = AT_FRAMES;
  at_picture picture = 0;
  at_picture_info info;
  SUCCEEDS(at_draw(&request, &picture, &info, &error));
  CHECK(info.width > 100 && info.height > 30 && info.pixel_bytes == 4);
  size_t inked = 0;
  for (int y = 0; y < info.height; y++)
    for (int x = 0; x < info.width; x++) inked += info.pixels[(size_t)y * info.stride + 4 * x + 3] > 0;
  CHECK(inked > 500);

  size_t row = (size_t)info.width * 4, needed = row * (size_t)info.height;
  uint8_t *memory = malloc(needed);  // The sanitizer watches its end.
  SUCCEEDS(at_picture_copy(picture, AT_PREMULTIPLIED, memory, row, needed, &error));
  int equal = 1;
  for (int y = 0; y < info.height; y++)
    equal &= !memcmp(memory + (size_t)y * row, info.pixels + (size_t)y * info.stride, row);
  CHECK(equal);
  SUCCEEDS(at_picture_copy(picture, AT_STRAIGHT, memory, row, needed, &error));
  int colored = 0;
  for (size_t i = 0; i < needed; i += 4)
    if (memory[i + 3] == 255) colored += memory[i] == 0x22 && memory[i + 1] == 0x44 && memory[i + 2] == 0x66;
  CHECK(colored > 100);
  FAILS(AT_BUFFER_TOO_SMALL, at_picture_copy(picture, AT_STRAIGHT, memory, row, needed - 1, &error));
  FAILS(AT_INVALID_ARGUMENT, at_picture_copy(picture, AT_STRAIGHT, memory, row - 1, needed, &error));
  FAILS(AT_BUFFER_TOO_SMALL, at_picture_copy(picture, 0, memory, SIZE_MAX / 2, needed, &error));
  FAILS(AT_INVALID_ARGUMENT, at_picture_copy(picture, 7, memory, row, needed, &error));
  FAILS(AT_INVALID_ARGUMENT, at_picture_copy(picture, 0, NULL, row, needed, &error));
  free(memory);

  at_data data = 0;
  SUCCEEDS(at_picture_frames(picture, &data, &error));
  check_and_free(take(data), "\"words\":[{\"text\":\"Hello\",\"range\":[0,5]");
  SUCCEEDS(at_picture_notes(picture, &data, &error));
  check_and_free(take(data), "[]");
  SUCCEEDS(at_picture_png(picture, &data, &error));
  const uint8_t *png = NULL;
  size_t length = 0;
  SUCCEEDS(at_data_bytes(data, &png, &length, &error));
  CHECK(length > 100 && !memcmp(png, "\x89PNG\r\n\x1a\n", 8));
  FILE *file = path ? fopen(path, "wb") : NULL;
  if (file) {
    CHECK(fwrite(png, 1, length, file) == length);
    fclose(file);
  }
  SUCCEEDS(at_free(data, &error));
  FAILS(AT_INVALID_HANDLE, at_data_bytes(data, &png, &length, &error));
  SUCCEEDS(at_free(picture, &error));

  request.flags = AT_OPACITY;
  SUCCEEDS(at_draw(&request, &picture, &info, &error));
  CHECK(info.pixel_bytes == 1);
  FAILS(AT_INVALID_ARGUMENT, at_picture_copy(picture, AT_STRAIGHT, NULL, 0, 0, &error));
  FAILS(AT_INVALID_ARGUMENT, at_picture_frames(picture, &data, &error));
  SUCCEEDS(at_free(picture, NULL));
  FAILS(AT_INVALID_HANDLE, at_free(picture, &error));
  FAILS(AT_INVALID_HANDLE, at_picture_png(picture, &data, &error));
  FAILS(AT_INVALID_HANDLE, at_picture_png(style, &data, &error));

  SUCCEEDS(at_layout(&request, &data, &error));
  check_and_free(take(data), "\"glyphs\":[");
  // A picture lives on without its style.
  SUCCEEDS(at_free(style, &error));
  FAILS(AT_INVALID_HANDLE, at_draw(&request, &picture, &info, &error));
}

static void test_json(at_fonts fonts) {
  at_picture picture = 0;
  at_picture_info info;
  at_data data = 0;
  at_request request = request_of(
      AT_JSON,
      "{\"document\": {\"text\": \"a\", \"colour\": 1, \"style\": {\"size\": 20}}, \"options\": {\"scale\": 2}}");
  request.fonts = fonts;
  SUCCEEDS(at_draw(&request, &picture, &info, &error));
  CHECK(info.height > 40);
  SUCCEEDS(at_picture_notes(picture, &data, &error));
  check_and_free(take(data), "colour");
  SUCCEEDS(at_free(picture, &error));
  request.flags = AT_STRICT;
  FAILS(AT_MALFORMED, at_draw(&request, &picture, &info, &error));
  CHECK(error.offset > 0);
  static const char *const unknown[] = {
      "{\"document\": {\"text\": \"a\"}, \"colour\": 1}",
      "{\"document\": {\"text\": \"a\"}, \"options\": {\"colour\": 1}}",
  };
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    request = request_of(AT_JSON, unknown[i]);
    SUCCEEDS(at_draw(&request, &picture, &info, &error));
    SUCCEEDS(at_free(picture, &error));
    request.flags = AT_STRICT;
    FAILS(AT_MALFORMED, at_draw(&request, &picture, &info, &error));
    CHECK(strstr(error.message, "colour") != NULL);
  }

  static const char *const wrong[] = {
      "", "{", "[]", "{}", "{\"document\": {}}", "{\"document\": {\"text\": 1}}",
      "{\"document\": {\"text\": \"a\"}, \"options\": {\"scale\": 0}}",
      "{\"document\": {\"text\": \"a\"}, \"options\": {\"format\": \"tiff\"}}",
      "{\"scene\": {\"text\": \"a\"}}", "{\"document\": {\"layers\": []}}",
      "{\"scene\": {\"size\": [0, 0], \"layers\": [{\"type\": \"nothing\"}]}}",
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    request = request_of(AT_JSON, wrong[i]);
    FAILS(AT_MALFORMED, at_draw(&request, &picture, &info, &error));
  }
  request = request_of(AT_JSON, "{\"document\": {\"text\": \"a\", \"fonts\": [\"/no/such.ttf\"]}}");
  FAILS(AT_UNREADABLE, at_draw(&request, &picture, &info, &error));
  request = request_of(
      AT_JSON, "{\"document\": {\"text\": \"a\"}, \"options\": {\"canvas\": [1000000, 10]}}");
  FAILS(AT_TOO_LARGE, at_draw(&request, &picture, &info, &error));
  // A picture outside the root is refused.
  request = request_of(
      AT_JSON, "{\"scene\": {\"size\": [9, 9], \"layers\": [{\"type\": \"image\", \"image\": \"/etc/passwd\"}]}}");
  request.root = "/usr/share";
  at_status status = at_draw(&request, &picture, &info, &error);
  CHECK(status == AT_UNREADABLE || status == AT_MALFORMED);
}

static void test_scenes(at_fonts fonts) {
  at_request request = request_of(
      AT_JSON,
      "{\"scene\": {\"size\": [60, 20], \"duration\": 2, \"layers\": [{\"backgroundColor\": \"red\", \"frame\": [0, 0, 20, 20],"
      " \"animations\": [{\"key\": \"position.x\", \"from\": 10, \"to\": 50, \"duration\": 2, \"curve\": \"linear\"}]}]}}");
  request.fonts = fonts;
  at_scene scene = 0;
  double duration = 0;
  SUCCEEDS(at_scene_create(&request, &scene, &duration, &error));
  CHECK(duration == 2);
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  request.kind = AT_SCENE;
  request.scene = scene;
  for (int i = 0; i <= 4; i++) {
    request.time = i * 0.499;
    request.flags = AT_FRAMES;
    at_picture picture = 0;
    at_picture_info info;
    SUCCEEDS(at_draw(&request, &picture, &info, &error));
    // Where the red begins, in the middle row.
    const uint8_t *row = info.pixels + 10 * info.stride;
    int x = 0;
    while (x < info.width && row[4 * x] < 128) x++;
    CHECK(abs(x - (int)lround(20 * request.time)) <= 1);
    SUCCEEDS(at_free(picture, &error));
  }
  at_picture picture = 0;
  at_data data = 0;
  request.flags = 0;
  request.time = NAN;
  FAILS(AT_INVALID_ARGUMENT, at_draw(&request, &picture, NULL, &error));
  request.time = 0;
  request.flags = AT_OPACITY;
  FAILS(AT_INVALID_ARGUMENT, at_draw(&request, &picture, NULL, &error));
  request.flags = 0;
  FAILS(AT_INVALID_ARGUMENT, at_layout(&request, &data, &error));
  FAILS(AT_INVALID_ARGUMENT, at_scene_create(&request, &scene, NULL, &error));
  static const char *const idle[] = {
      "{\"scene\": {\"size\": [4, 4]}, \"options\": {\"frames\": true}}",
      "{\"scene\": {\"size\": [4, 4]}, \"options\": {\"time\": 1}}",
  };
  for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
    at_request wrong = request_of(AT_JSON, idle[i]);
    at_scene none = 0;
    FAILS(AT_MALFORMED, at_scene_create(&wrong, &none, NULL, &error));
  }
  SUCCEEDS(at_free(scene, &error));
  FAILS(AT_INVALID_HANDLE, at_draw(&request, &picture, NULL, &error));
}

static void test_arguments(void) {
  at_fonts fonts = 0;
  at_style style = 0;
  at_picture picture = 0;
  at_batch batch = 0;
  FAILS(AT_NO_FONTS, at_fonts_create(NULL, 0, 0, &fonts, &error));
  at_data characters = 0;
  FAILS(AT_INVALID_HANDLE, at_fonts_characters(style, &characters, &error));
  FAILS(AT_INVALID_ARGUMENT, at_fonts_create(NULL, 0, 1, NULL, &error));
  FAILS(AT_INVALID_ARGUMENT, at_fonts_create(NULL, 2, 1, &fonts, &error));
  FAILS(AT_INVALID_ARGUMENT, at_fonts_create(NULL, 0, 64, &fonts, &error));
  at_font_file file = {"/no/such/font.ttf", NULL, 0, -1};
  FAILS(AT_UNREADABLE, at_fonts_create(&file, 1, 0, &fonts, &error));
  CHECK(strstr(error.message, "/no/such/font.ttf") != NULL);
  at_font_file bytes = {NULL, (const uint8_t *)"not a font", 10, -1};
  FAILS(AT_UNREADABLE, at_fonts_create(&bytes, 1, 0, &fonts, &error));
  bytes.count = SIZE_MAX;
  FAILS(AT_TOO_LARGE, at_fonts_create(&bytes, 1, 0, &fonts, &error));
  at_font_file nothing = {NULL, NULL, 0, -1};
  FAILS(AT_INVALID_ARGUMENT, at_fonts_create(&nothing, 1, 0, &fonts, &error));

  static const char *const wrong[] = {
      "{\"text\": \"a\"}", "{\"fonts\": []}", "{\"style\": {\"size\": \"big\"}}", "{", "null"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    FAILS(AT_MALFORMED, at_style_create(wrong[i], strlen(wrong[i]), NULL, 0, &style, &error));
  FAILS(AT_MALFORMED, at_style_create(NULL, 0, "{\"time\": 1}", 11, &style, &error));
  FAILS(AT_MALFORMED, at_style_create(NULL, 0, "{\"imageRoot\": \"/\"}", 18, &style, &error));
  const char *misspelt = "{\"style\": {\"colour\": 1}}", *strict = "{\"strict\": true}";
  SUCCEEDS(at_style_create(misspelt, strlen(misspelt), NULL, 0, &style, &error));
  SUCCEEDS(at_free(style, &error));
  FAILS(
      AT_MALFORMED,
      at_style_create(misspelt, strlen(misspelt), strict, strlen(strict), &style, &error));
  FAILS(AT_INVALID_ARGUMENT, at_style_create(NULL, 5, NULL, 0, &style, &error));
  FAILS(AT_TOO_LARGE, at_style_create("{", SIZE_MAX, NULL, 0, &style, &error));

  FAILS(AT_INVALID_ARGUMENT, at_draw(NULL, &picture, NULL, &error));
  at_request request = request_of(AT_TEXT, "a");
  FAILS(AT_INVALID_ARGUMENT, at_draw(&request, NULL, NULL, &error));
  request.size = sizeof request - 8;
  FAILS(AT_INVALID_ARGUMENT, at_draw(&request, &picture, NULL, &error));
  request = request_of(9, "a");
  FAILS(AT_INVALID_ARGUMENT, at_draw(&request, &picture, NULL, &error));
  request = request_of(AT_TEXT, "a");
  request.flags = 1u << 31;
  FAILS(AT_INVALID_ARGUMENT, at_draw(&request, &picture, NULL, &error));
  request = request_of(AT_TEXT, "a");
  request.text = NULL;
  FAILS(AT_INVALID_ARGUMENT, at_draw(&request, &picture, NULL, &error));
  for (size_t length = (size_t)1 << 31; length; length <<= 1) {
    request.text = "a";
    request.length = length;
    FAILS(AT_TOO_LARGE, at_draw(&request, &picture, NULL, &error));
  }
  for (uint64_t bits = 1; bits; bits <<= 1) {
    request = request_of(AT_TEXT, "a");
    request.fonts = bits | 1;
    FAILS(AT_INVALID_HANDLE, at_draw(&request, &picture, NULL, &error));
    FAILS(AT_INVALID_HANDLE, at_free(bits | 1, &error));
  }
  FAILS(AT_INVALID_ARGUMENT, at_batch_create(17, NULL, NULL, &batch, &error));
  FAILS(AT_INVALID_HANDLE, at_cancel(0, &error));
  FAILS(AT_INVALID_HANDLE, at_batch_end(0, &error));
  FAILS(AT_INVALID_HANDLE, at_batch_submit(12, &request, 0, &error));
  CHECK(at_batch_count(0) == 0 && at_free(0, NULL) == AT_OK);
  CHECK(!strcmp(at_status_name(AT_OK), "AT_OK") && !strcmp(at_status_name(AT_FAILED), "AT_FAILED"));
  CHECK(!strcmp(at_status_name(99), "AT_UNKNOWN") && !strcmp(at_status_name(-7), "AT_UNKNOWN"));
}

static void test_texts(at_fonts fonts) {
  at_picture picture = 0;
  at_picture_info empty, info;
  at_request request = request_of(AT_TEXT, "");
  request.fonts = fonts;
  SUCCEEDS(at_draw(&request, &picture, &empty, &error));
  SUCCEEDS(at_free(picture, &error));
  request.text = NULL;
  SUCCEEDS(at_draw(&request, &picture, &empty, &error));
  SUCCEEDS(at_free(picture, &error));
  // U+0000 is a character, and what is ill-formed is U+FFFD.
  at_data data = 0;
  request.text = "a\0b\xFF\xC3";
  request.length = 5;
  SUCCEEDS(at_layout(&request, &data, &error));
  check_and_free(take(data), "\"end\":5");
  request.flags = AT_FRAMES;
  SUCCEEDS(at_draw(&request, &picture, &info, &error));
  SUCCEEDS(at_picture_frames(picture, &data, &error));
  check_and_free(take(data), "\xEF\xBF\xBD");
  SUCCEEDS(at_free(picture, &error));
  request = request_of(AT_TEXT, "\xF3\xB0\x80\x80");
  request.fonts = fonts;
  SUCCEEDS(at_draw(&request, &picture, &info, &error));
  SUCCEEDS(at_picture_notes(picture, &data, &error));
  check_and_free(take(data), "U+F0000");
  SUCCEEDS(at_free(picture, &error));
}

static void test_cancellation(at_fonts fonts) {
  at_cancellation cancellation = 0;
  SUCCEEDS(at_cancellation_create(&cancellation, &error));
  at_picture picture = 0;
  at_request request = request_of(AT_TEXT, "a");
  request.fonts = fonts;
  request.cancellation = cancellation;
  SUCCEEDS(at_draw(&request, &picture, NULL, &error));
  SUCCEEDS(at_free(picture, &error));
  SUCCEEDS(at_cancel(cancellation, &error));
  FAILS(AT_CANCELLED, at_draw(&request, &picture, NULL, &error));
  SUCCEEDS(at_free(cancellation, &error));
}

static void test_batches(at_fonts fonts) {
  at_batch batch = 0;
  SUCCEEDS(at_batch_create(2, NULL, NULL, &batch, &error));
  uint64_t tag = 7;
  at_picture picture = 0;
  at_picture_info info;
  FAILS(AT_END, at_batch_next(batch, &tag, &picture, &info, &error));
  char text[40];
  for (uint64_t i = 0; i < 200; i++) {
    snprintf(text, sizeof text, i % 50 == 49 ? "{" : "{\"document\": {\"text\": \"label %d\"}}", (int)i);
    at_request request = request_of(AT_JSON, text);
    request.fonts = fonts;
    SUCCEEDS(at_batch_submit(batch, &request, i, &error));
    memset(text, 'x', sizeof text);  // It was copied.
  }
  CHECK(at_batch_count(batch) > 0);
  for (uint64_t i = 0; i < 200; i++) {
    if (i % 50 == 49) {
      FAILS(AT_MALFORMED, at_batch_next(batch, &tag, &picture, &info, &error));
    } else {
      SUCCEEDS(at_batch_next(batch, &tag, &picture, &info, &error));
      SUCCEEDS(at_free(picture, &error));
    }
    CHECK(tag == i);
  }
  FAILS(AT_END, at_batch_next(batch, &tag, &picture, &info, &error));
  // Pictures that nobody took are freed with the batch.
  at_request request = request_of(AT_TEXT, "abc");
  request.fonts = fonts;
  for (int i = 0; i < 50; i++) SUCCEEDS(at_batch_submit(batch, &request, 0, &error));
  SUCCEEDS(at_batch_end(batch, &error));
  FAILS(AT_CANCELLED, at_batch_submit(batch, &request, 0, &error));
  FAILS(AT_CANCELLED, at_batch_next(batch, &tag, &picture, &info, &error));
  SUCCEEDS(at_free(batch, &error));
  FAILS(AT_INVALID_HANDLE, at_batch_next(batch, &tag, &picture, &info, &error));
}

struct seen {
  pthread_mutex_t lock;
  uint64_t next, errors;
  int in_order, alone, inside;
  at_status ended;
  at_batch batch;
};

static void receive(
    void *context, uint64_t tag, at_picture picture, const at_picture_info *info, const at_error *failure) {
  struct seen *seen = context;
  pthread_mutex_lock(&seen->lock);
  seen->alone &= seen->inside++ == 0;
  seen->in_order &= tag == seen->next++;
  seen->errors += failure != NULL;
  pthread_mutex_unlock(&seen->lock);
  if (tag == 3) seen->ended = at_batch_end(seen->batch, NULL);
  if (picture && info->width > 0) at_free(picture, NULL);
  pthread_mutex_lock(&seen->lock);
  seen->inside--;
  pthread_mutex_unlock(&seen->lock);
}

static void test_deliveries(at_fonts fonts) {
  struct seen seen = {PTHREAD_MUTEX_INITIALIZER, 0, 0, 1, 1, 0, 0, 0};
  SUCCEEDS(at_batch_create(3, receive, &seen, &seen.batch, &error));
  uint64_t tag = 0;
  at_picture picture = 0;
  for (uint64_t i = 0; i < 300; i++) {
    at_request request = request_of(i % 7 ? AT_TEXT : AT_JSON, "label");
    request.fonts = fonts;
    SUCCEEDS(at_batch_submit(seen.batch, &request, i, &error));
  }
  FAILS(AT_INVALID_ARGUMENT, at_batch_next(seen.batch, &tag, &picture, NULL, &error));
  for (int i = 0; i < 3000; i++) {
    pthread_mutex_lock(&seen.lock);
    int through = seen.next == 300;
    pthread_mutex_unlock(&seen.lock);
    if (through) break;
    usleep(10000);
  }
  CHECK(seen.next == 300 && seen.in_order && seen.alone && seen.errors == 43);
  CHECK(seen.ended == AT_INVALID_ARGUMENT);
  uint64_t before = seen.next;
  at_request request = request_of(AT_TEXT, "label");
  for (int i = 0; i < 100; i++) SUCCEEDS(at_batch_submit(seen.batch, &request, before + (uint64_t)i, &error));
  SUCCEEDS(at_batch_end(seen.batch, &error));
  uint64_t at_end = seen.next;
  usleep(20000);
  CHECK(seen.next == at_end && seen.in_order);
  SUCCEEDS(at_free(seen.batch, &error));
}

static void *draw_and_free(void *context) {
  at_fonts fonts = *(at_fonts *)context;
  long good = 0;
  for (int i = 0; i < 200; i++) {
    at_request request = request_of(AT_TEXT, i & 1 ? "Hello" : "שלום");
    request.fonts = fonts;
    at_picture picture = 0;
    at_picture_info info;
    good += at_draw(&request, &picture, &info, NULL) == AT_OK && at_free(picture, NULL) == AT_OK;
  }
  return (void *)good;
}

static void test_threads(at_fonts fonts) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++) CHECK(pthread_create(&threads[i], NULL, draw_and_free, &fonts) == 0);
  for (int i = 0; i < 8; i++) {
    void *good = NULL;
    pthread_join(threads[i], &good);
    CHECK((long)good == 200);
  }
}

// The status of a drawing in a child.
static int status_after_fork(at_fonts fonts) {
  pid_t child = fork();
  if (child == 0) {
    at_request request = request_of(AT_TEXT, "a child");
    request.fonts = fonts;
    at_picture picture = 0;
    at_picture_info info;
    at_status status = at_draw(&request, &picture, &info, NULL);
    at_batch batch = 0;
    if (status == AT_OK && (at_batch_create(2, NULL, NULL, &batch, NULL) != AT_OK ||
                            at_batch_submit(batch, &request, 5, NULL) != AT_OK)) {
      _exit(100);
    }
    uint64_t tag = 0;
    if (status == AT_OK && (at_batch_next(batch, &tag, &picture, &info, NULL) != AT_OK || tag != 5)) _exit(101);
    _exit(status);
  }
  int result = 0;
  CHECK(waitpid(child, &result, 0) == child);
  return WIFEXITED(result) ? WEXITSTATUS(result) : -1;
}

static void *count_handles(void *stop) {
  while (!*(volatile int *)stop) at_handle_count();
  return NULL;
}

// While another thread is in calls, be they short, each child ends: it draws, or is told why not.
static void test_forks_beside_calls(at_fonts fonts) {
  int stop = 0;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, count_handles, &stop) == 0);
  for (int i = 0; i < 200; i++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(5);
      at_request request = request_of(AT_TEXT, "a child");
      request.fonts = fonts;
      at_picture picture = 0;
      at_status status = at_draw(&request, &picture, NULL, NULL);
      _exit(status == AT_OK || status == AT_FORKED ? 0 : 1);
    }
    int result = 0;
    CHECK(waitpid(child, &result, 0) == child && WIFEXITED(result) && WEXITSTATUS(result) == 0);
  }
  stop = 1;
  pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
  size_t before = at_handle_count();
  CHECK(before == 0 && strlen(at_version()) >= 5 && strstr(at_versions(), "HarfBuzz"));
  CHECK(strstr(at_style_keys(), "letterSpacing") && at_style_keys() == at_style_keys());
  at_fonts fonts = built_in();
  test_pictures(fonts, argc > 1 ? argv[1] : NULL);
  test_threads(fonts);
  // Before the first batch: the child may do all.
  CHECK(status_after_fork(fonts) == AT_OK);
  test_forks_beside_calls(fonts);
  test_json(fonts);
  test_scenes(fonts);
  test_arguments();
  test_texts(fonts);
  test_cancellation(fonts);
  test_batches(fonts);
  test_deliveries(fonts);
  CHECK(status_after_fork(fonts) == AT_FORKED);
  SUCCEEDS(at_free(fonts, &error));
  CHECK(at_handle_count() == 0);
  return summary("C");
}
