// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  internal import CanvasDrawing
  internal import ImageCodecs
  internal import SystemLanes
  internal import LayerCompositing
  internal import NIOCore

  /// Packs frames as PNG on render lanes, each once; confined to the thread of a server.
  final class PicturePacker {
    /// A frame and its PNG.
    struct Packed: Sendable {
      /// The number of the file: -1 and below, since messages have positive numbers.
      let number: Int
      let frame: Frame
      let png: ByteBuffer
    }

    private typealias Waiter = EventLoopPromise<Packed>.Isolated

    private let loop: any EventLoop
    private var lastNumber = 0
    /// The last frame that was packed.
    private var packed: Packed?
    /// The frame being packed, and the promises that wait for it.
    private var running: (frame: Frame, waiters: [Waiter])?
    /// The frame that is packed next; a newer one takes its place.
    private var next: (frame: Frame, waiters: [Waiter])?

    init(loop: any EventLoop) { self.loop = loop }

    /// Returns the PNG of a frame or, if a newer frame is requested before its packing begins, that
    /// of the newer one.
    func png(of frame: Frame) -> EventLoopFuture<Packed>.Isolated {
      if let packed, packed.frame.image === frame.image {
        return loop.makeSucceededFuture(packed).assumeIsolated()
      }
      let promise = loop.makePromise(of: Packed.self).assumeIsolated()
      if let running = self.running, running.frame.image === frame.image {
        self.running?.waiters.append(promise)
      } else if running != nil {
        next = (frame, (next?.waiters ?? []) + [promise])
      } else {
        start((frame, [promise]))
      }
      return promise.futureResult
    }

    private func start(_ job: (frame: Frame, waiters: [Waiter])) {
      running = job
      let done = loop.makePromise(of: Packed.self)
      done.futureResult.assumeIsolated().whenComplete { result in self.finish(result) }
      lastNumber -= 1
      done.completeWithTask { [frame = job.frame, number = lastNumber] in
        // Packing has a lower priority than visible displays.
        let png = try await frame.image.pngData(priority: .near)
        return Packed(number: number, frame: frame, png: ByteBuffer(bytes: png))
      }
    }

    private func finish(_ result: Result<Packed, any Error>) {
      guard let job = running else { return }
      running = nil
      if case .success(let new) = result { packed = new }
      if let next = self.next {
        self.next = nil
        start(next)
      }
      for waiter in job.waiters { waiter.completeWith(result) }
    }
  }
#endif
