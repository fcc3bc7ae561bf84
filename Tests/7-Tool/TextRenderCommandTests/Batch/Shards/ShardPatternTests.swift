// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRenderCommand

struct ShardPatternTests {
  @Test(arguments: [
    ("set-%05d.tar", 7, ".", "set-00007.tar"),
    ("set-%d.tar", 12, ".", "set-12.tar"),
    ("%03d.tar", 1234, ".", "1234.tar"),
    ("out/a/set-%018d.tar", 0, "out/a", "out/a/set-000000000000000000.tar"),
    ("/%d-of-9.tar", 3, "/", "/3-of-9.tar"),
    ("./ü-%02d.x.tar", 5, ".", "./ü-05.x.tar"),
  ])
  func paths(_ text: String, _ number: Int, _ folder: String, _ path: String) throws {
    let pattern = try #require(try ShardPattern(text))
    #expect(pattern.path(number) == path && pattern.partPath(number) == path + ".part")
    #expect(pattern.folder == folder)
    let name = String(path.split(separator: "/").last ?? "")
    #expect(pattern.number(of: name) == number && pattern.number(of: name + ".part") == number)
    #expect(pattern.partName(number) == name + ".part")
    #expect(text.hasSuffix(pattern.text))
  }

  @Test(arguments: [
    "out", "out/", "a.tar/b", "set-%05d.tar/", "100%", "50%off", "a%s", "tar", "a.tar.d", "",
    "%05d/set",
  ])
  func namesOfFolders(_ text: String) throws {
    #expect(try ShardPattern(text) == nil)
  }

  @Test(arguments: [
    ("set.tar", "no %d"), (".tar", "no %d"), ("set-%5d.tar", "no %d"), ("set-%05x.tar", "no %d"),
    ("set-%019d.tar", "no %d"), ("set-%00d.tar", "no %d"), ("set-%0d.tar", "no %d"),
    ("set-%-5d.tar", "no %d"), ("set-%05d-%05d.tar", "more than one %"),
    ("100%-%05d.tar", "more than one %"), ("%05d%.tar", "more than one %"),
    ("%05d/%05d.tar", "folder"), ("set-%05d.tgz", "does not end in .tar"),
    ("set-%d", "does not end in .tar"), ("set-%05d.TAR", "does not end in .tar"),
    ("%05d/set.tar", "no %d"),
  ])
  func namesOfNeither(_ text: String, _ reason: String) {
    #expect("\(text)") {
      try ShardPattern(text)
    } throws: { error in
      guard let error = error as? CommandError else { return false }
      return error.code == .usage && error.message.contains(reason)
    }
  }

  /// Names that only look like those of the pattern.
  @Test func otherNames() throws {
    let pattern = try #require(try ShardPattern("out/set-%03d.tar"))
    for name in [
      "set-1.tar", "set-0001.tar", "set-+01.tar", "set--01.tar", "set-.tar", "set-00a.tar",
      "set-001.tar.gz", "xset-001.tar", "set-001.tar.part.part", ".part", "", "set-٠٠١.tar",
      "set-001.TAR",
    ] {
      #expect(pattern.number(of: name) == nil, "\(name)")
    }
    #expect(pattern.number(of: "set-1000.tar") == 1000)
  }
}
