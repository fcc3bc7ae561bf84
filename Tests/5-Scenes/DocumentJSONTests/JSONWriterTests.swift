// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DocumentJSON

struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", #""""#), ("a", #""a""#), (#"a"b\c/"#, #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#),
    ("\0\u{1}\u{1F}\u{7F}", #""\u0000\u0001\u001f"# + "\u{7F}\""), ("é漢😀", #""é漢😀""#),
    ("\"", #""\"""#), ("x\u{B}", #""x\u000b""#),
  ])
  func stringsAreEscaped(_ text: String, _ json: String) {
    #expect(written { $0.string(text) } == json)
    #expect(written { $0.name(text: text) } == json + ":")
    #expect(written { $0.string(utf8: Array(text.utf8)) } == json)
  }

  @Test func stringsFollowWhatIsWritten() {
    let text = written { writer in
      writer.beginArray()
      writer.string("a\nb")
      writer.number(-7)
      writer.string("c")
      writer.endArray()
    }
    #expect(text == #"["a\nb",-7,"c"]"#)
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (1_234_567_890, "1234567890"),
    (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
  ])
  func integers(_ number: Int, _ text: String) {
    #expect(written { $0.number(number) } == text)
  }

  @Test(arguments: [
    (0.5, "0.5"), (-12.3456, "-12.3456"), (0.00004, "0"), (99.99996, "100"),
    (1e15, "1000000000000000"),
    (-0.0001, "-0.0001"), (1e300, "9223372036854775807"), (Double.infinity, "0"),
  ])
  func decimals(_ number: Double, _ text: String) {
    #expect(written { $0.number(number) } == text)
  }
}
