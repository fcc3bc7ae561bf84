// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel
package import TextRuntime

// The functions of the analysis for callers that hold text as an unsafe buffer.
// unsafe: each passes on a span of a buffer that the caller keeps valid during the call.

extension BidiParagraph {
  @unsafe
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, direction: TextDirection,
    cancellation: Cancellation = .never
  ) throws -> BidiParagraph {
    try resolve(unsafe text.span, direction: direction, cancellation: cancellation)
  }
}

extension GraphemeBreaks {
  @unsafe
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, cancellation: Cancellation = .never
  ) throws -> GraphemeBreaks {
    try resolve(unsafe text.span, cancellation: cancellation)
  }
}

extension ScriptRuns {
  @unsafe
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, graphemes: GraphemeBreaks,
    cancellation: Cancellation = .never
  ) throws -> ScriptRuns {
    try resolve(unsafe text.span, graphemes: graphemes, cancellation: cancellation)
  }
}

extension EmojiScanner {
  @unsafe
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, graphemes: GraphemeBreaks,
    cancellation: Cancellation = .never
  ) throws -> EmojiRuns {
    try resolve(unsafe text.span, graphemes: graphemes, cancellation: cancellation)
  }
}

extension LineBreaks {
  @unsafe
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, languages: [LanguageSpan] = [],
    strictness: LineBreakStrictness = .auto, wordBreak: WordBreak = .normal,
    cancellation: Cancellation = .never
  ) throws -> LineBreaks {
    try resolve(
      unsafe text.span, languages: languages, strictness: strictness, wordBreak: wordBreak,
      cancellation: cancellation)
  }
}

extension ParagraphScanner {
  @unsafe
  package static func end(
    ofParagraphAt start: Int, in text: UnsafeBufferPointer<UInt16>
  ) -> Int {
    unsafe end(ofParagraphAt: start, in: text.span)
  }

  @unsafe
  package static func end(
    ofParagraphAt start: Int, in text: UnsafeBufferPointer<UInt16>, cancellation: Cancellation
  ) throws -> Int {
    try end(ofParagraphAt: start, in: unsafe text.span, cancellation: cancellation)
  }

  @unsafe
  package static func terminatorLength(_ text: UnsafeBufferPointer<UInt16>) -> Int {
    unsafe terminatorLength(text.span)
  }
}

@unsafe @inline(__always)
func decodeScalar(
  _ text: UnsafeBufferPointer<UInt16>, at offset: Int
) -> (value: UInt32, length: Int) {
  unsafe decodeScalar(text.span, at: offset)
}
