// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import SystemConcurrency
import SystemLanes

/// The actions of a store after a change of its state, done without its lock.
struct ImageStoreEffects: Sendable {
  var answers: [(user: ImageUser.Answer, result: Result<Bitmap, ImageError>)] = []
  var loads: [(flight: ImageFlight, request: ImageRequest)] = []
  var decodings: [(flight: ImageFlight, image: EncodedImage, priority: LanePriority)] = []
  /// Tasks of loaders to be cancelled.
  var cancelled: [Task<Void, Never>] = []
  /// Memory that is freed with the effects.
  var bitmaps: [Bitmap] = []
  var images: [EncodedImage] = []
}

/// The state of a store: its caches, and the images under way. It uses no queue and no clock, so
/// tests step it by hand.
///
/// An image waits, by its priority, until fewer than `maximumLoadCount` images are under way. It is
/// loaded, waits until its bytes fit within `decodingCapacity`, first come, first served, and is
/// decoded.
struct ImageStoreState: Sendable {
  private struct Failure: Sendable {
    let error: ImageError
    /// The time at which the failure is forgotten, in nanoseconds.
    let end: UInt64
  }

  private let configuration: ImageStore.Configuration
  private(set) var memory: LRUTable<ImageRequest, Bitmap>
  private var failures: LRUTable<ImageRequest, Failure>
  /// The flights that users can join.
  private var flights: [ImageRequest: ImageFlight] = [:]
  private var waiting = PriorityBands<ImageFlight>()
  /// Flights whose images wait to be decoded, oldest first; at most `maximumLoadCount`.
  private var loaded: [ImageFlight] = []
  /// The number of images that are being loaded or decoded.
  private(set) var activeCount = 0
  /// The bytes that are reserved for decoding.
  private(set) var decodingByteCount = 0
  var counters = ImageStore.Counters()

  init(_ configuration: ImageStore.Configuration) {
    self.configuration = configuration
    memory = LRUTable(capacity: configuration.memoryCapacity)
    failures = LRUTable(capacity: 1024)
  }

  /// The bitmap of a request, if it is in memory.
  mutating func cachedImage(for request: ImageRequest) -> Bitmap? {
    guard let bitmap = memory.use(request.key) else { return nil }
    counters.memoryHits += 1
    return bitmap
  }

  mutating func forgetFailure(of request: ImageRequest) { _ = failures.remove(request.key) }

  /// Empties the memory cache and forgets all failures.
  ///
  /// - Returns: The old memory cache, to be freed without the lock.
  mutating func removeAll() -> LRUTable<ImageRequest, Bitmap> {
    _ = failures.removeAll()
    return memory.removeAll()
  }

  // MARK: Users

  /// Adds a user to the flight of its image, or answers it.
  mutating func join(
    _ user: ImageUser, now: UInt64, answer: @escaping ImageUser.Answer
  ) -> ImageStoreEffects {
    var effects = ImageStoreEffects()
    if user.hasLeft {
      effects.answers.append((answer, .failure(.cancelled(user.request.name))))
      return effects
    }
    let key = user.request.key
    if let bitmap = cachedImage(for: key) {
      effects.answers.append((answer, .success(bitmap)))
      return effects
    }
    if let failure = failures.use(key) {
      if now < failure.end {
        effects.answers.append((answer, .failure(failure.error)))
        return effects
      }
      _ = failures.remove(key)
    }
    let priority = user.request.priority
    let flight: ImageFlight
    if let known = flights[key] {
      flight = known
      raise(flight, to: priority)
    } else {
      flight = ImageFlight(key, priority: priority)
      flight.phase = .waiting(slot: waiting.append(flight, to: priority))
      flights[key] = flight
    }
    user.answer = answer
    user.flight = flight
    user.number = flight.nextUser
    flight.users[user.number] = user
    flight.nextUser += 1
    startLoading(&effects)
    return effects
  }

  /// Removes a user, and cancels the image if it was the last one.
  mutating func leave(_ user: ImageUser) -> ImageStoreEffects {
    var effects = ImageStoreEffects()
    user.hasLeft = true
    guard let answer = user.answer.take() else { return effects }
    effects.answers.append((answer, .failure(.cancelled(user.request.name))))
    guard let flight = user.flight.take() else { return effects }
    flight.users[user.number] = nil
    if flight.users.isEmpty { cancel(flight, &effects) }
    return effects
  }

  private mutating func raise(_ flight: ImageFlight, to priority: LanePriority) {
    guard priority > flight.priority else { return }
    flight.priority = priority
    if case .waiting(let slot) = flight.phase { waiting.move(slot, to: priority) }
  }

  private mutating func cancel(_ flight: ImageFlight, _ effects: inout ImageStoreEffects) {
    flights[flight.request] = nil
    counters.cancelled += 1
    switch flight.phase {
    case .waiting(let slot):
      _ = waiting.remove(slot)
      flight.phase = .ended
    case .loading:
      flight.phase = .abandonedLoading
      if let task = flight.task { effects.cancelled.append(task) }
    case .loaded(let image):
      loaded.removeAll { $0 === flight }
      effects.images.append(image)
      flight.phase = .ended
      activeCount -= 1
      // The image leaves the queue for memory: a smaller one behind it may fit.
      startDecoding(&effects)
      startLoading(&effects)
    case .decoding:
      flight.flag.set()
      flight.phase = .abandonedDecoding
    case .abandonedLoading, .abandonedDecoding, .ended: break
    }
  }

  // MARK: Progress

  /// The loader has returned.
  mutating func didLoad(
    _ flight: ImageFlight, _ result: Result<EncodedImage, ImageError>, now: UInt64
  ) -> ImageStoreEffects {
    var effects = ImageStoreEffects()
    flight.task = nil
    switch (flight.phase, result) {
    case (.loading, .success(let image)):
      if image.isFromDiskCache { counters.diskHits += 1 }
      flight.phase = .loaded(image)
      loaded.append(flight)
      startDecoding(&effects)
    case (.loading, .failure(let error)):
      end(flight, .failure(error), now: now, &effects)
    case (.abandonedLoading, _):
      flight.phase = .ended
      activeCount -= 1
      startLoading(&effects)
    default: break
    }
    return effects
  }

  /// The time limit of a loader has passed. Its place is free, whether or not it ever returns.
  mutating func didTimeOut(_ flight: ImageFlight, now: UInt64) -> ImageStoreEffects {
    var effects = ImageStoreEffects()
    switch flight.phase {
    case .loading:
      if let task = flight.task.take() { effects.cancelled.append(task) }
      let error = ImageError(
        .timedOut, name: flight.request.name,
        "The loader did not answer within \(configuration.timeLimit).")
      end(flight, .failure(error), now: now, &effects)
    case .abandonedLoading:
      flight.phase = .ended
      activeCount -= 1
      startLoading(&effects)
    default: break
    }
    return effects
  }

  /// A lane has decoded an image.
  ///
  /// - Parameters:
  ///   - result: `nil` if the decoding was cancelled.
  ///   - byteCount: The bytes that were reserved.
  mutating func didDecode(
    _ flight: ImageFlight, _ result: Result<Bitmap, ImageError>?, byteCount: Int, now: UInt64
  ) -> ImageStoreEffects {
    var effects = ImageStoreEffects()
    decodingByteCount -= byteCount
    if case .decoding = flight.phase {
      let stopped = ImageError(.damaged, name: flight.request.name, "The decoder stopped.")
      end(flight, result ?? .failure(stopped), now: now, &effects)
    } else {
      flight.phase = .ended
      activeCount -= 1
      startLoading(&effects)
    }
    startDecoding(&effects)
    return effects
  }

  private mutating func end(
    _ flight: ImageFlight, _ result: Result<Bitmap, ImageError>, now: UInt64,
    _ effects: inout ImageStoreEffects
  ) {
    let key = flight.request
    flights[key] = nil
    flight.phase = .ended
    activeCount -= 1
    switch result {
    case .success(let bitmap):
      effects.bitmaps += memory.insert(bitmap, for: key, cost: bitmap.byteCount)
    case .failure(let error):
      counters.failures += 1
      let lifetime = UInt64(configuration.failureLifetime.nanoseconds)
      if lifetime > 0 {
        _ = failures.insert(Failure(error: error, end: now + lifetime), for: key, cost: 1)
      }
    }
    for (_, user) in flight.users.sorted(by: { $0.key < $1.key }) {
      user.flight = nil
      if let answer = user.answer.take() { effects.answers.append((answer, result)) }
    }
    flight.users = [:]
    startLoading(&effects)
  }

  private mutating func startLoading(_ effects: inout ImageStoreEffects) {
    while activeCount < max(1, configuration.maximumLoadCount), let flight = waiting.popFirst() {
      activeCount += 1
      counters.loads += 1
      flight.phase = .loading
      var request = flight.request
      request.priority = flight.priority
      effects.loads.append((flight, request))
    }
  }

  private mutating func startDecoding(_ effects: inout ImageStoreEffects) {
    while let flight = loaded.first, case .loaded(let image) = flight.phase,
      image.decodingByteCount <= configuration.decodingCapacity - decodingByteCount
    {
      loaded.removeFirst()
      decodingByteCount += image.decodingByteCount
      counters.decodings += 1
      counters.peakDecodingByteCount = max(counters.peakDecodingByteCount, decodingByteCount)
      flight.phase = .decoding
      effects.decodings.append((flight, image, flight.priority))
    }
  }
}
