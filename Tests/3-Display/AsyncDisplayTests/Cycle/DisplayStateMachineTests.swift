// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay

/// The state machine over every reachable state with every event in each.
struct DisplayStateMachineTests {
  @Test func everyEventInEveryReachableState() {
    var explorer = Explorer()
    explorer.run()
    #expect(explorer.violations.isEmpty, "\(explorer.violations.prefix(3))")
    #expect(explorer.stateCount > 1000)
    print("state machine: \(explorer.stateCount) states, \(explorer.stepCount) steps")
  }
}

/// The surroundings of one machine: open tickets, pending steps, and the record of its events.
private struct World {
  /// A ticket is the number of its request.
  typealias Machine = DisplayStateMachine<Int>

  var machine = Machine()
  /// The number of requests, and the ticket of each open display.
  var requestCount = 0
  var tickets: [UInt64: Int] = [:]
  /// The machine before the last step.
  var previous = Machine()
  /// Tickets that were accepted and have not ended.
  var open: [UInt64] = []
  /// The open ticket that was drawn on the caller, if any.
  var inline: UInt64?
  /// Tickets that ended while a lane was drawing them.
  var unwinding: [UInt64] = []
  /// Commit steps that wait on the commit queue.
  var inbox: [UInt64] = []
  /// Displays that are being prepared, the innermost last.
  var begun: [UInt64] = []
  /// The number of these, from the outermost, that were cancelled.
  var cancelledCount = 0
  /// The clear that was accepted and has not ended.
  var clearing: UInt64?
  /// How often the cycle is on the list of the display pass.
  var passes = 0
  var lastPublished: UInt64 = 0
  /// Nothing older may be published.
  var barrier: UInt64 = 0
  var lastIdentity: UInt64?
  /// Whether `needsDisplay` may be set although no pass is scheduled: it was cancelled or refused.
  var mayLack = false
  var violation: String?

  mutating func fail(_ text: String) { if violation == nil { violation = text } }

  /// The state without its numbers: a generation matters only in comparison with a few others, so
  /// states in which all these comparisons agree are one.
  var fingerprint: [Int] {
    var key: [Int] = []
    let tickets = machine.tickets
    for ticket in [tickets.queued, tickets.running, tickets.rendered] {
      guard let ticket else {
        key.append(-1)
        continue
      }
      let generation = ticket.generation
      var bits = Int(ticket.identity?.rawValue ?? 0)
      for bit in [
        tickets.failure == nil, generation == inline, generation == machine.generation,
        generation < machine.requestedGeneration, generation < barrier,
        generation <= lastPublished, inbox.contains(generation),
      ] {
        bits = bits * 2 + (bit ? 1 : 0)
      }
      key.append(bits)
    }
    key += begun.map { machine.requestedGeneration > $0 ? 1 : 0 }
    key += [cancelledCount, machine.isPreparing ? 1 : 0]
    key += [open.count, unwinding.count, inbox.count, begun.count, passes]
    key += [Int(lastIdentity ?? 0), mayLack ? 1 : 0, machine.needsDisplay ? 1 : 0]
    key += [machine.isClearing ? 1 : 0, (clearing ?? barrier) < barrier ? 1 : 0]
    key += [machine.policy == .latestOnly ? 0 : 1]
    let lifecycles: [World.Machine.Lifecycle] = [.active, .suspended, .dropped]
    key.append(lifecycles.firstIndex(of: machine.lifecycle) ?? -1)
    let passes: [World.Machine.Pass] = [.none, .scheduled, .cancelled]
    key.append(passes.firstIndex(of: machine.pass) ?? -1)
    return key
  }
}

private enum Move: CaseIterable {
  case invalidate, display, displayIfNeeded, pass
  case requestNone, requestA, requestB, requestSynchronous
  case clear, reject, showClear, showStaleClear, cancel, suspend, resume, drop
  case latestOnly, progressive
  case expireQueued, expireActive, expireStale
  case start, startInline
  case finish, finishFailed, finishUnwinding
  case commit
}

private struct Explorer {
  var violations: [String] = []
  var stateCount = 0
  var stepCount = 0

  mutating func run() {
    var seen: Set<[Int]> = []
    var frontier: [(World, String)] = [(World(), "")]
    seen.insert(World().fingerprint)
    while let (world, path) = frontier.popLast() {
      stateCount += 1
      if stateCount > 100_000 {
        violations.append("the exploration does not end")
        return
      }
      for move in Move.allCases {
        guard var next = step(world, move) else { continue }
        stepCount += 1
        check(&next)
        if let violation = next.violation {
          violations.append("\(violation) after\(path) \(move)")
          if violations.count > 20 { return }
          continue
        }
        if seen.insert(next.fingerprint).inserted { frontier.append((next, path + " \(move)")) }
      }
    }
  }

  /// The world after one event; `nil` if the event cannot occur in this one.
  private func step(_ world: World, _ move: Move) -> World? {
    var world = world
    let before = world.machine
    world.previous = before
    switch move {
    case .invalidate:
      take(world.machine.handle(.invalidate), into: &world)
      if before.lifecycle != .dropped {
        world.barrierUnlessProgressive()
        if world.machine.generation <= before.generation {
          world.fail("an invalidation does not bump")
        }
      }
      if world.machine.isClearing { world.fail("I4: an invalidation leaves a clear") }
      if before.lifecycle == .active, world.machine.pass != .scheduled {
        world.fail("I24: an invalidation schedules no pass")
      }
    case .display, .displayIfNeeded:
      guard world.begun.count < 2 else { return nil }
      take(world.machine.handle(move == .display ? .display : .displayIfNeeded), into: &world)
    case .pass:
      guard world.passes > 0, world.begun.count < 2 else { return nil }
      world.passes -= 1
      take(world.machine.handle(.pass), into: &world)
    case .requestNone, .requestA, .requestB, .requestSynchronous:
      guard let begun = world.begun.popLast() else { return nil }
      let mayBeAccepted = world.mayBeAccepted(begun)
      let identity: UInt64? = move == .requestA ? 1 : move == .requestB ? 2 : nil
      let isSynchronous = move == .requestSynchronous
      if isSynchronous, world.inline != nil { return nil }
      world.requestCount += 1
      let effects = world.machine.handle(
        .request(
          world.requestCount, identity: identity.map { ContentIdentity($0) },
          isSynchronous: isSynchronous, begun: begun))
      if case .accepted(let generation) = effects.verdict {
        world.tickets[generation] = world.requestCount
        world.open.append(generation)
        if generation <= before.generation { world.fail("a request did not raise the generation") }
        if isSynchronous {
          world.inline = generation
          if effects.endedActive == nil, before.tickets.active != nil {
            world.fail("I8: a synchronous display superseded nothing")
          }
        } else if before.policy == .progressive, let active = before.tickets.active {
          let isSame = identity != nil && active.identity?.rawValue == identity
          if isSame != (effects.endedActive == nil) { world.fail("I6: progress") }
        }
        world.lastIdentity = identity
        take(effects, into: &world)
        if before.policy == .latestOnly || identity == nil { world.barrier = generation }
        if !mayBeAccepted { world.fail("I23: a request that was cancelled, or replaced") }
      } else {
        if mayBeAccepted { world.fail("I5: a request is lost") }
        take(effects, into: &world)
      }
    case .clear, .reject:
      guard let begun = world.begun.popLast() else { return nil }
      let mayBeAccepted = world.mayBeAccepted(begun)
      take(
        world.machine.handle(.clear(keepsContents: move == .reject, begun: begun)), into: &world)
      if mayBeAccepted != (world.machine.requestedGeneration > before.requestedGeneration) {
        world.fail("I23: a clear that was cancelled is accepted, or another is lost")
      }
      if world.machine.requestedGeneration > before.requestedGeneration {
        world.barrier = world.machine.generation
        if !world.open.isEmpty { world.fail("I7: a clear leaves displays") }
        if world.machine.generation <= before.generation { world.fail("I7: no bump") }
        if move == .clear { world.clearing = world.machine.generation }
      }
    case .showClear:
      guard let cleared = world.clearing else { return nil }
      let effects = world.machine.handle(.showClear(generation: cleared))
      guard case .clear = effects.verdict else {
        world.fail("I5: a clear is lost")
        return world
      }
      world.clearing = nil
      if cleared <= world.lastPublished { world.fail("I3: commits fall") }
      if cleared < world.barrier { world.fail("I4: a stale clear") }
      if cleared != world.machine.requestedGeneration { world.fail("I4: not the last request") }
      if world.machine.lifecycle != .active { world.fail("I24: a clear while not active") }
      world.lastPublished = cleared
      take(effects, into: &world)
    case .showStaleClear:
      let effects = world.machine.handle(.showClear(generation: before.requestedGeneration &- 1))
      guard case .discard = effects.verdict, world.machine == before else {
        world.fail("I4: a clear that has ended is shown")
        return world
      }
    case .cancel:
      let isPreparing = world.begun.last.map { world.mayBeAccepted($0, atRequest: false) } ?? false
      take(world.machine.handle(.cancel(.requested)), into: &world)
      if before.lifecycle != .dropped {
        if isPreparing, !world.machine.needsDisplay { world.fail("I23: a cancel loses the mark") }
        world.cancelledCount = world.begun.count
      }
      if before.lifecycle != .dropped {
        world.barrier = world.machine.generation
        if before.isPending || before.needsDisplay, !world.machine.needsDisplay {
          world.fail("I23: a cancel loses the mark")
        }
        if world.machine.isPending { world.fail("I15: a cancel leaves a display") }
        if world.machine.generation <= before.generation { world.fail("a cancel does not bump") }
        world.mayLack = true
      }
    case .suspend:
      take(world.machine.handle(.suspend), into: &world)
      if before.isPending || before.isPreparing, !world.machine.needsDisplay {
        world.fail("I24: suspend loses the mark")
      }
      if before.lifecycle == .active { world.cancelledCount = world.begun.count }
      world.barrier = max(world.barrier, world.machine.generation)
      if world.machine.isPending { world.fail("I24: a display survives suspend") }
    case .resume:
      take(world.machine.handle(.resume), into: &world)
      if before.lifecycle == .suspended {
        if (world.machine.pass == .scheduled) != before.needsDisplay {
          world.fail("I24: resume displays \(before.needsDisplay ? "not" : "for nothing")")
        }
        world.mayLack = false
      }
    case .drop:
      take(world.machine.handle(.drop), into: &world)
      if world.machine.isPending { world.fail("I18: a display survives its cycle") }
      if before.lifecycle != .dropped, world.machine.generation <= before.generation {
        world.fail("a drop does not bump")
      }
      world.barrier = world.machine.generation
    case .latestOnly: take(world.machine.handle(.setPolicy(.latestOnly)), into: &world)
    case .progressive: take(world.machine.handle(.setPolicy(.progressive)), into: &world)
    case .expireQueued:
      guard let generation = before.tickets.queued?.generation else { return nil }
      take(world.machine.handle(.expire(generation: generation)), into: &world)
    case .expireActive:
      guard let ticket = before.tickets.active, ticket.generation != world.inline
      else { return nil }
      take(world.machine.handle(.expire(generation: ticket.generation)), into: &world)
    case .expireStale:
      let stale = before.generation + 1
      take(world.machine.handle(.expire(generation: stale)), into: &world)
      if world.machine != before { world.fail("a stale deadline changes the state") }
    case .start:
      guard before.tickets.isStartable else { return nil }
      take(world.machine.handle(.start), into: &world)
      if world.machine.tickets.running == nil { world.fail("a lane finds nothing to draw") }
    case .startInline:
      take(world.machine.handle(.start), into: &world)
      if world.machine.tickets.running?.generation != before.tickets.running?.generation {
        guard world.inline == nil else { return nil }
        world.inline = world.machine.tickets.running?.generation
      }
    case .finish, .finishFailed:
      guard let ticket = before.tickets.running else { return nil }
      let effects = world.machine.handle(
        .finish(
          generation: ticket.generation,
          failure: move == .finishFailed ? .failed(DisplayError(.drawingFailed)) : nil))
      guard case .awaitsCommit = effects.verdict else {
        world.fail("a finished display is lost")
        return world
      }
      world.inbox.append(ticket.generation)
      if world.inline == ticket.generation { world.inline = nil }
      take(effects, into: &world)
    case .finishUnwinding:
      guard !world.unwinding.isEmpty else { return nil }
      let generation = world.unwinding.removeFirst()
      let effects = world.machine.handle(
        .finish(generation: generation, failure: nil))
      guard case .discard = effects.verdict else {
        world.fail("I4: a cancelled display is handed over")
        return world
      }
      if world.inline == generation { world.inline = nil }
    case .commit:
      guard let generation = world.inbox.first else { return nil }
      var effects = world.machine.handle(.commit(generation: generation, isPassDone: false))
      if case .displayFirst = effects.verdict {
        if world.machine != before { world.fail("a commit that waits changes the state") }
        // The pass then runs; here it is a move of its own. The commit goes on when it is done.
        guard world.begun.isEmpty, world.machine.pass == .none || !world.machine.needsDisplay
        else {
          // A pass that prepares nothing new must not hold the commit up for ever.
          return nil
        }
        effects = world.machine.handle(.commit(generation: generation, isPassDone: true))
      }
      world.inbox.removeFirst()
      take(effects, into: &world)
    }
    return world
  }

  private func take(_ effects: World.Machine.Effects, into world: inout World) {
    for ticket in [effects.endedActive, effects.endedQueued] {
      guard let ticket else { continue }
      end(ticket, &world)
      if ticket.generation < world.lastPublished {
        world.fail("I27: \(ticket.generation) ends after \(world.lastPublished) was published")
      }
      let wasRunning = world.previous.tickets.running?.generation == ticket.generation
      if wasRunning { world.unwinding.append(ticket.generation) }
    }
    if let a = effects.endedActive, let q = effects.endedQueued, a.generation >= q.generation {
      world.fail("I27: ends out of order")
    }
    if effects.endsClear {
      if world.clearing == nil { world.fail("I1: a clear ends twice") }
      world.clearing = nil
    }
    if effects.schedulesPass { world.passes += 1 }
    switch effects.verdict {
    case .display(let begun): world.begun.append(begun)
    case .publish:
      guard let ticket = effects.published else { return world.fail("I1: nothing is published") }
      end(ticket, &world)
      if ticket.generation <= world.lastPublished { world.fail("I3: commits fall") }
      world.lastPublished = ticket.generation
      if world.machine.lifecycle != .active { world.fail("I24: a commit while not active") }
      if ticket.generation < world.barrier { world.fail("I4: a stale commit") }
      if ticket.generation < world.machine.requestedGeneration,
        ticket.identity == nil || ticket.identity?.rawValue != world.lastIdentity
      {
        world.fail("I6: a commit of other content")
      }
      if world.machine.policy == .latestOnly, ticket.generation != world.machine.generation {
        world.fail("I4: a commit that is not the latest")
      }
      if world.previous.tickets.failure != nil { world.fail("I20: a failure is published") }
    case .none, .accepted, .refused, .run, .awaitsCommit, .discard, .clear, .displayFirst: break
    }
  }

  private func end(_ display: AcceptedDisplay<Int>, _ world: inout World) {
    let generation = display.generation
    if world.tickets.removeValue(forKey: generation) != display.ticket {
      world.fail("I9: \(generation) has the ticket of another request")
    }
    guard let index = world.open.firstIndex(of: generation) else {
      return world.fail("I1: \(generation) ends twice")
    }
    world.open.remove(at: index)
  }

  /// The checks of every state.
  private func check(_ world: inout World) {
    let machine = world.machine
    let tickets = machine.tickets
    let slots = [tickets.queued, tickets.running, tickets.rendered].compactMap { $0?.generation }
    if Set(slots) != Set(world.open) { world.fail("I1: a display is in no slot") }
    if machine.isClearing != (world.clearing != nil) { world.fail("I1: a clear without an end") }
    if machine.isClearing, !slots.isEmpty { world.fail("I7: a display beside a clear") }
    if tickets.running != nil, tickets.rendered != nil { world.fail("I12: two active displays") }
    if world.passes > 1 || (machine.pass != .none) != (world.passes == 1) {
      world.fail("I24: \(world.passes) places on the list of the pass")
    }
    if let rendered = tickets.rendered, !world.inbox.contains(rendered.generation) {
      world.fail("I5: a finished display that no event will commit")
    }
    if !machine.needsDisplay || machine.pass == .scheduled { world.mayLack = false }
    if machine.needsDisplay, machine.lifecycle == .active, machine.pass != .scheduled,
      !world.mayLack
    {
      world.fail("I5: out of date, and no event will display it")
    }
    if machine.lifecycle == .dropped, machine.isPending { world.fail("I18: alive after the end") }
    // The surroundings stay small, so that the exploration ends.
    if world.unwinding.count > 1 { world.unwinding.removeFirst() }
    if world.inbox.count > 1 {
      let live = machine.tickets.rendered?.generation
      let stale = world.inbox.last { $0 != live }
      world.inbox = world.inbox.filter { $0 == live || $0 == stale }
    }
  }
}

extension World {
  /// Whether the innermost display that is being prepared may be accepted.
  ///
  /// - Parameter atRequest: Whether it is no longer in `begun`.
  fileprivate mutating func mayBeAccepted(_ begun: UInt64, atRequest: Bool = true) -> Bool {
    let place = self.begun.count - (atRequest ? 0 : 1)
    let isCancelled = cancelledCount > place
    if atRequest { cancelledCount = min(cancelledCount, place) }
    return !isCancelled && machine.requestedGeneration <= begun && machine.lifecycle == .active
  }

  fileprivate mutating func barrierUnlessProgressive() {
    if machine.policy == .latestOnly { barrier = machine.generation }
  }
}
