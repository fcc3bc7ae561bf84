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
// jerror.h needs jpeglib.h before it.
#include <jerror.h>

#include "../CImagePNG/exif.h"

// libjpeg reports errors by calling a function that must not return, which jumps back into the
// functions here. They are not inlined: setjmp returns twice, which must not happen in Swift code.
#define CIMAGE_JPEG static inline __attribute__((noinline, unused))

/// Writes the next bytes of a file, at most `count`, to `bytes` and returns their number: 0 at the
/// end and after a failure.
typedef size_t (*cimage_jpeg_read)(void *context, uint8_t *bytes, size_t count);

/// The number of bytes that are read at a time from a file that is not in memory.
#define CIMAGE_JPEG_PIECE (1 << 16)

/// What the header of a file says.
typedef struct {
  /// The declared size.
  uint32_t width, height;
  /// The orientation of Exif, 1 to 8.
  int orientation;
  /// Whether the picture is progressive, so that all its coefficients are kept.
  bool is_progressive;
  /// The memory of all coefficients, two bytes each.
  uint64_t coefficient_bytes;
} cimage_jpeg_header;

/// A picture being read. It must stay at one address from `open` to `close`.
typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
  /// Called between parts of the work; true stops it.
  bool (*is_cancelled)(const void *context);
  const void *context;
  bool is_open, was_cancelled;
  cimage_jpeg_header header;
  /// The size of the rows that are read.
  uint32_t output_width, output_height;
  /// Whether libjpeg gives rows of four inks, which become RGBA here. 255 means no ink, as in files
  /// of Adobe's programs; files without Adobe's marker are read in the same way, as in browsers and
  /// ImageMagick.
  bool is_cmyk;
  /// Reads the file if it is not in memory.
  cimage_jpeg_read read;
  void *read_context;
  struct jpeg_source_mgr source;
  uint8_t *piece;
} cimage_jpeg_reader;

/// The most scans of a progressive picture: each scan costs as much as a whole picture.
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

/// Makes damaged pixels of a picture that is read in rows a failure, as in PNG.
CIMAGE_JPEG void cimage_jpeg_judge(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_ARITH_BAD_CODE:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC: cimage_jpeg_fail(info);
    default: break;
  }
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

/// The orientation of an Exif segment; 1 if it has none.
static inline int cimage_jpeg_orientation(const uint8_t *bytes, size_t count) {
  if (count < 6 || memcmp(bytes, "Exif\0\0", 6)) return 1;
  return cimage_exif_orientation(bytes + 6, count - 6);
}

CIMAGE_JPEG boolean cimage_jpeg_fill(j_decompress_ptr info) {
  cimage_jpeg_reader *reader = (cimage_jpeg_reader *)info->client_data;
  size_t count = reader->read(reader->read_context, reader->piece, CIMAGE_JPEG_PIECE);
  if (!count || count > CIMAGE_JPEG_PIECE) {
    strcpy(reader->message, "the file ends too early");
    longjmp(reader->jump, 1);
  }
  reader->source.next_input_byte = reader->piece;
  reader->source.bytes_in_buffer = count;
  return TRUE;
}

CIMAGE_JPEG void cimage_jpeg_skip(j_decompress_ptr info, long count) {
  struct jpeg_source_mgr *source = info->src;
  while (count > 0 && (size_t)count > source->bytes_in_buffer) {
    count -= (long)source->bytes_in_buffer;
    cimage_jpeg_fill(info);
  }
  if (count <= 0) return;
  source->next_input_byte += count;
  source->bytes_in_buffer -= (size_t)count;
}

CIMAGE_JPEG void cimage_jpeg_nothing(j_decompress_ptr info) { (void)info; }

/// Reads the header, from memory if `bytes` is not NULL. If false, `message` has the reason, and
/// the reader is closed.
CIMAGE_JPEG bool cimage_jpeg_begin(cimage_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
  reader->header.orientation = 1;
  reader->info.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = cimage_jpeg_fail;
  reader->errors.emit_message = bytes ? cimage_jpeg_quiet : cimage_jpeg_judge;
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
  if (bytes) {
    jpeg_mem_src(&reader->info, bytes, count);
  } else {
    reader->piece = (uint8_t *)reader->info.mem->alloc_small(
        (j_common_ptr)&reader->info, JPOOL_PERMANENT, CIMAGE_JPEG_PIECE);
    reader->source.init_source = cimage_jpeg_nothing;
    reader->source.fill_input_buffer = cimage_jpeg_fill;
    reader->source.skip_input_data = cimage_jpeg_skip;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = cimage_jpeg_nothing;
    reader->info.src = &reader->source;
  }
  jpeg_save_markers(&reader->info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&reader->info, TRUE);
  reader->header.width = reader->info.image_width;
  reader->header.height = reader->info.image_height;
  reader->header.is_progressive = jpeg_has_multiple_scans(&reader->info);
  for (int i = 0; i < reader->info.num_components; i++) {
    const jpeg_component_info *component = &reader->info.comp_info[i];
    reader->header.coefficient_bytes += (uint64_t)component->width_in_blocks *
                                 component->height_in_blocks * sizeof(JBLOCK);
  }
  reader->is_cmyk = reader->info.jpeg_color_space == JCS_CMYK ||
                    reader->info.jpeg_color_space == JCS_YCCK;
  for (jpeg_saved_marker_ptr marker = reader->info.marker_list; marker; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1) continue;
    reader->header.orientation = cimage_jpeg_orientation(marker->data, marker->data_length);
    if (reader->header.orientation != 1) break;
  }
  return true;
}

/// The number of bytes of a file without a truncated segment at its end, such as tables between two
/// scans: libjpeg would read beyond the end of the file, and refuse the rest. A truncated scan is
/// kept as far as it goes. Files that end with their end marker are returned unread.
static inline size_t cimage_jpeg_whole(const uint8_t *bytes, size_t count) {
  if (count < 4 || (bytes[count - 2] == 0xFF && bytes[count - 1] == 0xD9)) return count;
  size_t at = 2;
  while (at < count) {
    const uint8_t *start = (const uint8_t *)memchr(bytes + at, 0xFF, count - at);
    if (!start) return count;
    at = (size_t)(start - bytes);
    size_t name = at + 1;
    while (name < count && bytes[name] == 0xFF) name++;
    if (name >= count) return count;
    uint8_t marker = bytes[name];
    if (marker == 0xD9) return count;
    if (marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {
      // A stuffed byte of a scan or a restart marker has no length.
      at = name + 1;
      continue;
    }
    if (count - name < 3) return at;
    size_t length = (size_t)bytes[name + 1] << 8 | bytes[name + 2];
    if (length > count - name - 1) return at;
    at = name + 1 + length;
  }
  return count;
}

/// Reads the header of a file in memory. If false, `message` has the reason; the reader is closed.
CIMAGE_JPEG bool cimage_jpeg_open(cimage_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
  static const uint8_t none = 0;
  memset(reader, 0, sizeof(*reader));
  if (!bytes) return cimage_jpeg_begin(reader, &none, 0);
  return cimage_jpeg_begin(reader, bytes, cimage_jpeg_whole(bytes, count));
}

/// Reads the header of a file by calls of `read`. If false, `message` has the reason, and the
/// reader is closed.
CIMAGE_JPEG bool cimage_jpeg_open_stream(cimage_jpeg_reader *reader, cimage_jpeg_read read,
                                         void *context) {
  memset(reader, 0, sizeof(*reader));
  reader->read = read;
  reader->read_context = context;
  return cimage_jpeg_begin(reader, NULL, 0);
}

/// Chooses a size of `eighths`/8 of the picture, and stores it in `output_width` and
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

/// Reads the next `count` rows as opaque RGBA into rows that are `stride` bytes apart.
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
      uint32_t k = p[3];
      for (int i = 0; i < 3; i++) p[i] = (uint8_t)((p[i] * k + 127) / 255);
      p[3] = 255;
    }
  }
  return true;
}

/// The message of the failure, empty if there was none.
static inline const char *cimage_jpeg_message(const cimage_jpeg_reader *reader) {
  return reader->message;
}
