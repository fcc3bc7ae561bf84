// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// A layout as glyph outlines in SVG 1.1, with contours and points as FreeType returns them.
struct SVGWriter {
  /// A font at a size; the symbols of two sizes are different.
  private struct FontKey: Hashable {
    var font: UInt32
    var size: Double
  }

  private struct GlyphKey: Hashable {
    var font: UInt32
    var size: Double
    var glyph: UInt16
  }

  /// The `<symbol>` elements.
  private var symbols: [UInt8] = []
  /// The `<use>` elements.
  private var uses: [UInt8] = []
  /// The numbers of fonts with outlines, in order of first use.
  private var fontNumbers: [FontKey: Int] = [:]
  /// The symbols of glyphs; `nil` for a glyph without an outline.
  private var names: [GlyphKey: String?] = [:]

  /// Returns the document in UTF-8; empty for a layout without lines.
  static func document(_ layout: TextLayout) -> [UInt8] {
    var writer = SVGWriter()
    guard let first = layout.lines.first else { return [] }
    let runs = first.runs
    let origin = Point(x: runs.first?.x ?? first.origin.x, y: first.baseline)
    for line in layout.lines {
      for run in line.index == 0 ? runs : line.runs { writer.add(run, from: origin, layout) }
    }
    let box = box(of: layout, firstLine: first, runs)
    var bytes = Array(
      (#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
        + #" version="1.1" viewBox="0 "#).utf8)
    writer.append([box.minY, box.width, box.height], to: &bytes)
    bytes += Array("\">\n".utf8)
    bytes += writer.symbols
    bytes += writer.uses
    bytes += Array("</svg>\n".utf8)
    return bytes
  }

  /// The view box relative to the first pen position; it starts at the first font's ascent.
  private static func box(
    of layout: TextLayout, firstLine: LineFragment, _ runs: [LineRun]
  ) -> Rect {
    let font: Font
    let scale: Double
    if let run = runs.first?.run {
      font = run.font
      scale = run.size / Double(max(1, run.font.unitsPerEm))
    } else if let paragraph = layout.shaped.paragraphs.first {
      font = paragraph.strutFont
      scale = paragraph.strutStyle.size / Double(max(1, font.unitsPerEm))
    } else {
      return .zero
    }
    let extents = font.freeTypeExtents
    let ascent = (extents.map { Double($0.ascender) } ?? font.metrics.ascent) * scale
    let descent = (extents.map { Double($0.descender) } ?? font.metrics.descent) * scale
    let isOneLine = layout.lines.count == 1
    let width =
      isOneLine ? runs.reduce(0) { $0 + $1.width } : layout.size.width
    return Rect(
      x: 0, y: -ascent, width: width,
      height: isOneLine ? ascent - descent : layout.size.height)
  }

  private mutating func add(_ run: LineRun, from origin: Point, _ layout: TextLayout) {
    guard !run.glyphs.isEmpty else { return }
    let paint = layout.text.paint
    run.forEachGlyph { glyph in
      guard let name = name(of: glyph.id, in: run.run) else { return }
      uses += Array("<use xlink:href=\"#".utf8)
      uses += Array(name.utf8)
      uses += Array("\" x=\"".utf8)
      DecimalNumber.append(glyph.x - origin.x, to: &uses)
      uses += Array("\" y=\"".utf8)
      DecimalNumber.append(glyph.y - origin.y, to: &uses)
      uses.append(UInt8(ascii: "\""))
      let color = paint.value(at: glyph.cluster).color
      if color != .black { appendFill(color) }
      uses += Array("/>\n".utf8)
    }
  }

  private mutating func appendFill(_ color: Color) {
    func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(1, value)) * 255 + 0.5) }
    let rgb = byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    let digits = String(rgb, radix: 16)
    uses += Array(" fill=\"#".utf8)
    uses += Array((String(repeating: "0", count: 6 - digits.count) + digits + "\"").utf8)
    if color.alpha < 1 {
      uses += Array(" fill-opacity=\"".utf8)
      DecimalNumber.append(Double(color.alpha), to: &uses)
      uses.append(UInt8(ascii: "\""))
    }
  }

  /// The name of a glyph's symbol, which is written at first use; `nil` without an outline.
  private mutating func name(of glyph: UInt16, in run: ShapedRun) -> String? {
    let key = GlyphKey(font: run.font.id, size: run.size, glyph: glyph)
    if let known = names[key] { return known }
    let font = run.font
    let fontKey = FontKey(font: font.id, size: run.size)
    let number = fontNumbers[fontKey] ?? fontNumbers.count
    let path =
      font.freeTypeOutline(of: UInt32(glyph)) ?? font.outline(of: UInt32(glyph))
    var name: String?
    if !path.isEmpty {
      fontNumbers[fontKey] = number
      let symbol = "f\(number)." + Self.escaped(font.glyphName(UInt32(glyph)))
      name = symbol
      symbols += Array("<symbol id=\"\(symbol)\" overflow=\"visible\"><path d=\"".utf8)
      let scale = run.size / Double(max(1, font.unitsPerEm))
      let lean = font.synthesis.contains(.oblique) ? FontSynthesis.obliqueSlope : 0
      append(
        path,
        AffineTransform(a: scale, b: 0, c: scale * lean, d: -scale, tx: 0, ty: 0))
      symbols += Array("\"/></symbol>\n".utf8)
    }
    names[key] = .some(name)
    return name
  }

  private mutating func append(_ path: Path, _ transform: AffineTransform) {
    var isFirst = true
    func command(_ letter: UInt8, _ points: [Point]) {
      if !isFirst { symbols.append(UInt8(ascii: " ")) }
      isFirst = false
      symbols.append(letter)
      for (i, point) in points.enumerated() {
        if i > 0 { symbols.append(UInt8(ascii: " ")) }
        let p = transform.apply(point)
        DecimalNumber.append(p.x, to: &symbols)
        symbols.append(UInt8(ascii: ","))
        DecimalNumber.append(p.y, to: &symbols)
      }
    }
    for element in path.elements {
      switch element {
      case .move(let to): command(UInt8(ascii: "M"), [to])
      case .line(let to): command(UInt8(ascii: "L"), [to])
      case .quad(let control, let to): command(UInt8(ascii: "Q"), [control, to])
      case .cubic(let control1, let control2, let to):
        command(UInt8(ascii: "C"), [control1, control2, to])
      case .close: command(UInt8(ascii: "Z"), [])
      }
    }
  }

  private func append(_ numbers: [Double], to bytes: inout [UInt8]) {
    for (i, number) in numbers.enumerated() {
      if i > 0 { bytes.append(UInt8(ascii: " ")) }
      DecimalNumber.append(number, to: &bytes)
    }
  }

  /// Escapes a glyph name for an XML attribute; glyph names are arbitrary strings.
  private static func escaped(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case " ": result += "_"
      default:
        if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
