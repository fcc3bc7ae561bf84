// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextRuntime

/// The promises of the asynchronous display that are checked from outside.
enum StressInvariant: String, CaseIterable, Sendable {
  /// Every display has one outcome.
  case oneOutcome = "I1"
  /// `didDisplay` once for each `willDisplay`; drawn at most once.
  case pairedCallbacks = "I2"
  /// Published generations rise.
  case risingGenerations = "I3"
  /// Nothing older than the last request is published (`latestOnly`).
  case latestOnly = "I4"
  /// At rest the contents are the last request's.
  case settledContents = "I5"
  /// `progressive` shows progress.
  case progress = "I6"
  /// What is cleared stays cleared.
  case stayingClear = "I7"
  /// A synchronous display supersedes.
  case synchronousWins = "I8"
  /// All of a commit comes from one snapshot.
  case oneSnapshot = "I9"
  /// Everything runs on its queue.
  case queues = "I10"
  /// No more running drawings than lanes, no more threads than base + lanes + 2.
  case boundedThreads = "I11"
  /// No more queued displays than layers, no more uncommitted bytes than the bound.
  case boundedQueues = "I12"
  /// A replaced display lets its snapshot go at once.
  case earlyRelease = "I15"
  /// Buffers created = freed + pooled + live.
  case balancedBuffers = "I16"
  /// What waits to be freed is bounded.
  case boundedRelease = "I17"
  /// A dropped layer goes at once, and hears nothing more.
  case dropped = "I18"
  /// A size that cannot be drawn has a defined outcome.
  case badSizes = "I19"
  /// A failure keeps the old contents.
  case keptContents = "I20"
  /// An opaque layer has no transparent pixel.
  case opaquePixels = "I21"
  /// The same pixels on any lane and any way.
  case samePixels = "I22"
  /// Cancelling keeps the mark.
  case keptMark = "I23"
  /// Nothing is committed while suspended.
  case suspended = "I24"
  /// Nothing waits for ever.
  case noDeadlock = "I26"
  /// No old end after a newer commit.
  case orderedEnds = "I27"
  /// A group is published in one turn or not at all.
  case groups = "I29"
  /// Nothing leaks.
  case noLeak = "I30"
}

/// Counts what went against a promise. Any thread may tell it.
final class StressFindings: Sendable {
  private struct State {
    var counts: [StressInvariant: Int] = [:]
    var examples: [String] = []
  }

  private let state = Mutex(State())

  /// Notes a violation; the first few are kept in words.
  func report(_ invariant: StressInvariant, _ description: @autoclosure () -> String) {
    let text = description()
    state.withLock { state in
      state.counts[invariant, default: 0] += 1
      if state.examples.count < 20 { state.examples.append("\(invariant.rawValue): \(text)") }
    }
  }

  /// Notes a violation unless a condition holds.
  func expect(
    _ holds: Bool, _ invariant: StressInvariant, _ description: @autoclosure () -> String
  ) {
    if !holds { report(invariant, description()) }
  }

  /// How often each promise was broken.
  var counts: [StressInvariant: Int] { state.withLock { $0.counts } }
  /// The first few violations, in words.
  var examples: [String] { state.withLock { $0.examples } }
  /// All violations.
  var total: Int { counts.values.reduce(0, +) }
}
