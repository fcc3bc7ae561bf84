// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import ImageLoading

@Suite struct ImageStoreTests {
  /// S-034: a fake loader, two requests, one fetch.
  @Test func s034_twoRequestsOneFetch() async throws {
    let loader = GatedLoader()
    let store = ImageStore(loader: loader, configuration: .patient)
    async let first = store.image(for: "a")
    async let second = store.image(for: ImageRequest("a", priority: .idle))
    try await eventually("the loader is called") { loader.calls.count == 1 }
    loader.answer("a", with: .success(try TestPicture.png()))
    let (a, b) = try await (first, second)
    #expect(a === b)
    #expect(try a == TestPicture.bitmap())
    #expect(loader.calls.map(\.name) == ["a"])
    #expect(store.counters.decodings == 1)
    // A third one is met by the memory.
    let third = try await store.image(for: "a")
    #expect(third === a)
    #expect(store.cachedImage(for: "a") == a)
    #expect(loader.calls.count == 1)
    #expect(store.cachedImage(for: "b") == nil)
  }

  @Test func memoryIsBoundedAndTheLongestUnusedLeaves() async throws {
    let names = ["a", "b", "c", "d"]
    let file = try TestPicture.png(width: 16, height: 16)
    let loader = GatedLoader(Dictionary(uniqueKeysWithValues: names.map { ($0, file) }))
    var configuration = ImageStore.Configuration.patient
    configuration.memoryCapacity = 3 * 16 * 16 * 4
    let store = ImageStore(loader: loader, configuration: configuration)
    for name in ["a", "b", "c"] { _ = try await store.image(for: ImageRequest(name)) }
    #expect(store.memoryByteCount == configuration.memoryCapacity)
    #expect(store.cachedImage(for: "a") != nil)
    _ = try await store.image(for: "d")
    #expect(store.memoryByteCount == configuration.memoryCapacity)
    #expect(store.cachedImage(for: "b") == nil)
    #expect(store.cachedImage(for: "a") != nil)
    store.removeAll()
    #expect(store.memoryByteCount == 0)
    #expect(store.cachedImage(for: "a") == nil)
  }

  @Test func pictureOverTheMemoryBoundIsGivenAndNotKept() async throws {
    var configuration = ImageStore.Configuration.patient
    configuration.memoryCapacity = 100
    let store = ImageStore(
      loader: GatedLoader(["a": try TestPicture.png()]), configuration: configuration)
    #expect(try await store.image(for: "a").width == 16)
    #expect(store.memoryByteCount == 0)
  }

  @Test func picturesAreReducedInTheirShape() async throws {
    let file = try TestPicture.png(width: 64, height: 32)
    let store = ImageStore(loader: GatedLoader(["a": file]), configuration: .patient)
    let small = try await store.image(
      for: ImageRequest("a", maximumSize: PixelSize(width: 16, height: 16)))
    #expect(small.pixelSize == PixelSize(width: 16, height: 8))
    // Four pixels a side are one: the average of one cell of the picture.
    let whole = try await store.image(for: "a")
    #expect(whole.pixelSize == PixelSize(width: 64, height: 32))
    #expect(small.pixel(x: 2, y: 3) == whole.pixel(x: 9, y: 13))
    let same = try await store.image(
      for: ImageRequest("a", maximumSize: PixelSize(width: 64, height: 99)))
    #expect(same == whole)
  }

  @Test func failuresOfLoadersReachAllUsers() async throws {
    struct Broken: Error {}
    let loader = GatedLoader()
    let store = ImageStore(loader: loader, configuration: .patient)
    loader.answer("thrown", with: .failure(Broken()))
    loader.answer("cancelled", with: .failure(CancellationError()))
    loader.answer("missing", with: .failure(ImageError(.notFound, "There is none.")))
    loader.answer("empty", with: .success([]))
    loader.answer("text", with: .success(Array("no picture".utf8)))
    loader.answer("cut", with: .success(Array(try TestPicture.png().prefix(90))))
    let thrown = await failure(of: "thrown", in: store)
    #expect(thrown?.code == .loaderFailed)
    #expect(thrown?.description.hasPrefix("thrown: ") == true)
    #expect(thrown?.message.contains("Broken") == true)
    #expect(await failure(of: "cancelled", in: store)?.code == .loaderFailed)
    #expect(await failure(of: "missing", in: store)?.description == "missing: There is none.")
    #expect(await failure(of: "empty", in: store)?.code == .unknownFormat)
    #expect(await failure(of: "text", in: store)?.code == .unknownFormat)
    let cut = await failure(of: "cut", in: store)
    #expect(cut?.code == .damaged)
    #expect(cut?.name == "cut")
    #expect(store.counters.failures == 6)
    #expect(store.activeCount == 0)
  }

  @Test func failuresAreRememberedForAWhile() async throws {
    let loader = GatedLoader(["a": [1, 2, 3]])
    var configuration = ImageStore.Configuration.patient
    configuration.failureLifetime = .seconds(3600)
    let store = ImageStore(loader: loader, configuration: configuration)
    for _ in 0..<5 { #expect(await failure(of: "a", in: store)?.code == .unknownFormat) }
    #expect(loader.calls.count == 1)
    store.removeAll()
    loader.answer("a", with: .success(try TestPicture.png()))
    #expect(try await store.image(for: "a").width == 16)
  }

  @Test func failuresAreForgotten() throws {
    var configuration = ImageStore.Configuration()
    configuration.failureLifetime = .nanoseconds(100)
    var state = ImageStoreState(configuration)
    func join(_ now: UInt64) -> ImageStoreEffects {
      state.join(ImageUser(ImageRequest("a", priority: .idle)), now: now) { _ in }
    }
    let flight = try #require(join(0).loads.first?.flight)
    #expect(state.didLoad(flight, .failure(ImageError(.damaged, "")), now: 50).answers.count == 1)
    #expect(join(149).answers.count == 1)
    #expect(join(150).loads.count == 1)
  }

  @Test func lyingAndHugePicturesAreRefusedBeforeMemoryIsTaken() async throws {
    let loader = GatedLoader([
      "100 megapixels": try TestPicture.png(declaring: 10_000, 10_000),
      "more than its bytes hold": try TestPicture.png(declaring: 5000, 5000),
      "wide": try TestPicture.png(declaring: 20_000, 1),
      "no rows": try TestPicture.png(declaring: 16, 0),
    ])
    let pool = BitmapPool()
    let store = ImageStore(loader: loader, configuration: .patient, pool: pool)
    #expect(await failure(of: "100 megapixels", in: store)?.code == .damaged)
    #expect(await failure(of: "more than its bytes hold", in: store)?.code == .damaged)
    #expect(await failure(of: "wide", in: store)?.code == .tooLarge)
    #expect(await failure(of: "no rows", in: store)?.code == .damaged)
    #expect(pool.ledger.created == 0)
    #expect(store.counters.decodings == 0)
  }

  @Test func declaredPixelsAndBytesAreBounded() async throws {
    let file = try TestPicture.png(width: 64, height: 64)
    func code(
      _ change: (inout ImageStore.Configuration) -> Void
    ) async -> ImageError.Code? {
      var configuration = ImageStore.Configuration.patient
      change(&configuration)
      let store = ImageStore(loader: GatedLoader(["a": file]), configuration: configuration)
      return await failure(of: "a", in: store)?.code
    }
    #expect(await code { $0.maximumPixelCount = 64 * 64 - 1 } == .tooLarge)
    #expect(await code { $0.maximumPixelCount = 64 * 64 } == nil)
    #expect(await code { $0.maximumByteCount = file.count - 1 } == .tooLarge)
    #expect(await code { $0.maximumByteCount = file.count } == nil)
    #expect(await code { $0.decodingCapacity = 64 * 64 * 4 - 1 } == .tooLarge)
    #expect(await code { $0.decodingCapacity = 64 * 64 * 4 } == nil)
  }
}
