// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextModel

extension ShapingJob {
  /// The levels of a paragraph whose spans were found. A span with a direction of its own counts as
  /// if isolate controls stood around it.
  ///
  /// - Throws: `CancellationError`.
  func resolveLevels(
    _ text: Span<UInt16>, _ direction: TextDirection
  ) throws -> BidiParagraph {
    guard hasIsolated else {
      return try BidiParagraph.resolve(text, direction: direction, cancellation: cancellation)
    }
    var marked: [UInt16] = []
    marked.reserveCapacity(text.count + 2 * min(spans.count, text.count))
    // The offsets in `text` at which controls are inserted: those where isolates begin and end.
    var edges: [Int] = []
    var start = 0
    var open = TextIsolation.none
    for index in spans.indices {
      if index & 0xFF == 0xFF { try cancellation.check() }
      let isolation = spans[index].style.style.storage.fields.isolation
      let end = min(spans[index].end, text.count)
      if isolation != open, start < end {
        if open != .none { marked.append(Self.popIsolate) }
        if isolation != .none { marked.append(Self.initiator(of: isolation)) }
        if open != .none { edges.append(start) }
        if isolation != .none { edges.append(start) }
        open = isolation
      }
      var i = start
      while i < end {
        let stop = min(end, i + 0x8000)
        for k in i..<stop { marked.append(text[k]) }
        i = stop
        if i < end { try cancellation.check() }
      }
      start = max(start, end)
    }
    if open != .none {
      marked.append(Self.popIsolate)
      edges.append(text.count)
    }
    let found = try BidiParagraph.resolve(
      marked.span, direction: direction, cancellation: cancellation)
    var levels: [UInt8] = []
    if !found.levels.isEmpty {
      levels.reserveCapacity(text.count)
      var edge = 0
      var isUniform = true
      for i in 0..<text.count {
        if i & 0x3FFF == 0x3FFF { try cancellation.check() }
        while edge < edges.count, edges[edge] <= i { edge += 1 }
        let level = found.levels[i + edge]
        if level != found.paragraphLevel { isUniform = false }
        levels.append(level)
      }
      if isUniform { levels = [] }
    }
    return BidiParagraph(
      paragraphLevel: found.paragraphLevel, length: text.count, levels: levels)
  }

  /// The levels of a paragraph in which absent parts have the level of the text at both their sides
  /// or, where that differs, the lower level.
  ///
  /// - Parameter levelContent: The characters as levels were resolved, without the parts.
  /// - Throws: `CancellationError`.
  func joinParts(
    to bidi: BidiParagraph, _ content: Span<UInt16>, _ levelContent: Span<UInt16>
  ) throws -> BidiParagraph {
    if bidi.levels.isEmpty { return bidi }
    var levels = bidi.levels
    var offset = 0
    while offset < content.count {
      if offset & 0x3FFF == 0x3FFF { try cancellation.check() }
      guard content[offset] != levelContent[offset] else {
        offset += 1
        continue
      }
      var end = offset + 1
      while end < content.count, content[end] != levelContent[end] { end += 1 }
      let before = offset > 0 ? levels[offset - 1] : bidi.paragraphLevel
      let after = end < content.count ? levels[end] : bidi.paragraphLevel
      for index in offset..<end { levels[index] = min(before, after) }
      offset = end
    }
    return BidiParagraph(
      paragraphLevel: bidi.paragraphLevel, length: bidi.length, levels: levels)
  }

  private static let popIsolate: UInt16 = 0x2069

  /// LRI, RLI or FSI.
  private static func initiator(of isolation: TextIsolation) -> UInt16 {
    switch isolation {
    case .leftToRight: 0x2066
    case .rightToLeft: 0x2067
    case .none, .auto: 0x2068
    }
  }
}
