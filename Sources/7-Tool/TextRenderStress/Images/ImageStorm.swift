// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasGeometry
internal import ImageLoading
internal import SystemLanes
internal import TextLayers
internal import TextRenderCommand

/// A seeded stream of requests to many reused labels whose pictures arrive late or never, checked
/// against the invariants.
///
/// The stream depends on the configuration alone, not on timing.
@MainActor
final class ImageStorm {
  /// The number of requests in one turn of the main queue.
  private static let requestsPerTurn = 256

  nonisolated let findings: StressFindings
  nonisolated let coordinator: DisplayCoordinator
  nonisolated let store: ImageStore
  private let configuration: StressConfiguration
  private let imageCount: Int
  private var random: StressRandom
  private(set) var labels: [LabelUnderTest] = []
  /// All labels that may still receive events, dropped ones among them.
  private var byOwner: [UInt64: LabelUnderTest] = [:]
  /// The loads that were requested from the store without a label, oldest first.
  private var prefetches: [ImageLoad] = []
  /// The number of answers to each load that was requested without a label, in the order of the
  /// requests; each is 1 in the end.
  private var answers: [Int] = []
  private(set) var requestCount = 0
  private(set) var outcomes = StressReport.Outcomes()
  /// The FNV-1a hash of the request stream.
  private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The most bytes that the store kept at the end of a turn.
  private(set) var peakStoreBytes = 0

  nonisolated init(
    _ configuration: StressConfiguration, _ findings: StressFindings,
    coordinator: DisplayCoordinator, store: ImageStore
  ) {
    self.configuration = configuration
    self.findings = findings
    self.coordinator = coordinator
    self.store = store
    imageCount = min(StormImage.count / 2, max(64, configuration.layers))
    random = StressRandom(seed: configuration.seed)
  }

  /// Creates the labels and observes the coordinator.
  func begin() {
    coordinator.setObserver { [weak self] owner, event in
      let id = owner.id
      guard MainQueue.isCurrent else { return }
      MainActor.assumeIsolated { self?.observe(id, event) }
    }
    for index in 0..<configuration.layers { labels.append(makeLabel(index)) }
  }

  private func makeLabel(_ index: Int) -> LabelUnderTest {
    let label = LabelUnderTest(index, StormText(&random, imageCount: imageCount), self)
    byOwner[label.ownerID] = label
    return label
  }

  private func observe(_ owner: UInt64, _ event: DisplayEvent) {
    guard let label = byOwner[owner] else {
      return findings.report(.dropped, "\(event) of a label without open displays")
    }
    switch event {
    case .accepted(let generation):
      outcomes.accepted += 1
      label.accepted(generation)
    case .published(let generation): label.published(generation)
    case .ended(let generation, let outcome):
      outcomes.count(outcome)
      label.ended(generation, outcome)
      if label.layer == nil, label.journal.open.isEmpty { byOwner[owner] = nil }
    }
  }

  // MARK: Requests

  /// Makes the requests of one turn.
  ///
  /// - Returns: Whether more requests follow.
  func step() -> Bool {
    for _ in 0..<Self.requestsPerTurn where requestCount < configuration.requests {
      perform(ImageStormAction.next(&random))
      requestCount += 1
    }
    checkBounds()
    return requestCount < configuration.requests
  }

  private func perform(_ action: ImageStormAction) {
    // Half of the requests go to 64 neighbouring labels; the window of labels moves on with the
    // requests, as in scrolling.
    let isNear = random.below(2) == 0
    let index =
      isNear
      ? (requestCount / 64 + random.below(64)) % labels.count : random.below(labels.count)
    let choice = random.below(1 << 20)
    for number in [action.rawValue, index, choice] {
      digest = (digest ^ UInt64(number)) &* 0x100_0000_01B3
    }
    let label = labels[index]
    let point = Point(x: Double(choice % 160), y: Double((choice >> 10) % 40))
    switch action {
    case .text:
      // In one of four cases the text is removed and set again, which renews its loads.
      let next = choice % 4 == 0 ? label.text : StormText(&random, imageCount: imageCount)
      if choice % 4 == 0 { label.setText(StormText([], word: 0)) }
      label.setText(next)
    case .invalidate: label.invalidate()
    case .resize: label.resize(to: choice)
    case .press: label.touch(.began, at: choice % 2 == 0 ? Point(x: 8, y: 8) : point)
    case .move: label.touch(.moved, at: point)
    case .release: label.touch(choice % 4 == 0 ? .cancelled : .ended, at: Point(x: 8, y: 8))
    case .suspend: label.suspend(true)
    case .resume: label.suspend(false)
    case .wait: label.displayAndWait()
    case .drop:
      labels[index] = makeLabel(index)
      label.drop()
      if label.journal.open.isEmpty { byOwner[label.ownerID] = nil }
    case .reload: label.reload()
    case .prefetch: prefetch(StormImage(choice % imageCount))
    case .leave: if !prefetches.isEmpty { prefetches.removeFirst() }
    case .purge: store.removeAll()
    case .stall: SimulatedWork.pause(milliseconds: 1 + choice % 4)
    }
  }

  /// Requests a picture from the store, and checks the answer.
  private func prefetch(_ image: StormImage) {
    let index = answers.count
    answers.append(0)
    prefetches.append(
      store.load(image.request, priority: LanePriority.allCases[index % 3]) { [weak self] in
        let pixel = try? $0.get().pixel(x: 0, y: 0)
        MainActor.assumeIsolated { self?.answered(index, image, pixel) }
      })
  }

  private func answered(_ index: Int, _ image: StormImage, _ pixel: UInt32?) {
    answers[index] += 1
    findings.expect(
      pixel == nil || pixel == image.pixel, .noForeignPicture,
      "the store has another picture for \(image.number)")
  }

  // MARK: Checks

  private func checkBounds() {
    let (bytes, limits) = (store.memoryByteCount, store.configuration)
    peakStoreBytes = max(peakStoreBytes, bytes)
    findings.expect(
      bytes <= limits.memoryCapacity, .boundedStore, "the store keeps \(bytes) bytes")
    let decoding = store.counters.peakDecodingByteCount
    findings.expect(
      decoding <= limits.decodingCapacity, .boundedStore, "\(decoding) bytes are being decoded")
    let account = coordinator.pool.ledger
    findings.expect(
      account.created == account.freed + account.pooled + account.live, .balancedBuffers,
      "\(account)")
  }

  /// The number of labels that do not show all of their pictures.
  var waitingCount: Int { labels.count { !$0.showsAllPictures } }

  // MARK: End

  /// Ends all suspensions and touches, and requests again the pictures that labels do not show.
  func settle() {
    for label in labels {
      label.suspend(false)
      label.touch(.cancelled, at: .zero)
    }
    reload()
  }

  /// Requests again the pictures that labels do not show.
  func reload() {
    store.removeAll()
    for label in labels where !label.showsAllPictures { label.reload() }
  }

  /// Checks all labels; nothing may be under way.
  func checkSettled() { for label in labels { label.checkSettled() } }

  /// Drops all labels, and cancels all requests for pictures.
  func end() {
    for label in labels { label.drop() }
    labels = []
    prefetches = []
  }

  /// Checks that nothing is left; called when nothing is under way after ``end()``.
  func checkEnd() {
    findings.expect(
      byOwner.values.allSatisfy { $0.journal.open.isEmpty }, .oneOutcome,
      "dropped labels without an end")
    byOwner = [:]
    coordinator.setObserver(nil)
    let wrong = answers.count { $0 != 1 }
    findings.expect(wrong == 0, .oneAnswer, "\(wrong) users were not answered once")
    findings.expect(
      outcomes.accepted == outcomes.ended, .oneOutcome,
      "\(outcomes.accepted) accepted, \(outcomes.ended) ended")
  }
}
