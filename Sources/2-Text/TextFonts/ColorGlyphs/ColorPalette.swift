// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemFiles

/// Palette 0 of a font. Source: OpenType specification, table CPAL.
struct ColorPalette {
  private let table: FontTable
  private let first: FileNumber
  private let count: FileNumber
  private let records: FileNumber

  init(_ table: FontTable) {
    self.table = table
    count = table.u16(2) ?? 0
    records = table.u32(8) ?? 0
    first = table.u16(12) ?? 0
  }

  /// A colour of the palette; index 0xFFFF is the text's own, and indices beyond the palette are
  /// clear.
  func color(_ index: FileNumber, alpha: Double) -> PaintColor {
    let alpha = min(max(alpha, 0), 1)
    if index == 0xFFFF {
      return PaintColor(color: Color(white: 0, alpha: alpha), isForeground: true)
    }
    let at = records + 4 * (first + index)
    guard index < count, first + index < (table.u16(6) ?? 0), let blue = table.byte(at),
      let green = table.byte(at + 1), let red = table.byte(at + 2),
      let opacity = table.byte(at + 3)
    else { return PaintColor(color: .clear, isForeground: false) }
    var color = Color(red8: red, green8: green, blue8: blue, alpha8: opacity)
    color.alpha *= alpha
    return PaintColor(color: color, isForeground: false)
  }
}
