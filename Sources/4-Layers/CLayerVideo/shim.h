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
#include <stdbool.h>
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

/// Opens a stream over a file, which it does not close; NULL if there is no memory. It is freed with
/// `clv_close_stream`.
static inline AVIOContext *clv_open_stream(int descriptor, int writes) {
  const int size = 1 << 15;
  CLVFile *file = (CLVFile *)av_mallocz(sizeof(CLVFile));
  uint8_t *buffer = (uint8_t *)av_malloc(size);
  AVIOContext *stream = !file || !buffer ? NULL : avio_alloc_context(
      buffer, size, writes, file, clv_file_read, writes ? clv_file_write : NULL, clv_file_seek);
  if (!stream) {
    av_free(buffer);
    av_free(file);
    return NULL;
  }
  file->descriptor = descriptor;
  file->budget = INT64_MAX;
  return stream;
}

static inline void clv_close_stream(AVIOContext **stream) {
  if (!*stream) return;
  av_freep(&(*stream)->opaque);
  av_freep(&(*stream)->buffer);
  avio_context_free(stream);
}

/// Sets the bytes that may still be read.
static inline void clv_set_budget(AVIOContext *stream, int64_t bytes) {
  if (stream) ((CLVFile *)stream->opaque)->budget = bytes;
}

static inline int64_t clv_position(AVIOContext *stream) {
  return ((CLVFile *)stream->opaque)->position;
}

/// Refuses other files and addresses that a file names.
static inline int clv_refuse(
    AVFormatContext *format, AVIOContext **stream, const char *url, int flags,
    AVDictionary **options) {
  return AVERROR(EACCES);
}

/// Opens the file that is written once more, to be read: its index is moved to the front.
static inline int clv_open_again(
    AVFormatContext *format, AVIOContext **stream, const char *url, int flags,
    AVDictionary **options) {
  if (flags & AVIO_FLAG_WRITE) return AVERROR(EACCES);
  *stream = clv_open_stream(((CLVFile *)format->pb->opaque)->descriptor, 0);
  return *stream ? 0 : AVERROR(ENOMEM);
}

static inline int clv_close_again(AVFormatContext *format, AVIOContext *stream) {
  clv_close_stream(&stream);
  return 0;
}

// Films that are read.

/// Opens a file of one of `formats`; after a failure `*format` is NULL.
static inline int clv_open_input(
    AVFormatContext **format, AVIOContext *stream, const char *formats) {
  *format = avformat_alloc_context();
  if (!*format) return AVERROR(ENOMEM);
  (*format)->pb = stream;
  (*format)->io_open = clv_refuse;
  AVDictionary *options = NULL;
  av_dict_set(&options, "format_whitelist", formats, 0);
  // The call frees the context if it fails.
  int status = avformat_open_input(format, NULL, NULL, &options);
  av_dict_free(&options);
  return status;
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

/// Leaves out the packets of all streams but those of pictures.
static inline void clv_select_pictures(AVFormatContext *format) {
  for (unsigned i = 0; i < format->nb_streams; i++)
    if (format->streams[i]->codecpar->codec_type != AVMEDIA_TYPE_VIDEO)
      format->streams[i]->discard = AVDISCARD_ALL;
}

/// Leaves out the packets of all streams but one.
static inline void clv_select_stream(AVFormatContext *format, int index) {
  for (unsigned i = 0; i < format->nb_streams; i++)
    if (i != (unsigned)index) format->streams[i]->discard = AVDISCARD_ALL;
}

/// The name of the codec of a stream.
static inline const char *clv_codec_name(AVFormatContext *format, int index) {
  return avcodec_get_name(format->streams[index]->codecpar->codec_id);
}

/// The decoder of a stream; NULL if none is installed.
static inline const AVCodec *clv_decoder(AVFormatContext *format, int index) {
  AVStream *stream = format->streams[index];
  enum AVCodecID id = stream->codecpar->codec_id;
  const AVCodec *decoder = NULL;
  // Only the decoders of libvpx decode the opacity of WebM.
  if ((id == AV_CODEC_ID_VP9 || id == AV_CODEC_ID_VP8) &&
      av_dict_get(stream->metadata, "alpha_mode", NULL, 0))
    decoder = avcodec_find_decoder_by_name(id == AV_CODEC_ID_VP9 ? "libvpx-vp9" : "libvpx");
  return decoder ? decoder : avcodec_find_decoder(id);
}

/// Opens a decoder for a stream. `*codec` is NULL only if there is no memory.
static inline int clv_open_decoder(
    AVCodecContext **codec, const AVCodec *decoder, AVFormatContext *format, int index,
    int64_t pixels) {
  AVStream *stream = format->streams[index];
  *codec = avcodec_alloc_context3(decoder);
  if (!*codec || avcodec_parameters_to_context(*codec, stream->codecpar) < 0) {
    avcodec_free_context(codec);
    return AVERROR(ENOMEM);
  }
  (*codec)->pkt_timebase = stream->time_base;
  (*codec)->thread_count = 1;
  (*codec)->max_pixels = pixels;
  (*codec)->err_recognition = AV_EF_CRCCHECK;
  return avcodec_open2(*codec, decoder, NULL);
}

/// What a file says of a stream of pictures.
typedef struct CLVTrack {
  int width, height;
  /// A tick of the times, in seconds.
  AVRational tick;
  /// The width of a pixel divided by its height, and the frames a second; 0 where unknown.
  AVRational pixel, rate;
  /// In ticks; AV_NOPTS_VALUE where unknown.
  int64_t start, length;
  /// The length of the whole file, in parts of AV_TIME_BASE; AV_NOPTS_VALUE where it is unknown or
  /// guessed by the size of the file.
  int64_t whole;
  /// The numbers 0, 1, 3 and 4 of the nine that turn the pictures for display.
  int32_t turn[4];
} CLVTrack;

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

/// What a file says of a stream. The shape of the file's pixels takes precedence over that of the
/// pixels of `first`, its first picture, which may be NULL.
static inline CLVTrack clv_track(AVFormatContext *format, int index, AVFrame *first) {
  AVStream *stream = format->streams[index];
  const int32_t *matrix = clv_display_matrix(stream);
  CLVTrack track = {
    .width = stream->codecpar->width,
    .height = stream->codecpar->height,
    .tick = stream->time_base,
    .pixel = av_guess_sample_aspect_ratio(format, stream, first),
    .rate = av_guess_frame_rate(format, stream, NULL),
    .start = stream->start_time,
    .length = stream->duration,
    .whole = format->duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
      ? AV_NOPTS_VALUE : format->duration,
    .turn = { matrix ? matrix[0] : 1, matrix ? matrix[1] : 0, matrix ? matrix[3] : 0,
              matrix ? matrix[4] : 1 },
  };
  return track;
}

/// Reads the next packet of a stream; false at the end of the file. The caller frees its data.
static inline bool clv_read_packet(AVFormatContext *format, int index, AVPacket *packet) {
  while (av_read_frame(format, packet) >= 0) {
    if (packet->stream_index == index) return true;
    av_packet_unref(packet);
  }
  return false;
}

/// Whether a picture that was decoded is whole and has pixels.
static inline bool clv_is_whole(const AVFrame *frame) {
  return frame->decode_error_flags == 0 && !(frame->flags & AV_FRAME_FLAG_CORRUPT) &&
         frame->width > 0 && frame->height > 0;
}

// Films that are written. Options are `name=value`, with colons between them.

/// The pictures that are encoded.
typedef struct CLVEncoding {
  int width, height;
  enum AVPixelFormat format;
  /// Frames a second.
  AVRational rate;
  /// The most frames from one key frame to the next.
  int key_distance;
} CLVEncoding;

/// Opens an encoder, whose bytes are the same on every machine. `*codec` is NULL only if there is no
/// memory.
static inline int clv_open_encoder(
    AVCodecContext **codec, const AVCodec *encoder, CLVEncoding encoding, const char *options) {
  *codec = avcodec_alloc_context3(encoder);
  AVCodecContext *context = *codec;
  if (!context) return AVERROR(ENOMEM);
  context->width = encoding.width;
  context->height = encoding.height;
  context->pix_fmt = encoding.format;
  context->time_base = av_inv_q(encoding.rate);
  context->framerate = encoding.rate;
  context->thread_count = 1;
  context->flags |= AV_CODEC_FLAG_BITEXACT;
  context->gop_size = encoding.key_distance;
  AVDictionary *table = NULL;
  int status = av_dict_parse_string(&table, options, "=", ":", 0);
  if (status >= 0) status = avcodec_open2(context, encoder, &table);
  av_dict_free(&table);
  return status;
}

/// A picture for an encoder, with memory for its pixels; NULL if there is none.
static inline AVFrame *clv_new_picture(const AVCodecContext *codec) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return NULL;
  frame->format = codec->pix_fmt;
  frame->width = codec->width;
  frame->height = codec->height;
  frame->colorspace = codec->colorspace;
  frame->color_range = codec->color_range;
  if (av_frame_get_buffer(frame, 0) < 0) av_frame_free(&frame);
  return frame;
}

/// Begins a file of one stream. Returns AVERROR(ENOMEM) if there is no memory. `*format` is to be
/// freed in any case, before the encoder and `file`.
static inline int clv_open_output(
    AVFormatContext **format, const char *container, AVIOContext *file,
    const AVCodecContext *codec, const char *options) {
  if (avformat_alloc_output_context2(format, NULL, container, NULL) < 0) return AVERROR(ENOMEM);
  AVStream *stream = avformat_new_stream(*format, NULL);
  if (!stream) return AVERROR(ENOMEM);
  (*format)->pb = file;
  (*format)->flags |= AVFMT_FLAG_BITEXACT | AVFMT_FLAG_CUSTOM_IO;
  (*format)->io_open = clv_open_again;
  (*format)->io_close2 = clv_close_again;
  stream->time_base = codec->time_base;
  stream->avg_frame_rate = codec->framerate;
  if (avcodec_parameters_from_context(stream->codecpar, codec) < 0) return AVERROR(ENOMEM);
  AVDictionary *table = NULL;
  int status = av_dict_parse_string(&table, options, "=", ":", 0);
  if (status >= 0) status = avformat_write_header(*format, &table);
  av_dict_free(&table);
  return status;
}

/// Encodes a picture, or with NULL ends the film, and writes the packets that are ready.
static inline int clv_write_picture(
    AVFormatContext *format, AVCodecContext *codec, AVPacket *packet, const AVFrame *frame) {
  int status = avcodec_send_frame(codec, frame);
  while (status >= 0) {
    status = avcodec_receive_packet(codec, packet);
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return 0;
    if (status < 0) break;
    packet->stream_index = 0;
    if (packet->duration == 0) packet->duration = 1;
    av_packet_rescale_ts(packet, codec->time_base, format->streams[0]->time_base);
    status = av_interleaved_write_frame(format, packet);
  }
  return status;
}

// Conversion of pixels.

/// Converts a picture to rows of RGBA, `stride` bytes apart; returns the number of rows.
static inline int clv_read_rows(
    struct SwsContext *scaler, const AVFrame *frame, uint8_t *rows, int stride) {
  uint8_t *planes[4] = { rows };
  int strides[4] = { stride };
  return sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height,
                   planes, strides);
}

/// Converts rows of RGBA, `stride` bytes apart, to a picture of as many rows, and returns their
/// number; less than 0 if the picture's memory cannot be written.
static inline int clv_write_rows(
    struct SwsContext *scaler, AVFrame *frame, const uint8_t *rows, int stride) {
  if (av_frame_make_writable(frame) < 0) return -1;
  const uint8_t *planes[4] = { rows };
  int strides[4] = { stride };
  return sws_scale(scaler, planes, strides, 0, frame->height, frame->data, frame->linesize);
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
