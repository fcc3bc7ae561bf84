// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include "shim.h"

/// The meaning of the fourth byte of a pixel.
typedef enum {
  /// None: the picture is opaque.
  CIMAGE_JPEG_OPAQUE,
  /// The opacity of the colour, which is straight.
  CIMAGE_JPEG_STRAIGHT,
  /// The opacity of the colour, which is premultiplied.
  CIMAGE_JPEG_PREMULTIPLIED,
} cimage_jpeg_alpha;

/// Pixels to be written, RGBA or RGBX, in rows `stride` bytes apart.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  uint32_t width, height;
  cimage_jpeg_alpha alpha;
  /// The quality, 1 to 100, and whether colour has half of the columns and rows of brightness.
  int quality;
  bool halves_color;
  /// Called with `context` every 32,768 pixels; true ends the packing. NULL for never.
  bool (*stops)(const void *);
  const void *context;
} cimage_jpeg_picture;

/// A packed picture; the caller frees `bytes`.
typedef struct {
  uint8_t *bytes;
  size_t count;
} cimage_jpeg_file;

/// A picture being written.
typedef struct {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf jump;
  uint8_t *bytes;
  size_t room;
} cimage_jpeg_writer;

CIMAGE_JPEG void cimage_jpeg_stop(j_common_ptr info) {
  longjmp(((cimage_jpeg_writer *)info->client_data)->jump, 1);
}

CIMAGE_JPEG void cimage_jpeg_no_action(j_compress_ptr info) { (void)info; }

/// Makes room for further bytes.
CIMAGE_JPEG boolean cimage_jpeg_grow(j_compress_ptr info) {
  cimage_jpeg_writer *writer = (cimage_jpeg_writer *)info->client_data;
  // libjpeg calls this function only when all room is taken, so all bytes so far are kept.
  size_t count = writer->room, room = count * 2;
  uint8_t *grown = (uint8_t *)realloc(writer->bytes, room);
  if (!grown) longjmp(writer->jump, 1);
  writer->bytes = grown;
  writer->room = room;
  writer->destination.next_output_byte = grown + count;
  writer->destination.free_in_buffer = room - count;
  return TRUE;
}

/// Draws a row of pixels on white.
static inline void cimage_jpeg_on_white(uint8_t *to, const uint8_t *from, uint32_t width,
                                        cimage_jpeg_alpha alpha) {
  for (uint32_t x = 0; x < width; x++, to += 4, from += 4) {
    uint32_t opacity = from[3], white = 255 - opacity;
    for (int c = 0; c < 3; c++) {
      uint32_t value = alpha == CIMAGE_JPEG_STRAIGHT ? (from[c] * opacity + 127) / 255 : from[c];
      // A colour greater than its opacity, which no valid premultiplied pixel has, must not wrap
      // around.
      to[c] = (uint8_t)(value + white > 255 ? 255 : value + white);
    }
    to[3] = 255;
  }
}

/// Packs a picture, on white. False if there is no memory or if `stops` returns true; nothing has
/// to be freed then.
CIMAGE_JPEG bool cimage_jpeg_write(const cimage_jpeg_picture *picture, cimage_jpeg_file *file) {
  cimage_jpeg_writer writer;
  j_compress_ptr info = &writer.info;
  memset(&writer, 0, sizeof(writer));
  file->bytes = NULL;
  file->count = 0;
  // This is enough room for most pictures.
  writer.room = (size_t)picture->width * picture->height / 2 + 4096;
  writer.bytes = (uint8_t *)malloc(writer.room);
  if (!writer.bytes) return false;
  info->err = jpeg_std_error(&writer.errors);
  writer.errors.error_exit = cimage_jpeg_stop;
  writer.errors.emit_message = cimage_jpeg_quiet;
  info->client_data = &writer;
  if (setjmp(writer.jump)) {
    jpeg_destroy_compress(&writer.info);
    free(writer.bytes);
    return false;
  }
  jpeg_create_compress(info);
  info->client_data = &writer;
  writer.destination.init_destination = cimage_jpeg_no_action;
  writer.destination.empty_output_buffer = cimage_jpeg_grow;
  writer.destination.term_destination = cimage_jpeg_no_action;
  writer.destination.next_output_byte = writer.bytes;
  writer.destination.free_in_buffer = writer.room;
  info->dest = &writer.destination;
  info->image_width = picture->width;
  info->image_height = picture->height;
  info->input_components = 4;
  info->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, picture->quality, TRUE);
  int factor = picture->halves_color ? 2 : 1;
  info->comp_info[0].h_samp_factor = info->comp_info[0].v_samp_factor = factor;
  JSAMPROW row = NULL;
  if (picture->alpha != CIMAGE_JPEG_OPAQUE) {
    row = (JSAMPROW)info->mem->alloc_large((j_common_ptr)info, JPOOL_IMAGE,
                                           (size_t)picture->width * 4);
  }
  jpeg_start_compress(info, TRUE);
  const uint32_t between = 1 + 32767 / picture->width;
  for (uint32_t y = 0; y < picture->height; y++) {
    if (picture->stops && y % between == 0 && picture->stops(picture->context)) {
      longjmp(writer.jump, 1);
    }
    const uint8_t *from = picture->pixels + (ptrdiff_t)y * picture->stride;
    // libjpeg does not change the rows that it is given.
    JSAMPROW given = row ? row : (JSAMPROW)(uintptr_t)from;
    if (row) cimage_jpeg_on_white(row, from, picture->width, picture->alpha);
    jpeg_write_scanlines(info, &given, 1);
  }
  jpeg_finish_compress(info);
  jpeg_destroy_compress(info);
  file->bytes = writer.bytes;
  file->count = writer.room - writer.destination.free_in_buffer;
  return true;
}
