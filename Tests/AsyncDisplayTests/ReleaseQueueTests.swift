// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextGraphics
import TextModel

@testable import AsyncDisplay

/// What a display drew beside its picture, a layout for one, may be of a hundred thousand objects.
@Suite struct ReleaseQueueTests {
  @Test(arguments: [Change.anotherDisplay, .nothingToDraw, .drop])
  func whatWasShownIsFreedOnTheReleaseQueue(change: Change) async {
    let commits = DispatchQueue(label: "commits")
    let releases = DispatchQueue(label: "releases")
    let key = DispatchSpecificKey<Bool>()
    releases.setSpecific(key: key, value: true)
    let coordinator = DisplayCoordinator(
      commitQueue: commits, lanes: RenderLanes(count: 1),
      releaseQueue: ReleaseQueue(target: releases), pool: BitmapPool())
    let freed = Frees()
    let face = Face { Payload(freed, key) }
    let owner = DisplayOwner(coordinator: coordinator, client: face)

    commits.sync { owner.display() }
    await coordinator.drain()
    #expect(commits.sync { face.contents != nil })
    #expect(freed.log.withLock { $0 }.isEmpty)

    // Nothing is freed before the release queue runs: the commit queue only hands over.
    releases.suspend()
    commits.sync {
      switch change {
      case .anotherDisplay: owner.display()
      case .nothingToDraw:
        face.width = 0
        owner.display()
      case .drop:
        face.contents = nil
        owner.drop()
      }
    }
    await coordinator.drain()
    commits.sync {}
    let early = freed.log.withLock { $0 }
    releases.resume()
    // The release queue is serial and lies on this one; a last turn comes after its own.
    await withCheckedContinuation { done in releases.async { done.resume() } }
    await withCheckedContinuation { done in releases.async { done.resume() } }
    #expect(early.isEmpty)
    #expect(freed.log.withLock { $0 } == [true])
    commits.sync { owner.drop() }
  }

  enum Change: Sendable {
    case anotherDisplay
    case nothingToDraw
    case drop
  }
}

/// Whether each payload was freed on the release queue.
private final class Frees: Sendable {
  let log = Guarded<[Bool]>([])
}

private final class Payload: Sendable {
  private let freed: Frees
  private let key: DispatchSpecificKey<Bool>

  init(_ freed: Frees, _ key: DispatchSpecificKey<Bool>) {
    self.freed = freed
    self.key = key
  }

  deinit {
    let isHere = DispatchQueue.getSpecific(key: key) == true
    freed.log.withLock { $0.append(isHere) }
  }
}

// @unchecked Sendable: used on the commit queue of one test alone.
private final class Face: DisplayClient, @unchecked Sendable {
  var width = 4.0
  var contents: DisplayContents?
  private let payload: @Sendable () -> Payload

  init(_ payload: @escaping @Sendable () -> Payload) { self.payload = payload }

  func prepareDisplay() -> DisplayRequest {
    let payload = payload
    let task = DisplayTask<Payload>(display: { (_: inout GraphicsContext, _: Size, _) in payload() }
    )
    return DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: width, height: 4), scale: 1)
  }

  func show(_ update: DisplayUpdate) {
    if case .contents(let new) = update { contents = new } else { contents = nil }
  }
}
