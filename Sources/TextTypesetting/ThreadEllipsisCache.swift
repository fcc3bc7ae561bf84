// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping

/// A per-thread cache of shaped ellipses: the cells of a list end in the same few.
///
/// Each thread checks one out of ``pool``. A cache shared by threads would share the reference
/// counts of its runs, which are counted for every line that uses them.
final class ThreadEllipsisCache {
  private struct Entry {
    var units: [UInt16]
    var style: ShapingStyle
    var level: UInt8
    /// Retained, so that no other collection gets the same identifier.
    var fonts: FontCollection
    var fontsIdentifier: ObjectIdentifier
    var runs: [ShapedRun]
  }

  static let pool = ScratchPool<ThreadEllipsisCache>(isLocal: true) {
    ThreadEllipsisCache(capacity: 16)
  }

  /// Longer ellipses are not kept, in code units.
  private static let maximumLength = 32

  private var entries: [Entry] = []
  /// The index of the entry to replace next: round robin.
  private var next = 0
  private let capacity: Int

  /// - Parameter capacity: The most entries; 0 keeps none.
  init(capacity: Int) { self.capacity = capacity }

  /// The runs of an ellipsis, shaped as a text of its own with the fonts of `shaped`.
  func runs(
    of units: [UInt16], style: ShapingStyle, level: UInt8, beside shaped: ShapedText
  ) throws -> [ShapedRun] {
    let identifier = shaped.fontsIdentifier
    for index in entries.indices
    where entries[index].level == level && entries[index].fontsIdentifier == identifier
      && entries[index].style == style && entries[index].units == units
    {
      return entries[index].runs
    }
    let runs = try shaped.shapeToken(units, style: style, level: level)
    guard units.count <= Self.maximumLength, capacity > 0 else { return runs }
    let entry = Entry(
      units: units, style: style, level: level, fonts: shaped.fonts, fontsIdentifier: identifier,
      runs: runs)
    if entries.count < capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
      next = (next + 1) % capacity
    }
    return runs
  }
}
