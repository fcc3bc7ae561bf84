// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import Dispatch
internal import Synchronization
internal import TextGraphics
internal import TextModel

/// A seeded stream of requests to many layers on the main queue, with the promises checked as it goes.
///
/// The stream depends on the options alone: not on how fast anything runs.
@MainActor
final class Storm {
  /// How the displays ended.
  struct Outcomes: Sendable {
    var accepted = 0
    var committed = 0
    var cleared = 0
    var superseded = 0
    var cancelled = 0
    var failed = 0
  }

  /// Requests between two looks at the main queue.
  static let turn = 256

  nonisolated let findings: StressFindings
  nonisolated let tally: StormTally
  nonisolated let coordinator: DisplayCoordinator
  nonisolated let issued = Atomic<Int>(0)
  /// The requests of the stream so far.
  var issuedCount: Int { issued.load(ordering: .relaxed) }
  private let options: StressOptions
  private let allocator: FailingBitmapAllocator
  private var random: StressRandom
  private var cells: [StormCell] = []
  private var byOwner: [UInt64: StormCell] = [:]
  private(set) var outcomes = Outcomes()
  /// A number that stands for the whole stream of requests.
  private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  /// How often a callback did something to its layer.
  var reentries = 0
  private(set) var allowsReentry = true
  /// Whether a callback is doing something to its layer.
  var isReentering = false
  /// Whether allocations fail now, and whether one ever may have.
  private(set) var mayFail = false
  private(set) var hasFailed = false
  private var failsUntil = 0
  private(set) var pictures: [StressPicture: UInt64] = [:]
  private var samples = 0
  private var longSamples = 0

  nonisolated init(
    _ options: StressOptions, _ findings: StressFindings, coordinator: DisplayCoordinator,
    allocator: FailingBitmapAllocator
  ) {
    self.options = options
    self.findings = findings
    self.coordinator = coordinator
    self.allocator = allocator
    tally = StormTally(findings, laneCount: coordinator.lanes.count)
    random = StressRandom(seed: options.seed)
  }

  func begin() {
    coordinator.setObserver { [weak self] owner, event in
      let id = owner.id
      guard MainQueue.isCurrent else { return }
      MainActor.assumeIsolated { self?.observe(id, event) }
    }
    StressSamples.prepareLongTexts(kilobytes: options.isFull ? 1024 : 8)
    for index in 0..<options.layers { cells.append(makeCell(index)) }
  }

  private func makeCell(_ index: Int) -> StormCell {
    let cell = StormCell(
      index, text: random.below(StressSamples.slowText),
      size: random.below(StressSamples.drawableCount), self)
    byOwner[cell.ownerID] = cell
    return cell
  }

  private func observe(_ owner: UInt64, _ event: DisplayEvent) {
    guard let cell = byOwner[owner] else {
      return findings.report(.dropped, "\(event) of a layer that has gone")
    }
    switch event {
    case .accepted(let generation):
      outcomes.accepted += 1
      cell.accepted(generation)
    case .published(let generation): cell.published(generation)
    case .ended(let generation, let outcome):
      outcomes.count(outcome)
      cell.ended(generation, outcome)
      if cell.layer == nil, cell.open.isEmpty { byOwner[owner] = nil }
    }
  }

  // MARK: The stream

  /// Makes the next requests.
  ///
  /// - Returns: Whether there are more.
  func step() -> Bool {
    var count = issued.load(ordering: .relaxed)
    for _ in 0..<Self.turn where count < options.requests {
      let action = options.mix.next(&random)
      act(action, count)
      if action.isRequest { count += 1 }
      if mayFail, count >= failsUntil {
        mayFail = false
        allocator.remainingSuccesses = nil
      }
    }
    issued.store(count, ordering: .relaxed)
    checkGauges()
    return count < options.requests
  }

  private func note(_ numbers: Int...) {
    for number in numbers { digest = (digest ^ UInt64(number)) &* 0x100_0000_01B3 }
  }

  private func act(_ action: StressAction, _ count: Int) {
    let index = random.below(cells.count)
    let choice = random.below(1 << 20)
    note(action.hashNumber, index, choice)
    let cell = cells[index]
    cell.check()
    // A long text stays until something else happens to its layer, and is called off if it is not done.
    if StressSamples.isLong(cell.text) { cell.setText(choice % StressSamples.slowText) }
    switch action {
    case .invalidate: cell.invalidate()
    case .display: cell.display()
    case .text:
      cell.setEnding(.well)
      let next = choice % StressSamples.slowText
      cell.setText(next == cell.text ? (next + 1) % StressSamples.slowText : next)
    case .slow:
      cell.setText(StressSamples.slowText)
      cell.setEnding(StormLayer.Ending(rawValue: choice % 4) ?? .slowly)
    case .long:
      cell.setEnding(.well)
      cell.setText(StressSamples.slowText + 1 + choice % StressSamples.longPieces.count)
    case .resize:
      // One in four cannot be drawn.
      let next =
        choice % 4 == 0
        ? (choice >> 2) % StressSamples.sizes.count : (choice >> 2) % StressSamples.drawableCount
      cell.resize(
        to: next == cell.sizeIndex ? (next + 1) % StressSamples.drawableCount : next)
    case .wait:
      cell.setEnding(.well)
      cell.displayAndWait()
    case .group:
      coordinator.group {
        for k in 0..<3 { cells[(index + k * (1 + choice % 7)) % cells.count].invalidate() }
      }
    case .cancel: cell.cancel()
    case .suspend: cell.suspend(true)
    case .resume: cell.suspend(false)
    case .prioritise: cell.prioritise(DisplayPriority.allCases[choice % 3])
    case .policy: cell.setPolicy(progressive: choice % 2 == 0)
    case .drop:
      cells[index] = makeCell(index)
      cell.drop()
      if cell.open.isEmpty { byOwner[cell.ownerID] = nil }
      cells[index].display()
    case .stall: ProcessGauge.pause(milliseconds: 1 + choice % 4)
    case .fail:
      mayFail = true
      hasFailed = true
      failsUntil = count + 32
      allocator.remainingSuccesses = choice % 4
      coordinator.pool.drain()
    }
  }

  private func checkGauges() {
    let waiting = coordinator.lanes.waitingCount
    findings.expect(
      waiting <= byOwner.count, .boundedQueues, "\(waiting) queued for \(byOwner.count) layers")
    let account = coordinator.pool.ledger
    findings.expect(
      account.created == account.freed + account.pooled + account.live, .balancedBuffers,
      "\(account)")
    let pending = coordinator.releaseQueue.pendingByteCount
    findings.expect(
      pending <= coordinator.releaseQueue.capacity, .boundedRelease, "\(pending) bytes wait")
  }

  /// Looks at the pixels of one commit in some.
  func sample(_ image: Bitmap, _ picture: StressPicture) {
    samples += 1
    if StressSamples.isLong(picture.text) {
      // Their references take long to draw: a few will do.
      if longSamples == 4 { return }
      longSamples += 1
    }
    guard samples % 16 == 0 || pictures[picture] == nil else { return }
    let digest = StressPicture.digest(of: image)
    let known = pictures[picture] ?? digest
    pictures[picture] = known
    findings.expect(known == digest, .samePixels, "two pictures of \(picture)")
    if picture.isOpaque {
      findings.expect(StressPicture.isOpaque(image), .opaquePixels, "\(picture) lets through")
    }
  }

  // MARK: The end

  /// Ends all disturbances and asks every layer for its contents.
  func calm() {
    allocator.remainingSuccesses = nil
    mayFail = false
    allowsReentry = false
    for cell in cells { cell.calm() }
  }

  func checkCalm() { for cell in cells { cell.checkCalm() } }

  /// Drops all layers.
  func end() {
    for cell in cells { cell.drop() }
    cells = []
  }

  /// After ``end()``, when nothing is under way: nobody may be left.
  func checkEnd() {
    findings.expect(
      byOwner.values.allSatisfy { $0.open.isEmpty }, .oneOutcome, "dropped layers without an end")
    byOwner = [:]
    coordinator.setObserver(nil)
    let (wills, dids) = (tally.wills.load(ordering: .relaxed), tally.dids.load(ordering: .relaxed))
    findings.expect(wills == dids, .pairedCallbacks, "\(wills) wills, \(dids) dids")
  }
}

extension Storm.Outcomes {
  fileprivate mutating func count(_ outcome: DisplayOutcome) {
    switch outcome {
    case .committed: committed += 1
    case .cleared: cleared += 1
    case .superseded: superseded += 1
    case .cancelled: cancelled += 1
    case .failed: failed += 1
    }
  }

  var ended: Int { committed + cleared + superseded + cancelled + failed }
}

extension StressAction {
  fileprivate var hashNumber: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
