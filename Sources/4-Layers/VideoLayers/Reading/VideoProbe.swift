// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CanvasGeometry
  internal import CLayerVideo
  internal import ImageCodecs

  /// The properties of a film, found by decoding its first frame. Reading goes on after that frame.
  struct VideoProbe {
    let info: VideoInfo
    /// The size before the turn, of square pixels.
    let storedSize: PixelSize
    let orientation: ImageOrientation
    let tick: Double
    let origin: Int64
    let first: DecodedFrame

    /// Pixels with a ratio of their sides beyond this are taken as square.
    private static let longest = 16.0

    init(_ stream: VideoStream) throws(VideoError) {
      let said = stream.track()
      let base = said.tick
      tick = base.num > 0 && base.den > 0 ? Double(base.num) / Double(base.den) : 1
      let damaged = VideoError(.damaged, "The film has no picture.", path: stream.path)
      try Self.check(said.width, said.height, stream.path)
      let first = try DecodedFrame(stream)
      guard try stream.decode(into: first) else { throw damaged }
      first.isFirst = true
      self.first = first
      origin = first.ticks ?? 0
      let form = first.form
      try Self.check(form.width, form.height, stream.path)
      let track = stream.track(first: first)
      storedSize = Self.square(Int(form.width), Int(form.height), track.pixel)
      try Self.check(Int32(storedSize.width), Int32(storedSize.height), stream.path)
      let turn = track.turn
      orientation = ImageOrientation(a: turn.0, b: turn.1, c: turn.2, d: turn.3)
      let rate = track.rate
      var info = VideoInfo(
        pixelSize: orientation.size(of: storedSize), rotation: orientation.rotation, duration: 0,
        frameRate: rate.num > 0 && rate.den > 0 ? Double(rate.num) / Double(rate.den) : 0,
        hasAlpha: first.hasAlpha,
        codec: stream.codecName)
      if let known = Self.duration(of: track, origin: origin, tick: tick) {
        info.duration = known
      } else {
        let end = stream.scanEnd() ?? origin
        info.duration = max(0, Double(end.subtractingReportingOverflow(origin).partialValue) * tick)
        // The scan has read to the end, so the first frame is decoded once more.
        try stream.start()
        guard try stream.decode(into: first) else { throw damaged }
      }
      self.info = info
    }

    /// The length in the header; `nil` if there is none, or only an estimate from the file's size.
    private static func duration(of track: CLVTrack, origin: Int64, tick: Double) -> Double? {
      let (start, length, whole) = (track.start, track.length, track.whole)
      if length != clv_no_time(), length > 0 {
        // The length counts from the start of the track, which may lie before its first frame.
        let lead = start == clv_no_time() ? 0 : Double(start &- origin) * tick
        return max(0, Double(length) * tick + lead)
      }
      guard whole != clv_no_time(), whole > 0 else { return nil }
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
