// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import CanvasDrawing
internal import Dispatch
internal import Synchronization
internal import SystemLanes
internal import TextRenderCommand

/// A seeded stream of requests to many layers on the main queue, checked against the invariants.
///
/// The stream depends on the configuration alone, not on timing.
@MainActor
final class Storm {
  /// The number of requests in one turn of the main queue.
  private static let requestsPerTurn = 256

  nonisolated let findings: StressFindings
  nonisolated let counters: TaskCounters
  nonisolated let coordinator: DisplayCoordinator
  /// The number of requests so far; readable on any thread.
  nonisolated var issuedCount: Int { issued.load(ordering: .relaxed) }
  private nonisolated let issued = Atomic<Int>(0)
  private let configuration: StressConfiguration
  private let allocator: FailingBitmapAllocator
  private var random: StressRandom
  private var layers: [LayerUnderTest] = []
  /// All layers that may still receive events, dropped ones among them.
  private var byOwner: [UInt64: LayerUnderTest] = [:]
  private(set) var outcomes = StressReport.Outcomes()
  /// The FNV-1a hash of the request stream.
  private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The number of times that a callback changed its layer.
  var reentries = 0
  private(set) var allowsReentry = true
  /// Whether a callback is changing its layer.
  var isReentering = false
  /// Whether allocations may fail now.
  private(set) var mayFail = false
  /// Whether allocations were made to fail at any time.
  private(set) var hasFailed = false
  /// The request count at which allocations succeed again.
  private var failureEnd = 0
  /// The digest of each distinct picture that was committed.
  private(set) var pictures: [StressPicture: UInt64] = [:]
  private var sampleCount = 0
  private var longSampleCount = 0

  nonisolated init(
    _ configuration: StressConfiguration, _ findings: StressFindings,
    coordinator: DisplayCoordinator, allocator: FailingBitmapAllocator
  ) {
    self.configuration = configuration
    self.findings = findings
    self.coordinator = coordinator
    self.allocator = allocator
    counters = TaskCounters(findings, laneCount: coordinator.lanes.count)
    random = StressRandom(seed: configuration.seed)
  }

  /// Creates the layers and observes the coordinator.
  func begin() {
    coordinator.setObserver { [weak self] owner, event in
      let id = owner.id
      guard MainQueue.isCurrent else { return }
      MainActor.assumeIsolated { self?.observe(id, event) }
    }
    StressSamples.prepareLongTexts(kilobytes: configuration.isFullSize ? 1024 : 8)
    for index in 0..<configuration.layers { layers.append(makeLayer(index)) }
  }

  private func makeLayer(_ index: Int) -> LayerUnderTest {
    let layer = LayerUnderTest(
      index, text: random.below(StressSamples.slowText),
      size: random.below(StressSamples.drawableCount), self)
    byOwner[layer.ownerID] = layer
    return layer
  }

  private func observe(_ owner: UInt64, _ event: DisplayEvent) {
    guard let layer = byOwner[owner] else {
      return findings.report(.dropped, "\(event) of a layer without open displays")
    }
    switch event {
    case .accepted(let generation):
      outcomes.accepted += 1
      layer.accepted(generation)
    case .published(let generation): layer.published(generation)
    case .ended(let generation, let outcome):
      outcomes.count(outcome)
      layer.ended(generation, outcome)
      if layer.layer == nil, layer.journal.open.isEmpty { byOwner[owner] = nil }
    }
  }

  // MARK: Requests

  /// Makes the requests of one turn.
  ///
  /// - Returns: Whether more requests follow.
  func step() -> Bool {
    var count = issued.load(ordering: .relaxed)
    for _ in 0..<Self.requestsPerTurn where count < configuration.requests {
      let action = configuration.mix.next(&random)
      perform(action, count)
      if action.isRequest { count += 1 }
      if mayFail, count >= failureEnd {
        mayFail = false
        allocator.remainingSuccesses = nil
      }
    }
    issued.store(count, ordering: .relaxed)
    checkCounters()
    return count < configuration.requests
  }

  private func addToDigest(_ numbers: Int...) {
    for number in numbers { digest = (digest ^ UInt64(number)) &* 0x100_0000_01B3 }
  }

  private func perform(_ action: StressAction, _ count: Int) {
    let index = random.below(layers.count)
    let choice = random.below(1 << 20)
    addToDigest(action.hashNumber, index, choice)
    let layer = layers[index]
    layer.checkContents()
    // A long text stays only until the next action on its layer, so that few are drawn at a time.
    if StressSamples.isLong(layer.text) { layer.setText(choice % StressSamples.slowText) }
    switch action {
    case .invalidate: layer.invalidate()
    case .display: layer.display()
    case .text:
      layer.setBehavior(.normal)
      let next = choice % StressSamples.slowText
      layer.setText(next == layer.text ? (next + 1) % StressSamples.slowText : next)
    case .slow:
      layer.setText(StressSamples.slowText)
      layer.setBehavior(InstrumentedLayer.DrawingBehavior(rawValue: choice % 4) ?? .slow)
    case .long:
      layer.setBehavior(.normal)
      layer.setText(StressSamples.slowText + 1 + choice % StressSamples.longPieces.count)
    case .resize:
      // One in four sizes is taken from all samples, drawable or not.
      let next =
        choice % 4 == 0
        ? (choice >> 2) % StressSamples.sizes.count : (choice >> 2) % StressSamples.drawableCount
      layer.resize(
        to: next == layer.sizeIndex ? (next + 1) % StressSamples.drawableCount : next)
    case .wait:
      layer.setBehavior(.normal)
      layer.displayAndWait()
    case .group:
      coordinator.group {
        for k in 0..<3 { layers[(index + k * (1 + choice % 7)) % layers.count].invalidate() }
      }
    case .cancel: layer.cancel()
    case .suspend: layer.suspend(true)
    case .resume: layer.suspend(false)
    case .prioritise: layer.prioritise(LanePriority.allCases[choice % 3])
    case .policy: layer.setPolicy(progressive: choice % 2 == 0)
    case .drop:
      layers[index] = makeLayer(index)
      layer.drop()
      if layer.journal.open.isEmpty { byOwner[layer.ownerID] = nil }
      layers[index].display()
    case .stall: SimulatedWork.pause(milliseconds: 1 + choice % 4)
    case .fail:
      mayFail = true
      hasFailed = true
      failureEnd = count + 32
      allocator.remainingSuccesses = choice % 4
      coordinator.pool.drain()
    }
  }

  // MARK: Checks

  private func checkCounters() {
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

  /// Checks the pixels of every 16th commit, and of every commit with new inputs.
  func sample(_ image: Bitmap, _ picture: StressPicture) {
    sampleCount += 1
    if StressSamples.isLong(picture.text) {
      // Only four long texts are sampled: their reference pictures are slow to draw.
      if longSampleCount == 4 { return }
      longSampleCount += 1
    }
    guard sampleCount % 16 == 0 || pictures[picture] == nil else { return }
    let digest = StressPicture.digest(of: image)
    let known = pictures[picture] ?? digest
    pictures[picture] = known
    findings.expect(known == digest, .samePixels, "two pictures of \(picture)")
    if picture.isOpaque {
      findings.expect(
        StressPicture.isOpaque(image), .opaquePixels, "\(picture) has transparent pixels")
    }
  }

  // MARK: End

  /// Ends all suspensions and failures, and requests a display of every layer.
  func settle() {
    allocator.remainingSuccesses = nil
    mayFail = false
    allowsReentry = false
    for layer in layers { layer.settle() }
  }

  /// Checks all layers; nothing may be under way.
  func checkSettled() { for layer in layers { layer.checkSettled() } }

  func end() {
    for layer in layers { layer.drop() }
    layers = []
  }

  /// Checks that no display is left; called when nothing is under way after ``end()``.
  func checkEnd() {
    findings.expect(
      byOwner.values.allSatisfy { $0.journal.open.isEmpty }, .oneOutcome,
      "dropped layers without an end")
    byOwner = [:]
    coordinator.setObserver(nil)
    let begun = counters.willDisplay.load(ordering: .relaxed)
    let ended = counters.didDisplay.load(ordering: .relaxed)
    findings.expect(
      begun == ended, .pairedCallbacks, "\(begun) times willDisplay, \(ended) times didDisplay")
  }
}

extension StressAction {
  fileprivate var hashNumber: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
