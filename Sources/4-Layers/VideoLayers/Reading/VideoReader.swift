// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CLayerVideo
  package import CanvasDrawing

  /// A reader of the frames of a film, by their times.
  ///
  /// Time 0 is that of the first frame. The frame of a time is the last one that begins at or
  /// before it, the first one before all, the last one after all. Times are compared with half a
  /// tick of the file's clock, half a millisecond at most, since files round them: in a film of 30
  /// frames a second the frame of n/30 is the n-th, counted from 0.
  ///
  /// Frames near the last one are decoded forward; others from the key frame before them, so any
  /// order of times gives the same pictures. Frames that are damaged are left out and counted; the
  /// one before stays.
  ///
  /// Has no threads of its own, and is used by one thread at a time. Sound is not read.
  package final class VideoReader {
    /// The properties of the film.
    package let info: VideoInfo
    private let stream: VideoStream
    private let converter: FrameConverter
    /// Seconds in a tick.
    private let tick: Double
    /// The time of the first frame, in ticks.
    private let origin: Int64
    /// The most seconds by which a frame may begin after the requested time.
    let tolerance: Double

    /// The usual distance of frames, in seconds.
    private let interval: Double
    /// Whether the file has no presentation times, like AVI files.
    private let usesDecodingTimes: Bool

    private var current: DecodedFrame
    /// The frame after the current one; `nil` after the last one.
    private var next: DecodedFrame?
    private var spare: DecodedFrame?
    /// The picture of the current frame, once it is made.
    private var image: Bitmap?
    /// The frames that were decoded and passed over.
    private(set) var passedCount = 0

    /// Seconds that are decoded forward where the file has no index, instead of a seek.
    private static let nearby = 5.0
    /// The distances before a time at which key frames are searched in turn, in seconds.
    private static let steps = [0.0, 1, 5, 25]

    /// Opens a film.
    ///
    /// - Parameters:
    ///   - path: A regular file: MP4, QuickTime, Matroska, WebM, AVI, MPEG transport stream, Ogg,
    ///     FLV, ASF, NUT, IVF, Y4M, APNG or GIF.
    ///   - pool: Where the memory of pictures comes from.
    /// - Throws: `VideoError`.
    /// - Complexity: O(1) for files with a length in their header; others are read once to the end.
    package convenience init(path: String, pool: BitmapPool = .shared) throws(VideoError) {
      try self.init(try VideoInput(path: path), pool: pool)
    }

    /// Opens a film by its file, which others may read as well.
    init(_ file: VideoInput, pool: BitmapPool) throws(VideoError) {
      let stream = try VideoStream(file)
      let opening = try VideoProbe(stream)
      self.stream = stream
      info = opening.info
      converter = FrameConverter(
        size: opening.storedSize, orientation: opening.orientation, pool: pool)
      (tick, origin, current) = (opening.tick, opening.origin, opening.first)
      tolerance = min(tick / 2, 0.000_5)
      interval = info.frameRate > 0 ? 1 / info.frameRate : tick
      usesDecodingTimes = current.presentationTicks == nil
      next = try decodeNext()
    }

    /// The number of damaged frames so far; a frame that is decoded again counts again.
    package var damagedFrameCount: Int { stream.damagedCount }

    /// The frame of a time.
    ///
    /// - Parameter time: In seconds of the film; NaN counts as 0.
    /// - Throws: `VideoError`; the reader may be used further.
    package func frame(at time: Double) throws(VideoError) -> VideoFrame {
      try frame(target: (time.isNaN ? 0 : time) + tolerance)
    }

    /// The last frame that begins at a time or before, without a tolerance; else the first one.
    func frame(target: Double) throws(VideoError) -> VideoFrame {
      try move(to: target)
      return try currentFrame()
    }

    /// The time of the current frame, in seconds.
    var position: Double { current.start }

    private func currentFrame() throws(VideoError) -> VideoFrame {
      let image: Bitmap
      if let made = self.image {
        image = made
      } else {
        do {
          image = try converter.bitmap(of: current)
        } catch {
          throw error.of(stream.path)
        }
        self.image = image
      }
      return VideoFrame(image: image, start: current.start, end: next?.start ?? .infinity)
    }

    // MARK: Moving

    private func move(to target: Double) throws(VideoError) {
      stream.refill()
      if target < current.start {
        if current.isFirst { return }
        try seek(to: target)
      } else if isFar(target), let next, target >= next.start {
        try seek(to: target)
      }
      while let following = next, following.start <= target {
        // Frames whose picture was made are not counted as passed over.
        if image == nil { passedCount += 1 }
        // `next` is `nil` while decoding, so that after a failure it is not the same frame as
        // `current`.
        (spare, current, image, next) = (current, following, nil, nil)
        next = try decodeNext()
      }
    }

    /// Whether a later key frame is nearer to a time than the current frame.
    private func isFar(_ target: Double) -> Bool {
      guard stream.canSeek, let next, target - next.start > tick else { return false }
      let ticks = ticks(of: min(target, max(info.duration, next.start)))
      guard let key = stream.keyTicks(before: ticks) else {
        return target - next.start > Self.nearby
      }
      return seconds(of: key) > next.start + 4 * tick
    }

    /// Stands at a frame at or before a time, the nearest that a key frame leads to.
    private func seek(to target: Double) throws(VideoError) {
      image = nil
      if stream.canSeek {
        // For a time beyond the end, key frames are searched from the end.
        let from = max(0, min(target, info.duration))
        for step in Self.steps {
          guard stream.seek(to: ticks(of: max(0, from - step))) else { break }
          guard let first = try decodeTimed() else { continue }
          // Times before the first frame mean a damaged file, which is read from its beginning.
          if first.start < 0 { break }
          if first.start <= target || first.start == 0 {
            (current, current.isFirst, next) = (first, first.start == 0, nil)
            next = try decodeNext()
            return
          }
          if from - step <= 0 { break }
        }
      }
      try stream.start()
      guard let first = try decode() else {
        throw VideoError(.damaged, "The film has no picture any more.", path: stream.path)
      }
      (first.start, first.isFirst) = (0, true)
      (current, next) = (first, nil)
      next = try decodeNext()
    }

    // MARK: Decoding

    private func decodeNext() throws(VideoError) -> DecodedFrame? {
      guard let frame = try decode() else { return nil }
      // A frame whose time is not later than that of the frame before is taken to begin a tick
      // later.
      if frame.start <= current.start { frame.start = current.start + tick }
      return frame
    }

    /// Decodes a frame and finds its time.
    private func decode() throws(VideoError) -> DecodedFrame? {
      let frame: DecodedFrame
      if let used = spare.take() { frame = used } else { frame = try DecodedFrame(stream) }
      frame.isFirst = false
      guard try stream.decode(into: frame) else {
        spare = frame
        return nil
      }
      if let ticks = usesDecodingTimes ? frame.ticks : frame.presentationTicks {
        frame.start = seconds(of: ticks)
        frame.isTimed = true
      } else {
        frame.start = current.start + interval
        frame.isTimed = false
      }
      return frame
    }

    /// Decodes the first frame after a seek whose time is known.
    private func decodeTimed() throws(VideoError) -> DecodedFrame? {
      while let frame = try decode() {
        if frame.isTimed { return frame }
        spare = frame
      }
      return nil
    }

    private func seconds(of ticks: Int64) -> Double {
      Double(ticks.subtractingReportingOverflow(origin).partialValue) * tick
    }

    private func ticks(of time: Double) -> Int64 {
      let ticks = (time / tick).rounded(.down)
      guard abs(ticks) < 0x1p62 else { return ticks < 0 ? .min / 2 : .max / 2 }
      return Int64(ticks).addingReportingOverflow(origin).partialValue
    }
  }
#endif
