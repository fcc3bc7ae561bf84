// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "exif.h"

// libpng reports errors by longjmp, which these functions catch, so that Swift can call them. They
// are not inlined: setjmp returns twice, which must not happen in Swift code.
#define CTEXT_PNG static inline __attribute__((noinline, unused))

/// The source of a file: its bytes in memory, or a function that reads them in order.
typedef struct {
  const uint8_t *bytes;
  size_t count, position;
  /// Writes the next bytes, at most `count`, to `bytes` and returns their number: 0 at the end and
  /// after a failure. NULL if the file is in memory.
  size_t (*read)(void *context, uint8_t *bytes, size_t count);
  void *context;
} ctext_png_source;

CTEXT_PNG void ctext_png_take(png_structp png, png_bytep bytes, size_t count) {
  ctext_png_source *in = (ctext_png_source *)png_get_io_ptr(png);
  if (in->read) {
    while (count) {
      size_t some = in->read(in->context, bytes, count);
      if (!some || some > count) png_error(png, "the file ends too early");
      bytes += some;
      count -= some;
    }
    return;
  }
  if (count > in->count - in->position) png_error(png, "the file ends too early");
  memcpy(bytes, in->bytes + in->position, count);
  in->position += count;
}

CTEXT_PNG void ctext_png_quiet(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

typedef struct {
  char message[96];
} ctext_png_failure;

CTEXT_PNG void ctext_png_fail(png_structp png, png_const_charp message) {
  ctext_png_failure *failure = (ctext_png_failure *)png_get_error_ptr(png);
  if (failure) {
    strncpy(failure->message, message ? message : "", sizeof(failure->message) - 1);
    failure->message[sizeof(failure->message) - 1] = 0;
  }
  png_longjmp(png, 1);
}

/// What a file says of its picture.
typedef struct {
  uint32_t width, height;
  /// Whether there are opacities, and whether the rows come in several passes.
  bool has_alpha, is_interlaced;
  /// The orientation of the picture in Exif's numbers: 1 for upright. The chunk with the
  /// orientation may stand before the pixels or behind them.
  int orientation;
} ctext_png_header;

/// A picture being read.
typedef struct {
  png_structp png;
  png_infop info;
  ctext_png_source source;
  ctext_png_failure failure;
  ctext_png_header header;
} ctext_png_reader;

CTEXT_PNG void ctext_png_close(ctext_png_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  reader->png = NULL;
}

/// Takes over the orientation of the chunk `eXIf`, if it has been read (PNG 3rd edition, 11.3.4.5).
CTEXT_PNG void ctext_png_take_exif(ctext_png_reader *reader) {
#ifdef PNG_eXIf_SUPPORTED
  png_bytep exif = NULL;
  png_uint_32 count = 0;
  if (png_get_eXIf_1(reader->png, reader->info, &count, &exif) && exif) {
    reader->header.orientation = cimage_exif_orientation(exif, count);
  }
#else
  (void)reader;
#endif
}

/// Reads the header. If false, `failure` has the reason, and the reader is closed.
CTEXT_PNG bool ctext_png_begin(ctext_png_reader *reader, uint32_t side) {
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->failure, ctext_png_fail,
                                       ctext_png_quiet);
  if (!reader->png) return false;
  reader->info = png_create_info_struct(reader->png);
  if (!reader->info || setjmp(png_jmpbuf(reader->png))) {
    ctext_png_close(reader);
    return false;
  }
  png_set_user_limits(reader->png, side, side);
  png_set_read_fn(reader->png, &reader->source, ctext_png_take);
  // Only pixels matter: chunks of text, profiles and times are not unpacked.
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_set_chunk_malloc_max(reader->png, 8 << 20);
  png_read_info(reader->png, reader->info);
  reader->header.width = png_get_image_width(reader->png, reader->info);
  reader->header.height = png_get_image_height(reader->png, reader->info);
  reader->header.has_alpha = (png_get_color_type(reader->png, reader->info) & PNG_COLOR_MASK_ALPHA) ||
                      png_get_valid(reader->png, reader->info, PNG_INFO_tRNS);
  reader->header.is_interlaced =
      png_get_interlace_type(reader->png, reader->info) != PNG_INTERLACE_NONE;
  reader->header.orientation = 1;
  ctext_png_take_exif(reader);
  return true;
}

/// Reads the header of a file in memory. If false, `failure` has the reason; the reader is closed.
CTEXT_PNG bool ctext_png_open(ctext_png_reader *reader, const uint8_t *bytes, size_t count,
                              uint32_t side) {
  memset(reader, 0, sizeof(*reader));
  reader->source.bytes = bytes;
  reader->source.count = count;
  if (count < 8 || png_sig_cmp(bytes, 0, 8)) {
    strcpy(reader->failure.message, "this is not a PNG file");
    return false;
  }
  return ctext_png_begin(reader, side);
}

/// Reads the header of a file by calls of `read`. If false, `failure` has the reason, and the
/// reader is closed.
CTEXT_PNG bool ctext_png_open_stream(ctext_png_reader *reader,
                                     size_t (*read)(void *context, uint8_t *bytes, size_t count),
                                     void *context, uint32_t side) {
  memset(reader, 0, sizeof(*reader));
  reader->source.read = read;
  reader->source.context = context;
  return ctext_png_begin(reader, side);
}

/// Prepares the reading of the pixels as 8-bit RGBA with straight alpha. Returns how often all rows
/// are read: once, or once for each pass of an interlaced picture. 0 after a failure; the reader is
/// then closed.
CTEXT_PNG int ctext_png_start(ctext_png_reader *reader) {
  if (setjmp(png_jmpbuf(reader->png))) {
    ctext_png_close(reader);
    return 0;
  }
  png_structp png = reader->png;
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (size_t)reader->header.width * 4) {
    png_error(png, "its rows have an unexpected size");
  }
  return passes;
}

/// Reads the next `count` rows of a pass into rows that are `stride` bytes apart. If false, the
/// reader is closed.
CTEXT_PNG bool ctext_png_rows(ctext_png_reader *reader, uint8_t *rows, ptrdiff_t stride,
                              uint32_t count) {
  if (setjmp(png_jmpbuf(reader->png))) {
    ctext_png_close(reader);
    return false;
  }
  for (uint32_t y = 0; y < count; y++) {
    png_read_row(reader->png, rows + (ptrdiff_t)y * stride, NULL);
  }
  return true;
}

/// Reads the chunks behind the pixels, after the last row. A file that ends there, or is damaged
/// there, is no failure.
CTEXT_PNG void ctext_png_finish(ctext_png_reader *reader) {
  if (setjmp(png_jmpbuf(reader->png))) {
    ctext_png_close(reader);
    return;
  }
  png_read_end(reader->png, reader->info);
  ctext_png_take_exif(reader);
}

/// The message of the failure, empty if there was none.
static inline const char *ctext_png_message(const ctext_png_reader *reader) {
  return reader->failure.message;
}
