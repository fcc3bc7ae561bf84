// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TextGraphics
import TextModel
import TextRuntime

/// A display that is being drawn, between one step and the next: for those who step lanes by hand.
package struct RunningDisplay: ~Copyable {
  /// How far it has come.
  private enum Stage: ~Copyable {
    case begun
    case drawn(DisplayOwner.Drawing)
    case frozen(DisplayOwner.Picture)
    case failed(DisplayOwner.Machine.Failure)
  }

  private let owner: DisplayOwner
  /// Lent, until the drawing has ended.
  private let lent: HandedReference<DisplayTicket>
  private var stage = Stage.begun

  init(_ ticket: HandedReference<DisplayTicket>, owner: DisplayOwner) {
    self.owner = owner
    lent = ticket
  }

  /// Takes the next step.
  ///
  /// - Returns: Whether there is another.
  package mutating func advance() -> Bool {
    lent.withObject { advance($0) }
  }

  private mutating func advance(_ ticket: DisplayTicket) -> Bool {
    let stage = exchange(&stage, with: .begun)
    do throws(DisplayOwner.Stop) {
      switch consume stage {
      case .begun:
        self.stage = try owner.draw(ticket) { context, payload in
          .drawn(DisplayOwner.Drawing(context: context, payload: payload))
        }
      case .drawn(let drawing):
        self.stage = .frozen(try owner.freeze(drawing.context, drawing.payload, for: ticket))
      case .frozen(let picture):
        let role = DisplayOwner.DrawingRole.lane(HandedReference(owner))
        do throws(DisplayOwner.Stop) {
          try owner.handOver(picture, for: ticket, as: role)
        } catch {
          owner.stop(ticket, error, as: role)
        }
        return false
      case .failed(let failure):
        owner.stop(ticket, .failed(failure), as: .lane(HandedReference(owner)))
        return false
      }
      return true
    } catch {
      if case .failed(let failure) = error {
        self.stage = .failed(failure)
        return true
      }
      owner.stop(ticket, error, as: .lane(HandedReference(owner)))
      return false
    }
  }
}

// MARK: - Taking what is queued, on a lane

extension DisplayOwner {
  /// Takes what is queued off the queue, for drawing step by step.
  package func take() -> RunningDisplay? {
    guard let ticket = start() else {
      coordinator.budget.retry()
      return nil
    }
    return RunningDisplay(ticket, owner: self)
  }

  /// Takes what is queued off the queue.
  func start() -> HandedReference<DisplayTicket>? {
    if coordinator.isClosed {
      coordinator.budget.releaseGrant(of: self)
      coordinator.later { self.cancel(.shutdown) }
      return nil
    }
    var granted = seat.takeGrant()
    let ticket = seat.take(coordinator.budget) { reserve($0, granted: &granted) }
    if granted != 0 { coordinator.budget.release(granted) }
    // A shutdown waits for all room to be given back, also what was taken in vain.
    if ticket == nil, coordinator.isClosed { coordinator.later {} }
    return ticket
  }

  private func reserve(_ byteCount: Int, granted: inout Int) -> Bool {
    let group = group
    if let group, group.isAdmitted {
      // Its members wait for each other: what waits for this one must not keep it out.
      coordinator.budget.force(byteCount)
      return true
    }
    guard coordinator.budget.reserve(byteCount, for: self, granted: &granted) else {
      // Another member may have been admitted just now, or the owner have joined.
      if let group = self.group, group.isAdmitted { coordinator.budget.retryParked() }
      coordinator.payWakeUp()
      return false
    }
    // Members that were parked before wait no longer: this one's bytes are given back when they have all drawn. (Its group may
    // have gone over to another meanwhile.)
    var admitted: DisplayGroup?
    while let group = self.group, group !== admitted {
      admitted = group
      if group.admit() { coordinator.budget.retryParked() }
    }
    return true
  }
}

/// Drawing, on a lane (or, for a synchronous display, on the commit queue).
///
/// Three steps with a cancel check before each: draw, freeze the bitmap, hand over the result. The fourth
/// check is the commit step's.
extension DisplayOwner {
  /// Who draws.
  enum DrawingRole {
    /// A lane; with the reference to the owner that it was handed, and hands on.
    case lane(HandedReference<DisplayOwner>)
    /// The commit queue, which commits the result itself.
    case committer
  }

  /// A picture that has been drawn.
  struct Drawing: ~Copyable {
    var context: GraphicsContext
    var payload: DrawnPayload
  }

  /// A picture that is finished.
  struct Picture {
    let bitmap: Bitmap
    let payload: DrawnPayload
  }

  /// Why there is no next step.
  enum Stop: Error {
    /// The display was called off; its outcome was told then.
    case calledOff
    case failed(Machine.Failure)
  }

  /// Draws to the end.
  func run(_ ticket: DisplayTicket, as role: DrawingRole) {
    do throws(Stop) {
      // (The picture is finished where it was drawn: a context is large.)
      let picture = try draw(ticket) { (context, payload) throws(Stop) in
        try freeze(context, payload, for: ticket)
      }
      try handOver(picture, for: ticket, as: role)
    } catch {
      stop(ticket, error, as: role)
    }
  }

  /// Draws a ticket.
  ///
  /// - Parameter next: Gets what was drawn.
  @inline(__always)
  fileprivate func draw<Result: ~Copyable>(
    _ ticket: DisplayTicket,
    next: (consuming GraphicsContext, consuming DrawnPayload) throws(Stop) -> Result
  ) throws(Stop) -> Result {
    // Check 1: before anything is drawn.
    if ticket.isSet || isDropped { throw .calledOff }
    if coordinator.metrics.isEnabled { measureWaiting(ticket) }
    guard let task = ticket.lendTask() else { preconditionFailure("a spent ticket is drawn") }
    // (The ticket is held until the drawing has ended.)
    let cancellation = Cancellation(flag: ticket)
    let picture: BlankPicture
    do {
      let format = try ticket.format ?? task.choosePixelFormat(cancellation)
      picture = try BlankPicture(
        ticket.pixels, format: format, background: ticket.background, pool: coordinator.lentPool,
        cancellation: cancellation)
    } catch {
      ticket.giveBack(consume task)
      throw .failed(note(error, for: ticket))
    }
    var context = GraphicsContext(picture, scale: ticket.scale)
    var payload: DrawnPayload
    do {
      payload = try task.draw(&context, ticket.size, cancellation)
    } catch {
      ticket.giveBack(consume task)
      throw .failed(note(error, for: ticket))
    }
    if payload.isTask {
      payload = DrawnPayload(object: consume task, byteCount: payload.byteCount)
    } else {
      ticket.giveBack(consume task)
    }
    return try next(context, payload)
  }

  @inline(__always)
  fileprivate func freeze(
    _ context: consuming GraphicsContext, _ payload: consuming DrawnPayload,
    for ticket: DisplayTicket
  ) throws(Stop) -> Picture {
    // Check 2: before the bitmap is made.
    if ticket.isSet { throw .calledOff }
    return Picture(bitmap: context.makeBitmap(), payload: payload)
  }

  @inline(__always)
  fileprivate func handOver(
    _ picture: consuming Picture, for ticket: DisplayTicket, as role: DrawingRole
  ) throws(Stop) {
    // Check 3: before the result is handed over.
    if ticket.isSet { throw .calledOff }
    let byteCount = picture.bitmap.bytesPerRow * picture.bitmap.height
    ticket.keep(consume picture)
    if coordinator.metrics.isEnabled { measureDrawing(ticket) }
    finish(ticket, failure: nil, drawnByteCount: byteCount, as: role)
  }

  @inline(never)
  fileprivate func stop(_ ticket: DisplayTicket, _ reason: Stop, as role: DrawingRole) {
    let failure: Machine.Failure
    switch reason {
    case .failed(let reason) where !ticket.isSet: failure = reason
    case .failed, .calledOff: failure = .cancelled
    }
    if coordinator.metrics.isEnabled { measureDrawing(ticket) }
    finish(ticket, failure: failure, drawnByteCount: 0, as: role)
  }

  /// A drawing has ended.
  ///
  /// From the step on the commit queue may take the result.
  func finish(
    _ ticket: DisplayTicket, failure: Machine.Failure?, drawnByteCount: Int, as role: DrawingRole
  ) {
    let generation = ticket.generation
    ticket.failure = failure
    if ticket.endDrawing() {
      switch role {
      case .lane(let reference):
        coordinator.awaitCommit(reference, generation, byteCount: drawnByteCount)
      case .committer: break
      }
      return
    }
    if let notes = ticket.notes {
      let since = notes.calledOff.load(ordering: .relaxed)
      if since != 0 {
        coordinator.metrics.record(
          .cancelling, nanoseconds: DispatchTime.now().uptimeNanoseconds &- since)
      }
    }
    coordinator.budget.release(ticket.byteCount)
    ticket.letGo()
    // The end of this drawing is waited for.
    if coordinator.isClosed { coordinator.later {} }
    // Last, for nobody else may hold the owner.
    if case .lane(let reference) = role { _ = reference.take() }
  }

  private func measureWaiting(_ ticket: DisplayTicket) {
    guard let notes = ticket.notes else { return }
    notes.started = DispatchTime.now().uptimeNanoseconds
    coordinator.metrics.record(.waiting, nanoseconds: notes.started &- notes.accepted)
  }

  private func measureDrawing(_ ticket: DisplayTicket) {
    guard let notes = ticket.notes else { return }
    notes.drawn = DispatchTime.now().uptimeNanoseconds
    if notes.started != 0 {
      coordinator.metrics.record(.drawing, nanoseconds: notes.drawn &- notes.started)
    }
  }

  private func note(_ error: any Error, for ticket: DisplayTicket) -> DisplayOwner.Machine.Failure {
    switch error {
    case is CancellationError: return .cancelled
    case let error as DisplayError: ticket.keep(error)
    case let error as GraphicsError:
      let code: DisplayError.Code =
        switch error.code {
        case .allocationFailed: .allocationFailed
        case .badSize, .tooLarge: .badSize
        default: .drawingFailed
        }
      ticket.keep(DisplayError(code, underlyingDescription: error.description))
    default:
      let description = String(describing: error)
      ticket.keep(DisplayError(.drawingFailed, underlyingDescription: description))
    }
    return .failed
  }
}
