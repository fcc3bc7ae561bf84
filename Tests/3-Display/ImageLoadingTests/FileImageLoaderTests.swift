// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import ImageCodecs
import Testing

@testable import ImageLoading

/// A folder that is removed in the end.
final class TestFolder {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/images-\(UUID().uuidString)"
    mkdir(path, 0o700)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}

@Suite struct FileImageLoaderTests {
  private func code(_ name: String, _ loader: FileImageLoader) async -> ImageError.Code? {
    do {
      _ = try await loader.data(for: ImageRequest(name))
      return nil
    } catch {
      return (error as? ImageError)?.code
    }
  }

  @Test func readsBelowItsRoot() async throws {
    let folder = TestFolder()
    mkdir("\(folder.path)/root", 0o700)
    mkdir("\(folder.path)/root/inner", 0o700)
    try folder.write([1, 2, 3], "root/inner/a.png")
    try folder.write([4], "outside.png")
    symlink("inner/a.png", "\(folder.path)/root/link.png")
    symlink("../outside.png", "\(folder.path)/root/escape.png")
    symlink(folder.path, "\(folder.path)/root/up")
    let loader = FileImageLoader(root: "\(folder.path)/root")
    #expect(try await loader.data(for: "inner/a.png") == [1, 2, 3])
    #expect(try await loader.data(for: "./inner//a.png") == [1, 2, 3])
    #expect(try await loader.data(for: "link.png") == [1, 2, 3])
    for name in [
      "escape.png", "up/outside.png", "../outside.png", "inner/../../outside.png",
      "\(folder.path)/outside.png", "\(folder.path)/root/inner/a.png",
    ] {
      #expect(await code(name, loader) == .notPermitted, "\(name)")
    }
    #expect(await code("none.png", loader) == .notFound)
    #expect(await code("inner/a.png/b", loader) == .notFound)
    #expect(await code("", loader) == .notFound)
    #expect(await code("inner/a.png\0.txt", loader) == .notFound)
    // A folder whose name begins like the root's is not in it.
    mkdir("\(folder.path)/root2", 0o700)
    try folder.write([9], "root2/b.png")
    symlink("../root2/b.png", "\(folder.path)/root/sibling.png")
    #expect(await code("sibling.png", loader) == .notPermitted)
    let unbounded = FileImageLoader(root: nil)
    #expect(try await unbounded.data(for: ImageRequest("\(folder.path)/outside.png")) == [4])
  }

  @Test(.timeLimit(.minutes(30))) func readsRegularFilesOnly() async throws {
    let folder = TestFolder()
    mkfifo("\(folder.path)/pipe.png", 0o600)
    mkdir("\(folder.path)/folder.png", 0o700)
    let loader = FileImageLoader(root: folder.path)
    #expect(await code("pipe.png", loader) == .notPermitted)
    #expect(await code("folder.png", loader) == .notPermitted)
    #expect(await code("/dev/zero", FileImageLoader(root: nil)) == .notPermitted)
    let error = await failure(
      of: "pipe.png", in: ImageStore(loader: loader, configuration: .patient))
    #expect(error?.description == "pipe.png: This is no regular file.")
  }

  @Test func sizeIsBounded() async throws {
    let folder = TestFolder()
    try folder.write([UInt8](repeating: 7, count: 200_000), "a")
    #expect(
      await code("a", FileImageLoader(root: folder.path, maximumByteCount: 199_999)) == .tooLarge)
    let loader = FileImageLoader(root: folder.path, maximumByteCount: 200_000)
    #expect(try await loader.data(for: "a").count == 200_000)
  }

  @Test func storeReadsPictures() async throws {
    let folder = TestFolder()
    try folder.write(try TestPicture.png(seed: 5), "a.png")
    let store = ImageStore(loader: FileImageLoader(root: folder.path), configuration: .patient)
    #expect(try await store.image(for: "a.png") == TestPicture.bitmap(seed: 5))
  }
}
