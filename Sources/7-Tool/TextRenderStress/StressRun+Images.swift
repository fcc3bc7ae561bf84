// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import CanvasDrawing
internal import Dispatch
internal import ImageLoading
internal import SystemLanes
internal import TextRenderCommand

/// Reused labels whose pictures come late, fail, hang, or are cancelled.
extension StressRun {
  /// The limit of bytes that are drawn and not yet committed.
  private static let uncommittedLimit = 1 << 20

  /// Runs the image storm, and checks that nothing is left of it.
  func runImages() {
    let pool = BitmapPool(capacity: 4 << 20)
    let lanes = RenderLanes(count: laneCount)
    let releaseQueue = ReleaseQueue(capacity: 1 << 20)
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(.main), lanes: lanes, releaseQueue: releaseQueue, pool: pool,
      uncommittedByteLimit: Self.uncommittedLimit)
    coordinator.metrics.isEnabled = true
    let loader = StormImageLoader(seed: configuration.seed, mode: .seeded)
    var limits = ImageStore.Configuration()
    (limits.memoryCapacity, limits.decodingCapacity) = (64 << 10, 64 << 10)
    limits.maximumLoadCount = 64
    limits.timeLimit = .milliseconds(250)
    limits.failureLifetime = .milliseconds(50)
    let store = ImageStore(loader: loader, configuration: limits, lanes: lanes, pool: pool)
    let storm = ImageStorm(configuration, findings, coordinator: coordinator, store: store)
    let start = ProcessGauge.now
    MainQueue.run { storm.begin() }
    makeRequests(of: storm, start: start)
    settle(storm, loader)
    let calm = CalmImages(lanes)
    checkOneTurn(storm, calm)
    checkCallingOff(storm, calm)
    MainQueue.run { storm.end() }
    waitUntilIdle(coordinator)
    wait { loader.activeCount == 0 }
    let peak = coordinator.peakUncommittedByteCount
    // Synchronous displays may exceed the limit, so half a MiB more is allowed.
    findings.expect(
      peak <= Self.uncommittedLimit + (1 << 19), .boundedQueues, "\(peak) uncommitted bytes")
    findings.expect(
      loader.activeCount == 0, .oneAnswer, "\(loader.activeCount) calls of the loader do not end")
    MainQueue.run { storm.checkEnd() }
    releaseQueue.drain()
    // At most 2.5 times the bytes of the store may be left: a buffer is at most a quarter larger
    // than its bitmap (its size class), and at most twice as large again if it is reused
    // (`BitmapSizeClass.reach`). Lanes and the release queue may still be freeing other bitmaps.
    let most = store.memoryByteCount * 5 / 2
    wait { pool.ledger.liveBytes <= most }
    findings.expect(
      pool.ledger.liveBytes <= most, .boundedStore, "\(pool.ledger.liveBytes) bytes are in memory")
    store.removeAll()
    wait { pool.ledger.live == 0 }
    findings.expect(pool.ledger.live == 0, .noLeak, "\(pool.ledger.live) bitmaps are left")
    report(storm, store, loader, seconds: Double(ProcessGauge.now - start) * 1e-9)
  }

  /// Makes the requests in bursts, each followed by a pause in which some pictures come.
  private func makeRequests(of storm: ImageStorm, start: UInt64) {
    let end = configuration.seconds.map { start + UInt64($0 * 1e9) } ?? .max
    var lastProgress = start
    var hasMore = true
    while hasMore, ProcessGauge.now < end {
      for _ in 0..<4 where hasMore { hasMore = MainQueue.run { storm.step() } }
      var pauses = 0
      while storm.coordinator.inFlightCount > 0, pauses < 1000 {
        SimulatedWork.pause(milliseconds: 1)
        sampleThreadCount()
        pauses += 1
      }
      if ProcessGauge.now - lastProgress > 100_000_000 {
        lastProgress = ProcessGauge.now
        showProgress(requests: MainQueue.run { storm.requestCount })
      }
    }
  }

  /// Ends all disturbances: each label must come to show all of its pictures.
  private func settle(_ storm: ImageStorm, _ loader: StormImageLoader) {
    loader.setMode(.reliable)
    // The last calls of the storm may still fail, so they are awaited before labels are settled.
    wait(seconds: 60) { loader.activeCount == 0 }
    MainQueue.run { storm.settle() }
    var (last, reload) = ((count: Int.max, time: ProcessGauge.now), ProcessGauge.now)
    while true {
      waitUntilIdle(storm.coordinator)
      let (count, now) = (MainQueue.run { storm.waitingCount }, ProcessGauge.now)
      if count < last.count { last = (count, now) }
      if count == 0 || now - last.time > 60_000_000_000 { break }
      // On a loaded machine the loader may miss the time limit, so pictures are requested again.
      if now - reload > 1_000_000_000 {
        MainQueue.run { storm.reload() }
        reload = now
      }
      SimulatedWork.pause(milliseconds: 1)
    }
    MainQueue.run { storm.checkSettled() }
  }

  /// Answers many pictures while the main queue is blocked: each label is displayed once for all.
  private func checkOneTurn(_ storm: ImageStorm, _ calm: CalmImages) {
    let images = (0..<48).map { StormImage(StormImage.count - 1 - $0) }
    let count = min(configuration.layers, 200)
    MainQueue.run {
      for (index, label) in storm.labels.prefix(count).enumerated() {
        label.setStore(calm.store)
        let pictures = (0..<3).map {
          (image: images[(index * 3 + $0) % images.count], isSizeKnown: $0 == 2)
        }
        label.setText(StormText(pictures, word: index))
      }
    }
    waitUntilIdle(storm.coordinator)
    let wanted = min(count * 3, images.count)
    wait(seconds: 60) { calm.loader.heldCount == wanted }
    let before = MainQueue.run { storm.labels.prefix(count).map(\.displayCount) }
    // The labels joined the flights before these loads, so they are answered first.
    let answered = DispatchGroup()
    let loads = images.prefix(wanted).map { image in
      answered.enter()
      return calm.store.load(image.request, on: calm.queue) { _ in answered.leave() }
    }
    let mayGoOn = DispatchSemaphore(value: 0)
    MainQueue.submit { mayGoOn.wait() }
    calm.loader.setMode(.reliable)
    let hasEnded = answered.wait(timeout: .now() + 60) == .success
    mayGoOn.signal()
    findings.expect(hasEnded, .noDeadlock, "pictures do not come while the main queue is blocked")
    waitUntilIdle(storm.coordinator)
    withExtendedLifetime(loads) {}
    MainQueue.run { [findings] in
      for (label, before) in zip(storm.labels, before) {
        let displays = label.displayCount - before
        findings.expect(
          displays == 1, .oneLayoutPerLateSize,
          "label \(label.index): \(displays) displays for pictures of one turn")
        label.checkSettled()
      }
    }
  }

  /// Replaces texts, and drops labels, whose pictures never come: all loads must be cancelled.
  private func checkCallingOff(_ storm: ImageStorm, _ calm: CalmImages) {
    calm.loader.setMode(.held)
    let imageCount = StormImage.count / 2
    MainQueue.run {
      for label in storm.labels {
        label.setStore(calm.store)
        label.setText(
          StormText([(StormImage((imageCount + label.index) % (2 * imageCount)), false)], word: 0))
      }
    }
    waitUntilIdle(storm.coordinator)
    let started = min(configuration.layers, calm.store.configuration.maximumLoadCount)
    wait(seconds: 60) { calm.loader.heldCount == started }
    findings.expect(
      calm.loader.heldCount == started, .oneAnswer,
      "\(calm.loader.heldCount) of \(started) pictures are being loaded")
    MainQueue.run {
      for label in storm.labels {
        if label.index % 2 == 0 { label.setText(StormText([], word: 0)) } else { label.drop() }
      }
    }
    wait(seconds: 60) { calm.loader.activeCount == 0 }
    findings.expect(
      calm.loader.activeCount == 0, .cancelledLoads,
      "\(calm.loader.activeCount) pictures are loaded for replaced texts")
  }

  private func report(
    _ storm: ImageStorm, _ store: ImageStore, _ loader: StormImageLoader, seconds: Double
  ) {
    let (requests, outcomes, stream, peak) = MainQueue.run {
      (storm.requestCount, storm.outcomes, storm.digest, storm.peakStoreBytes)
    }
    if !configuration.scenarios.contains(.storm) {
      (report.requests, report.outcomes, report.stream) = (requests, outcomes, stream)
      report.peakUncommitted = storm.coordinator.peakUncommittedByteCount
      report.uncommittedLimit = Self.uncommittedLimit
      let account = storm.coordinator.pool.ledger
      (report.created, report.freed) = (account.created, account.freed)
      (report.pooled, report.live, report.reused) = (account.pooled, account.live, account.reused)
      report.stages = DisplayMetrics.Stage.allCases.map {
        StressReport.Stage(name: "\($0)", histogram: storm.coordinator.metrics.histogram($0))
      }
    }
    let counters = store.counters
    addFigure("imageRequests", Double(requests), "requests")
    addFigure("imageCommits", Double(outcomes.committed), "commits")
    addFigure("imageLoads", Double(loader.begunCount), "calls of the loader")
    addFigure("imageHits", Double(counters.memoryHits), "pictures in memory")
    addFigure("imageFailures", Double(counters.failures), "pictures")
    addFigure("imagesCalledOff", Double(counters.cancelled), "pictures")
    addFigure(
      "imagePeakStore", Double(peak) / 1024, "KiB",
      atMost: Double(store.configuration.memoryCapacity >> 10))
    addFigure("imageSeconds", seconds, "s")
  }
}

/// A store with room and time for all requests, and its loader.
private struct CalmImages {
  let loader = StormImageLoader(seed: 0, mode: .held)
  let store: ImageStore
  /// The queue that waits for answers while the main queue is blocked.
  let queue = DispatchQueue(label: "TextRenderStress.calmImages")

  init(_ lanes: RenderLanes) {
    var limits = ImageStore.Configuration()
    limits.maximumLoadCount = 64
    // The time limit is longer than any wait: only cancelled pictures end before they are answered.
    limits.timeLimit = .seconds(3600)
    store = ImageStore(loader: loader, configuration: limits, lanes: lanes)
  }
}
