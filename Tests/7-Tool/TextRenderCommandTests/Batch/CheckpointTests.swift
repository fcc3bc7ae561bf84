// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SystemConcurrency
import SystemFiles
import Testing
import TextTestSupport

@testable import TextRenderCommand

struct CheckpointTests {
  private func run(_ folder: String, _ input: String, _ options: String...) -> ToolRun {
    ToolRun(
      ["batch", "--into", folder + "/out", "--checkpoint", folder + "/cp"] + options,
      input: Array(input.utf8))
  }

  private func ids(_ run: ToolRun) throws -> [Int] {
    try run.jsonLines().compactMap { $0["id"] as? Int }
  }

  private func checkpoint(_ folder: String) throws -> Checkpoint {
    let bytes = Array(try Data(contentsOf: URL(filePath: folder + "/cp")))
    return try #require(Checkpoint(bytes))
  }

  @Test func aLongerInputGoesOn() throws {
    try ToolRun.withFolder { folder throws in
      let (first, second) = (BatchPictureTests.requests(0..<5), BatchPictureTests.requests(5..<9))
      #expect(try ids(run(folder, first, "--resume")) == Array(0..<5))
      #expect(try checkpoint(folder).offset == first.utf8.count)
      #expect(try checkpoint(folder).systemFonts == nil)
      #expect(try ids(run(folder, first + second, "--resume")) == Array(5..<9))
      let over = run(folder, first + second, "--resume")
      #expect(over.status == 0 && over.output.isEmpty)
      #expect(try checkpoint(folder).offset == (first + second).utf8.count)
    }
  }

  /// A last line without a line feed may be a part of one: it is answered, and again next time.
  @Test func aTornLine() throws {
    try ToolRun.withFolder { folder throws in
      let all = BatchPictureTests.requests(0..<3)
      let torn = String(all.dropLast(20))
      let replies = try run(folder, torn, "--resume").jsonLines()
      #expect(replies.map { $0["exit"] as? Int } == [0, 0, 2])
      #expect(try checkpoint(folder).offset == BatchPictureTests.requests(0..<2).utf8.count)
      #expect(try ids(run(folder, all, "--resume")) == [2])
    }
  }

  @Test func anotherInputIsRefused() throws {
    try ToolRun.withFolder { folder throws in
      let input = BatchPictureTests.requests(0..<3)
      _ = run(folder, input)
      let before = try Data(contentsOf: URL(filePath: folder + "/cp"))
      for other in [
        BatchPictureTests.requests(1..<4), "", String(input.dropLast(1)), "\u{FEFF}" + input,
      ] {
        let refused = run(folder, other, "--resume")
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.errors.contains("another input"))
        #expect(try Data(contentsOf: URL(filePath: folder + "/cp")) == before)
      }
      let plain = run(folder, input)
      #expect(plain.status == 2 && plain.errors.contains("--resume"))
    }
  }

  /// A checkpoint of another version, of other fonts or damaged is told, and all is answered again.
  @Test func outdatedAndDamaged() throws {
    try ToolRun.withFolder { folder throws in
      let font = folder + "/f.ttf"
      try Array(try Data(contentsOf: URL(filePath: ToolRun.sans))).write(to: font)
      let input =
        #"{"id":0,"document":{"text":"a","systemFonts":false,"fonts":["\#(font)"]}}"# + "\n"
      _ = run(folder, input)
      let good = try checkpoint(folder)
      #expect(good.files.count == 1 && good.count == 1 && good.failed == 0)
      func startsAgain(_ bytes: [UInt8], _ reason: String) throws {
        try bytes.write(to: folder + "/cp")
        let again = run(folder, input, "--resume")
        #expect(again.status == 0 && again.errors.contains(reason), "\(reason): \(again.errors)")
        #expect(try ids(again) == [0])
        #expect(try checkpoint(folder) == good)
      }
      var changed = good
      changed.versions = "textrender 0.0.1"
      try startsAgain(changed.bytes, "another version")
      changed = good
      changed.defaultFonts = "00"
      try startsAgain(changed.bytes, "other built-in fonts")
      changed = good
      changed.systemFonts = "00"
      try startsAgain(changed.bytes, "other fonts now")
      changed = good
      changed.files[Array(font.utf8)] = "00"
      try startsAgain(changed.bytes, "another one now")
      changed = good
      changed.folder = folder
      try startsAgain(changed.bytes, "the pictures were in")
      for count in [0, 1, good.bytes.count / 2, good.bytes.count - 3] {
        try startsAgain(Array(good.bytes[..<count]), "damaged")
      }
      changed = good
      changed.filesAreComplete = false
      try changed.bytes.write(to: folder + "/cp")
      let partial = run(folder, input, "--resume")
      #expect(partial.status == 0 && partial.errors.contains("more files than a checkpoint"))
      #expect(partial.output.isEmpty, "all is answered")
      // Another file is kept.
      for other in ["{\"offset\":1}", "\u{0}\u{FFFF}", "{\"id\":1}\n", "x"] {
        try Array(other.utf8).write(to: folder + "/cp")
        let refused = run(folder, input, "--resume")
        #expect(refused.status == 2 && refused.errors.contains("no checkpoint"))
        #expect(try Data(contentsOf: URL(filePath: folder + "/cp")) == Data(other.utf8))
      }
      var later = good
      later.offset += 1
      try later.bytes.write(to: folder + "/cp")
      #expect(run(folder, input, "--resume").status == 2)
      later.offset = 1 << 40
      try later.bytes.write(to: folder + "/cp")
      #expect(run(folder, input, "--resume").status == 2)
    }
  }

  @Test func theFile() throws {
    let names = RequestNames()
    var checkpoint = Checkpoint(AnsweredInput(), names, folder: nil)
    #expect(Checkpoint(checkpoint.bytes) == checkpoint)
    #expect(checkpoint.verdict(names, folder: nil) == .usable)
    #expect(checkpoint.verdict(names, folder: "/") != .usable)
    checkpoint.systemFonts = "é"
    checkpoint.folder = "a\nb"
    checkpoint.filesAreComplete = false
    checkpoint.files = [Array("a\"b".utf8): "1", []: ""]
    #expect(Checkpoint(checkpoint.bytes) == checkpoint)
  }

  /// Whatever a few bytes of the file become, it is damaged, or reads as what it then says.
  @Test func changedBytes() throws {
    var checkpoint = Checkpoint(AnsweredInput(), RequestNames(), folder: nil)
    checkpoint.files = [Array("a.ttf".utf8): "12"]
    let good = checkpoint.bytes
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let read = Checkpoint(bytes) else { continue }
      #expect(read.offset >= 0 && Checkpoint(read.bytes) == read)
    }
    for offset in ["1e400", "-0.5", "1.5", "9e18", "1e19", "\"1\"", "null"] {
      let text = String(decoding: good, as: UTF8.self).replacing(
        "\"offset\":0", with: "\"offset\":\(offset)")
      #expect((Checkpoint(Array(text.utf8)) != nil) == (offset == "9e18"), "\(offset)")
    }
  }

  /// A checkpoint that cannot be written is told before the work.
  @Test func noPlaceForACheckpoint() throws {
    try ToolRun.withFolder { folder throws in
      for (path, status) in [("\(folder)/none/cp", 1), (folder, 2)] as [(String, Int32)] {
        let run = ToolRun(
          ["batch", "--inline", "--resume", "--checkpoint", path],
          input: Array(BatchPictureTests.requests(0..<2).utf8))
        #expect(run.status == status && run.output.isEmpty && !run.errors.isEmpty, "\(path)")
      }
    }
    #expect(ToolRun("batch", "--checkpoint", "", input: "").status == 2)
    #expect(ToolRun("batch", "--checkpoint", "a", "--output", "b", input: "").status == 2)
  }

  /// A request whose picture could not be written is answered again; those after it, too.
  @Test func whatWasNotWritten() throws {
    try ToolRun.withFolder { folder throws in
      let input = BatchPictureTests.requests(0..<4)
      let name = try #require(try run(folder, input).jsonLines()[2]["name"] as? String)
      // A folder takes the place of the third picture.
      try FileManager.default.removeItem(atPath: folder + "/cp")
      try FileManager.default.removeItem(atPath: name)
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
      let failing = run(folder, input, "--resume", "--fail-after", "0")
      #expect(failing.status == 3)
      #expect(try failing.jsonLines()[2]["failure"] as? String == "notWritten")
      #expect(try checkpoint(folder).offset == BatchPictureTests.requests(0..<2).utf8.count)
      try FileManager.default.removeItem(atPath: name)
      let rest = try run(folder, input, "--resume").jsonLines()
      #expect(rest.first?["id"] as? Int == 2 && rest.first?["reused"] as? Bool == false)
      #expect(try checkpoint(folder).offset == input.utf8.count)
    }
  }

  /// Failures before the checkpoint count in the next run; without failures the status is 0.
  @Test func earlierFailures() throws {
    try ToolRun.withFolder { folder throws in
      let input = BatchPictureTests.requests(0..<2) + "x\n" + BatchPictureTests.requests(2..<4)
      #expect(run(folder, input, "--resume", "--fail").status == 3)
      #expect(try checkpoint(folder).failed == 1 && checkpoint(folder).count == 5)
      let again = run(folder, input, "--resume", "--fail")
      #expect(again.status == 3 && again.output.isEmpty)
      #expect(run(folder, input, "--resume", "--fail-after", "0").status == 3)
      #expect(run(folder, input, "--resume", "--fail-after", "1").status == 0)
      #expect(run(folder, input, "--resume", "--fail-after", "19%").status == 3)
      #expect(run(folder, input, "--resume", "--fail-after", "20%").status == 0)
      #expect(try checkpoint(folder).failed == 1)
    }
  }

  /// What the disk has lost once is claimed by no later checkpoint.
  @Test func aLossIsNotForgotten() throws {
    try ToolRun.withFolder { folder throws in
      let calls = Mutex(0)
      var console = CommandConsole()
      console.synchronize = { () throws(CommandError) in
        let isFirst = calls.withLock { calls in
          calls += 1
          return calls == 1
        }
        if isFirst { throw CommandError(.notWritten, nil, "lost") }
      }
      let keeper = CheckpointKeeper(
        folder + "/cp", console, RequestNames(), WrittenFilesystems(), folder: nil)
      let replies = ReplyQueue(console, capacity: 1)
      for _ in 0..<3 { #expect(throws: CommandError.self) { try keeper.write(replies) } }
      #expect(!FileManager.default.fileExists(atPath: folder + "/cp"))
    }
  }
}
