// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import TextHyphenation
import TextModel

@testable import StyledDocuments

/// The key `hyphens`.
struct DocumentHyphenTests {
  private static func hyphenation(_ value: String, root: String? = nil) throws -> Hyphenation? {
    let files = DocumentFiles(folder: root ?? "", root: root)
    var reader = StyledDocumentReader(files: files, isStrict: true)
    let document = try reader.document(
      from: Array(#"{"text":"a","style":{"size":10,"hyphens":\#(value)}}"#.utf8))
    return try document.attributedText().paragraphs.value(at: 0).hyphenation
  }

  @Test func words() throws {
    #expect(try Self.hyphenation(#""manual""#) == nil)
    #expect(try Self.hyphenation(#""auto""#) == .system)
    #expect(try Self.hyphenation(#""none""#) == .suppressed)
    #expect(try Self.hyphenation("{}") == .system)
  }

  @Test func limits() throws {
    let value = """
      {"maxConsecutive":2,"minWordLength":6,"minBefore":3,"minAfter":4,"zone":"1.5em",
      "capitalized":true,"character":"~"}
      """
    let expected = Hyphenation(
      maximumConsecutive: 2, minimumWordLength: 6, minimumBefore: 3, minimumAfter: 4, zone: 15,
      hyphenatesCapitalized: true, character: "~")
    #expect(try Self.hyphenation(value) == expected)
  }

  @Test(arguments: [
    #""yes""#, "true", "5", "[]", #"{"zone":-1}"#, #"{"minBefore":1.5}"#, #"{"minAfter":-1}"#,
    #"{"character":""}"#, #"{"character":"ab"}"#, #"{"dictionary":""}"#, #"{"dictionary":5}"#,
    #"{"dictionary":"/dev/zero"}"#, #"{"dictionary":"/none"}"#, #"{"other":1}"#,
  ])
  func wrongValues(_ value: String) {
    let error = #expect(throws: DocumentError.self) { try Self.hyphenation(value) }
    #expect(
      error?.keyPath?.hasPrefix("style.hyphens") == true,
      "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test func dictionariesLieBelowTheRoot() throws {
    let folder = "/tmp/hyphens-\(getpid())-document"
    try #require(mkdir(folder, 0o700) == 0)
    let path = "\(folder)/hyph_de_DE.dic"
    let file = try #require(fopen(path, "w"))
    fputs("UTF-8\na1b\n", file)
    fclose(file)
    let damaged = try #require(fopen("\(folder)/damaged.dic", "w"))
    fputs("UTF-99\na1b\n", damaged)
    fclose(damaged)
    defer {
      unlink(path)
      unlink("\(folder)/damaged.dic")
      rmdir(folder)
    }
    let value = #"{"dictionary":"hyph_de_DE.dic"}"#
    let hyphenation = try #require(try Self.hyphenation(value, root: folder))
    #expect(hyphenation.hyphenator?.language == "de-DE")
    #expect(hyphenation.hyphenator?.points(in: "abab").map(\.offset) == [])
    for outside in ["../x.dic", "/usr/share/hyphen/hyph_de_DE.dic", "none.dic", "damaged.dic"] {
      #expect(throws: DocumentError.self, "\(outside)") {
        try Self.hyphenation(#"{"dictionary":"\#(outside)"}"#, root: folder)
      }
    }
  }
}
