// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import Dispatch
public import ImageCodecs
import SystemConcurrency
public import SystemLanes

/// Loads images, decodes them on render lanes, and keeps them in memory.
///
/// Requests that differ only in their priority share one call of the loader, one decoding and one
/// bitmap. When all of them are cancelled, the task of the loader and the decoding are cancelled,
/// too. All memory is bounded by the ``Configuration-swift.struct``. Any thread may call.
public final class ImageStore: Sendable {
  /// A store of files by their paths, with the default bounds.
  public static let shared = ImageStore(loader: FileImageLoader(root: nil))

  /// The bounds of the store.
  package let configuration: Configuration
  private let loader: any ImageLoader
  private let decoders: ImageDecoders
  private let lanes: RenderLanes
  private let pool: BitmapPool
  private let diskCache: ImageDiskCache?
  /// The queue of the timers for time limits. They do not run on threads of tasks, since loaders
  /// may block these threads.
  private let deadlines: any SerialQueue
  /// The executor of the tasks in which the loader is called; `nil` for the default one.
  private let tasks: (any TaskExecutor)?
  private let state: Mutex<ImageStoreState>

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - loader: The source of encoded images.
  ///   - decoders: The formats.
  ///   - configuration: The bounds, and the folder of the disk cache.
  ///   - lanes: The lanes on which images are decoded.
  ///   - pool: The pool that bitmaps' memory comes from.
  public convenience init(
    loader: any ImageLoader, decoders: ImageDecoders = .standard,
    configuration: Configuration = Configuration(), lanes: RenderLanes = .shared,
    pool: BitmapPool = .shared
  ) {
    self.init(
      loader: loader, decoders: decoders, configuration: configuration, lanes: lanes, pool: pool,
      deadlines: DispatchedQueue(DispatchQueue(label: "ImageLoading.deadlines", qos: .utility)))
  }

  /// Creates an empty store with a queue for its time limits, which has its clock, and an executor
  /// for the tasks of its loader.
  package init(
    loader: any ImageLoader, decoders: ImageDecoders, configuration: Configuration,
    lanes: RenderLanes, pool: BitmapPool, deadlines: any SerialQueue,
    tasks: (any TaskExecutor)? = nil
  ) {
    self.deadlines = deadlines
    self.tasks = tasks
    self.loader = loader
    self.decoders = decoders
    self.configuration = configuration
    self.lanes = lanes
    self.pool = pool
    diskCache = configuration.diskCacheFolder.map {
      ImageDiskCache(folder: $0, capacity: configuration.diskCacheCapacity)
    }
    state = Mutex(ImageStoreState(configuration))
  }

  /// The image of a request.
  ///
  /// - Throws: `ImageError`; `CancellationError` if the task is cancelled, which cancels the
  ///   request.
  public func image(for request: ImageRequest) async throws -> Bitmap {
    try Task.checkCancellation()
    if let bitmap = cachedImage(for: request) { return bitmap }
    let user = ImageUser(request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(user) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      leave(user)
    }
    if case .failure(let error) = result, error.code == .cancelled { throw CancellationError() }
    return try result.get()
  }

  /// The image of a request if it is in memory. O(1); may be called on a lane.
  public func cachedImage(for request: ImageRequest) -> Bitmap? {
    state.withLock { $0.cachedImage(for: request) }
  }

  /// Loads the image of a request.
  ///
  /// - Parameters:
  ///   - request: The image.
  ///   - priority: How soon the image is fetched and decoded; `nil` for the request's priority.
  ///   - queue: The queue on which `completion` is called.
  ///   - completion: Called exactly once: with the image, the failure, or `cancelled`.
  /// - Returns: The load. Keep it: releasing it cancels the request.
  public func load(
    _ request: ImageRequest, priority: LanePriority? = nil, on queue: DispatchQueue = .main,
    completion: @escaping @Sendable (Result<Bitmap, ImageError>) -> Void
  ) -> ImageLoad {
    load(request, priority: priority, on: DispatchedQueue(queue), completion: completion)
  }

  /// Loads the image of a request; `completion` is called on a serial queue.
  package func load(
    _ request: ImageRequest, priority: LanePriority?, on queue: any SerialQueue,
    completion: @escaping @Sendable (Result<Bitmap, ImageError>) -> Void
  ) -> ImageLoad {
    var request = request
    if let priority { request.priority = priority }
    let user = ImageUser(request)
    join(user) { result in queue.enqueue { completion(result) } }
    return ImageLoad(user, in: self)
  }

  /// Empties the memory cache and forgets failures; images under way and the disk cache stay.
  public func removeAll() { _ = state.withLock { $0.removeAll() } }

  /// Forgets failures, so that images that could not be loaded are requested again at once.
  package func forgetFailures(of requests: [ImageRequest]) {
    state.withLock { for request in requests { $0.forgetFailure(of: request) } }
  }

  /// The bytes of the bitmaps that are kept.
  package var memoryByteCount: Int { state.withLock { $0.memory.totalCost } }

  /// The counters.
  package var counters: Counters { state.withLock { $0.counters } }

  /// Returns when the images that were decoded before are in the disk cache.
  public func flushDiskCache() async { await diskCache?.flush() }

  /// The number of images that are being loaded or decoded.
  var activeCount: Int { state.withLock { $0.activeCount } }
}

// MARK: - Work

extension ImageStore {
  private var now: UInt64 { deadlines.now }

  private func join(_ user: ImageUser, answer: @escaping ImageUser.Answer) {
    perform(state.withLock { $0.join(user, now: now, answer: answer) })
  }

  func leave(_ user: ImageUser) { perform(state.withLock { $0.leave(user) }) }

  /// Performs the effects of a change of the state; the lock is not held.
  private func perform(_ effects: ImageStoreEffects) {
    for task in effects.cancelled { task.cancel() }
    for (flight, request) in effects.loads { startLoading(flight, request) }
    for (flight, image, priority) in effects.decodings {
      lanes.run(priority: priority) { self.decode(image, of: flight) }
    }
    for (answer, result) in effects.answers { answer(result) }
  }

  private func startLoading(_ flight: ImageFlight, _ request: ImageRequest) {
    let limit = UInt64(max(0, configuration.timeLimit.nanoseconds))
    deadlines.enqueue(afterNanoseconds: limit) { [weak self, weak flight] in
      guard let self, let flight else { return }
      self.perform(self.state.withLock { $0.didTimeOut(flight, now: now) })
    }
    let task = Task.detached(executorPreference: tasks) { await self.load(flight, request) }
    let isAbandoned = state.withLock { _ in
      // If the loader has returned already, the flight is in a later phase and needs no task.
      if case .loading = flight.phase { flight.task = task }
      return flight.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  private func load(_ flight: ImageFlight, _ request: ImageRequest) async {
    let result: Result<EncodedImage, ImageError>
    do {
      result = .success(try await encodedImage(of: request))
    } catch {
      result = .failure(ImageError(loading: request.name, error))
    }
    perform(state.withLock { $0.didLoad(flight, result, now: now) })
  }

  private func encodedImage(of request: ImageRequest) async throws -> EncodedImage {
    if let image = await diskImage(of: request) { return image }
    try Task.checkCancellation()
    let bytes = try await loader.data(for: request)
    return try encoded(bytes, of: request, isFromDiskCache: false).get()
  }

  private func diskImage(of request: ImageRequest) async -> EncodedImage? {
    guard let diskCache else { return nil }
    let key = ImageDiskCache.key(of: request)
    guard let bytes = await diskCache.bytes(for: key) else { return nil }
    if case .success(let image) = encoded(bytes, of: request, isFromDiskCache: true) {
      return image
    }
    diskCache.remove(key)
    return nil
  }

  /// Recognises an image. It has a function of its own since the initializer throws a typed error,
  /// which the optimizer of Swift 6.3 does not compile inside of asynchronous functions.
  private func encoded(
    _ bytes: [UInt8], of request: ImageRequest, isFromDiskCache: Bool
  ) -> Result<EncodedImage, ImageError> {
    do throws(ImageError) {
      return .success(
        try EncodedImage(
          bytes, of: request, decoders: decoders, limits: configuration.limits,
          isFromDiskCache: isFromDiskCache))
    } catch {
      return .failure(error)
    }
  }

  /// Decodes an image, on a lane.
  private func decode(_ image: EncodedImage, of flight: ImageFlight) {
    let request = flight.request
    let cancellation = Cancellation(flag: flight.flag)
    let result: Result<Bitmap, ImageError>?
    do throws(ImageError) {
      result = try image.decode(for: request, pool: pool, cancellation: cancellation)
        .map { .success($0) }
    } catch {
      result = .failure(error.named(request.name))
    }
    if let diskCache {
      let key = ImageDiskCache.key(of: request)
      switch result {
      case .success where !image.isFromDiskCache: diskCache.store(image.bytes, for: key)
      case .failure where image.isFromDiskCache: diskCache.remove(key)
      default: break
      }
    }
    perform(
      state.withLock {
        $0.didDecode(flight, result, byteCount: image.decodingByteCount, now: now)
      })
  }
}
