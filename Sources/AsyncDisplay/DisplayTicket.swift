// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TextGraphics
import TextModel
import TextRuntime

/// One accepted display: its snapshot, its drawing, the switch that cancels it, and in the end its result.
///
/// The owner's ``DisplayCycle`` holds it, and lends it to who draws it: until that one has said that the drawing has
/// ended (``endDrawing()``), or was left the ticket by who called the display off (``callOff(_:)``).
///
/// A ticket that has ended serves again (``SpareTickets``). It travels between processors, so it is small, and what the
/// drawing writes lies together.
// @unchecked Sendable: what `begin` sets, and `generation`, is written on the commit queue, before a lane can take the
// ticket from its seat. `picture`, `payload`, `failure`, `notes` unless `isMeasured`, and `task` unless `isToldEnds` are
// written by the one lane that draws, before it says through `fate` that it has, and touched only after that, on the
// commit queue; what was called off meanwhile, by nobody else.
final class DisplayTicket: CancellationFlag, @unchecked Sendable {
  private enum Fate {
    static var open: UInt8 { 0 }
    static var drawn: UInt8 { 1 }
    static var calledOff: UInt8 { 2 }
  }

  /// Which of two came first: that the drawing ended, or that the display was called off.
  private let fate = Atomic<UInt8>(Fate.open)
  /// How the drawing ended without a picture.
  var failure: DisplayCycle.Machine.Failure?
  /// How pixels are kept; `nil` lets the task choose.
  private(set) var format: PixelFormat?
  private var (columns, rows): (UInt16, UInt16) = (0, 0)
  /// What was drawn.
  private var picture: Bitmap?
  /// Whether the task wants to know how the display ends.
  private(set) var isToldEnds = false
  /// Whether the times of the display are measured; then the drawing puts no other `notes` here.
  private var isMeasured = false
  /// What the drawing returned.
  private var payload: DrawnPayload?
  /// What the bitmap is filled with, premultiplied; 0 for nothing.
  private var fill: UInt32 = 0
  /// The generation that the request raised the owner to.
  var generation: UInt64 = 0
  private(set) var size = Size.zero
  private(set) var scale: Double = 0
  /// `nil` in a ticket that waits for a display.
  var task: (any DisplayTaskBody)?
  /// What few displays have: last, for other displays do not touch its cache line.
  private(set) var notes: DisplayNotes?

  /// Takes up a display.
  @inline(__always)
  func begin(
    _ request: borrowing DisplayRequest, pixels: PixelSize, isToldEnds: Bool,
    _ notes: DisplayNotes?
  ) {
    self.isToldEnds = isToldEnds
    isMeasured = notes != nil
    if let notes { self.notes = notes }
    (columns, rows) = (UInt16(pixels.width), UInt16(pixels.height))
    size = request.size
    scale = request.scale
    fill = request.background?.premultiplied8 ?? 0
    format = request.format
  }

  /// Lets go of the display, and is ready for another.
  ///
  /// - Returns: `false` if it was called off while it was drawn: it does not serve again.
  func end() -> Bool {
    if fate.load(ordering: .relaxed) == Fate.calledOff { return false }
    task = nil
    picture = nil
    payload = nil
    if isMeasured || failure != nil { notes = nil }
    failure = nil
    fate.store(Fate.open, ordering: .relaxed)
    reset()
    return true
  }

  var pixels: PixelSize { PixelSize(width: Int(columns), height: Int(rows)) }

  /// What the bitmap is filled with: opaque, or nothing.
  var background: Color? {
    if fill == 0 { return nil }
    return Color(
      red8: UInt8(truncatingIfNeeded: fill), green8: UInt8(truncatingIfNeeded: fill >> 8),
      blue8: UInt8(truncatingIfNeeded: fill >> 16))
  }

  /// The task, for who draws; given back before the drawing ends. The commit queue may use one that is told ends meanwhile.
  @inline(__always)
  func lendTask() -> (any DisplayTaskBody)? { isToldEnds ? task : task.take() }

  /// Takes back what was lent.
  @inline(__always)
  func giveBack(_ task: consuming any DisplayTaskBody) {
    // (One that is told ends is there yet, and the commit queue may read it.)
    if !isToldEnds { self.task = consume task }
  }

  /// Whether the drawing has ended, and the result waits for its commit step.
  @inline(__always)
  var isDrawn: Bool { fate.load(ordering: .acquiring) == Fate.drawn }

  /// The drawing has ended; on a lane.
  ///
  /// - Returns: Whether the result waits for its commit step: the commit queue has the ticket from now on. Otherwise the
  ///   display was called off, and the caller lets the ticket go (``letGo()``).
  @inline(__always)
  func endDrawing() -> Bool {
    fate.compareExchange(
      expected: Fate.open, desired: Fate.drawn, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Lets go of a display that was called off while the caller drew it.
  func letGo() { _ = HandedReference(lending: self).take() }

  /// Has a drawing that is under way stop at its next poll; who draws has the ticket for himself from then on.
  ///
  /// - Returns: Whether the drawing had ended, and the result is given up.
  func callOff(_ metrics: DisplayMetrics) -> Bool {
    if isMeasured, metrics.isEnabled, let notes, notes.calledOff.load(ordering: .relaxed) == 0 {
      notes.calledOff.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    }
    set()
    // Before he finds out.
    let left = HandedReference(self)
    let isDrawn =
      fate.exchange(Fate.calledOff, ordering: .acquiringAndReleasing) == Fate.drawn
    if isDrawn { _ = left.take() }
    return isDrawn
  }

  /// Keeps what was drawn.
  @inline(__always)
  func keep(_ picture: consuming DisplayOwner.Picture) {
    self.picture = picture.bitmap
    payload = picture.payload
  }

  /// Keeps why nothing was drawn.
  func keep(_ error: DisplayError) {
    if !isMeasured { notes = DisplayNotes(accepted: 0) }
    notes?.error = error
  }

  /// Takes what was drawn, to be shown.
  @inline(__always)
  func takeContents() -> DisplayContents? {
    guard let picture = picture.take(), let payload = payload.take() else { return nil }
    return DisplayContents(
      image: picture, size: size, scale: scale, generation: generation, drawnPayload: payload)
  }

  /// The bytes of the bitmap, as far as back-pressure is concerned.
  var byteCount: Int { Self.byteCount(pixels) }

  /// The bytes of a bitmap, as far as back-pressure is concerned.
  static func byteCount(_ pixels: PixelSize) -> Int { pixels.width * pixels.height * 4 }
}

/// What few displays have: when they came how far, in nanoseconds and 0 where they have not come yet, and what went wrong.
// @unchecked Sendable: `started`, `drawn` and `error` are written and read as `DisplayTicket.picture` is.
final class DisplayNotes: @unchecked Sendable {
  /// When it was accepted; 0 if nothing is measured.
  let accepted: UInt64
  /// When the drawing began.
  var started: UInt64 = 0
  /// When the drawing ended.
  var drawn: UInt64 = 0
  /// When it was called off while it was being drawn.
  let calledOff = Atomic<UInt64>(0)
  /// Why nothing was drawn.
  var error: DisplayError?

  init(accepted: UInt64) { self.accepted = accepted }
}
