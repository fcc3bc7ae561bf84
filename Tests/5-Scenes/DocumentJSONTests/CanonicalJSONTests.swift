// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DocumentJSON

struct CanonicalJSONTests {
  private func canonical(_ json: String) throws -> String {
    var writer = JSONWriter()
    writer.canonical(try JSONReader.value(of: Array(json.utf8)))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (#" { "b" : 1 , "a" : [ true , null , "x" ] } "#, #"{"a":[true,null,"x"],"b":1.0}"#),
    (#"{"a":1,"b":2,"a":3}"#, #"{"a":3.0,"b":2.0}"#),
    (#"{"n":[1,1.0,10e-1,0.1,1e300,-0.5]}"#, #"{"n":[1.0,1.0,1.0,0.1,1e+300,-0.5]}"#),
    (#"{"t":"\u0061\/\n\u00e9"}"#, #"{"t":"a/\né"}"#),
    (#"{"z":{"d":1,"c":{}},"Z":[],"é":0,"":1}"#, #"{"":1.0,"Z":[],"z":{"c":{},"d":1.0},"é":0.0}"#),
  ])
  func forms(_ json: String, _ expected: String) throws {
    #expect(try canonical(json) == expected)
    #expect(try canonical(expected) == expected)
  }

  /// Names that are equal to Swift, but not byte by byte, keep an order of their own.
  @Test func equivalentNames() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let one = try canonical("{\"\(composed)\":1,\"\(decomposed)\":2}")
    #expect(one == "{\"\(decomposed)\":2.0}" || one == "{\"\(composed)\":2.0}")
    #expect(try canonical(one) == one)
  }
}
