// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import Dispatch
internal import LayerTree
internal import TextDefaultFonts
internal import TextGraphics
internal import TextModel
internal import TextRuntime
internal import TextTypesetting

/// Promises about time: progress, groups, cancelling, and a main queue that does not answer.
extension StressRun {
  // MARK: Progress

  /// A layer that is invalidated for ever, more often than it can be drawn.
  func runProgressive() {
    let ours = commitIntervals(.progressive)
    let latest = commitIntervals(.latestOnly)
    add("progressiveCommits", Double(ours.count), "commits")
    add("progressiveLongestInterval", ours.longest, "ms", atMost: 60)
    add("latestOnlyCommits", Double(latest.count), "commits")
    findings.expect(ours.count > 0, .progress, "no commit while it is invalidated")
  }

  private func commitIntervals(_ policy: SupersedePolicy) -> (count: Int, longest: Double) {
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: BitmapPool())
    let log = Mutex<[UInt64]>([])
    let face = BusyFace(microseconds: 20_000, bySleeping: true) {
      log.withLock { $0.append(ProcessGauge.now) }
    }
    let owner = DisplayOwner(coordinator: coordinator, client: face)
    MainQueue.run { owner.setPolicy(policy) }
    let start = ProcessGauge.now
    let end = start + (options.isFull ? 5_000_000_000 : 1_000_000_000)
    // On a machine that is busy otherwise the first commit may take longer than that.
    let last = policy == .progressive ? start + 60_000_000_000 : end
    while ProcessGauge.now < end
      || (ProcessGauge.now < last && log.withLock { $0.isEmpty })
    {
      MainQueue.later { owner.setNeedsDisplay() }
      ProcessGauge.pause(milliseconds: 5)
    }
    let times = log.withLock { [start] + $0 + [ProcessGauge.now] }
    settle(coordinator)
    withExtendedLifetime(face) {}
    let longest = zip(times, times.dropFirst()).map { $1 > $0 ? $1 - $0 : 0 }.max() ?? 0
    return (times.count - 2, Double(longest) * 1e-6)
  }

  // MARK: Groups

  /// Layers that belong together are published in one turn of the main queue.
  func runGroups() {
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: BitmapPool())
    let rounds = options.isFull ? 500 : 50
    for round in 0..<rounds {
      let count = 2 + round % 7
      let group = MainQueue.run { GroupWatch(count: count) }
      let faces = (0..<count).map { index in
        BusyFace(microseconds: UInt64(index * 100)) {
          MainActor.assumeIsolated { group.tell() }
        }
      }
      let owners = faces.map { DisplayOwner(coordinator: coordinator, client: $0) }
      MainQueue.run {
        coordinator.group { for owner in owners { owner.setNeedsDisplay() } }
        // Every third group loses a member, if it has not been published by then: then nobody is.
        if round % 3 == 2 { MainQueue.later { owners[0].cancel() } }
      }
      settle(coordinator)
      if let complaint = MainQueue.run({ group.complaint(mayBeAborted: round % 3 == 2) }) {
        findings.report(.groups, complaint)
      }
      withExtendedLifetime(faces) {}
    }
    add("groups", Double(rounds), "groups")
  }

  // MARK: Cancelling

  /// From a cancel to the lane that is free again, in texts that take long.
  func runCancel() {
    let lanes = RenderLanes(count: 1)
    let coordinator = DisplayCoordinator(commitQueue: .main, lanes: lanes, pool: BitmapPool())
    coordinator.metrics.isEnabled = true
    var waits = LatencyHistogram()
    var random = StressRandom(seed: options.seed)
    for text in longTexts(kilobytes: 200) {
      for _ in 0..<(options.isFull ? 20 : 4) {
        let layer = MainQueue.run {
          let layer = TextLayer(coordinator: coordinator)
          layer.fonts = .embedded
          layer.bounds = Rect(x: 0, y: 0, width: 600, height: 2000)
          layer.text = text.value
          layer.display()
          return layer
        }
        // Somewhere in the middle of it.
        ProcessGauge.pause(milliseconds: 1 + random.below(20))
        let asked = MainQueue.run {
          let now = ProcessGauge.now
          layer.cancelDisplay()
          return now
        }
        let free = DispatchSemaphore(value: 0)
        lanes.run { free.signal() }
        free.wait()
        waits.record(ProcessGauge.now - asked)
      }
    }
    settle(coordinator)
    add("cancelToFreeLaneP95", Double(waits.percentile(0.95)) * 1e-6, "ms")
    add("cancelToFreeLaneMost", Double(waits.maximum) * 1e-6, "ms")
  }

  /// The processor time between two polls, in texts of one paragraph: the least of three passes, since a gap that
  /// is in the code is there every time, and one that an interrupt makes is not.
  func runPolls() {
    let lanes = RenderLanes(count: 1)
    let kilobytes = options.isFull ? 1024 : 100
    var most = 0.0
    for text in longTexts(kilobytes: kilobytes) {
      var least = Double.infinity
      for _ in 0..<3 {
        let gap = PollGap()
        let done = DispatchSemaphore(value: 0)
        lanes.run {
          Self.draw(text.value, gap)
          done.signal()
        }
        done.wait()
        lookAround()
        least = min(least, Double(gap.longest) * 1e-6)
      }
      add("pollGap\(text.name)", least, "ms of CPU", atMost: 1)
      most = max(most, least)
    }
    add("pollGapMost", most, "ms of CPU, \(kilobytes) KiB paragraphs", atMost: 1)
  }

  private static func draw(_ text: AttributedText, _ gap: PollGap) {
    gap.poll()
    let cancellation = Cancellation(poll: { gap.poll() })
    if let layout = try? TextLayout(
      text, in: TextContainer(width: 600), fonts: .embedded, cancellation: cancellation),
      let picture = try? BlankPicture(
        PixelSize(width: 600, height: 2000), background: nil, pool: LentPool(.shared),
        cancellation: cancellation)
    {
      var context = GraphicsContext(picture, scale: 1)
      try? context.draw(layout, at: .zero, cancellation: cancellation)
      gap.poll()
    }
  }

  private func longTexts(kilobytes: Int) -> [(name: String, value: AttributedText)] {
    StressSamples.longPieces.map { name, piece in
      (name, StressSamples.paragraph(piece, kilobytes: kilobytes))
    }
  }

  // MARK: A main queue that does not answer

  /// Under full load the main queue stalls: memory stays bounded, and then everything commits.
  func runBlocked() {
    let limit = 4 << 20
    let pool = BitmapPool(capacity: 1 << 20)
    let coordinator = DisplayCoordinator(
      commitQueue: .main, lanes: RenderLanes(count: laneCount), pool: pool,
      uncommittedByteLimit: limit)
    let count = options.isFull ? 4000 : 400
    let layers = MainQueue.run {
      (0..<count).map { index in
        let layer = TextLayer(coordinator: coordinator)
        layer.fonts = .embedded
        layer.bounds = Rect(x: 0, y: 0, width: 200, height: 50)
        layer.text = StressSamples.texts[index % StressSamples.slowText]
        return layer
      }
    }
    let seconds = options.isFull ? 5 : 1
    MainQueue.later {
      for layer in layers { layer.display() }
      ProcessGauge.pause(milliseconds: seconds * 1000)
    }
    let end = ProcessGauge.now + UInt64(seconds) * 1_000_000_000
    var peakLive = 0
    while ProcessGauge.now < end {
      peakLive = max(peakLive, pool.ledger.liveBytes)
      lookAround()
      ProcessGauge.pause(milliseconds: 5)
    }
    let start = ProcessGauge.now
    settle(coordinator)
    let rest = Double(ProcessGauge.now - start) * 1e-9
    let shown = MainQueue.run { layers.count { $0.contents != nil } }
    findings.expect(shown == count, .settledContents, "\(shown) of \(count) show their contents")
    let peak = coordinator.peakUncommittedByteCount
    findings.expect(peak <= limit, .boundedQueues, "\(peak) uncommitted bytes while stalled")
    add("blockedSeconds", Double(seconds), "s")
    add("blockedPeakUncommitted", Double(peak) / 1_048_576, "MiB", atMost: Double(limit >> 20))
    add("blockedPeakLive", Double(peakLive) / 1_048_576, "MiB")
    add("blockedCommitted", Double(shown), "of \(count)", atLeast: Double(count))
    add("blockedRestAfter", rest, "s")
  }
}

/// The longest processor time between two polls.
private final class PollGap: Sendable {
  private let state = Mutex<(last: UInt64, longest: UInt64)>((0, 0))

  var longest: UInt64 { state.withLock { $0.longest } }

  func poll() {
    let now = ProcessGauge.threadTime
    state.withLock { state in
      if state.last != 0, now > state.last { state.longest = max(state.longest, now - state.last) }
      state.last = now
    }
  }
}

/// A client whose displays take time.
private final class BusyFace: DisplayClient {
  private let task: AnyDisplayTask
  private let onShow: @Sendable () -> Void

  /// - Parameter bySleeping: Whether the time passes while the lane sleeps, so that it is the same however busy
  ///   the processors are.
  init(microseconds: UInt64, bySleeping: Bool = false, onShow: @escaping @Sendable () -> Void) {
    self.onShow = onShow
    task = AnyDisplayTask(
      DisplayTask<Void>(
        contentIdentity: ContentIdentity(1), willBegin: nil,
        display: { (_: inout GraphicsContext, _: Size, cancellation) in
          if bySleeping {
            try StormLayer.sleep(microseconds: microseconds, cancellation)
          } else {
            try StormLayer.spend(microseconds: microseconds, cancellation)
          }
        }))
  }

  func prepareDisplay() -> DisplayRequest {
    DisplayRequest(task: task, size: Size(width: 4, height: 4), scale: 1)
  }

  func show(_ update: DisplayUpdate) {}

  func didShow(_ update: DisplayUpdate) {
    if case .contents = update { onShow() }
  }
}

/// Sees whether the members of a group are published in one turn of the main queue.
@MainActor
final class GroupWatch {
  private let count: Int
  private var shown = 0
  private var inFirstTurn: Int?

  init(count: Int) { self.count = count }

  /// A member is shown.
  func tell() {
    shown += 1
    // This runs after the turn in which the first was shown.
    if shown == 1 { MainQueue.later { self.inFirstTurn = self.shown } }
  }

  /// What is wrong, when all is over.
  ///
  /// - Parameter mayBeAborted: Whether it may be that none is shown.
  func complaint(mayBeAborted: Bool) -> String? {
    if shown == 0, mayBeAborted { return nil }
    let first = inFirstTurn ?? shown
    return first == count && shown == count
      ? nil : "\(first) of \(count) in the first turn, \(shown) in all"
  }
}
