// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import ImageCodecs
import ImageLoading
import TextTestSupport

@testable import LayerModel
@testable import SystemLanes

/// All queues, lanes, tasks and clocks of a display on one thread. What runs on many threads in a
/// program is a step here, and numbers choose which step is next.
///
/// The code under test is that of programs: coordinator, lanes, hosts, tiles and stores get their
/// queues, their executor and their clock from here.
@MainActor
final class SimulatedWorld {
  var choices: Choices
  /// The queue of the main actor, on which displays are committed and hosts take their trees.
  let main = ManualQueue()
  let releases = ManualQueue()
  let deadlines = ManualQueue()
  let lanes: ManualLanes
  /// Runs the tasks of tile sources and of image loaders.
  let tasks = ManualTaskExecutor()
  let clock = ManualClock()
  let allocator = FailingBitmapAllocator()
  let pool: BitmapPool
  let coordinator: DisplayCoordinator
  let tileAnswers = LateAnswers()
  let imageAnswers = LateAnswers()
  let store: ImageStore

  private(set) var violation: String?
  private(set) var log: [String] = []
  /// How many drawings and steps within drawings are under way.
  private(set) var depth = 0

  static let byteLimit = 4096

  init(_ choices: Choices) {
    var choices = choices
    lanes = ManualLanes(count: 1 + choices.next(3))
    pool = BitmapPool(capacity: choices.next(2) == 0 ? 0 : 1 << 16, allocator: allocator)
    coordinator = DisplayCoordinator(
      executor: main, lanes: lanes.lanes,
      releaseQueue: ReleaseQueue(capacity: choices.next(2) == 0 ? 0 : 1 << 12, on: releases),
      pool: pool, tasks: tasks, uncommittedByteLimit: Self.byteLimit)
    var configuration = ImageStore.Configuration()
    configuration.timeLimit = .seconds(2)
    store = ImageStore(
      loader: SimulatedLoader(answers: imageAnswers), decoders: .standard,
      configuration: configuration, lanes: lanes.lanes, pool: BitmapPool(capacity: 0),
      deadlines: deadlines, tasks: tasks)
    self.choices = choices
  }

  // MARK: Notes

  func fail(_ text: @autoclosure () -> String) { if violation == nil { violation = text() } }

  func note(_ text: @autoclosure () -> String) {
    if log.count < 500 { log.append(String(repeating: "  ", count: depth) + text()) }
  }

  // MARK: Steps

  /// Takes a step that is ready; of several, the choices name one.
  ///
  /// - Returns: `false` if none is ready.
  @discardableResult
  func step() -> Bool {
    let steps = readySteps
    guard !steps.isEmpty else { return false }
    take(steps[choices.next(steps.count)])
    return true
  }

  private enum Step {
    case main, releases, deadlines, tasks
    case lane(Int)
    case tile(Int)
    case image(Int)
  }

  private var readySteps: [Step] {
    var steps: [Step] = []
    // A block of the main queue that is under way must end before the next begins.
    if !main.isEmpty, !main.isCurrent { steps.append(.main) }
    if !releases.isEmpty { steps.append(.releases) }
    if !deadlines.isEmpty { steps.append(.deadlines) }
    if !tasks.isEmpty { steps.append(.tasks) }
    for lane in 0..<lanes.count where lanes.isReady(lane) { steps.append(.lane(lane)) }
    for call in 0..<min(4, tileAnswers.count) { steps.append(.tile(call)) }
    for call in 0..<min(4, imageAnswers.count) { steps.append(.image(call)) }
    return steps
  }

  private func take(_ step: Step) {
    note("\(step)")
    switch step {
    case .main: _ = main.step()
    case .releases: _ = releases.step()
    case .deadlines: _ = deadlines.step()
    case .tasks: _ = tasks.step()
    case .lane(let lane): lanes.step(lane)
    case .tile(let call): tileAnswers.give(answer(), to: call)
    case .image(let call): imageAnswers.give(answer(), to: call)
    }
  }

  /// The next answer of a source or loader: two thirds are values.
  private func answer() -> LateAnswers.Answer {
    switch choices.next(6) {
    case 0: .failure
    case 1: .nothing
    default: .value
    }
  }

  /// Lets time pass, for all clocks.
  func advance(seconds: Double) {
    let nanoseconds = UInt64(seconds * 1e9)
    for queue in [main, releases, deadlines] { queue.advance(by: nanoseconds) }
    clock.advance(by: seconds)
  }

  /// Other threads go on while a lane or the main queue draws.
  func whileDrawing() {
    guard depth < 3 else { return }
    for _ in 0..<choices.next(4) {
      depth += 1
      step()
      depth -= 1
    }
  }

  /// Lets everything come to rest: answers what waits, and lets the time of all animations pass.
  func settle() {
    allocator.remainingSuccesses = nil
    for round in 0..<40 {
      var steps = 0
      while step() {
        steps += 1
        if steps > 20_000 { return fail("liveness: it does not come to rest") }
      }
      if round > 0, steps == 0, clock.pendingCallCount == 0 { return }
      advance(seconds: 0.5)
    }
    if step() || clock.pendingCallCount > 0 { fail("liveness: something goes on for 20 seconds") }
  }
}

/// A loader whose calls the simulation answers.
struct SimulatedLoader: ImageLoader {
  struct Failure: Error {}

  /// Two by two red pixels.
  private static let picture = (try? Bitmap.filled(2, 2, .red).pngData()) ?? []

  let answers: LateAnswers

  func data(for request: ImageRequest) async throws -> [UInt8] {
    switch await answers.next() {
    case .value: return Self.picture
    case .nothing: return [1, 2, 3]
    case .failure: throw Failure()
    }
  }
}
