// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel

/// A stretch of a paragraph that is shaped at once: one font, style, script, level and kind.
struct ShapingItem {
  /// The first code unit, in the paragraph.
  var start: Int
  /// The code unit after the last.
  var end: Int
  let font: Font
  let style: ResolvedStyle
  let script: FontTag
  /// The bidi embedding level; odd means right to left.
  let level: UInt8
  let kind: ShapedRun.Kind

  @inline(__always) var isRightToLeft: Bool { level & 1 == 1 }
}
