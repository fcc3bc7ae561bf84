// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import Synchronization
import Testing

@testable import ImageLoading

@Suite struct CallbackImageLoaderTests {
  private final class Count: Sendable {
    let value = Atomic<Int>(0)
    func add() { value.add(1, ordering: .relaxed) }
    var now: Int { value.load(ordering: .relaxed) }
  }

  @Test func firstAnswerCounts() async throws {
    let file = try TestPicture.png()
    let (starts, stops) = (Count(), Count())
    let loader = CallbackImageLoader { request, answer in
      starts.add()
      answer(.success(file))
      answer(.success([]))
      answer(.failure(ImageError(.notFound, "There is none.")))
      return { stops.add() }
    }
    let store = ImageStore(loader: loader, configuration: .patient)
    #expect(try await store.image(for: "a") == TestPicture.bitmap())
    #expect(starts.now == 1)
    #expect(stops.now == 0)
    #expect(store.counters.failures == 0)
  }

  @Test func failureIsTheAnswer() async {
    let loader = CallbackImageLoader { _, answer in
      answer(.failure(ImageError(.notFound, "There is none.")))
      return nil
    }
    let store = ImageStore(loader: loader, configuration: .patient)
    #expect(await failure(of: "a", in: store)?.description == "a: There is none.")
  }

  @Test func silentCodeIsStoppedOnceAndItsLateAnswerIgnored() async throws {
    let (starts, stops, late) = (Count(), Count(), Count())
    let file = try TestPicture.png()
    let loader = CallbackImageLoader { _, answer in
      starts.add()
      return {
        stops.add()
        answer(.success(file))
        late.add()
      }
    }
    let task = Task { try await loader.data(for: "a") }
    try await eventually("the loading starts") { starts.now == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await eventually("the late answer is given") { late.now == 1 }
    #expect(stops.now == 1)
  }

  @Test func cancelledBeforeItStarts() async throws {
    let stops = Count()
    let loader = CallbackImageLoader { _, _ in { stops.add() } }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await loader.data(for: "a")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(stops.now == 1)
  }
}
