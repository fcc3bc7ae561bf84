// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextTypesetting

/// The note about a line that is higher than the box of its text.
enum CutTextNote {
  /// Notes that the line is cut off.
  static func write(_ layout: TextLayout, to console: CommandConsole) {
    if let note = layout.cutOffNote { console.note("\(DocumentMember.height.rawValue): \(note)") }
  }
}
