// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  import CanvasGeometry
  import AsyncDisplay
  import CanvasDrawing
  import SystemConcurrency

  /// One display of a layer that waits or is being drawn.
  struct GLDisplay: Sendable {
    let generation: UInt64
    let bounds: Rect
    let scale: Double
    let size: PixelSize
    let properties: GLDrawableProperties
    let isOpaque: Bool
    let drawing: GLDrawing
    /// Called on the main queue, unless a newer display took the place before the drawing began.
    let end: @MainActor @Sendable (GLDisplay, Result<Bitmap, any Error>) -> Void
  }

  /// The part of a layer that is used on its context's queue: the newest display that waits, and
  /// the framebuffer.
  ///
  /// A layer has at most one block on the queue, however often it is displayed: a newer display
  /// replaces the one that waits.
  final class GLDisplaySlot: Sendable {
    private struct State {
      var waiting: GLDisplay?
      /// Whether a block is on the queue that has not taken a display yet.
      var isScheduled = false
    }

    let context: GLContext
    private let state = Mutex(State())
    /// Used on the queue of the context alone.
    private let target = Mutex<GLFramebuffer?>(nil)

    init(_ context: GLContext) { self.context = context }

    /// Puts a display in the place of the one that waits.
    ///
    /// - Returns: Whether another display was waiting; it is never drawn.
    func submit(_ display: GLDisplay) -> Bool {
      let (old, isScheduled) = state.withLock { state in
        defer {
          state.waiting = display
          state.isScheduled = true
        }
        return (state.waiting, state.isScheduled)
      }
      if !isScheduled { context.enqueue { self.draw() } }
      return old != nil
    }

    /// Drops the display that waits.
    ///
    /// - Returns: Whether a display was waiting.
    @discardableResult
    func cancel() -> Bool { state.withLock { $0.waiting.take() } != nil }

    private func draw() {
      let display = state.withLock { state in
        state.isScheduled = false
        return state.waiting.take()
      }
      guard let display else { return }
      let result = Result { try context.withCurrent { gl in try bitmap(of: display, gl) } }
      if context.isLost { target.withLock { $0 = nil } }
      DisplayCoordinator.main.enqueue {
        MainActor.assumeIsolated { display.end(display, result) }
      }
    }

    private func bitmap(
      of display: GLDisplay, _ gl: borrowing CurrentGLContext
    ) throws -> Bitmap {
      let (size, properties) = (display.size, display.properties)
      let old = target.withLock { $0 }
      let isSame = old.map { $0.size == size && $0.hasDepth == properties.hasDepth } ?? false
      if !isSame {
        target.withLock { $0 = nil }
      }
      let target =
        if isSame, let old { old } else {
          try GLFramebuffer(size: size, hasDepth: properties.hasDepth, in: gl)
        }
      self.target.withLock { $0 = target }
      do {
        return try gl.draw(
          display.drawing, into: target, isFresh: !isSame, properties: properties,
          isOpaque: display.isOpaque)
      } catch {
        // The failed drawing may have left the framebuffer in any state, so it is dropped.
        self.target.withLock { $0 = nil }
        throw error
      }
    }
  }
#endif
