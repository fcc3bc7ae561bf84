// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// Batches whose pictures go to shards.
struct ShardBatchTests {
  private static let scene =
    #""scene":{"size":[20,10],"layers":[{"type":"text","string":"x","frame":[0,0,20,10]}]}"#

  private func run(_ folder: String, _ input: String, _ options: String...) -> ToolRun {
    ToolRun(
      ["batch", "--into", folder + "/out/set-%03d.tar"] + options, input: Array(input.utf8))
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted()
  }

  private func shard(_ folder: String, _ number: Int) throws -> TarListing {
    try TarListing("\(folder)/out/set-00\(number).tar")
  }

  /// The bytes of all shards, by name.
  private func files(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try names(folder) {
      files[name] = try Data(contentsOf: URL(filePath: "\(folder)/out/\(name)"))
    }
    return files
  }

  @Test func samplesHaveThePictureAndItsTruth() throws {
    try ToolRun.withFolder { folder throws in
      let document = BatchPictureTests.document("Grüße \\ud800\\n2")
      let input =
        #"{"id":{"a":[1, "."]},"document":\#(document),"options":{"frames":true}}"# + "\n\n"
        + #"{"id":"x","args":["versions"]}"# + "\n"
        + "{\(Self.scene)}\n"
        + #"{"id":4,"document":{}}"# + "\n"
        + #"{"id":5,\#(Self.scene),"options":{"format":"svg","scale":2},"into":"de/./ü.1/"}"# + "\n"
      let run = run(folder, input)
      #expect(run.status == 0)
      let shard = try shard(folder, 0)
      #expect(
        shard.names == [
          "000000000.png", "000000000.json", "000000000.txt", "000000002.png", "000000002.json",
          "de/ü.1/000000004.svg", "de/ü.1/000000004.json",
        ])
      #expect(try names(folder) == ["set-000.tar"])
      #expect(try shard.text("000000000.txt") == "Grüße \u{FFFD}\n2")
      #expect(try shard.text("000000002.json") == #"{"id":null,"size":[20,10]}"#)
      #expect(try shard.text("de/ü.1/000000004.json") == #"{"id":5,"size":[40,20]}"#)
      let frames = ToolRun(
        ["render", "--document", "-", "--frames"], input: Array(document.utf8)
      ).text.dropLast()
      let drawn = ToolRun(["render", "--document", "-"], input: Array(document.utf8)).output
      #expect(shard.contents["000000000.png"] == drawn)
      let truth = try shard.text("000000000.json")
      #expect(truth.hasPrefix(#"{"id":{"a":[1, "."]},"size":["#))
      #expect(truth.hasSuffix(",\"frames\":\(frames)}"))
      let replies = try run.jsonLines()
      #expect(replies.map { $0["exit"] as? Int } == [0, 0, 0, 2, 0])
      #expect(
        replies.map { $0["name"] as? String } == [
          "000000000.png", nil, "000000002.png", nil, "de/ü.1/000000004.svg",
        ])
      let path = folder + "/out/set-000.tar"
      #expect(replies.map { $0["shard"] as? String } == [path, nil, path, nil, path])
      #expect(replies[0]["frames"] == nil && replies[0]["bytes"] as? Int == drawn.count)
    }
  }

  /// The bytes do not depend on the number of threads, and a picture in a shard is that of a file.
  @Test func sameBytesForAnyNumberOfJobs() throws {
    try ToolRun.withFolder { folder throws in
      let input = BatchPictureTests.requests(0..<40) + "x\n" + BatchPictureTests.requests(41..<60)
      var all: [[String: Data]] = []
      for jobs in ["1", "2", "7"] {
        let place = "\(folder)/\(jobs)"
        #expect(run(place, input, "--jobs", jobs, "--maxcount", "16").status == 0)
        all.append(try files(place))
      }
      #expect(all[0].keys.sorted() == ["set-000.tar", "set-001.tar", "set-002.tar", "set-003.tar"])
      #expect(all[1] == all[0] && all[2] == all[0])
      let plain = ToolRun(
        ["batch", "--into", folder + "/files"],
        input: Array(BatchPictureTests.requests(33..<34).utf8))
      let name = try #require(try plain.jsonLines().first?["name"] as? String)
      let shard = try TarListing("\(folder)/1/out/set-002.tar")
      #expect(
        shard.contents["000000033.png"] == Array(try Data(contentsOf: URL(filePath: name))))
    }
  }

  @Test func shardsEndAtTheirLimits() throws {
    try ToolRun.withFolder { folder throws in
      #expect(
        run("\(folder)/count", BatchPictureTests.requests(0..<7), "--maxcount", "3").status == 0)
      let counts = try (0..<3).map { try shard("\(folder)/count", $0).names.count }
      #expect(counts == [9, 9, 3])
      #expect(
        run("\(folder)/exact", BatchPictureTests.requests(0..<6), "--maxcount", "3").status == 0)
      #expect(try names("\(folder)/exact") == ["set-000.tar", "set-001.tar"])
      // A sample has six blocks, or seven: three headers, and at least three blocks of contents.
      #expect(
        run("\(folder)/size", BatchPictureTests.requests(0..<7), "--maxsize", "10240").status == 0)
      let sizes = try files("\(folder)/size")
      #expect(sizes.count > 2 && sizes.values.allSatisfy { $0.count == 10240 })
      let all = try (0..<sizes.count).flatMap { try shard("\(folder)/size", $0).names }
      let keys = all.map { String($0.prefix(9)) }
      #expect(all.count == 21 && keys == keys.sorted())
      // A sample that is larger than the limit has a shard of its own.
      #expect(
        run("\(folder)/small", BatchPictureTests.requests(0..<3), "--maxsize", "1").status == 0)
      #expect(try names("\(folder)/small").count == 3)
    }
  }

  @Test func noSamplesNoShard() throws {
    try ToolRun.withFolder { folder throws in
      #expect(run(folder, "").status == 0)
      #expect(run(folder, "x\n").status == 0)
      #expect(try names(folder) == [])
    }
  }

  /// Shards of two batches are not mixed.
  @Test func existingShardsAreRefused() throws {
    for name in ["set-000.tar", "set-017.tar", "set-000.tar.part"] {
      try ToolRun.withFolder { folder throws in
        try FileManager.default.createDirectory(
          atPath: folder + "/out", withIntermediateDirectories: true)
        let path = "\(folder)/out/\(name)"
        try [1].write(to: path)
        let refused = run(folder, BatchPictureTests.requests(0..<2), "--checkpoint", folder + "/cp")
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.errors.contains("'\(name)' exists"))
        #expect(try names(folder) == [name])
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
        #expect(!FileManager.default.fileExists(atPath: folder + "/cp"))
      }
    }
  }

  @Test func optionsThatDoNotGoTogether() {
    for (options, reason) in [
      (["--into", "a/", "--maxcount", "3"], "for shards"), (["--maxsize", "3"], "for shards"),
      (["--into", "a-%d.tar", "--maxcount", "0"], "not from 1"),
      (["--into", "a-%d.tar", "--maxsize", "x"], "whole number"),
      (["--into", "a-%d.tar", "--resume"], "--checkpoint"), (["--into", "a.tar"], "%05d"),
    ] {
      let run = ToolRun(["batch"] + options, input: [])
      #expect(run.status == 2 && run.errors.contains(reason), "\(options): \(run.errors)")
    }
  }

  @Test func foldersThatDoNotTakeShards() throws {
    try ToolRun.withFolder { folder throws in
      let into = ["batch", "--into", "/dev/null/x/set-%d.tar"]
      let run = ToolRun(into, input: Array(BatchPictureTests.requests(0..<1).utf8))
      #expect(run.status == 1 && run.output.isEmpty && run.errors.contains("cannot be made"))
      let refused = ToolRun(
        ["batch", "--into", folder + "/set-%d.tar"],
        input: Array(
          #"{"id":1,"document":{"text":"a"},"into":"../x"}"#.utf8))
      #expect(try refused.jsonLines().first?["failure"] as? String == "usage")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }
}
