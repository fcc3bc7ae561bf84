// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

/// The bases of a paragraph: the ranges with a ruby.
struct RubyBases {
  /// A range of the paragraph and its ruby.
  struct Base {
    var range: TextRange
    var ruby: RubyText
  }

  private(set) var all: [Base] = []

  var isEmpty: Bool { all.isEmpty }

  /// Finds the bases in a paragraph's content. A range with a tab is no base, since tabs stand at
  /// their stops.
  ///
  /// - Throws: `CancellationError`.
  init(
    _ column: RunColumn<TextElement>, _ content: Span<UInt16>, paragraphStart: Int,
    _ cancellation: Cancellation
  ) throws {
    let end = paragraphStart + content.count
    if content.isEmpty { return }
    var run = column.run(at: paragraphStart)
    var visited = 0
    while run < column.count, column.start(of: run) < end {
      visited += 1
      if visited & 0xFF == 0 { try cancellation.check() }
      defer { run += 1 }
      guard let ruby = column.value(ofRun: run).ruby, !ruby.text.isEmpty else { continue }
      let part = column.range(of: run).clamped(to: TextRange(paragraphStart, end))
      let from = snapped(part.start - paragraphStart, content)
      let to = snapped(part.end - paragraphStart, content)
      if to <= from { continue }
      // Links may divide a base, so neighbours with the same ruby are one base.
      if let last = all.last, last.range.end == from, last.ruby == ruby {
        all[all.count - 1].range.end = to
      } else {
        all.append(Base(range: TextRange(from, to), ruby: ruby))
      }
    }
    var kept: [Base] = []
    for base in all {
      var hasTab = false
      for i in base.range.range {
        if i & 0x3FFF == 0x3FFF { try cancellation.check() }
        if content[i] == 0x09 { hasTab = true }
      }
      if !hasTab { kept.append(base) }
    }
    all = kept
  }

  /// An offset that divides no surrogate pair.
  private func snapped(_ offset: Int, _ content: Span<UInt16>) -> Int {
    guard offset > 0, offset < content.count, content[offset] & 0xFC00 == 0xDC00,
      content[offset - 1] & 0xFC00 == 0xD800
    else { return offset }
    return offset + 1
  }

  /// Whether a base begins or ends at an offset of the paragraph.
  ///
  /// - Complexity: O(log bases).
  func isBound(_ offset: Int) -> Bool {
    var (low, high) = (0, all.count)
    while low < high {
      let mid = (low + high) / 2
      if all[mid].range.end < offset { low = mid + 1 } else { high = mid }
    }
    guard low < all.count else { return false }
    return all[low].range.start == offset || all[low].range.end == offset
  }

  /// Divides items at the bounds of bases.
  ///
  /// - Throws: `CancellationError`.
  func divide(_ items: inout [ItemExtent], _ cancellation: Cancellation) throws {
    var divided: [ItemExtent] = []
    var next = 0
    for (index, item) in items.enumerated() {
      if index & 0xFF == 0xFF { try cancellation.check() }
      var rest = item
      while next < all.count, all[next].range.end <= rest.start { next += 1 }
      var base = next
      while base < all.count, all[base].range.start < rest.end {
        for bound in [all[base].range.start, all[base].range.end]
        where bound > rest.start && bound < rest.end {
          var first = rest
          first.end = bound
          divided.append(first)
          rest.start = bound
          rest.continuesCluster = false
        }
        base += 1
      }
      divided.append(rest)
    }
    items = divided
  }
}
