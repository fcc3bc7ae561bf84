// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CanvasGeometry
  internal import CLayerVideo

  /// The properties of a film, found by decoding its first frame. Reading goes on after that frame.
  struct VideoProbe {
    let info: VideoInfo
    /// The size before the turn, of square pixels.
    let storedSize: PixelSize
    let orientation: VideoOrientation
    let tick: Double
    let origin: Int64
    let first: DecodedFrame

    /// Pixels with a ratio of their sides beyond this are taken as square.
    private static let longest = 16.0

    init(_ stream: VideoStream) throws(VideoError) {
      guard let track = unsafe stream.stream, let parameters = unsafe track.pointee.codecpar else {
        throw stream.memoryError
      }
      let base = unsafe track.pointee.time_base
      tick = base.num > 0 && base.den > 0 ? Double(base.num) / Double(base.den) : 1
      let damaged = VideoError(.damaged, "The film has no picture.", path: stream.path)
      try Self.check(
        unsafe parameters.pointee.width, unsafe parameters.pointee.height, stream.path)
      let first = try DecodedFrame(stream)
      guard try unsafe stream.decode(into: first.pointer) else { throw damaged }
      first.isFirst = true
      self.first = first
      origin = first.ticks ?? 0
      let (width, height) = unsafe (first.pointer.pointee.width, first.pointer.pointee.height)
      try Self.check(width, height, stream.path)
      // The pixel aspect ratio of the file takes precedence over that of its frames.
      let format = unsafe stream.format
      let ratio = unsafe av_guess_sample_aspect_ratio(format, track, first.pointer)
      storedSize = Self.square(Int(width), Int(height), ratio)
      try Self.check(Int32(storedSize.width), Int32(storedSize.height), stream.path)
      if let matrix = unsafe clv_display_matrix(track) {
        orientation = unsafe VideoOrientation(
          a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4])
      } else {
        orientation = VideoOrientation()
      }
      let size =
        orientation.swapsSides
        ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
      let rate = unsafe av_guess_frame_rate(format, track, nil)
      var info = VideoInfo(
        pixelSize: size, rotation: orientation.rotation, duration: 0,
        frameRate: rate.num > 0 && rate.den > 0 ? Double(rate.num) / Double(rate.den) : 0,
        hasAlpha: FrameConverter.hasAlpha(unsafe first.pointer.pointee.format),
        codec: unsafe String(cString: avcodec_get_name(parameters.pointee.codec_id)))
      if let known = Self.duration(of: stream, origin: origin, tick: tick) {
        info.duration = known
      } else {
        let end = stream.scanEnd() ?? origin
        info.duration = max(0, Double(end.subtractingReportingOverflow(origin).partialValue) * tick)
        // The scan has read to the end, so the first frame is decoded once more.
        try stream.start()
        guard try unsafe stream.decode(into: first.pointer) else { throw damaged }
      }
      self.info = info
    }

    /// The length in the header; `nil` if there is none, or only an estimate from the file's size.
    private static func duration(of stream: VideoStream, origin: Int64, tick: Double) -> Double? {
      guard let track = unsafe stream.stream, let format = unsafe stream.format else { return nil }
      let (start, length) = unsafe (track.pointee.start_time, track.pointee.duration)
      if length != clv_no_time(), length > 0 {
        // The length counts from the start of the track, which may lie before its first frame.
        let lead = start == clv_no_time() ? 0 : Double(start &- origin) * tick
        return max(0, Double(length) * tick + lead)
      }
      let whole = unsafe format.pointee.duration
      guard whole != clv_no_time(), whole > 0,
        unsafe format.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
      else { return nil }
      return Double(whole) / Double(AV_TIME_BASE)
    }

    /// Checks the size of a picture.
    static func check(
      _ width: Int32, _ height: Int32, _ path: String
    ) throws(VideoError) {
      guard width > 0, height > 0 else {
        throw VideoError(.damaged, "The film has no picture.", path: path)
      }
      guard Int(width) <= VideoLimits.side, Int(height) <= VideoLimits.side,
        Int(width) * Int(height) <= VideoLimits.pixels
      else {
        throw VideoError(
          .tooLarge,
          "A film has \(VideoLimits.pixels) pixels at most, as many as 8K, and "
            + "\(VideoLimits.side) a side, not \(width)×\(height).", path: path)
      }
    }

    /// The size in square pixels: the shorter side of a pixel is stretched.
    private static func square(_ width: Int, _ height: Int, _ ratio: AVRational) -> PixelSize {
      let same = PixelSize(width: width, height: height)
      guard ratio.num > 0, ratio.den > 0, ratio.num != ratio.den else { return same }
      let aspect = Double(ratio.num) / Double(ratio.den)
      guard aspect <= longest, aspect >= 1 / longest else { return same }
      return aspect > 1
        ? PixelSize(width: max(1, Int((Double(width) * aspect).rounded())), height: height)
        : PixelSize(width: width, height: max(1, Int((Double(height) / aspect).rounded())))
    }
  }
#endif
