// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  package import SystemFiles
  public import CanvasDrawing
  internal import SystemConcurrency

  /// A film that any thread asks for frames, in any order.
  ///
  /// Each caller decodes with a reader of its own: the idle one that stands nearest before the
  /// time, or a new one. So there are never more readers than callers at a time and four idle ones
  /// besides, and frames that follow each other are decoded forward. The last frames are kept. No
  /// lock is held while a frame is read or decoded.
  public final class VideoFile: Sendable {
    private let file: VideoInput
    /// The path that was given.
    public var path: String { file.path }
    /// The properties of the film.
    public let info: VideoInfo
    /// The most seconds by which a frame may begin after the requested time; see ``VideoReader``.
    let tolerance: Double
    private let pool: BitmapPool
    private let state: Mutex<State>

    // @unchecked Sendable: a reader in the list is used by nothing else; a caller takes it out
    // under the lock, uses it alone, and puts it back when it is done.
    struct Idle: @unchecked Sendable {
      let reader: VideoReader
    }

    fileprivate struct State {
      var idle: [Idle] = []
      /// The last frames, the newest at the end.
      var frames: [VideoFrame] = []
      var byteCount = 0
      var damagedCount = 0
      /// The last failure.
      var error: VideoError?
      var readerCount = 0
    }

    /// The most readers that lie idle.
    private static let idleLimit = 4
    /// The most frames that are kept, and their bytes.
    private static let frameLimit = 8
    private static let byteLimit = 32 << 20

    /// Opens a film.
    ///
    /// - Parameters:
    ///   - path: A regular file: MP4, QuickTime, Matroska, WebM, AVI, MPEG transport stream, Ogg,
    ///     FLV, ASF, NUT, IVF, Y4M, APNG or GIF.
    ///   - pool: Where the memory of pictures comes from.
    /// - Throws: `VideoError`.
    public convenience init(path: String, pool: BitmapPool = .shared) throws(VideoError) {
      try self.init(try VideoInput(path: path), pool: pool)
    }

    /// Takes ownership of an open file.
    ///
    /// - Parameter path: Its path, for errors.
    /// - Throws: `VideoError`.
    package convenience init(_ file: consuming InputFile, path: String) throws(VideoError) {
      try self.init(try VideoInput(file, path: path), pool: .shared)
    }

    private init(_ file: VideoInput, pool: BitmapPool) throws(VideoError) {
      let reader = try VideoReader(file, pool: pool)
      (self.file, self.pool, info) = (file, pool, reader.info)
      tolerance = reader.tolerance
      let idle = Idle(reader: reader)
      state = Mutex(State(idle: [idle], readerCount: 1))
    }

    /// The frame of a time: the last one that begins at or before it, the first one before all,
    /// the last one after all.
    ///
    /// Reads and decodes on the calling thread.
    ///
    /// - Parameter time: In seconds of the film.
    /// - Throws: `VideoError`.
    public func frame(at time: Double) throws(VideoError) -> VideoFrame {
      try frame(target: (time.isNaN ? 0 : time) + tolerance)
    }

    /// The last frame that begins before a time; if there is none, the first frame.
    func frame(before time: Double) throws(VideoError) -> VideoFrame {
      try frame(target: time.nextDown)
    }

    /// The number of damaged frames; a frame that is decoded again counts again.
    public var damagedFrameCount: Int { state.withLock { $0.damagedCount } }

    /// The last failure to read a frame; `nil` if there was none.
    public var lastError: VideoError? { state.withLock { $0.error } }

    /// The readers that are open.
    var readerCount: Int { state.withLock { $0.readerCount } }

    private func frame(target: Double) throws(VideoError) -> VideoFrame {
      let kept = state.withLock { state in
        state.frames.last { $0.start <= max(0, target) && target < $0.end }
      }
      if let kept { return kept }
      let reader = try takeReader(before: target).reader
      let damaged = reader.damagedFrameCount
      let result = Result { () throws(VideoError) in try reader.frame(target: target) }
      return try put(reader, result, newlyDamaged: reader.damagedFrameCount - damaged).get()
    }

    // MARK: Readers

    /// Takes a reader out for a caller of its own, which gives it back by ``put(_:)``.
    func takeReader(before time: Double) throws(VideoError) -> Idle {
      let idle: Idle? = state.withLock { state in
        // The nearest reader before the time is taken; if all stand after it, the one farthest on.
        let places = state.idle.map(\.reader.position)
        let before = places.indices.filter { places[$0] <= time }
        let candidates = before.isEmpty ? Array(places.indices) : before
        guard let best = candidates.max(by: { places[$0] < places[$1] }) else {
          state.readerCount += 1
          return nil
        }
        return state.idle.remove(at: best)
      }
      if let idle { return idle }
      do {
        return Idle(reader: try VideoReader(file, pool: pool))
      } catch {
        state.withLock { state in
          state.readerCount -= 1
          state.error = error
        }
        throw error
      }
    }

    /// Gives a reader back, and keeps its frame.
    ///
    /// - Returns: The frame; the one that was kept meanwhile, if there is one.
    private func put(
      _ reader: VideoReader, _ result: Result<VideoFrame, VideoError>, newlyDamaged: Int
    ) -> Result<VideoFrame, VideoError> {
      put(Idle(reader: reader))
      // Dropped frames are freed outside the lock.
      let (result, dropped) = state.withLock { state in
        state.damagedCount += newlyDamaged
        let kept = state.keep(result)
        return (kept, state.dropFrames(over: Self.frameLimit, bytes: Self.byteLimit))
      }
      withExtendedLifetime(dropped) {}
      return result
    }

    /// Gives a reader back.
    func put(_ idle: Idle) {
      // A reader beyond the limit is freed outside the lock.
      let surplus: Idle? = state.withLock { state in
        if state.idle.count < Self.idleLimit {
          state.idle.append(idle)
          return nil
        }
        state.readerCount -= 1
        return idle
      }
      withExtendedLifetime(surplus) {}
    }
  }

  extension VideoFile.State {
    /// Adds a frame, unless it is there.
    fileprivate mutating func keep(
      _ result: Result<VideoFrame, VideoError>
    ) -> Result<VideoFrame, VideoError> {
      switch result {
      case .failure(let error):
        self.error = error
        return result
      case .success(let frame):
        if let kept = frames.first(where: { $0.start == frame.start }) { return .success(kept) }
        frames.append(frame)
        byteCount += frame.image.byteCount
        return result
      }
    }

    fileprivate mutating func dropFrames(over count: Int, bytes: Int) -> [VideoFrame] {
      var dropped: [VideoFrame] = []
      while frames.count > count || frames.count > 1 && byteCount > bytes {
        let frame = frames.removeFirst()
        byteCount -= frame.image.byteCount
        dropped.append(frame)
      }
      return dropped
    }
  }
#endif
