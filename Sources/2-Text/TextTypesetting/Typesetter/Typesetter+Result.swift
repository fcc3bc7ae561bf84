// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextModel

extension Typesetter {
  /// The lines of a text in a container.
  struct Result {
    /// The size of the box in line space.
    var size: Size
    var isTruncated: Bool
    /// Whether the only line is higher than the room for lines.
    var isCutOff: Bool
    var records: LineRecords
    var specials: SpecialLines
    /// The text that is left out; empty at the text's end if all is shown.
    var leftOut: TextRange
    /// The columns, if there are several.
    var columns: [LineColumn] = []
    /// The attachments that lines run beside, in the order of the text.
    var floats: [PlacedFloat] = []
    /// Whether each line lies above the one before in line space.
    var isUpwards = false

    /// The distance of a line from the edge of the box at which the text begins.
    func blockStart(of record: LineRecord) -> Double {
      isUpwards ? size.height - record.y - record.height : record.y
    }

    /// The result of setting no text: no lines.
    static let empty = Result(
      size: .zero, isTruncated: false, isCutOff: false, records: LineRecords(),
      specials: SpecialLines(), leftOut: TextRange(0, 0))

    /// Whether all of the text is shown.
    var fits: Bool { !isTruncated && !isCutOff }
  }
}
