// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel
import TextRuntime

@testable import AsyncDisplay

/// Owners on lanes and a commit queue that a test steps by hand.
// @unchecked Sendable: a stage lives on one thread.
final class Stage: @unchecked Sendable {
  let queue = ManualCommitQueue()
  let lanes: ManualLanes
  let allocator = FailingBitmapAllocator()
  let pool: BitmapPool
  let coordinator: DisplayCoordinator
  private(set) var faces: [StageFace] = []
  var log: [String] = []
  var draws = 0
  /// The turns of the commit queue in which contents were shown.
  var turns: [Int] = []
  /// Runs while something is drawn, and polls.
  var work: ((Cancellation) throws -> Void)?
  /// Runs while something is drawn.
  var meanwhile: ((Stage) -> Void)?

  init(lanes: Int = 1, faces: Int = 1, byteLimit: Int = 1 << 20) {
    self.lanes = ManualLanes(count: lanes)
    pool = BitmapPool(capacity: 0, allocator: allocator)
    coordinator = DisplayCoordinator(
      executor: queue, lanes: self.lanes.lanes, releaseQueue: ReleaseQueue(capacity: 0), pool: pool,
      uncommittedByteLimit: byteLimit)
    self.faces = (0..<faces).map { _ in StageFace(self) }
  }

  var face: StageFace { faces[0] }
  var shown: String? { face.shown }

  /// Owners that wait for admission.
  var waitingCount: Int { queue.peek { coordinator.loop.waitingCount } }

  /// One turn of the commit queue.
  func turn(_ body: (StageFace) -> Void) { queue.run { body(face) } }

  /// Runs the lanes until they have nothing to do.
  func settleLanes() {
    while let lane = (0..<lanes.count).first(where: { lanes.isReady($0) }) { lanes.step(lane) }
  }

  /// Runs until nothing moves.
  func settle() {
    while true {
      if queue.step() { continue }
      guard let lane = (0..<lanes.count).first(where: { lanes.isReady($0) }) else { return }
      lanes.step(lane)
    }
  }
}

// @unchecked Sendable: a stage lives on one thread.
final class StageFace: DisplayClient, @unchecked Sendable {
  private unowned let stage: Stage
  private var made: DisplayOwner?
  var name = "a"
  var size = Size(width: 4, height: 4)
  var scale = 1.0
  var drawsNothing = false
  var isSynchronous = false
  var isTrivial = false
  var deadline: Duration?
  var shown: String?
  /// The size that came with what is shown.
  var shownSize: Size?
  /// What is shown, as far as `progressive` is concerned.
  var identity: UInt64 = 1
  /// Runs when contents are shown.
  var onShow: (() -> Void)?
  /// Runs when the contents were cleared.
  var onClear: (() -> Void)?
  /// Runs after the snapshot for a display was taken.
  var onPrepare: (() -> Void)?
  /// Runs in `willDisplay`.
  var onWill: (() -> Void)?
  /// Runs when the display of a name has ended.
  var onEnd: ((String) -> Void)?

  init(_ stage: Stage) { self.stage = stage }

  deinit { made?.drop() }

  var owner: DisplayOwner {
    if let made { return made }
    let owner = DisplayOwner(coordinator: stage.coordinator, client: self)
    made = owner
    return owner
  }

  var needsDisplay: Bool { stage.queue.peek { owner.needsDisplay } }
  var isPending: Bool { stage.queue.peek { owner.isPending } }
  var generation: UInt64 { stage.queue.peek { owner.generation } }

  func prepareDisplay() -> DisplayRequest {
    let (name, stage) = (name, stage)
    var drawing: DisplayTask<String>.Drawing?
    if !drawsNothing {
      drawing = { [unowned stage] (_: inout GraphicsContext, _: Size, cancellation) in
        stage.draws += 1
        stage.meanwhile?(stage)
        try stage.work?(cancellation)
        try cancellation.check()
        return name
      }
    }
    var task = DisplayTask<String>(
      contentIdentity: ContentIdentity(identity),
      willBegin: { [unowned stage, weak self] in
        stage.log.append("will \(name)")
        self?.onWill?()
      },
      display: drawing,
      didEnd: { [unowned stage, weak self] in
        stage.log.append("did \(name) \($0.isFinished)")
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
      stage.turns.append(stage.queue.turn)
      stage.log.append("show \(shown ?? "?")")
    case .cleared, .placeholder: shown = nil
    }
  }

  func didShow(_ update: DisplayUpdate) {
    switch update {
    case .contents: onShow?()
    case .cleared: onClear?()
    case .placeholder: break
    }
  }
}
