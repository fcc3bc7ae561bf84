// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
public import TextModel

/// Characters for which no font had a glyph.
public struct MissingCharacter: Hashable, Sendable {
  /// The grapheme clusters in the text, neighbours as one range.
  public let range: TextRange
  /// The distinct characters that no font has, 64 at most.
  public let scalars: [Unicode.Scalar]

  package init(range: TextRange, scalars: [Unicode.Scalar]) {
    self.range = range
    self.scalars = scalars
  }
}

extension [MissingCharacter] {
  /// The most characters of one entry: it is a report, not a copy of the text.
  private static var mostScalars: Int { 64 }

  /// Adds the clusters of a run that are drawn with `.notdef`.
  ///
  /// - Parameters:
  ///   - content: The run's paragraph.
  ///   - start: The paragraph's offset in the text.
  /// - Throws: `CancellationError`.
  mutating func note(
    in run: ShapedRun, content: Span<UInt16>, start: Int, _ cancellation: Cancellation
  ) throws {
    let rightToLeft = run.isRightToLeft
    let n = run.glyphCount
    var k = 0
    var clusters = 0
    while k < n {
      clusters += 1
      if clusters & 0x3FF == 0 { try cancellation.check() }
      let cluster = run.cluster(at: rightToLeft ? n - 1 - k : k)
      var isMissing = false
      var next = run.textRange.end
      while k < n {
        let index = rightToLeft ? n - 1 - k : k
        let other = run.cluster(at: index)
        if other != cluster {
          next = other
          break
        }
        if run.glyph(at: index) == 0 { isMissing = true }
        k += 1
      }
      if isMissing { add(content, cluster..<next, start: start, run.font.face.coverage) }
    }
  }

  /// Adds a cluster and its missing characters: those that its font lacks, and with it every other
  /// font, or all of them if the font lacks none. Neighbouring clusters become one entry.
  private mutating func add(
    _ content: Span<UInt16>, _ cluster: Range<Int>, start: Int, _ coverage: CharacterCoverage
  ) {
    var range = TextRange(start + cluster.lowerBound, start + cluster.upperBound)
    var scalars: [Unicode.Scalar] = []
    if let last, last.range.end == range.start {
      range = TextRange(last.range.start, range.end)
      scalars = removeLast().scalars
    }
    let units = cluster.map { content[$0] }
    var all: [Unicode.Scalar] = []
    for scalar in String(decoding: units, as: UTF16.self).unicodeScalars
    where all.count < Self.mostScalars {
      all.append(scalar)
    }
    let lacking = all.filter { !coverage.contains($0) && !isDefaultIgnorable($0.value) }
    for scalar in lacking.isEmpty ? all : lacking
    where scalars.count < Self.mostScalars && !scalars.contains(scalar) {
      scalars.append(scalar)
    }
    append(MissingCharacter(range: range, scalars: scalars))
  }
}
