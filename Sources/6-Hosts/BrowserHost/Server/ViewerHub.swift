// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  internal import CanvasDrawing
  internal import Dispatch
  internal import HTTPServing
  internal import HostViews
  internal import LayerCompositing
  internal import NIOCore
  internal import NIOHTTP1

  /// The state that the connections of a server share; confined to its thread.
  final class ViewerHub {
    let loop: any EventLoop
    let configuration: BrowserConfiguration
    let source: any BrowserSource
    private let check: RequestCheck

    let connections: OpenConnections
    private var viewers: [Int: ViewerHandler] = [:]
    /// The connections that are sent a file.
    private var downloads: [Int: any Channel] = [:]
    private var lastNumber = 0
    private var isClosed = false

    private(set) var newest: Frame?
    /// The newest messages for viewers that come later.
    private(set) var kept = MessageQueue()
    private(set) var statistics = BrowserStatistics()

    /// The number of the turn. In each turn a viewer is sent one picture at most, and viewers that
    /// need the same pixels share it.
    private(set) var turn = 0
    private var nextTurn = NIODeadline.now()
    private var awaitedTurn: Scheduled<Void>?

    private var memory = OutgoingMemory()
    private var lastPicture = 0
    private var current: EncodedFrame?
    private let packer: PicturePacker
    /// The frame that the source is composing for a file. Requests that arrive meanwhile share it.
    private var askedFrame: EventLoopFuture<Frame>?

    init(
      source: any BrowserSource, configuration: BrowserConfiguration, check: RequestCheck,
      loop: any EventLoop
    ) {
      (self.source, self.configuration, self.check) = (source, configuration, check)
      self.loop = loop
      connections = OpenConnections(atMost: configuration.connectionLimit)
      packer = PicturePacker(loop: loop)
    }

    var currentStatistics: BrowserStatistics {
      var result = statistics
      (result.connections, result.viewers) = (connections.count, viewers.count)
      result.refusedConnections = connections.refusedCount
      result.pendingBytes = memory.byteCount
      return result
    }

    // MARK: Connections

    func answer(to head: HTTPRequestHead, isUpgrade: Bool) -> RequestCheck.Answer {
      check.answer(
        to: BrowserRequest(
          head.method.rawValue, head.uri, head.headers.map { ($0.name, $0.value) }),
        isUpgrade: isUpgrade)
    }

    /// A number for a connection.
    func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    func add(_ viewer: ViewerHandler) { viewers[viewer.id.number] = viewer }

    func remove(_ viewer: ViewerHandler) {
      viewers[viewer.id.number] = nil
      memory.end(viewer.id.number)
    }

    func noteRefusedMessage() { statistics.refusedMessages += 1 }

    func noteClosedViewer() { statistics.closedViewers += 1 }

    func closeAll() -> EventLoopFuture<Void> {
      isClosed = true
      awaitedTurn?.cancel()
      let open = connections.close()
      for viewer in viewers.values { viewer.close(.goingAway) }
      let inViewers = Set(viewers.values.compactMap(\.channelID))
      for channel in open where !inViewers.contains(ObjectIdentifier(channel)) {
        channel.close(promise: nil)
      }
      return EventLoopFuture.andAllComplete(open.map(\.closeFuture), on: loop)
    }

    // MARK: Frames and messages

    func take(_ frame: Frame) {
      newest = frame
      statistics.frames += 1
      for viewer in viewers.values { viewer.take(frame) }
      awaitTurn()
    }

    /// Starts the next turn once the interval since the last one is over.
    func awaitTurn() {
      guard awaitedTurn == nil, !isClosed else { return }
      if NIODeadline.now() >= nextTurn { return beginTurn() }
      awaitedTurn = loop.assumeIsolated().scheduleTask(deadline: nextTurn) { self.beginTurn() }
    }

    private func beginTurn() {
      awaitedTurn = nil
      let length = TimeAmount.nanoseconds(
        1_000_000_000 / Int64(max(1, min(1_000, configuration.picturesPerSecond))))
      // Turns come at even intervals; after a pause the intervals begin anew.
      let now = NIODeadline.now()
      nextTurn = now - nextTurn < length ? nextTurn + length : now + length
      turn += 1
      for viewer in viewers.values { viewer.advance() }
    }

    func take(_ message: BrowserMessage) {
      if let viewer = message.viewer {
        viewers[viewer.number]?.take(message)
        return
      }
      if message.isKept { kept.add(message) }
      for viewer in viewers.values { viewer.take(message) }
    }

    // MARK: Pictures that are being sent

    /// Makes the bytes of an update; viewers that need the same update share them.
    ///
    /// - Parameter body: Called with the bytes, at once or later; with `nil` if they cannot be
    ///   made, or are more than may be sent at a time.
    func encode(_ update: ViewerState.Update, _ body: @escaping (EncodedFrame?) -> Void) {
      switch configuration.encoding {
      case .raw: body(shared(update, nil))
      case .png:
        packer.png(of: update.frame).whenComplete { result in
          guard case .success(let packed) = result else { return body(nil) }
          body(self.shared(ViewerState.Update(whole: packed.frame), packed.png))
        }
      }
    }

    private func shared(_ update: ViewerState.Update, _ png: ByteBuffer?) -> EncodedFrame? {
      if let current, current.holds(update) { return current }
      guard let png else { return encode(FrameMessage(update)) }
      return encode(FrameMessage(update, png: Array(png.readableBytesView)))
    }

    private func encode(_ message: FrameMessage) -> EncodedFrame? {
      if message.byteCount > configuration.memoryLimit { return nil }
      // The memory of the last message is reused if no connection holds it any more.
      var buffer = current?.buffer ?? ByteBuffer()
      current = nil
      buffer.clear(minimumCapacity: message.byteCount)
      // The buffer has room for the message, and its memory is bound to no other type.
      unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: message.byteCount) { bytes in
        var span = unsafe MutableSpan(
          _unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)[..<message.byteCount])
        message.write(to: &span)
        return message.byteCount
      }
      lastPicture += 1
      statistics.encodedPictures += 1
      let picture = EncodedFrame(number: lastPicture, update: message.update, buffer: buffer)
      current = picture
      return picture
    }

    /// The current frame as PNG; `nil` before the first frame.
    ///
    /// Without a viewer, the source may have stopped composing frames, so its `currentFrame()` is
    /// called.
    func png() -> EventLoopFuture<PicturePacker.Packed>.Isolated? {
      guard let newest else { return nil }
      if !viewers.isEmpty { return packer.png(of: newest) }
      let frame = askedFrame ?? askForFrame(or: newest)
      return frame.assumeIsolated().flatMap { frame in
        self.packer.png(of: frame).nonisolated()
      }
    }

    private func askForFrame(or newest: Frame) -> EventLoopFuture<Frame> {
      let (source, promise) = (source, loop.makePromise(of: Frame.self))
      promise.completeWithTask { await source.currentFrame() ?? newest }
      askedFrame = promise.futureResult
      promise.futureResult.assumeIsolated().whenComplete { _ in self.askedFrame = nil }
      return promise.futureResult
    }

    /// Notes that a file is being sent, until `end(download:)`.
    ///
    /// - Returns: A number for the connection; `nil` if too many bytes would be sent at a time.
    func begin(_ packed: PicturePacker.Packed, for channel: any Channel) -> Int? {
      let number = nextNumber()
      memory.begin(packed.number, bytes: packed.png.readableBytes, for: number)
      if memory.byteCount > configuration.memoryLimit {
        memory.end(number)
        return nil
      }
      downloads[number] = channel
      return number
    }

    /// Notes that a file was sent, or that its connection has ended.
    func end(download number: Int) {
      downloads[number] = nil
      memory.end(number)
    }

    /// Notes that a picture is being sent, and closes the slowest connections if too many bytes are
    /// being sent.
    func begin(_ picture: EncodedFrame, for viewer: ViewerHandler) {
      memory.begin(picture.number, bytes: picture.byteCount, for: viewer.id.number)
      statistics.sentPictures += 1
      statistics.sentBytes += picture.byteCount
      while memory.byteCount > configuration.memoryLimit, let slowest = memory.slowest {
        if slowest == viewer.id.number { break }
        memory.end(slowest)
        viewers[slowest]?.closeAtOnce()
        downloads.removeValue(forKey: slowest)?.close(promise: nil)
      }
    }

    func end(_ viewer: ViewerHandler) { memory.end(viewer.id.number) }
  }

  /// An encoded frame as a message, which may be sent to several viewers.
  struct EncodedFrame {
    let number: Int
    let update: ViewerState.Update
    let buffer: ByteBuffer

    var byteCount: Int { buffer.readableBytes }

    /// Whether it has the pixels of another update.
    func holds(_ other: ViewerState.Update) -> Bool {
      update.frame.image === other.frame.image && update.frame.sequence == other.frame.sequence
        && update.isWhole == other.isWhole && update.region == other.region
    }
  }
#endif
