// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// Batches into shards that end and go on at a checkpoint.
struct ShardCheckpointTests {
  /// A folder with the shards of an undisturbed batch, and one for others.
  private struct Place {
    let folder: String
    let input: [String]
    let undisturbed: [String: Data]

    /// - Parameter limits: The options of all runs.
    init(_ folder: String, count: Int, _ limits: [String]) throws {
      self.folder = folder
      self.limits = limits
      input = (0..<count).map {
        BatchPictureTests.request("\($0)", "\"document\":\(BatchPictureTests.document("t\($0)"))")
      }
      let run = ToolRun(
        ["batch", "--into", folder + "/whole/set-%03d.tar"] + limits,
        input: Array(input.joined().utf8))
      #expect(run.status == 0)
      undisturbed = try Self.files(folder + "/whole")
    }

    let limits: [String]
    var checkpoint: String { folder + "/cp" }
    var out: String { folder + "/out" }

    func run(_ count: Int, _ options: String...) -> ToolRun {
      ToolRun(
        ["batch", "--into", out + "/set-%03d.tar", "--resume", "--checkpoint", checkpoint] + limits
          + options, input: Array(input[..<count].joined().utf8))
    }

    static func files(_ folder: String) throws -> [String: Data] {
      var files: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        files[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      }
      return files
    }

    func files() throws -> [String: Data] { try Self.files(out) }

    func ids(_ run: ToolRun) throws -> [Int] {
      try run.jsonLines().compactMap { $0["id"] as? Int }
    }
  }

  /// An input that becomes longer goes on in the shard that was the last one.
  @Test(arguments: [["--maxcount", "4"], ["--maxsize", "10240"], []])
  func aLongerInputGoesOn(_ limits: [String]) throws {
    try ToolRun.withFolder { folder throws in
      let place = try Place(folder, count: 13, limits)
      var done = 0
      for count in [0, 2, 4, 5, 5, 11, 13] {
        let run = place.run(count)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try place.ids(run) == Array(done..<count))
        #expect(try !place.files().keys.contains { $0.hasSuffix(".part") })
        done = count
      }
      #expect(try place.files() == place.undisturbed)
    }
  }

  /// Whatever was written after a checkpoint, the next run goes on at the checkpoint.
  @Test(arguments: [["--maxcount", "3"], ["--maxsize", "10240"]])
  func whatComesAfterACheckpointIsMadeAgain(_ limits: [String]) throws {
    try ToolRun.withFolder { folder throws in
      let place = try Place(folder, count: 11, limits)
      for first in 0...10 {
        for more in [0, 1, 3, 11 - first] where first + more <= 11 {
          #expect(place.run(first).status == 0)
          let saved = try Data(contentsOf: URL(filePath: place.checkpoint))
          #expect(place.run(first + more).status == 0)
          try Array(saved).write(to: place.checkpoint)
          // A killed run leaves a shard that is not whole, with torn samples: the one at the checkpoint,
          // or a later one.
          let position = try #require(Checkpoint(Array(saved))?.shards?.position)
          let at = "\(place.out)/set-00\(position.number).tar"
          if more == 1, position.count > 0 {
            let bytes = Array(try Data(contentsOf: URL(filePath: at)))[..<position.length]
            try (Array(bytes) + [UInt8](repeating: 7, count: 50_000)).write(to: at + ".part")
            try FileManager.default.removeItem(atPath: at)
          }
          let torn = "\(place.out)/set-00\(try place.files().count).tar.part"
          try [UInt8](repeating: 7, count: 700).write(to: torn)
          let run = place.run(11)
          #expect(run.status == 0, "\(run.errors)")
          #expect(try place.ids(run) == Array(first..<11))
          #expect(try place.files() == place.undisturbed, "\(first), \(more)")
          try FileManager.default.removeItem(atPath: place.out)
          try FileManager.default.removeItem(atPath: place.checkpoint)
        }
      }
    }
  }

  /// Failures end the input early: the last shard stays a part, and is gone on with.
  @Test func aPartIsGoneOnWith() throws {
    try ToolRun.withFolder { folder throws in
      let place = try Place(folder, count: 6, ["--maxcount", "4"])
      let broken = place.input[..<2].joined() + "x\n" + place.input[3...].joined()
      let run = ToolRun(
        [
          "batch", "--into", place.out + "/set-%03d.tar", "--checkpoint", place.checkpoint,
          "--maxcount", "4", "--fail-after", "0", "--jobs", "1",
        ], input: Array(broken.utf8))
      #expect(run.status == 3)
      #expect(try place.files().keys.sorted() == ["set-000.tar.part"])
      let rest = ToolRun(
        [
          "batch", "--into", place.out + "/set-%03d.tar", "--checkpoint", place.checkpoint,
          "--maxcount", "4", "--resume",
        ], input: Array(broken.utf8))
      #expect(rest.status == 0)
      #expect(try place.files().keys.sorted() == ["set-000.tar", "set-001.tar"])
      let names = try TarListing(place.out + "/set-000.tar").names.filter { $0.hasSuffix("g") }
      #expect(
        names == ["000000000.png", "000000001.png", "000000003.png", "000000004.png"])
    }
  }

  /// Without a checkpoint nothing is gone on with: what was drawn becomes a whole shard.
  @Test func withoutACheckpointTheLastShardIsEnded() throws {
    try ToolRun.withFolder { folder throws in
      let place = try Place(folder, count: 2, [])
      let run = ToolRun(
        ["batch", "--into", place.out + "/set-%03d.tar", "--fail-after", "0", "--jobs", "1"],
        input: Array((place.input.joined() + "x\nx\n").utf8))
      #expect(run.status == 3)
      #expect(try place.files() == place.undisturbed)
    }
  }

  @Test func shardsThatAreNotWhatTheCheckpointStates() throws {
    try ToolRun.withFolder { folder throws in
      let place = try Place(folder, count: 8, ["--maxcount", "3"])
      #expect(place.run(7).status == 0)
      let files = FileManager.default
      func refused(_ name: String, _ change: (Data) throws -> Data?) throws {
        let path = "\(place.out)/\(name)"
        let before = try Data(contentsOf: URL(filePath: path))
        if let changed = try change(before) {
          try Array(changed).write(to: path)
        } else {
          try files.removeItem(atPath: path)
        }
        let found = try place.files()
        let run = place.run(8)
        #expect(run.status == 1 && run.output.isEmpty, "\(run.errors)")
        #expect(run.errors.contains(name) && run.errors.contains("checkpoint states"))
        #expect(try place.files() == found, "nothing was changed")
        try Array(before).write(to: path)
      }
      try refused("set-000.tar") { $0.dropLast(512) }
      try refused("set-001.tar") { $0.dropLast(10240) }
      try refused("set-001.tar") { _ in Data() }
      try refused("set-002.tar") { $0.prefix(1000) }
      try refused("set-002.tar") { _ in nil }
      // Shards that were taken away are not missed.
      try files.removeItem(atPath: place.out + "/set-001.tar")
      let run = place.run(8)
      #expect(run.status == 0 && run.errors.contains("1 of the first 2 shards"))
      #expect(try place.files()["set-002.tar"] == place.undisturbed["set-002.tar"])
    }
  }

  /// A checkpoint that cannot be used ends the batch, since its shards would be mixed with others.
  @Test func otherCheckpoints() throws {
    try ToolRun.withFolder { folder throws in
      let place = try Place(folder, count: 4, ["--maxcount", "3"])
      #expect(place.run(4).status == 0)
      let good = try Data(contentsOf: URL(filePath: place.checkpoint))
      func refused(_ reason: String, _ run: ToolRun) throws {
        #expect(run.status == 2 && run.output.isEmpty, "\(reason)")
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(try place.files() == place.undisturbed)
      }
      try refused("of at most 3 samples", place.run(4, "--maxcount", "4"))
      try refused("3000000000 bytes", place.run(4, "--maxsize", "4000000"))
      try refused("shards 'set-%03d.tar'", place.run(4, "--into", place.out + "/set-%04d.tar"))
      try refused("pictures were in '", place.run(4, "--into", folder + "/other/set-%03d.tar"))
      try Array(good.dropLast(3)).write(to: place.checkpoint)
      try refused("it is damaged", place.run(4))
      let text = String(decoding: good, as: UTF8.self)
      for (part, other) in [("\"number\":1", "\"number\":-1"), ("\"shards\":{", "\"shards\":[{")] {
        #expect(text.contains(part))
        try Array(text.replacing(part, with: other).utf8).write(to: place.checkpoint)
        try refused("it is damaged", place.run(4))
      }
      try FileManager.default.removeItem(atPath: place.checkpoint)
      try refused("exists", place.run(4))
      // One of files is of no use for shards, and one of shards of none for files.
      let files = ["batch", "--into", place.out, "--checkpoint", place.checkpoint]
      #expect(ToolRun(files, input: Array(place.input.joined().utf8)).status == 0)
      #expect(place.run(4).errors.contains("files of their own"))
      try Array(good).write(to: place.checkpoint)
      let run = ToolRun(files + ["--resume"], input: Array(place.input.joined().utf8))
      #expect(run.status == 0 && run.errors.contains("shards 'set-%03d.tar'"))
      #expect(try place.ids(run) == [0, 1, 2, 3])
    }
  }

  @Test func theCheckpointsFile() throws {
    let pattern = try #require(try ShardPattern("a\"/%02d.tar"))
    let plan = ShardPlan(pattern: pattern, maximumCount: 5, maximumSize: 1 << 50)
    var answered = AnsweredInput()
    answered.shards = ShardPosition(number: 3, length: 1 << 40, count: 4)
    let checkpoint = Checkpoint(answered, RequestNames(), folder: "/a", plan)
    #expect(Checkpoint(checkpoint.bytes) == checkpoint)
    #expect(checkpoint.shards?.position == answered.shards)
    #expect(checkpoint.verdict(RequestNames(), folder: "/a", plan) == .usable)
    #expect(checkpoint.verdict(RequestNames(), folder: "/a") != .usable)
  }
}
