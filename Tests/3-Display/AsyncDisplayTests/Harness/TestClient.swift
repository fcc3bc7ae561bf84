// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

@testable import AsyncDisplay
@testable import CanvasGeometry

/// A client of a harness: its requests and callbacks are what a test sets.
// @unchecked Sendable: a client is used on one thread.
final class TestClient: DisplayClient, @unchecked Sendable {
  private unowned let harness: Harness
  private var made: DisplayCycle?
  var name = "a"
  var size = Size(width: 4, height: 4)
  var scale = 1.0
  var drawsNothing = false
  var isSynchronous = false
  var isTrivial = false
  var deadline: Duration?
  var shown: String?
  /// The size of the shown contents.
  var shownSize: Size?
  /// The identity of the content, for `progressive`.
  var identity: UInt64 = 1
  /// The outcomes that the client was told.
  var outcomes: [DisplayOutcome] = []
  /// Runs when contents are shown.
  var onShow: (() -> Void)?
  /// Runs when the contents were cleared.
  var onClear: (() -> Void)?
  /// Runs after the snapshot for a display was taken.
  var onPrepare: (() -> Void)?
  /// Runs in `willDisplay`.
  var onWill: (() -> Void)?
  /// Runs when a display has ended, with its name.
  var onEnd: ((String) -> Void)?

  init(_ harness: Harness) { self.harness = harness }

  deinit { made?.drop() }

  var cycle: DisplayCycle {
    if let made { return made }
    let cycle = DisplayCycle(coordinator: harness.coordinator, client: self)
    made = cycle
    return cycle
  }

  var needsDisplay: Bool { harness.queue.peek { cycle.needsDisplay } }
  var isPending: Bool { harness.queue.peek { cycle.isPending } }
  var generation: UInt64 { harness.queue.peek { cycle.generation } }

  func makeDisplayRequest() -> DisplayRequest {
    let (name, harness) = (name, harness)
    var drawing: DisplayTask<String>.Drawing?
    if !drawsNothing {
      drawing = { [unowned harness] (_: inout GraphicsContext, _: Size, cancellation) in
        harness.draws += 1
        harness.meanwhile?(harness)
        try harness.work?(cancellation)
        try cancellation.check()
        return name
      }
    }
    var task = DisplayTask<String>(
      contentIdentity: ContentIdentity(identity),
      willDisplay: { [unowned harness, weak self] in
        harness.log.append("will \(name)")
        self?.onWill?()
      },
      display: drawing,
      didDisplay: { [unowned harness, weak self] in
        harness.log.append("did \(name) \($0.isFinished)")
        self?.onEnd?(name)
      })
    task.isTrivial = isTrivial
    var request = DisplayRequest(task: AnyDisplayTask(task), size: size, scale: scale)
    request.isSynchronous = isSynchronous
    request.deadline = deadline
    onPrepare?()
    return request
  }

  func show(_ update: DisplayUpdate) {
    switch update {
    case .contents(let contents):
      shown = contents.payload as? String
      shownSize = contents.size
      harness.turns.append(harness.queue.turn)
      harness.log.append("show \(shown ?? "?")")
    case .cleared, .placeholder: shown = nil
    }
  }

  func didDisplay(_ outcome: DisplayOutcome) { outcomes.append(outcome) }

  func didCommit(_ contents: DisplayContents?) {
    if contents == nil { onClear?() } else { onShow?() }
  }
}
