// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ImageLoading
@testable import SystemLanes

@Suite struct ImagePriorityTests {
  /// A store that loads one picture at a time, whose first picture is under way.
  private func store(_ loader: GatedLoader) async throws -> (ImageStore, ImageLoad) {
    var configuration = ImageStore.Configuration.patient
    configuration.maximumLoadCount = 1
    let store = ImageStore(loader: loader, configuration: configuration)
    let first = store.load("first", on: .global()) { _ in }
    try await eventually("the loader is called") { loader.calls.count == 1 }
    return (store, first)
  }

  @Test func urgentPicturesAreLoadedFirst() async throws {
    let loader = GatedLoader()
    let (store, first) = try await store(loader)
    let results = Results()
    let file = try TestPicture.png()
    var handles = [first]
    for (name, priority) in [
      ("idle", LanePriority.idle), ("near", .near), ("visible", .visible), ("second", .visible),
    ] {
      loader.answer(name, with: .success(file))
      handles.append(
        store.load(ImageRequest(name), priority: priority, on: .global()) { results.append($0) })
    }
    loader.answer("first", with: .success(file))
    try await eventually("all are loaded") { results.values.count == 4 }
    #expect(loader.calls.map(\.name) == ["first", "visible", "second", "near", "idle"])
    #expect(loader.calls.map(\.priority) == [.visible, .visible, .visible, .near, .idle])
  }

  @Test func moreUrgentUserMovesTheFlight() async throws {
    let loader = GatedLoader()
    let (store, first) = try await store(loader)
    let results = Results()
    let file = try TestPicture.png()
    for name in ["a", "b"] { loader.answer(name, with: .success(file)) }
    let handles = [("a", LanePriority.near), ("b", .idle), ("b", .visible)].map {
      name, priority in
      store.load(ImageRequest(name), priority: priority, on: .global()) { results.append($0) }
    }
    loader.answer("first", with: .success(file))
    try await eventually("all are loaded") { results.values.count == 3 }
    #expect(loader.calls.map(\.name) == ["first", "b", "a"])
    _ = (first, handles)
  }

  @Test func aFixedNumberIsUnderWay() async throws {
    let loader = GatedLoader()
    var configuration = ImageStore.Configuration.patient
    configuration.maximumLoadCount = 3
    let store = ImageStore(loader: loader, configuration: configuration)
    let results = Results()
    let handles = (0..<10).map { number in
      store.load(ImageRequest("\(number)"), on: .global()) { results.append($0) }
    }
    try await eventually("three are called") { loader.calls.count == 3 }
    try await Task.sleep(for: .milliseconds(20))
    #expect(loader.calls.count == 3)
    #expect(store.activeCount == 3)
    let file = try TestPicture.png()
    for number in 0..<10 { loader.answer("\(number)", with: .success(file)) }
    try await eventually("all are loaded") { results.values.count == 10 }
    #expect(store.activeCount == 0)
    _ = handles
  }

  @Test func bytesBeingDecodedAreBounded() async throws {
    let lanes = RenderLanes(count: 1, wake: { _ in })
    let file = try TestPicture.png(width: 32, height: 32)
    let small = try TestPicture.png(width: 16, height: 16)
    let loader = GatedLoader(["a": file, "b": file, "c": file, "small": small])
    var configuration = ImageStore.Configuration.patient
    configuration.decodingCapacity = 2 * 32 * 32 * 4
    let store = ImageStore(loader: loader, configuration: configuration, lanes: lanes)
    let results = Results()
    var handles: [ImageLoad] = []
    for (number, name) in ["a", "b", "c", "small"].enumerated() {
      handles.append(store.load(ImageRequest(name), on: .global()) { results.append($0) })
      try await eventually("one more is loaded") {
        store.counters.loads == number + 1 && loader.calls.count == number + 1
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    try await eventually("two are queued") { lanes.waitingCount == 2 }
    // The third waits for room, and the small one does not overtake it.
    #expect(store.counters.decodings == 2)
    #expect(lanes.waitingCount == 2)
    // The oldest waiting one leaves, and the small one still has no room.
    lanes.step()
    try await eventually("the rest is decoded") {
      lanes.step()
      return results.values.count == 4
    }
    #expect(store.counters.decodings == 4)
    #expect(store.counters.peakDecodingByteCount <= configuration.decodingCapacity)
    _ = handles
  }
}
