// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import SystemConcurrency
import SystemLanes

import struct Synchronization.Atomic

/// One accepted display: its snapshot, its cancellation flag, its drawing, and in the end its
/// result.
///
/// The commit queue makes it, a lane steps it (``step()``), and the commit queue takes the result.
/// It is itself the cancellation flag that its drawing polls. It retains its cycle until the commit
/// queue has received it.
// @unchecked Sendable: `reservedByteCount` is used on the commit queue alone, and
// `isDrawnOnCommitQueue` is set there before the first step. `stage` and `times` are written by the
// one thread that steps the ticket until `fate` says that the drawing has ended, then used on the
// commit queue; a ticket that was cancelled meanwhile stays with that thread until it has been
// posted. The same holds for changes of `task`. All else is constant or atomic.
final class DisplayTicket: CancellationFlag, LaneWork, @unchecked Sendable {
  /// Which came first: the end of the drawing, or a cancellation.
  ///
  /// No test can tell in which order `fate` and the other memory of a ticket are seen: on a
  /// strongly ordered processor every exchange orders all memory, and ThreadSanitizer checks only
  /// the orders that occurred in a run. So the orderings rest on this argument:
  ///
  /// - The lane's `compareExchange` in `end()` and the commit queue's `exchange` in
  ///   `cancelDrawing()` change one atomic value: one of them comes first, and both see which.
  /// - *The drawing ends first.* `cancelDrawing()` returns `false`, and the ticket is cleared on
  ///   the commit queue. The lane wrote `stage`, `times` and `task` before its exchange, which
  ///   releases; the exchange of the commit queue reads that value and acquires. Were it relaxed,
  ///   `clear()` could free an older `stage` than the one that holds the bitmap.
  /// - *The cancellation comes first.* `cancelDrawing()` returns `true`, and the lane clears the
  ///   ticket after its own exchange has failed. The commit queue wrote `cancelledAt` before its
  ///   exchange, which releases; the failed exchange of the lane reads that value and acquires,
  ///   since a failure of `.acquiringAndReleasing` is `.acquiring`. Were the release missing, the
  ///   lane could measure a cancellation from 0.
  /// - *There is no cancellation.* `isDrawn` and `isCancelled` acquire what the exchange of the
  ///   lane released.
  ///
  /// Hence both exchanges acquire and release. A change of either order needs such an argument.
  private enum Fate {
    static var open: UInt8 { 0 }
    static var drawn: UInt8 { 1 }
    static var cancelled: UInt8 { 2 }
  }

  /// The end of a drawing.
  enum Result {
    case picture(Bitmap, DrawnPayload)
    /// The drawing failed or was cancelled, which is the outcome of the display.
    case none(DisplayOutcome)
  }

  /// The drawing in two steps: draw and freeze the bitmap, then end.
  private enum Stage {
    case ready
    case drawn(Result)
    case ended(Result)
    /// A step is under way, or the result was taken.
    case taken
  }

  /// The times of a measured display, in nanoseconds.
  private struct Times {
    let accepted: UInt64
    var started: UInt64 = 0
    var drawn: UInt64 = 0
  }

  let cycle: DisplayCycle
  let pixels: PixelSize
  let size: Size
  let scale: Double
  let format: PixelFormat?
  let background: Color?
  /// Bytes that the admission queue has reserved for the display.
  var reservedByteCount = 0
  /// Whether the commit queue draws the display itself; set before the first step.
  var isDrawnOnCommitQueue = false
  /// The task of the display; `nil` once the display has ended.
  private(set) var task: AnyDisplayTask?
  private var stage = Stage.ready
  private var times: Times?
  private let fate = Atomic<UInt8>(Fate.open)
  /// When a measured display was cancelled while it was drawn, in nanoseconds; else 0.
  private let cancelledAt = Atomic<UInt64>(0)

  /// Creates the ticket of a display.
  ///
  /// - Parameter accepted: The present time in nanoseconds, if the display is measured.
  init(
    _ request: borrowing DisplayRequest, task: AnyDisplayTask, pixels: PixelSize,
    cycle: DisplayCycle, accepted: UInt64?
  ) {
    self.cycle = cycle
    self.task = task
    self.pixels = pixels
    size = request.size
    scale = request.scale
    format = request.format
    background = request.background
    times = accepted.map { Times(accepted: $0) }
    super.init()
  }

  /// The bytes of the bitmap as admission counts them, whatever its format will be.
  var byteCount: Int { Self.byteCount(pixels) }

  static func byteCount(_ pixels: PixelSize) -> Int { pixels.width * pixels.height * 4 }
}

// MARK: - Drawing, on a lane or the commit queue

extension DisplayTicket {
  func step() -> Bool {
    if case .ready = stage {
      if times != nil { measureStart() }
      stage = .drawn(draw())
      return true
    }
    conclude()
    end()
    return false
  }

  // Never inlined: a copy of the result that outlived this call on the lane would free the payload
  // there, after the ticket was posted, and not on the release queue.
  @inline(never)
  private func conclude() {
    guard case .drawn(let result) = stage else {
      preconditionFailure("a drawing that has ended is stepped")
    }
    stage = .ended(isSet ? .none(.cancelled(.requested)) : result)
  }

  private func end() {
    if times != nil { measureEnd() }
    let isOpen = fate.compareExchange(
      expected: Fate.open, desired: Fate.drawn, ordering: .acquiringAndReleasing
    ).exchanged
    if !isOpen {
      measureCancellation()
      clear()
    }
    if !isDrawnOnCommitQueue { cycle.loop.post(self) }
  }

  private func measureStart() {
    let now = DispatchTime.now().uptimeNanoseconds
    times?.started = now
    if let times { cycle.loop.metrics.record(.waiting, nanoseconds: now &- times.accepted) }
  }

  private func measureEnd() {
    let now = DispatchTime.now().uptimeNanoseconds
    times?.drawn = now
    if let times { cycle.loop.metrics.record(.drawing, nanoseconds: now &- times.started) }
  }

  private func measureCancellation() {
    let since = cancelledAt.load(ordering: .relaxed)
    if since == 0 { return }
    cycle.loop.metrics.record(
      .cancelling, nanoseconds: DispatchTime.now().uptimeNanoseconds &- since)
  }
}

// MARK: - On the commit queue

extension DisplayTicket {
  /// Whether the drawing has ended without having been cancelled from outside.
  var isDrawn: Bool { fate.load(ordering: .acquiring) == Fate.drawn }

  /// Whether the display was cancelled before its drawing ended.
  var isCancelled: Bool { fate.load(ordering: .acquiring) == Fate.cancelled }

  /// How the drawing ended, if it made no picture.
  var failure: DisplayOutcome? {
    if case .ended(.none(let outcome)) = stage { return outcome }
    return nil
  }

  /// Cancels a drawing that may be under way: it stops at its next poll.
  ///
  /// - Returns: `false` if the drawing had ended before.
  func cancelDrawing() -> Bool {
    if times != nil {
      cancelledAt.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    }
    set()
    return fate.exchange(Fate.cancelled, ordering: .acquiringAndReleasing) == Fate.open
  }

  /// Takes the picture and its payload.
  func takeContents(generation: UInt64) -> DisplayContents? {
    guard case .ended(.picture(let bitmap, let payload)) = exchange(&stage, with: .taken) else {
      return nil
    }
    return DisplayContents(
      image: bitmap, size: size, scale: scale, generation: generation, drawnPayload: payload)
  }

  /// Releases the snapshot and the result, once the display has ended and is not being drawn.
  func clear() {
    task = nil
    stage = .taken
  }

  /// Records the times of a published display.
  func measureCommit(at now: UInt64) {
    guard let times else { return }
    if times.drawn != 0 {
      cycle.loop.metrics.record(.waitingForCommit, nanoseconds: now &- times.drawn)
    }
    cycle.loop.metrics.record(.total, nanoseconds: now &- times.accepted)
  }
}
