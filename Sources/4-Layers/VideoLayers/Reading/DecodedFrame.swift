// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CLayerVideo

  /// A decoded picture of FFmpeg's, with its time.
  @safe final class DecodedFrame {
    let pointer: UnsafeMutablePointer<AVFrame>
    /// The time of the picture, in seconds of the film.
    var start = 0.0
    /// Whether it is the first frame of the film.
    var isFirst = false
    /// Whether the file tells its time.
    var isTimed = true

    init(_ stream: VideoStream) throws(VideoError) {
      guard let frame = unsafe av_frame_alloc() else { throw stream.memoryError }
      unsafe pointer = frame
    }

    deinit {
      var frame: UnsafeMutablePointer<AVFrame>? = unsafe pointer
      unsafe av_frame_free(&frame)
    }

    /// The presentation time, or where there is none the decoding time, in ticks.
    var ticks: Int64? {
      let time = unsafe pointer.pointee.pkt_dts
      return presentationTicks ?? (time == clv_no_time() ? nil : time)
    }

    /// The presentation time, in ticks.
    var presentationTicks: Int64? {
      let time = unsafe pointer.pointee.pts
      return time == clv_no_time() ? nil : time
    }

    /// The form of its pixels.
    var form: PixelScaler.Form {
      let said = unsafe pointer.pointee
      let (width, height) = unsafe (said.width, said.height)
      let matrix = unsafe clv_matrix(said.colorspace)
      return unsafe PixelScaler.Form(
        width: width, height: height, format: AVPixelFormat(said.format),
        matrix: matrix == 0 ? PixelScaler.Form.matrix(width: width, height: height) : matrix,
        isFull: said.color_range == AVCOL_RANGE_JPEG)
    }

    /// Whether its pixels may be less than opaque.
    var hasAlpha: Bool {
      guard let format = unsafe av_pix_fmt_desc_get(form.format) else { return false }
      return unsafe format.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
    }
  }
#endif
