// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextTestSupport

@testable import LayerModel

/// A layer whose content is a number: each drawing has it as payload and as colour. It checks what
/// is shown against the model of one layer without threads: which contents may follow which.
@MainActor
final class SimulatedLayer: AsyncLayer {
  private unowned let world: SimulatedWorld
  let index: Int
  /// The content that the next display draws; each change has a greater number.
  private(set) var version = 0
  /// The content of the last display that was begun.
  private var asked = 0
  /// The content that is shown.
  private(set) var shown = 0
  /// The numbers of displays that were begun and have not ended, by their content.
  private var open: [Int: Int] = [:]
  private var begun = 0
  private(set) var ended = 0

  init(_ index: Int, _ world: SimulatedWorld) {
    self.world = world
    self.index = index
    super.init(coordinator: world.coordinator)
    bounds = Rect(width: 4, height: 4)
  }

  /// The colour of a content.
  nonisolated static func color(_ version: Int) -> Color {
    func channel(_ factor: Int) -> Double { Double(version * factor % 256) / 255 }
    return Color(red: channel(37), green: channel(101), blue: channel(211))
  }

  /// Draws something else from now on.
  func change() {
    version += 1
    setNeedsDisplay()
  }

  override func makeDisplayTask() -> AnyDisplayTask? {
    let (version, world) = (version, world)
    asked = version
    return AnyDisplayTask(
      DisplayTask<Int>(
        willDisplay: { [weak self] in MainActor.assumeIsolated { self?.begin(version) } },
        display: { context, size, cancellation in
          if cancellation.isCancelled {
            MainActor.assumeIsolated { world.fail("a display is drawn that was cancelled") }
          }
          MainActor.assumeIsolated { world.whileDrawing() }
          try cancellation.check()
          try context.fill(
            Rect(width: size.width, height: size.height), with: Self.color(version))
          return version
        },
        didDisplay: { [weak self] outcome in
          MainActor.assumeIsolated { self?.end(version, outcome) }
        }))
  }

  private func begin(_ version: Int) {
    begun += 1
    open[version, default: 0] += 1
  }

  private func end(_ version: Int, _ outcome: DisplayOutcome) {
    ended += 1
    guard let count = open[version], count > 0 else {
      return fail("the display of \(version) ends twice")
    }
    open[version] = count == 1 ? nil : count - 1
    if outcome == .committed, shown < version {
      fail("\(version) is committed and \(shown) is shown")
    }
  }

  override func didCommit(_ contents: DisplayContents?) {
    super.didCommit(contents)
    if !world.main.isCurrent { fail("a commit off the main queue") }
    guard let contents else { return }
    guard let version = contents.payload as? Int else { return fail("contents without a number") }
    if version < shown { fail("\(version) is shown after \(shown)") }
    if supersedePolicy == .latestOnly, version < asked {
      fail("\(version) is shown, \(asked) was asked for")
    }
    if isDisplaySuspended { fail("a commit while displays are suspended") }
    shown = version
  }

  func checkAtRest() {
    if !open.isEmpty || begun != ended { fail("displays never end: \(open)") }
    if isDisplaySuspended || needsDisplay { return }
    if isDisplaying { fail("a display is under way at rest") }
    switch displayOutcome {
    case .committed:
      if shown != version { fail("\(shown) is shown at rest, not \(version)") }
    case .superseded: fail("the last display was replaced by none")
    case .cancelled, .failed, .cleared, nil: break
    }
  }

  func fail(_ text: String) { world.fail("layer \(index): \(text)") }
}
