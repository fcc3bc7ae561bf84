// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextRuntime

@testable import AsyncDisplay

/// User code that a display calls changes what is to be shown. (Schedules that were found at random, in short.)
@Suite struct ReentryTests {
  /// I24: of two displays in one turn, the end of the first one suspends.
  @Test func whatIsSuspendedMeanwhileIsNotShown() {
    let stage = Stage()
    let face = stage.face
    face.onShow = {
      guard face.shown == "a" else { return }
      face.name = "b"
      face.isSynchronous = true
      face.owner.display()
    }
    face.onEnd = { if $0 == "a" { face.owner.suspend() } }
    stage.turn { $0.owner.display() }
    stage.settle()
    #expect(stage.shown == "a")
    #expect(!stage.log.contains("show b"))
    stage.turn { $0.owner.resume() }
    stage.settle()
    #expect(stage.shown == "b")
  }

  /// A stage whose one face is `progressive`, and is drawn but not committed.
  private func drawnStage() -> Stage {
    let stage = Stage()
    stage.turn {
      $0.owner.setPolicy(.progressive)
      $0.owner.display()
    }
    stage.settleLanes()
    return stage
  }

  /// I6: while a client is asked what it shows, it comes to show something else.
  @Test func whatBecomesOutOfDateMeanwhileIsNotShown() {
    let stage = drawnStage()
    let face = stage.face
    face.onPrepare = {
      guard face.name == "b" else { return }
      (face.name, face.identity) = ("c", 2)
      face.owner.setNeedsDisplay()
    }
    stage.turn {
      $0.name = "b"
      $0.owner.setNeedsDisplay()
    }
    stage.settle()
    #expect(stage.shown == "c")
    #expect(!stage.log.contains("show a"))
  }

  /// What a member of a group is asked for its contents by, and what it does then that has its group complete.
  enum Asking: CaseIterable {
    /// The display pass, before the commit; another member leaves.
    case byPassAndLeft
    /// The same; another group takes the group in.
    case byPassAndTakenIn
    /// A display; the last one that has not finished leaves.
    case byDisplay
  }

  /// I6: while a member of a group is asked what it shows, the group comes to be complete. It waits until that is known.
  @Test(arguments: Asking.allCases, [1, 2] as [UInt64])
  func aGroupWaitsWhileAMemberIsAsked(asking: Asking, identity: UInt64) {
    let stage = Stage(faces: 3)
    let (face, last) = (stage.face, stage.faces[2])
    stage.queue.run {
      for face in [face, last] { face.owner.setPolicy(.progressive) }
      stage.coordinator.group { for face in stage.faces { face.owner.display() } }
    }
    switch asking {
    case .byPassAndLeft, .byPassAndTakenIn: stage.settleLanes()
    case .byDisplay:
      for _ in 0..<100 where stage.draws < 2 || stage.lanes.busyCount > 0 { stage.lanes.step(0) }
      while stage.queue.step() {}
    }
    #expect(stage.turns.isEmpty)
    face.onPrepare = {
      face.onPrepare = nil
      switch asking {
      case .byPassAndTakenIn: stage.coordinator.group { last.owner.display() }
      case .byPassAndLeft, .byDisplay: last.owner.displayAndWait()
      }
      #expect(face.shown == nil)
    }
    var (shown, others): ([String?], [String?]) = ([], [])
    face.onShow = {
      shown.append(face.shown)
      others.append(stage.faces[1].shown)
    }
    stage.queue.run {
      (face.name, face.identity) = ("b", identity)
      if asking == .byDisplay { face.owner.display() } else { face.owner.setNeedsDisplay() }
    }
    stage.settle()
    #expect(face.onPrepare == nil)
    #expect(stage.faces.map(\.shown) == ["b", "a", "a"])
    #expect(shown == (identity == 1 ? ["a", "b"] : ["b"]))
    #expect(others.allSatisfy { $0 == "a" }, "a group is published in one turn")
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// A client that is out of date each time it is asked is shown all the same.
  @Test func aClientThatIsNeverUpToDateIsShown() {
    let stage = drawnStage()
    let face = stage.face
    var asked = 0
    face.onPrepare = {
      asked += 1
      if asked < 1000 { face.owner.setNeedsDisplay() }
    }
    stage.turn { $0.owner.setNeedsDisplay() }
    #expect(stage.queue.step())
    #expect(stage.shown == "a" && asked < 10)
    stage.settle()
    #expect(asked >= 1000 && !face.isPending)
  }

  /// A stage that shows "a", and has "b" under way.
  private func busyStage() -> Stage {
    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.settle()
    stage.turn {
      $0.name = "b"
      $0.owner.display()
    }
    return stage
  }

  /// What user code does that is told of an older end while a clear waits to be shown, and how the clear then ends.
  enum Interruption: CaseIterable {
    case display, setNeedsDisplay, cancel, suspend

    var outcome: DisplayOutcome {
      switch self {
      case .display, .setNeedsDisplay: .superseded
      case .cancel: .cancelled(.requested)
      case .suspend: .cancelled(.suspended)
      }
    }
  }

  /// I4, I24: contents are not cleared for a display that was replaced, or called off, before it was shown; what was called
  /// off is still needed.
  @Test(arguments: Interruption.allCases)
  func aClearThatWasCalledOffMeanwhileIsNotShown(interruption: Interruption) {
    let stage = busyStage()
    let face = stage.face
    var clears = 0
    face.onClear = { clears += 1 }
    let outcomes = Mutex<[UInt64: DisplayOutcome]>([:])
    stage.coordinator.setObserver { _, event in
      if case .ended(let generation, let outcome) = event {
        outcomes.withLock { $0[generation] = outcome }
      }
    }
    var isNeeded: Bool?
    face.onEnd = { name in
      guard name == "b" else { return }
      (face.drawsNothing, face.name) = (false, "d")
      switch interruption {
      case .display: face.owner.display()
      case .setNeedsDisplay: face.owner.setNeedsDisplay()
      case .cancel: face.owner.cancel()
      case .suspend: face.owner.suspend()
      }
      isNeeded = face.needsDisplay
    }
    var cleared: UInt64 = 0
    stage.turn {
      (cleared, $0.drawsNothing, $0.name) = ($0.generation + 1, true, "c")
      $0.owner.display()
    }
    #expect(outcomes.withLock { $0[cleared] } == interruption.outcome)
    #expect(stage.log.contains("did c false"))
    #expect(isNeeded == (interruption != .display))
    stage.settle()
    #expect(clears == 0)
    switch interruption {
    case .display, .setNeedsDisplay: #expect(stage.shown == "d")
    case .cancel, .suspend:
      #expect(stage.shown == "a" && face.needsDisplay)
      stage.turn {
        $0.owner.resume()
        $0.owner.displayIfNeeded()
      }
      stage.settle()
      #expect(stage.shown == "d")
    }
    #expect(!face.isPending && stage.coordinator.inFlightCount == 0)
  }

  /// I29: a member whose clear was replaced takes part in its group with the newer display.
  @Test func aGroupKeepsAMemberWhoseClearWasReplaced() {
    let stage = Stage(faces: 2)
    let face = stage.face
    stage.turn { $0.owner.display() }
    face.onEnd = { name in
      guard name == "a" else { return }
      (face.drawsNothing, face.name) = (false, "c")
      face.owner.display()
    }
    stage.queue.run {
      stage.coordinator.group {
        (face.drawsNothing, face.name) = (true, "b")
        face.owner.display()
        stage.faces[1].owner.display()
      }
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == ["c", "a"])
    #expect(Set(stage.turns).count == 1 && stage.turns.count == 2)
  }

  /// I26: a clear that waits to be shown is shown by the time somebody has waited for the display.
  @Test func aClearThatWaitsIsShownToWhoWaits() {
    let stage = busyStage()
    let face = stage.face
    var shown = ""
    face.onEnd = { name in
      guard name == "b" else { return }
      face.owner.displayAndWait()
      shown = face.shown ?? "nothing"
    }
    stage.turn {
      ($0.drawsNothing, $0.name) = (true, "c")
      $0.owner.display()
    }
    #expect(shown == "nothing")
  }

  /// How a display is called off that is being prepared.
  enum CallOff: CaseIterable {
    case cancel, suspend, suspendAndResume
  }

  /// I23, I24: a display that is called off while it is prepared goes no further, and is needed yet: it is displayed when
  /// somebody asks for it again.
  @Test(arguments: CallOff.allCases, [false, true])
  func aDisplayIsCalledOffWhileItIsPrepared(callOff: CallOff, inWillDisplay: Bool) {
    let stage = Stage()
    let face = stage.face
    var isNeeded: Bool?
    let callOffOnce = { [unowned face] in
      (face.onPrepare, face.onWill) = (nil, nil)
      switch callOff {
      case .cancel: face.owner.cancel()
      case .suspend: face.owner.suspend()
      case .suspendAndResume:
        face.owner.suspend()
        face.owner.resume()
      }
      isNeeded = face.needsDisplay
    }
    if inWillDisplay { face.onWill = callOffOnce } else { face.onPrepare = callOffOnce }
    stage.turn { $0.owner.setNeedsDisplay() }
    #expect(stage.queue.step())
    #expect(isNeeded == true)
    #expect(stage.log.prefix(2) == ["will a", "did a false"])
    stage.settle()
    #expect(stage.draws == (callOff == .suspendAndResume ? 1 : 0))
    stage.turn {
      $0.owner.resume()
      $0.owner.displayIfNeeded()
    }
    stage.settle()
    #expect(stage.shown == "a" && !face.needsDisplay)
    #expect(stage.draws == 1 && stage.log.count == 5)
  }

  /// What was called off while it was prepared does not stand in the way of what is displayed after that.
  @Test func aDisplayAfterTheCancelIsNotCalledOff() {
    let stage = Stage()
    let face = stage.face
    face.onPrepare = {
      face.onPrepare = nil
      face.owner.cancel()
      face.name = "b"
      face.owner.display()
    }
    stage.turn { $0.owner.setNeedsDisplay() }
    stage.settle()
    #expect(stage.shown == "b" && !face.needsDisplay && stage.draws == 1)
  }

  /// I29: a member that is called off while it is prepared ends its group.
  @Test func aMemberThatIsCalledOffWhileItIsPreparedEndsItsGroup() {
    let stage = Stage(faces: 2)
    stage.face.onPrepare = { [unowned stage] in
      stage.face.onPrepare = nil
      stage.face.owner.cancel()
    }
    stage.queue.run {
      stage.coordinator.group { for face in stage.faces { face.owner.setNeedsDisplay() } }
    }
    stage.settle()
    #expect(stage.turns.isEmpty && stage.faces.allSatisfy { $0.needsDisplay })
    #expect(stage.coordinator.inFlightCount == 0)
  }
}
