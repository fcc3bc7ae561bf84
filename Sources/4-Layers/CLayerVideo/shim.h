// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

// What Swift does not import: macros with casts, and the differences between versions of FFmpeg.

static inline int clv_again(void) { return AVERROR(EAGAIN); }
static inline int clv_end(void) { return AVERROR_EOF; }
static inline int clv_no_memory(void) { return AVERROR(ENOMEM); }
static inline int64_t clv_no_time(void) { return AV_NOPTS_VALUE; }

/// A file by its descriptor, read and written at a place of its own.
typedef struct CLVFile {
  int descriptor;
  int64_t position;
  /// The bytes that may still be read: a demuxer that goes round in circles ends there.
  int64_t budget;
} CLVFile;

static inline int clv_file_read(void *opaque, uint8_t *bytes, int count) {
  CLVFile *file = (CLVFile *)opaque;
  if (file->budget <= 0) return AVERROR_EXIT;
  ssize_t n;
  do n = pread(file->descriptor, bytes, (size_t)count, file->position);
  while (n < 0 && errno == EINTR);
  if (n < 0) return AVERROR(errno);
  // Each read costs 64 bytes more than it returns, so that many short reads also use up the budget.
  file->budget -= n + 64;
  file->position += n;
  return n == 0 ? AVERROR_EOF : (int)n;
}

#if LIBAVFORMAT_VERSION_MAJOR >= 61
static inline int clv_file_write(void *opaque, const uint8_t *bytes, int count) {
#else
static inline int clv_file_write(void *opaque, uint8_t *bytes, int count) {
#endif
  CLVFile *file = (CLVFile *)opaque;
  for (int done = 0; done < count;) {
    ssize_t n = pwrite(file->descriptor, bytes + done, (size_t)(count - done), file->position);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return AVERROR(errno);
    done += (int)n;
    file->position += n;
  }
  return count;
}

static inline int64_t clv_file_seek(void *opaque, int64_t offset, int whence) {
  CLVFile *file = (CLVFile *)opaque;
  struct stat status;
  if (fstat(file->descriptor, &status) != 0) return AVERROR(errno);
  int64_t base = 0;
  switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return status.st_size;
    case SEEK_CUR: base = file->position; break;
    case SEEK_END: base = status.st_size; break;
    case SEEK_SET: break;
    default: return AVERROR(EINVAL);
  }
  if (offset < 0 ? base < -offset || offset == INT64_MIN : offset > INT64_MAX - base)
    return AVERROR(EINVAL);
  return file->position = base + offset;
}

/// Streams over a file; freed with `clv_close_stream`.
static inline AVIOContext *clv_open_stream(CLVFile *file, int writes) {
  const int size = 1 << 15;
  uint8_t *buffer = (uint8_t *)av_malloc(size);
  if (!buffer) return NULL;
  AVIOContext *stream = avio_alloc_context(
      buffer, size, writes, file, clv_file_read, writes ? clv_file_write : NULL, clv_file_seek);
  if (!stream) av_free(buffer);
  return stream;
}

static inline void clv_close_stream(AVIOContext **stream) {
  if (!*stream) return;
  av_freep(&(*stream)->buffer);
  avio_context_free(stream);
}

/// Refuses other files and addresses that a file names.
static inline int clv_refuse(
    AVFormatContext *format, AVIOContext **stream, const char *url, int flags,
    AVDictionary **options) {
  return AVERROR(EACCES);
}

static inline void clv_refuse_others(AVFormatContext *format) { format->io_open = clv_refuse; }

/// Opens the file that is written once more, to be read: its index is moved to the front.
static inline int clv_open_again(
    AVFormatContext *format, AVIOContext **stream, const char *url, int flags,
    AVDictionary **options) {
  if (flags & AVIO_FLAG_WRITE) return AVERROR(EACCES);
  CLVFile *file = (CLVFile *)av_mallocz(sizeof(CLVFile));
  if (!file) return AVERROR(ENOMEM);
  file->descriptor = ((CLVFile *)format->opaque)->descriptor;
  file->budget = INT64_MAX;
  *stream = clv_open_stream(file, 0);
  if (*stream) return 0;
  av_free(file);
  return AVERROR(ENOMEM);
}

static inline int clv_close_again(AVFormatContext *format, AVIOContext *stream) {
  av_free(stream->opaque);
  clv_close_stream(&stream);
  return 0;
}

static inline void clv_reopen_own_file(AVFormatContext *format, CLVFile *file) {
  format->opaque = file;
  format->io_open = clv_open_again;
  format->io_close2 = clv_close_again;
}

/// Finds out about the streams of a file with decoders that are bounded.
static inline int clv_find_streams(AVFormatContext *format, int64_t pixels) {
  unsigned count = format->nb_streams;
  AVDictionary **options = (AVDictionary **)av_calloc(count + 1, sizeof(AVDictionary *));
  if (!options) return AVERROR(ENOMEM);
  for (unsigned i = 0; i < count; i++) {
    av_dict_set_int(&options[i], "max_pixels", pixels, 0);
    av_dict_set_int(&options[i], "threads", 1, 0);
  }
  int status = avformat_find_stream_info(format, options);
  for (unsigned i = 0; i < count; i++) av_dict_free(&options[i]);
  av_free(options);
  return status;
}

/// The nine numbers that turn a stream's pictures for display, or NULL.
static inline const int32_t *clv_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 36 ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 36 ? (const int32_t *)data : NULL;
#endif
}

/// The colour matrix of swscale for a colour space of FFmpeg; 0 for none that is known.
static inline int clv_matrix(enum AVColorSpace space) {
  switch (space) {
    case AVCOL_SPC_BT709: return SWS_CS_ITU709;
    case AVCOL_SPC_FCC: return SWS_CS_FCC;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601;
    case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
    default: return 0;
  }
}

/// The filters of all conversions: the same bytes on every processor.
static inline int clv_scaling(void) {
  return SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT;
}
