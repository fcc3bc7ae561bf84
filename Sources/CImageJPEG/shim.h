// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

// libjpeg reports errors by calling a function that must not return, which jumps back into the
// functions here. They are not inlined: setjmp returns twice, which must not happen in Swift code.
#define CIMAGE_JPEG static inline __attribute__((noinline, unused))

/// A picture being read. It must stay at one address from `open` to `close`.
typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
  /// Called between parts of the work; true stops it.
  bool (*is_cancelled)(void *context);
  void *context;
  bool is_open, was_cancelled;
  /// The declared size, and that of the rows that are read.
  uint32_t width, height, output_width, output_height;
  /// Whether the picture is progressive, so that all its coefficients are kept.
  bool is_progressive;
  /// Whether rows are CMYK, inverted as Adobe's programs write them if `is_inverted`.
  bool is_cmyk, is_inverted;
  /// The orientation of Exif, 1 to 8.
  int orientation;
} cimage_jpeg_reader;

/// A progressive picture of more scans is refused: each scan costs as much as a whole picture.
#define CIMAGE_JPEG_SCANS 256

CIMAGE_JPEG void cimage_jpeg_fail(j_common_ptr info) {
  cimage_jpeg_reader *reader = (cimage_jpeg_reader *)info->client_data;
  info->err->format_message(info, reader->message);
  longjmp(reader->jump, 1);
}

CIMAGE_JPEG void cimage_jpeg_quiet(j_common_ptr info, int level) {
  (void)info;
  (void)level;
}

CIMAGE_JPEG void cimage_jpeg_progress(j_common_ptr info) {
  cimage_jpeg_reader *reader = (cimage_jpeg_reader *)info->client_data;
  if (reader->is_cancelled && reader->is_cancelled(reader->context)) {
    reader->was_cancelled = true;
    longjmp(reader->jump, 1);
  }
  if (reader->info.input_scan_number > CIMAGE_JPEG_SCANS) {
    strcpy(reader->message, "it has too many scans");
    longjmp(reader->jump, 1);
  }
}

CIMAGE_JPEG void cimage_jpeg_close(cimage_jpeg_reader *reader) {
  if (reader->is_open) jpeg_destroy_decompress(&reader->info);
  reader->is_open = false;
}

/// The orientation of an Exif segment; 1 if it has none (Exif 2.32, 4.6.4; TIFF 6.0).
static inline int cimage_jpeg_orientation(const uint8_t *bytes, size_t count) {
  if (count < 14 || memcmp(bytes, "Exif\0\0", 6)) return 1;
  const uint8_t *tiff = bytes + 6;
  size_t length = count - 6;
  bool big = tiff[0] == 'M';
#define CIMAGE_16(p) (big ? (uint32_t)(p)[0] << 8 | (p)[1] : (uint32_t)(p)[1] << 8 | (p)[0])
#define CIMAGE_32(p) \
  (big ? CIMAGE_16(p) << 16 | CIMAGE_16((p) + 2) : CIMAGE_16((p) + 2) << 16 | CIMAGE_16(p))
  size_t start = CIMAGE_32(tiff + 4);
  if (start > length - 2) return 1;
  size_t entries = CIMAGE_16(tiff + start);
  for (size_t i = 0; i < entries; i++) {
    size_t at = start + 2 + 12 * i;
    if (at + 12 > length) return 1;
    if (CIMAGE_16(tiff + at) == 0x0112) {
      int value = (int)CIMAGE_16(tiff + at + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
  }
#undef CIMAGE_16
#undef CIMAGE_32
  return 1;
}

/// Reads the header. False: `message` says why, and the reader is closed.
CIMAGE_JPEG bool cimage_jpeg_open(cimage_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
  memset(reader, 0, sizeof(*reader));
  reader->orientation = 1;
  reader->info.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = cimage_jpeg_fail;
  reader->errors.emit_message = cimage_jpeg_quiet;
  reader->info.client_data = reader;
  if (setjmp(reader->jump)) {
    cimage_jpeg_close(reader);
    return false;
  }
  jpeg_create_decompress(&reader->info);
  reader->is_open = true;
  reader->info.client_data = reader;
  reader->progress.progress_monitor = cimage_jpeg_progress;
  reader->info.progress = &reader->progress;
  jpeg_mem_src(&reader->info, bytes, count);
  jpeg_save_markers(&reader->info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&reader->info, TRUE);
  reader->width = reader->info.image_width;
  reader->height = reader->info.image_height;
  reader->is_progressive = jpeg_has_multiple_scans(&reader->info);
  reader->is_cmyk = reader->info.jpeg_color_space == JCS_CMYK ||
                    reader->info.jpeg_color_space == JCS_YCCK;
  reader->is_inverted = reader->info.saw_Adobe_marker;
  for (jpeg_saved_marker_ptr marker = reader->info.marker_list; marker; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1) continue;
    reader->orientation = cimage_jpeg_orientation(marker->data, marker->data_length);
    if (reader->orientation != 1) break;
  }
  return true;
}

/// Chooses the least size of `eighths`/8 of the picture, and says it in `output_width` and
/// `output_height`.
CIMAGE_JPEG bool cimage_jpeg_scale(cimage_jpeg_reader *reader, unsigned eighths) {
  if (setjmp(reader->jump)) {
    cimage_jpeg_close(reader);
    return false;
  }
  reader->info.out_color_space = reader->is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  reader->info.scale_num = eighths;
  reader->info.scale_denom = 8;
  jpeg_calc_output_dimensions(&reader->info);
  reader->output_width = reader->info.output_width;
  reader->output_height = reader->info.output_height;
  return true;
}

/// Starts the decoding; reads all scans of a progressive picture.
CIMAGE_JPEG bool cimage_jpeg_start(cimage_jpeg_reader *reader) {
  if (setjmp(reader->jump)) {
    cimage_jpeg_close(reader);
    return false;
  }
  return jpeg_start_decompress(&reader->info);
}

/// Reads the next `count` rows into rows `stride` bytes apart: opaque RGBA, or CMYK.
CIMAGE_JPEG bool cimage_jpeg_rows(cimage_jpeg_reader *reader, uint8_t *rows, ptrdiff_t stride,
                                  uint32_t count) {
  if (setjmp(reader->jump)) {
    cimage_jpeg_close(reader);
    return false;
  }
  for (uint32_t y = 0; y < count; y++) {
    JSAMPROW row = rows + (ptrdiff_t)y * stride;
    if (jpeg_read_scanlines(&reader->info, &row, 1) != 1) return false;
    if (!reader->is_cmyk) continue;
    for (uint32_t x = 0; x < reader->output_width; x++) {
      uint8_t *p = row + 4 * (size_t)x;
      uint8_t flip = reader->is_inverted ? 0 : 255;
      uint32_t k = p[3] ^ flip;
      for (int i = 0; i < 3; i++) p[i] = (uint8_t)(((uint32_t)(p[i] ^ flip) * k + 127) / 255);
      p[3] = 255;
    }
  }
  return true;
}

/// The message of the failure, empty if there was none.
static inline const char *cimage_jpeg_message(const cimage_jpeg_reader *reader) {
  return reader->message;
}
