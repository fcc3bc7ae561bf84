// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  unsigned char *bytes;
  size_t count, capacity;
} bare_png_buffer;

static inline void bare_png_append(png_structp png, png_bytep data, size_t count) {
  bare_png_buffer *buffer = (bare_png_buffer *)png_get_io_ptr(png);
  if (buffer->count + count > buffer->capacity) {
    buffer->capacity = 2 * (buffer->count + count);
    buffer->bytes = (unsigned char *)realloc(buffer->bytes, buffer->capacity);
    if (!buffer->bytes) abort();
  }
  memcpy(buffer->bytes + buffer->count, data, count);
  buffer->count += count;
}

/// The size of a PNG of straight RGBA as libpng writes it by default, into memory that grows.
static inline size_t bare_png_size(const unsigned char *pixels, size_t stride, int width, int height) {
  bare_png_buffer buffer = {0};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &buffer, bare_png_append, NULL);
  png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int y = 0; y < height; y++) png_write_row(png, (png_const_bytep)(pixels + (size_t)y * stride));
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  free(buffer.bytes);
  return buffer.count;
}
