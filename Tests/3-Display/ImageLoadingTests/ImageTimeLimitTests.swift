// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import Testing

@testable import ImageLoading

@Suite struct ImageTimeLimitTests {
  /// The state of a store that loads one picture at a time.
  private var state: ImageStoreState {
    var configuration = ImageStore.Configuration()
    configuration.maximumLoadCount = 1
    return ImageStoreState(configuration)
  }

  @Test func hangingLoaderTimesOut() async throws {
    let loader = GatedLoader(ignoresCancellation: true)
    var configuration = ImageStore.Configuration()
    configuration.timeLimit = .milliseconds(300)
    configuration.failureLifetime = .zero
    configuration.maximumLoadCount = 1
    let store = ImageStore(loader: loader, configuration: configuration)
    let error = await failure(of: "a", in: store)
    #expect(error?.code == .timedOut)
    #expect(error?.description == "a: The loader did not answer within 0.3 seconds.")
    #expect(store.activeCount == 0)
    // A loader that never returns does not keep its place.
    loader.answer("b", with: .success(try TestPicture.png()))
    try await eventually("another picture is loaded") {
      (try? await store.image(for: "b")) != nil
    }
    // Its late answer changes nothing.
    loader.answer("a", with: .success(try TestPicture.png()))
    try await Task.sleep(for: .milliseconds(20))
    #expect(store.activeCount == 0)
    #expect(store.cachedImage(for: "a") == nil)
  }

  @Test func taskOfTheLoaderIsCancelled() throws {
    var state = state
    let results = Results()
    let first = state.join(ImageUser("a"), now: 0) { results.append($0) }
    let flight = try #require(first.loads.first?.flight)
    let task = Task<Void, Never> {}
    flight.task = task
    let effects = state.didTimeOut(flight, now: 1)
    #expect(effects.cancelled == [task])
    #expect(effects.answers.count == 1)
    for (answer, result) in effects.answers { answer(result) }
    #expect(results.codes == [.timedOut])
    #expect(state.activeCount == 0)
  }

  @Test func abandonedLoaderGivesUpItsPlaceInTime() throws {
    var state = state
    let user = ImageUser("a")
    let flight = try #require(state.join(user, now: 0) { _ in }.loads.first?.flight)
    #expect(state.leave(user).answers.count == 1)
    #expect(state.activeCount == 1)
    #expect(state.join(ImageUser("b"), now: 1) { _ in }.loads.isEmpty)
    #expect(state.didTimeOut(flight, now: 2).loads.map(\.request.name) == ["b"])
    // Its late return gives up nothing twice.
    #expect(state.didLoad(flight, .failure(ImageError(.notFound, "")), now: 3).loads.isEmpty)
    #expect(state.activeCount == 1)
  }

  /// The time starts with the loading, not with the request: a waiting picture has no timer.
  @Test func waitingDoesNotCount() throws {
    var state = state
    let first = state.join(ImageUser("a"), now: 0) { _ in }
    #expect(first.loads.map(\.request.name) == ["a"])
    #expect(state.join(ImageUser("b"), now: 0) { _ in }.loads.isEmpty)
    let flight = try #require(first.loads.first?.flight)
    let next = state.didLoad(flight, .failure(ImageError(.notFound, "none")), now: 1)
    #expect(next.loads.map(\.request.name) == ["b"])
    // The time of a picture that has ended changes nothing.
    let late = state.didTimeOut(flight, now: 2)
    #expect(late.loads.isEmpty && late.answers.isEmpty)
    #expect(state.activeCount == 1)
  }

  @Test func durationsAreClamped() {
    #expect(Duration.seconds(-1).nanoseconds == 0)
    #expect(Duration.milliseconds(3).nanoseconds == 3_000_000)
    #expect(Duration.seconds(Int64.max).nanoseconds > 3_000_000_000_000_000_000)
  }
}
