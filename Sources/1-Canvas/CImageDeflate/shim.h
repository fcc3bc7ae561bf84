// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>
#include <zlib.h>

#include "blocks.h"

// The library that packs is chosen here: libdeflate if its header is installed at compile time,
// otherwise zlib, which takes two to four times as long. Debian's package libdeflate-dev brings the
// header and the flags of pkg-config for linking; the header without the flags does not link.
#if __has_include(<libdeflate.h>)
#include <libdeflate.h>
#define CTEXT_LIBDEFLATE 1
#else
#define CTEXT_LIBDEFLATE 0
#endif

/// The library that packs, and its version. libdeflate does not report the version that is loaded,
/// so this is the one of the header.
static inline const char *ctext_deflate_library(void) {
#if CTEXT_LIBDEFLATE
  return "libdeflate " LIBDEFLATE_VERSION_STRING;
#else
  return "zlib";
#endif
}

/// A zlib stream (RFC 1950) that is packed part by part.
typedef struct {
  /// The packed bytes of the last part. The memory belongs to the stream.
  uint8_t *bytes;
  size_t count, room;
  /// The state of zlib, used without libdeflate or if the caller demands zlib.
  z_stream zlib;
  bool uses_zlib;
#if CTEXT_LIBDEFLATE
  struct libdeflate_compressor *compressor;
  ctext_block *block;
  uint32_t adler;
  bool has_begun;
#endif
} ctext_deflate;

static inline void ctext_deflate_close(ctext_deflate *stream) {
  if (stream->uses_zlib) deflateEnd(&stream->zlib);
#if CTEXT_LIBDEFLATE
  if (stream->compressor) libdeflate_free_compressor(stream->compressor);
  free(stream->block);
#endif
  free(stream->bytes);
}

/// Begins a stream with a level of 0 (stored) to 9. False if there is no memory; the stream need
/// not be closed then.
static inline bool ctext_deflate_open(ctext_deflate *stream, int level, bool uses_zlib) {
  memset(stream, 0, sizeof(*stream));
#if CTEXT_LIBDEFLATE
  if (!uses_zlib) {
    stream->adler = libdeflate_adler32(0, NULL, 0);
    stream->compressor = libdeflate_alloc_compressor(level);
    // An old libdeflate has no level 0: zlib packs instead.
    if (stream->compressor) return true;
  }
#endif
  (void)uses_zlib;
  stream->uses_zlib = deflateInit(&stream->zlib, level) == Z_OK;
  return stream->uses_zlib;
}

/// Makes room for further bytes of the part.
static inline bool ctext_deflate_grow(ctext_deflate *stream, size_t more) {
  if (stream->room - stream->count >= more) return true;
  size_t room = stream->count + more;
  uint8_t *bytes = (uint8_t *)realloc(stream->bytes, room);
  if (!bytes) return false;
  stream->bytes = bytes;
  stream->room = room;
  return true;
}

#if CTEXT_LIBDEFLATE
static inline bool ctext_deflate_pack_at_once(ctext_deflate *stream, const uint8_t *part,
                                              size_t count, bool is_last) {
  // Room for the header, the packed part, an empty block or a checksum, and the bytes that
  // `ctext_bits_peek` reads behind the end.
  size_t bound = libdeflate_deflate_compress_bound(stream->compressor, count);
  if (!ctext_deflate_grow(stream, bound + 32)) return false;
  if (!stream->has_begun) {
    // The header of zlib: deflate with a window of 32 KiB, no dictionary, the default level.
    stream->bytes[stream->count++] = 0x78;
    stream->bytes[stream->count++] = 0x9c;
    stream->has_begun = true;
  }
  uint8_t *packed = stream->bytes + stream->count;
  size_t length = libdeflate_deflate_compress(stream->compressor, part, count, packed, bound);
  if (!is_last) {
    // The tables are allocated only here, since most pictures are one part and need none.
    if (!stream->block) stream->block = (ctext_block *)malloc(sizeof(ctext_block));
    if (!stream->block) return false;
    if (length) length = ctext_deflate_leave_open(stream->block, packed, length);
  }
  if (!length) return false;
  stream->count += length;
  stream->adler = libdeflate_adler32(stream->adler, part, count);
  if (is_last) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      stream->bytes[stream->count++] = (uint8_t)(stream->adler >> shift);
    }
  }
  return true;
}
#endif

/// Packs the next part, which is not empty. `bytes` holds the packed bytes until the next call; a
/// library may hold bytes back until the last part. False if there is no memory, or if libdeflate
/// packed blocks that blocks.h cannot read.
static inline bool ctext_deflate_pack(ctext_deflate *stream, const uint8_t *part, size_t count,
                                      bool is_last) {
  stream->count = 0;
#if CTEXT_LIBDEFLATE
  if (!stream->uses_zlib) return ctext_deflate_pack_at_once(stream, part, count, is_last);
#endif
  stream->zlib.next_in = (Bytef *)part;
  stream->zlib.avail_in = (uInt)count;
  do {
    if (!ctext_deflate_grow(stream, 1 << 16)) return false;
    size_t room = stream->room - stream->count;
    stream->zlib.next_out = stream->bytes + stream->count;
    stream->zlib.avail_out = (uInt)room;
    if (deflate(&stream->zlib, is_last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) return false;
    stream->count += room - stream->zlib.avail_out;
  } while (stream->zlib.avail_out == 0);
  return true;
}
