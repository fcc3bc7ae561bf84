// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
package import SystemConcurrency
import TextAnalysis
internal import TextModel
internal import TextShaping
package import TextTypesetting

/// A note about a part of a document that is valid but has no effect.
package struct DocumentNote: Hashable, Sendable, CustomStringConvertible {
  /// The path of the part within the document: `spans[2].style.features`.
  package let path: String
  /// The offset of the span or the style that the part belongs to, in bytes of the JSON.
  package let offset: Int?
  package let message: String

  package var description: String { "\(path): \(message)" }
}

extension StyledDocument {
  /// Spans and ranges of features that reach beyond the text, or have no effect.
  package var rangeNotes: [DocumentNote] {
    // Only a cancellation is thrown, and there is none here.
    (try? rangeNotes(cancellation: .never)) ?? []
  }

  /// Spans and ranges of features that reach beyond the text, or have no effect.
  ///
  /// - Parameter cancellation: Polled between spans and links.
  /// - Throws: ``DocumentError`` with `cancelled`.
  package func rangeNotes(
    cancellation: Cancellation
  ) throws(DocumentError) -> [DocumentNote] {
    var notes: [DocumentNote] = []
    func check(_ path: String, _ offset: Int?, _ start: Int, _ end: Int) {
      let message: String
      if end > text.scalarCount, end != .max {
        message =
          "\(start) to \(end) is beyond the text, which has \(text.scalarCount) characters"
      } else if start >= text.scalarCount, text.scalarCount > 0 || start > 0 {
        message = "it begins at the end of the text, or beyond it"
      } else if start == end {
        message = "it is empty, and has no effect"
      } else {
        return
      }
      notes.append(DocumentNote(path: path, offset: offset, message: message))
    }
    func checkFeatures(of style: StyleChange, _ path: String, _ offset: Int?) {
      for feature in style.features ?? [] where !feature.isGlobal {
        check("\(path).features", offset, feature.start, feature.end)
      }
    }
    checkFeatures(of: style, "style", styleOffset)
    // The starts of paragraphs, computed at the first span that has a property of paragraphs.
    var starts: [Int]?
    for (index, span) in spans.enumerated() {
      if index & 63 == 63 { try cancellation.checkReading() }
      let path = "spans[\(index)]"
      let idle = span.style.paragraphProperties
      let isEmpty = span.start >= min(span.end, text.scalarCount)
      if !idle.isEmpty, !isEmpty, starts == nil { starts = try paragraphStarts(cancellation) }
      if !idle.isEmpty, !isEmpty, !Self.holds(starts ?? [], span.start, span.end) {
        let message =
          "\(idle.map(\.key).joined(separator: ", ")) \(idle.count == 1 ? "has" : "have") no "
          + "effect: the range holds no paragraph's first character"
        notes.append(DocumentNote(path: "\(path).style", offset: span.offset, message: message))
      }
      check(path, span.offset, span.start, span.end)
      checkFeatures(of: span.style, "\(path).style", span.offset)
    }
    for (index, link) in links.enumerated() {
      if index & 255 == 255 { try cancellation.checkReading() }
      check("links[\(index)]", link.offset, link.start, link.end)
    }
    notes += lostRubies
    return notes
  }

  /// A note about built-in fonts that are searched although the document excludes them; `nil` if
  /// there is no such conflict.
  package var fontNote: DocumentNote? {
    guard declinesDefaultFonts, usesSystemFonts || fonts.isEmpty else { return nil }
    let reason = usesSystemFonts ? "with the host's fonts" : "where no font is given"
    return DocumentNote(
      path: "defaultFonts", offset: nil,
      message: "the built-in fonts are searched all the same \(reason)")
  }

  /// Notes about rubies that are lost, in part or as a whole, since a later span has a ruby for the
  /// same characters and a character has at most one ruby.
  private var lostRubies: [DocumentNote] {
    let bases = spans.indices.filter { spans[$0].ruby != nil && spans[$0].start < spans[$0].end }
      .sorted { (spans[$0].start, $0) < (spans[$1].start, $1) }
    var notes: [DocumentNote] = []
    var noted: Set<Int> = []
    // The span whose base has the greatest end so far.
    var last: Int?
    for base in bases {
      if let before = last, spans[base].start < spans[before].end {
        let (lost, kept) = (min(base, before), max(base, before))
        if noted.insert(lost).inserted {
          notes.append(
            DocumentNote(
              path: "spans[\(lost)].ruby", offset: spans[lost].offset,
              message: "spans[\(kept)] has another ruby for the same characters, which is drawn"))
        }
        if spans[base].end > spans[before].end { last = base }
      } else {
        last = base
      }
    }
    return notes
  }

  /// The first scalar of each paragraph, in order.
  private func paragraphStarts(_ cancellation: Cancellation) throws(DocumentError) -> [Int] {
    var starts = [0]
    let units = text.utf16
    for (index, unit) in units.enumerated() {
      if index & 65535 == 65535 { try cancellation.checkReading() }
      guard ParagraphScanner.isTerminator(unit), unit != ParagraphScanner.lineSeparator else {
        continue
      }
      if unit == 0x0D, index + 1 < units.count, units[index + 1] == 0x0A { continue }
      starts.append(text.scalar(at: index + 1))
    }
    return starts
  }

  /// Whether a number of an ascending list lies in a range.
  private static func holds(_ numbers: [Int], _ start: Int, _ end: Int) -> Bool {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] < end
  }
}

extension [DocumentNote] {
  /// The most notes that are shown one by one.
  private static let namedCount = 5

  /// The notes to show: the first ones, if there are many.
  package var shown: ArraySlice<DocumentNote> { prefix(Self.namedCount) }

  /// The number of the other notes, as a note; `nil` if all are shown.
  package var more: String? {
    count > Self.namedCount
      ? "\(count - Self.namedCount) more ranges are empty or beyond the text" : nil
  }
}

extension TextLayout {
  /// A note about a text whose only line is higher than its box; `nil` for other texts.
  package var cutOffNote: String? {
    guard isCutOff, let line = lines.first else { return nil }
    func rounded(_ points: Double) -> String {
      let tenths = (points * 10).rounded() / 10
      return tenths == tenths.rounded() && abs(tenths) < 1e15 ? String(Int(tenths)) : String(tenths)
    }
    if axes.isVertical {
      let end = axes.writingMode == .verticalRL ? size.width - line.frame.minX : line.frame.maxX
      return "the text is cut off: its line ends \(rounded(end)) from the edge at which it begins, "
        + "in a box that is \(rounded(size.width)) wide"
    }
    return "the text is cut off: its line ends \(rounded(line.origin.y + line.height)) below the "
      + "upper edge of a box that is \(rounded(size.height)) high"
  }
}
