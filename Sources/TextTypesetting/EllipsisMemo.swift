// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping

/// The ellipses that were shaped last: cells of a list end in the same few.
///
/// Threads take one each out of ``pool``: those that share runs wait for each other to count references to them, and a
/// run is counted wherever its line goes.
final class EllipsisMemo {
  private struct Entry {
    var units: [UInt16]
    var style: ShapingStyle
    var level: UInt8
    /// Held, so that no other collection has its identifier.
    var fonts: FontCollection
    var fontsIdentifier: ObjectIdentifier
    var runs: [ShapedRun]
  }

  static let pool = ScratchPool<EllipsisMemo>(isLocal: true) { EllipsisMemo(capacity: 16) }

  private var entries: [Entry] = []
  /// The entry that is replaced next.
  private var next = 0
  private let capacity: Int

  /// - Parameter capacity: How many are kept; 0 keeps none.
  init(capacity: Int) { self.capacity = capacity }

  /// The runs of an ellipsis that stands in no text, with the fonts of one.
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
    guard units.count <= Self.longest, capacity > 0 else { return runs }
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

  private static let longest = 32
}
