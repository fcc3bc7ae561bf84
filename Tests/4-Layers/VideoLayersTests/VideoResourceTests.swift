// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  import Foundation
  import LayerModel
  import TextTestSupport
  import Testing

  @testable import VideoLayers

  /// Two hundred players leave nothing behind.
  @MainActor @Suite(.serialized) struct VideoResourceTests {
    private static var descriptors: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// Private memory, in KiB.
    private static var memory: Int {
      let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
      return Int(line.filter(\.isNumber)) ?? 0
    }

    private func play(_ path: String, _ count: Int) async throws {
      for _ in 0..<count {
        let player = VideoPlayer(try VideoFile(path: path))
        let layer = PlayerLayer(player: player)
        player.play()
        try await until { layer.frameCounts.shown > 1 }
      }
    }

    @Test func s226_memoryAndDescriptorsAreFlat() async throws {
      let folder = try ClipFolder()
      let path = try folder.clip("a.mp4", .mp4, frames: 30)
      try await play(path, 30)
      let (descriptors, memory) = (Self.descriptors, Self.memory)
      try await play(path, 200)
      // Other tests run beside: a leak of each would be 200 and some 200 MiB.
      #expect(Self.descriptors < descriptors + 50)
      #expect(Self.memory < memory + 100 << 10)
    }
  }
#endif
