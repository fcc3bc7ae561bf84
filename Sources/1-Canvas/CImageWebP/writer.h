// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <webp/encode.h>

/// A picture to be packed: rows of straight RGBA, `stride` bytes from one to the next.
typedef struct {
  const uint8_t *pixels;
  int width, height, stride;
  /// The quality, 1 to 100; ignored if `is_lossless`.
  float quality;
  bool is_lossless;
  /// libwebp's `method`: 0, the fastest, to 6, the smallest file.
  int effort;
  /// Called now and then while the picture is packed; true ends the packing.
  bool (*stops)(const void *context);
  const void *context;
} cimage_webp_picture;

/// The bytes of a file, to be freed by WebPFree.
typedef struct {
  uint8_t *bytes;
  size_t count;
} cimage_webp_file;

static inline int cimage_webp_progress(int percent, const WebPPicture *picture) {
  (void)percent;
  const cimage_webp_picture *given = (const cimage_webp_picture *)picture->user_data;
  return !given->stops(given->context);
}

/// Packs a picture as WebPEncodeRGBA and WebPEncodeLosslessRGBA do, but with an effort, and can be stopped. If false,
/// there is no memory or the packing was stopped, and `file` is empty.
static inline bool cimage_webp_write(const cimage_webp_picture *given, cimage_webp_file *file) {
  file->bytes = NULL;
  file->count = 0;
  WebPConfig config;
  WebPPicture picture;
  // 70 is the effort that WebPEncodeLosslessRGBA uses.
  const float quality = given->is_lossless ? 70 : given->quality;
  if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, quality) || !WebPPictureInit(&picture)) {
    return false;
  }
  config.lossless = given->is_lossless;
  config.method = given->effort;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.use_argb = given->is_lossless;
  picture.width = given->width;
  picture.height = given->height;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  picture.progress_hook = cimage_webp_progress;
  picture.user_data = (void *)given;
  const bool is_packed =
      WebPPictureImportRGBA(&picture, given->pixels, given->stride) && WebPEncode(&config, &picture);
  WebPPictureFree(&picture);
  if (!is_packed) {
    WebPMemoryWriterClear(&writer);
    return false;
  }
  file->bytes = writer.mem;
  file->count = writer.size;
  return true;
}
