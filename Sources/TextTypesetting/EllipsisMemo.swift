// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

/// The ellipses that were shaped last: cells of a list end in the same few.
final class EllipsisMemo: Sendable {
  private struct Entry: Sendable {
    var units: [UInt16]
    var style: ShapingStyle
    var level: UInt8
    var fonts: FontCollection
    var runs: [ShapedRun]
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// The entry that is replaced next.
    var next = 0
  }

  static let shared = EllipsisMemo(capacity: 16)

  private let state = Guarded(State())
  private let capacity: Int

  /// - Parameter capacity: How many are kept; 0 keeps none.
  init(capacity: Int) { self.capacity = capacity }

  /// The runs of an ellipsis that stands in no text, with the fonts of one.
  func runs(
    of units: [UInt16], style: ShapingStyle, level: UInt8, beside shaped: ShapedText
  ) throws -> [ShapedRun] {
    let fonts = shaped.fonts
    let known = state.withLock { state -> [ShapedRun]? in
      for entry in state.entries
      where entry.fonts === fonts && entry.level == level && entry.style == style
        && entry.units == units
      {
        return entry.runs
      }
      return nil
    }
    if let known { return known }
    let runs = try shaped.shapeToken(units, style: style, level: level)
    guard units.count <= Self.longest, capacity > 0 else { return runs }
    let entry = Entry(units: units, style: style, level: level, fonts: fonts, runs: runs)
    // What is replaced is freed after the lock is given back.
    let replaced = state.withLock { state -> Entry? in
      guard state.entries.count == capacity else {
        state.entries.append(entry)
        return nil
      }
      let old = state.entries[state.next]
      state.entries[state.next] = entry
      state.next = (state.next + 1) % capacity
      return old
    }
    return withExtendedLifetime(replaced) { runs }
  }

  private static let longest = 32
}
