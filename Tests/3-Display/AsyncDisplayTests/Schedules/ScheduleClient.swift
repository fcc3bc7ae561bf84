// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes

/// The payload of a drawing: the inputs that it was made from.
struct SeenInputs: Sendable, Equatable {
  var version: Int
  var identity: UInt64
  var size: Size
}

// @unchecked Sendable: a schedule is used on one thread.
final class ScheduleClient: @unchecked Sendable {
  unowned let schedule: Schedule
  let index: Int
  private(set) var cycle: DisplayCycle?
  private(set) var cycleID: UInt64 = 0
  private var proxy: ClientProxy?

  /// The inputs of the next display; every change of what is shown raises the version.
  var version = 0
  var identity: UInt64 = 0
  var size = Size(width: 4, height: 4)
  var drawsNothing = false
  var isSynchronous = false
  var isTrivial = false
  var contentsPolicy = ContentsPolicy.keepOld
  var deadline: Duration?
  var policy = SupersedePolicy.latestOnly
  var isSuspended = false
  /// How many callers wait for the display.
  private var awaiting = 0

  /// What is shown.
  var shown: DisplayContents?
  var isCleared = false
  private var lastPublished: UInt64 = 0
  /// Whether what was published last is still to be shown.
  private var isToShow = false
  /// Displays of generations below the first were cancelled; those below the second are out of
  /// date.
  private var (cancelled, outOfDate): (UInt64, UInt64) = (0, 0)
  private var open: Set<UInt64> = []
  private var records: [Record] = []
  /// The display whose request comes next.
  private var requested: Record?
  /// The version that the last accepted display was made from, and how the last display ended.
  private var lastOutcome: DisplayOutcome?
  private var lastAccepted: UInt64 = 0
  /// For each display the version of the inputs when it was accepted.
  private var known: [Int: Int] = [:]

  // @unchecked Sendable: a schedule is used on one thread.
  private final class Record: @unchecked Sendable {
    let version: Int
    var begun: UInt64 = 0
    var wills = 0
    var draws = 0
    var dids = 0
    var isDrawable = true
    var outcome: DisplayOutcome?
    weak var token: Token?
    init(_ version: Int) { self.version = version }
  }

  init(_ index: Int, _ schedule: Schedule) {
    self.index = index
    self.schedule = schedule
    let proxy = ClientProxy(self)
    self.proxy = proxy
    let cycle = DisplayCycle(coordinator: schedule.coordinator, client: proxy)
    self.cycle = cycle
    cycleID = cycle.id
  }

  // MARK: What a program does

  func act(_ choice: Int, other: ScheduleClient) {
    guard let cycle else { return }
    note("act \(choice)")
    switch choice {
    case 0, 1, 2: invalidate(cycle)
    case 3:
      version += 1
      cycle.display()
    case 4: cycle.displayIfNeeded()
    case 5:
      version += 1
      schedule.breakUpGroups(of: cycleID)
      isSynchronous = true
      cycle.display()
      isSynchronous = false
    case 6:
      schedule.breakUpGroups(of: cycleID)
      awaiting += 1
      cycle.displayAndWait()
      awaiting -= 1
      if !isSuspended, !drawsNothing, cycle.isPending || cycle.needsDisplay, schedule.depth == 0,
        schedule.allocator.remainingSuccesses == nil
      {
        // The display may invalidate again while it runs; then a pass is under way.
        if cycle.isPending { fail("I26: displayAndWait leaves a display") }
      }
    case 7:
      let wasPending = cycle.isPending || cycle.needsDisplay || cycle.isPreparing
      cancelled = cycle.generation + 1
      let reentries = schedule.reentries
      let mates = schedule.groupMates(of: cycleID)
      schedule.breakUpGroups(of: cycleID)
      cycle.cancel()
      if reentries != schedule.reentries { break }
      for mate in mates { mate.groupWasCancelled() }
      if cycle.tickets.queued != nil { fail("I15: queued after a cancel") }
      if wasPending, !cycle.needsDisplay { fail("I23: the mark is lost") }
    case 8:
      if !isSuspended { cancelled = cycle.generation + 1 }
      isSuspended = true
      schedule.breakUpGroups(of: cycleID)
      cycle.suspend()
    case 9:
      isSuspended = false
      cycle.resume()
    case 10:
      let sizes = [0, 4, 8, 0.25, -1, .nan, .infinity, 1e9, 16, 3.5]
      size = Size(width: sizes[schedule.choices.next(sizes.count)], height: 4)
      invalidate(cycle)
    case 11:
      schedule.breakUpGroups(of: cycleID)
      policy = policy == .latestOnly ? .progressive : .latestOnly
      cycle.setPolicy(policy)
    case 12:
      identity = UInt64(schedule.choices.next(3))
      invalidate(cycle)
    case 13:
      cycle.priority = LanePriority.allCases[schedule.choices.next(3)]
    case 14:
      drawsNothing.toggle()
      invalidate(cycle)
    case 15:
      schedule.allocator.remainingSuccesses = schedule.choices.next(2) == 0 ? 0 : nil
    case 16:
      schedule.group { group in
        for client in [self, other] {
          guard let cycle = client.cycle else { continue }
          client.join(group)
          if schedule.choices.next(2) == 0 {
            client.invalidate(cycle)
          } else {
            client.version += 1
            cycle.display()
          }
        }
      }
    case 17:
      if schedule.choices.next(3) == 0 { end() } else { isTrivial.toggle() }
    case 18:
      contentsPolicy = [.keepOld, .clear, .placeholder][schedule.choices.next(3)]
    case 19:
      deadline = schedule.choices.next(2) == 0 ? nil : .nanoseconds(500)
    case 20: if schedule.choices.next(6) == 0 { schedule.shutDown() }
    case 21: schedule.clients.first { $0.isWaitingInGroup }?.act(7, other: other)
    default: break
    }
  }

  private var isWaitingInGroup: Bool {
    cycle != nil && !schedule.groupMates(of: cycleID).isEmpty
  }

  /// I23, I29: another member was cancelled, so this one is, too, and is still needed.
  private func groupWasCancelled() {
    guard let cycle, !isSuspended else { return }
    if cycle.isPending { fail("I29: a display goes on without its group") }
    if !cycle.needsDisplay { fail("I23: the mark is lost with the group") }
    cancelled = max(cancelled, cycle.generation)
  }

  /// Nothing is under way when a shutdown has returned.
  func checkShutDown() {
    guard let cycle else { return }
    if cycle.isPending { fail("I1: a display is under way after a shutdown") }
    if cycle.admissionSlot != nil { fail("I12: it waits after a shutdown") }
    if cycle.job.work != nil { fail("I12: it is queued after a shutdown") }
  }

  private func invalidate(_ cycle: DisplayCycle) {
    version += 1
    outOfDate = cycle.generation + 1
    cycle.setNeedsDisplay()
  }

  /// Joins a group. With `progressive` an older display may stand for it, and a display that the
  /// caller waits for leaves the group: then the group is not checked.
  private func join(_ group: ScheduleGroup) {
    guard let cycle, !isSuspended else { return }
    group.join(cycleID, since: cycle.generation)
    if policy == .progressive || isSynchronous || awaiting > 0 { group.breakUp() }
  }

  /// Drops the cycle and its client.
  func end() {
    schedule.breakUpGroups(of: cycleID)
    proxy = nil
    shown = nil
    let cycle = cycle
    self.cycle = nil
    cycle?.drop()
  }

  /// User code may do anything to the cycle, and time may pass.
  fileprivate func reenter() {
    guard schedule.depth < 3, schedule.choices.next(6) == 5 else { return }
    schedule.depth += 1
    schedule.reentries += 1
    schedule.act()
    schedule.depth -= 1
  }

  // MARK: What the cycle calls

  fileprivate func prepare() -> DisplayRequest {
    onQueue("prepare")
    let record = Record(version)
    records.append(record)
    let token = schedule.makeToken()
    record.token = token
    record.begun = cycle?.generation ?? 0
    let seen = SeenInputs(version: version, identity: identity, size: size)
    let ending = schedule.choices.next(12)
    note("prepare \(seen.version)")
    var drawing: DisplayTask<SeenInputs>.Drawing?
    if !drawsNothing {
      drawing = { [unowned self, token] (_: inout GraphicsContext, size: Size, cancellation) in
        _ = token
        try draw(record, seen, size, cancellation)
        if ending == 10 { throw DisplayError(.drawingFailed) }
        if ending == 11 { throw CancellationError() }
        return seen
      }
    }
    var task = DisplayTask<SeenInputs>(
      contentIdentity: identity == 0 ? nil : ContentIdentity(identity),
      willDisplay: { [unowned self, token] in
        _ = token
        onQueue("will")
        record.wills += 1
        reenter()
        requested = record
        // An invalidation by `willDisplay` itself does not cancel the display that is starting.
        known[seen.version] = version
      },
      display: drawing,
      didDisplay: { [unowned self, token] outcome in
        _ = token
        did(record, outcome)
      })
    task.isTrivial = isTrivial
    task.payloadByteCount = { _ in 10 }
    var request = DisplayRequest(task: AnyDisplayTask(task), size: size, scale: 1)
    if case .drawable = request.geometry {} else { record.isDrawable = false }
    request.isSynchronous = isSynchronous
    request.contentsPolicy = contentsPolicy
    request.deadline = deadline
    return request
  }

  private func draw(
    _ record: Record, _ seen: SeenInputs, _ size: Size, _ cancellation: Cancellation
  ) throws {
    record.draws += 1
    if schedule.coordinator.loop.isClosed { fail("shutdown: drawn after it") }
    if record.wills != 1 || (record.dids != 0 && !cancellation.isCancelled) {
      fail("I2: drawn out of turn")
    }
    if cancellation.isCancelled { fail("C1: drawn although it was cancelled") }
    if !record.isDrawable { fail("I19: drawn at \(seen.size)") }
    if size != seen.size { fail("I9: drawn at \(size) for \(seen.size)") }
    note("draw \(seen.version)")
    whileDrawing()
    try cancellation.check()
  }

  private func did(_ record: Record, _ outcome: DisplayOutcome) {
    onQueue("did")
    requested = nil
    record.dids += 1
    record.outcome = outcome
    if record.wills != 1 { fail("I2: did without will") }
    if outcome == .committed, record.draws != 1 { fail("I2: committed undrawn") }
    note("did \(record.version) \(outcome)")
    reenter()
  }

  /// Time passes while a lane draws: other lanes and the commit queue go on.
  private func whileDrawing() {
    guard schedule.depth < 3 else { return }
    for _ in 0..<schedule.choices.next(4) {
      schedule.depth += 1
      if schedule.queue.isCurrent {
        // Drawn on the commit queue: only lanes go on.
        schedule.stepLane()
      } else {
        schedule.move()
      }
      schedule.depth -= 1
    }
  }

  fileprivate func show(_ update: DisplayUpdate) {
    onQueue("show")
    switch update {
    case .contents(let contents):
      isCleared = false
      isToShow = false
      shown = contents
      guard let seen = contents.payload as? SeenInputs else { return fail("I9: no payload") }
      note("show \(seen.version)")
      if seen.size != contents.size { fail("I9: size") }
      if contents.image.width != Int(seen.size.width.rounded(.up)) { fail("I9: bitmap") }
      if isSuspended { fail("I24: a commit while suspended") }
      if policy == .latestOnly, known[seen.version] != version, schedule.depth == 0 {
        fail("I4: version \(seen.version) is shown, \(version) was asked for")
      }
      if policy == .progressive, known[seen.version] != version, seen.identity != identity,
        schedule.depth == 0
      {
        fail("I6: content \(seen.identity) is shown, \(identity) was asked for")
      }
    case .cleared:
      shown = nil
      isCleared = true
      // (What the policy shows meanwhile is not published.)
      if isToShow { checkClear() }
    case .placeholder: shown = nil
    }
  }

  fileprivate func didCommit() {
    onQueue("didCommit")
    reenter()
  }

  // MARK: What is checked

  private func checkClear() {
    isToShow = false
    if isSuspended { fail("I24: cleared while suspended") }
    if lastPublished < max(lastAccepted, outOfDate) {
      fail("I4: cleared by \(lastPublished), \(max(lastAccepted, outOfDate)) was asked for")
    }
  }

  func observe(_ event: DisplayEvent) {
    onQueue("event")
    switch event {
    case .accepted(let generation):
      if schedule.isShutDown { fail("I24: accepted after a shutdown") }
      if generation <= lastAccepted { fail("generations fall") }
      lastAccepted = generation
      if let requested = requested.take(), requested.begun < cancelled {
        fail("I23: \(requested.version) is accepted, cancelled at \(cancelled)")
      }
      open.insert(generation)
    case .published(let generation):
      if schedule.isShutDown { fail("I24: published after a shutdown") }
      if generation <= lastPublished { fail("I3: \(generation) after \(lastPublished)") }
      if generation < cancelled { fail("I4: \(generation) after a cancel at \(cancelled)") }
      (lastPublished, isToShow) = (generation, true)
      for group in schedule.groups {
        group.published(cycleID, generation, turn: schedule.queue.turn)
      }
    case .ended(let generation, let outcome):
      let isPart = outcome == .committed || outcome == .superseded
      if !isPart, schedule.groups.contains(where: { $0.breaks(by: cycleID, generation) }) {
        schedule.breakUpGroups(of: cycleID)
      }
      if open.remove(generation) == nil { fail("I1: \(generation) ends twice") }
      if generation < lastPublished { fail("I27: \(generation) ends after \(lastPublished)") }
      if generation == lastAccepted { lastOutcome = outcome }
    }
  }

  /// A display that ended before it was drawn keeps nothing alive.
  func checkSnapshots() {
    guard schedule.depth == 0, schedule.lanes.busyCount == 0 else { return }
    for record in records where record.outcome != nil && record.draws == 0 && record.dids == 1 {
      if record.token != nil { return fail("I15: the snapshot of \(record.version) lives") }
    }
    records.removeAll { $0.outcome != nil && $0.draws == 0 && $0.wills == 1 && $0.dids == 1 }
  }

  func checkAtRest() {
    for record in records where record.wills != record.dids || record.draws > 1 {
      fail("I2: \(record.wills) will, \(record.draws) draws, \(record.dids) did")
    }
    if !open.isEmpty { fail("I1: \(open) never ended") }
    guard let cycle else { return }
    if cycle.isPending { fail("I5: a display is under way at rest") }
    guard !isSuspended, !cycle.needsDisplay, lastAccepted > 0 else { return }
    switch lastOutcome {
    case .committed:
      let seen = shown?.payload as? SeenInputs
      if seen?.version != version {
        fail("I5: \(String(describing: seen)) at rest, not \(version)")
      }
    case .cleared: if shown != nil { fail("I7: contents come back after a clear") }
    case .superseded, nil: fail("I5: the last display ended as \(String(describing: lastOutcome))")
    case .cancelled: fail("I23: the mark of a cancelled display is lost")
    case .failed: break
    }
  }

  private func onQueue(_ what: String) {
    if !schedule.queue.isCurrent { fail("I10: \(what) off the commit queue") }
  }

  private func fail(_ text: String) { schedule.fail("cycle \(index): \(text)") }
  private func note(_ text: @autoclosure () -> String) {
    schedule.note("cycle \(index): \(text())")
  }
}

// @unchecked Sendable: a schedule is used on one thread.
private final class ClientProxy: DisplayClient, @unchecked Sendable {
  private unowned let client: ScheduleClient
  init(_ client: ScheduleClient) { self.client = client }
  func makeDisplayRequest() -> DisplayRequest { client.prepare() }
  func show(_ update: DisplayUpdate) { client.show(update) }
  func didCommit(_ contents: DisplayContents?) { client.didCommit() }
}
