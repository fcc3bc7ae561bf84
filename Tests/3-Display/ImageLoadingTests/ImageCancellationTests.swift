// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import SystemConcurrency
import Testing

@testable import ImageCodecs
@testable import ImageLoading
@testable import SystemLanes

@Suite struct ImageCancellationTests {
  private let queue = DispatchQueue(label: "completions")

  private func load(_ request: ImageRequest, _ store: ImageStore, _ results: Results) -> ImageLoad {
    store.load(request, on: queue) { [queue] result in
      dispatchPrecondition(condition: .onQueue(queue))
      results.append(result)
    }
  }

  @Test func calledOffWithTheLastUser() async throws {
    let loader = GatedLoader()
    let (store, results) = (ImageStore(loader: loader, configuration: .patient), Results())
    let first = load("a", store, results)
    let second = load("a", store, results)
    try await eventually("the loader is called") { loader.calls.count == 1 }
    first.cancel()
    first.cancel()
    try await eventually("the first user is told") { results.codes == [.cancelled] }
    #expect(loader.cancelled.isEmpty)
    #expect(store.counters.cancelled == 0)
    second.cancel()
    try await eventually("the second user is told") { results.codes == [.cancelled, .cancelled] }
    try await eventually("the loader is cancelled") { loader.cancelled == ["a"] }
    try await eventually("the place is free") { store.activeCount == 0 }
    #expect(store.counters.cancelled == 1)
    // It was no failure: a new request loads anew.
    loader.answer("a", with: .success(try TestPicture.png()))
    #expect(try await store.image(for: "a").width == 16)
    #expect(results.values.count == 2)
  }

  @Test func oneUserStays() async throws {
    let loader = GatedLoader()
    let (store, results) = (ImageStore(loader: loader, configuration: .patient), Results())
    let first = load("a", store, results)
    let second = load("a", store, results)
    first.cancel()
    try await eventually("the loader is called") { loader.calls.count == 1 }
    loader.answer("a", with: .success(try TestPicture.png()))
    try await eventually("both are told") { results.values.count == 2 }
    #expect(results.codes == [.cancelled, nil])
    second.cancel()
    queue.sync {}
    #expect(results.values.count == 2)
    #expect(loader.cancelled.isEmpty)
  }

  @Test func endOfTheObjectLeaves() async throws {
    let loader = GatedLoader()
    let (store, results) = (ImageStore(loader: loader, configuration: .patient), Results())
    var handle: ImageLoad? = load("a", store, results)
    try await eventually("the loader is called") { loader.calls.count == 1 }
    #expect(handle?.request.name == "a")
    handle = nil
    try await eventually("the loader is cancelled") { loader.cancelled == ["a"] }
    try await eventually("the user is told") { results.codes == [.cancelled] }
  }

  @Test func cancelledTaskThrowsCancellationError() async throws {
    let loader = GatedLoader()
    let store = ImageStore(loader: loader, configuration: .patient)
    let task = Task { try await store.image(for: "a") }
    try await eventually("the loader is called") { loader.calls.count == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await eventually("the loader is cancelled") { loader.cancelled == ["a"] }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.image(for: "a")
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(loader.calls.count == 1)
  }

  @Test func waitingPictureIsNeverLoaded() async throws {
    let loader = GatedLoader()
    var configuration = ImageStore.Configuration.patient
    configuration.maximumLoadCount = 1
    let (store, results) = (ImageStore(loader: loader, configuration: configuration), Results())
    let first = load("a", store, results)
    let second = load("b", store, results)
    let third = load("c", store, results)
    second.cancel()
    let file = try TestPicture.png()
    for name in ["a", "b", "c"] { loader.answer(name, with: .success(file)) }
    try await eventually("all are told") { results.values.count == 3 }
    #expect(loader.calls.map(\.name) == ["a", "c"])
    _ = (first, third)
  }

  /// A loader that goes on after its cancellation keeps its place until it returns.
  @Test func abandonedLoaderKeepsItsPlace() async throws {
    let loader = GatedLoader(ignoresCancellation: true)
    var configuration = ImageStore.Configuration.patient
    configuration.maximumLoadCount = 1
    let (store, results) = (ImageStore(loader: loader, configuration: configuration), Results())
    let first = load("a", store, results)
    try await eventually("the loader is called") { loader.calls.count == 1 }
    first.cancel()
    let second = load("b", store, results)
    // A new flight of the same picture does not join the abandoned one.
    let third = load("a", store, results)
    try await Task.sleep(for: .milliseconds(30))
    #expect(loader.calls.map(\.name) == ["a"])
    let file = try TestPicture.png()
    loader.answer("a", with: .success(file))
    loader.answer("b", with: .success(file))
    try await eventually("all are told") { results.values.count == 3 }
    #expect(results.codes == [.cancelled, nil, nil])
    #expect(loader.calls.map(\.name) == ["a", "b", "a"])
    _ = (second, third)
  }

  @Test func decodingIsPolled() async throws {
    let lanes = RenderLanes(count: 1, wake: { _ in })
    let loader = GatedLoader(["a": try TestPicture.png(width: 512, height: 512)])
    let pool = BitmapPool()
    let (store, results) = (
      ImageStore(loader: loader, configuration: .patient, lanes: lanes, pool: pool), Results()
    )
    let handle = load("a", store, results)
    try await eventually("the decoding is queued") { lanes.waitingCount == 1 }
    #expect(store.counters.decodings == 1)
    handle.cancel()
    #expect(store.activeCount == 1)
    lanes.step()
    #expect(store.activeCount == 0)
    // No memory was taken for the picture.
    #expect(pool.ledger.created == 0)
    try await eventually("the user is told") { results.codes == [.cancelled] }
  }

  /// Cancelled after the first polls, in the middle of a picture.
  @Test(arguments: [1, 2, 5]) func decoderStopsAtAPoll(count: Int) throws {
    struct State { var polls = 0 }
    final class Polls: Sendable { let state = Mutex(State()) }
    let file = try TestPicture.png(width: 512, height: 512)
    let polls = Polls()
    let flag = CancellationFlag(poll: { flag in
      let isEnough = polls.state.withLock { state in
        state.polls += 1
        return state.polls == count
      }
      if isEnough { flag.set() }
    })
    let bitmap = try PNGImageDecoder().bitmap(
      of: file, maximumSize: nil, pool: .shared, cancellation: Cancellation(flag: flag))
    #expect(bitmap == nil)
    #expect(polls.state.withLock { $0.polls } == count)
  }
}
