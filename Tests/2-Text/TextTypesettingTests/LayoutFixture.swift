// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Texts of 1000 points in fonts of 1000 units per em, so that a point is a font unit.
enum Fixture {
  static let fonts: FontCollection = {
    do {
      return try BundledFonts.collection(of: [
        "NotoSans-Regular.ttf", "NotoSansHebrew-Regular.ttf", "NotoSansArabic-Regular.ttf",
        "NotoSansDevanagari-Regular.ttf", "NotoSansThai-Regular.ttf", "NotoSansCJK-Common.otf",
      ])
    } catch { fatalError("the bundled fonts: \(error)") }
  }()

  static func style(_ paragraph: ParagraphStyle = .default, size: Double = 1000) -> TextStyle {
    TextStyle(shaping: ShapingStyle(size: size), paragraph: paragraph)
  }

  static func text(
    _ string: String, size: Double = 1000, _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) -> AttributedText {
    var paragraph = ParagraphStyle.default
    change(&paragraph)
    return AttributedText(string, style: style(paragraph, size: size))
  }

  static func layout(
    _ string: String, width: Double? = nil, size: Double = 1000,
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try TextLayout(
      text(string, size: size, change), in: TextContainer(width: width), fonts: fonts)
  }

  /// The width of a string on a line of its own.
  static func width(_ string: String, size: Double = 1000) throws -> Double {
    try layout(string, size: size).lines[0].width
  }
}

extension TextLayout {
  /// The text of each line.
  var strings: [String] {
    lines.map { line in
      String(decoding: text.utf16[line.range.range], as: UTF16.self)
    }
  }

  /// The visible text of each line.
  var visibleStrings: [String] {
    lines.map { line in
      String(decoding: text.utf16[line.visibleRange.range], as: UTF16.self)
    }
  }
}

func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  abs(a - b) <= tolerance
}
