// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import Glibc
import ImageCodecs
import Testing

@testable import ImageLoading

@Suite struct ImageDiskCacheTests {
  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func store(_ loader: GatedLoader, _ folder: String, capacity: Int = 1 << 20) -> ImageStore
  {
    var configuration = ImageStore.Configuration.patient
    configuration.diskCacheFolder = folder
    configuration.diskCacheCapacity = capacity
    configuration.failureLifetime = .zero
    return ImageStore(loader: loader, configuration: configuration)
  }

  @Test func keepsWhatWasLoaded() async throws {
    let folder = TestFolder()
    let path = folder.path + "/cache"
    let loader = GatedLoader(["a": try TestPicture.png(), "bad": Array("no picture".utf8)])
    let first = store(loader, path)
    _ = try await first.image(for: "a")
    #expect(await failure(of: "bad", in: first)?.code == .unknownFormat)
    await first.flushDiskCache()
    // What cannot be decoded is not kept.
    #expect(try names(in: path).count == 1)
    let second = store(loader, path)
    #expect(try await second.image(for: "a") == TestPicture.bitmap())
    #expect(loader.calls.map(\.name) == ["a", "bad"])
    #expect(second.counters.diskHits == 1)
    // Another scale is another request, which a loader may answer with another file.
    _ = try await second.image(for: ImageRequest("a", scale: 2))
    #expect(loader.calls.count == 3)
  }

  @Test func damagedFilesAreLoadedAnew() async throws {
    let folder = TestFolder()
    let loader = GatedLoader(["a": try TestPicture.png()])
    let first = store(loader, folder.path)
    _ = try await first.image(for: "a")
    await first.flushDiskCache()
    let file = "\(folder.path)/\(try #require(names(in: folder.path).first))"
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    var flipped = whole
    flipped[whole.count / 2] ^= 1
    var longer = whole
    longer.append(0)
    let damaged = [[], Array(whole.prefix(20)), whole.dropLast(), flipped, longer]
    for (number, bytes) in damaged.enumerated() {
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      let store = store(loader, folder.path)
      #expect(try await store.image(for: "a") == TestPicture.bitmap())
      #expect(loader.calls.count == number + 2)
      await store.flushDiskCache()
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: file))) == whole)
    }
  }

  @Test func keysAreCompared() {
    let picture: [UInt8] = [1, 2, 3]
    let file = CacheRecord.head(key: "a", image: picture) + picture
    #expect(file.count == CacheRecord.overhead(of: "a") + 3)
    #expect(CacheRecord.image(in: file, key: "a") == picture)
    #expect(CacheRecord.image(in: file, key: "b") == nil)
    #expect(CacheRecord.fileName(of: "a") == "af63dc4c8601ec8c.atlimage")
  }

  @Test func bytesAreBoundedAndTheLongestUnreadLeave() async throws {
    let folder = TestFolder()
    try folder.write([1, 2, 3], "mine.txt")
    // Each file takes 8 KiB of the bound.
    let cache = ImageDiskCache(folder: folder.path, capacity: 10 * 8192)
    let picture = [UInt8](repeating: 1, count: 6000)
    for number in 0..<10 {
      cache.store(picture, for: "\(number)")
      await cache.flush()
      // Times of files advance in steps of some milliseconds.
      try await Task.sleep(for: .milliseconds(12))
    }
    #expect(try names(in: folder.path).count == 11)
    #expect(await cache.bytes(for: "0") == picture)
    cache.store(picture, for: "10")
    await cache.flush()
    // A tenth is free again.
    #expect(try names(in: folder.path).count == 10)
    #expect(await cache.bytes(for: "0") == picture)
    #expect(await cache.bytes(for: "10") == picture)
    #expect(await cache.bytes(for: "1") == nil)
    #expect(await cache.bytes(for: "2") == nil)
    // Files of other names stay.
    #expect(try names(in: folder.path).contains("mine.txt"))
    // One over the bound is not kept, and nothing leaves for it.
    cache.store([UInt8](repeating: 1, count: 100_000), for: "large")
    await cache.flush()
    #expect(try names(in: folder.path).count == 10)
  }

  @Test func unusableFolderIsIgnored() async throws {
    let store = store(GatedLoader(["a": try TestPicture.png()]), "/proc/none/cache")
    #expect(try await store.image(for: "a").width == 16)
    await store.flushDiskCache()
  }

  /// Children write until SIGKILL ends them in the middle; every file is whole after each.
  @Test func wholeAfterSIGKILL() async throws {
    let folder = TestFolder()
    let path = folder.path
    var fileCount = 0
    for round in 0..<12 {
      let delay = 500 + round * 1700
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int] in
        let files = try (1...4).map { try TestPicture.png(width: 96, height: 96, seed: $0) }
        let cache = ImageDiskCache(folder: path, capacity: 16 << 20)
        cache.store(files[0], for: "picture 0")
        await cache.flush()
        Thread.kill(afterMicroseconds: delay)
        var number = 0
        while true {
          number += 1
          // New names, and old ones that are replaced.
          cache.store(files[number % 4], for: "picture \(number % 40)")
          await cache.flush()
        }
      }
      for name in try names(in: path) where name.hasSuffix(".atlimage") {
        let file = Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
        let key = try #require(
          (0..<40).map { "picture \($0)" }.first { CacheRecord.fileName(of: $0) == name })
        let picture = try #require(CacheRecord.image(in: file, key: key), "round \(round)")
        #expect(try Bitmap(png: picture).width == 96)
        fileCount += 1
      }
    }
    #expect(fileCount > 12)
  }
}

/// A thread that kills its process.
private enum Thread {
  static func kill(afterMicroseconds delay: Int) {
    var thread = pthread_t()
    let argument = UnsafeMutableRawPointer(bitPattern: delay)
    pthread_create(
      &thread, nil,
      { argument in
        usleep(UInt32(Int(bitPattern: argument)))
        _ = Glibc.kill(getpid(), SIGKILL)
        return nil
      }, argument)
  }
}
