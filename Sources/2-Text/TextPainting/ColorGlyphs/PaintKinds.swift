// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextTypesetting

/// The kinds of paint beyond a colour that occur in a range, so that plain text skips them.
struct PaintKinds: OptionSet {
  let rawValue: UInt16

  static let blockBackground = PaintKinds(rawValue: 1 << 0)
  static let background = PaintKinds(rawValue: 1 << 1)
  static let shadow = PaintKinds(rawValue: 1 << 2)
  static let underline = PaintKinds(rawValue: 1 << 3)
  static let overline = PaintKinds(rawValue: 1 << 4)
  static let stroke = PaintKinds(rawValue: 1 << 5)
  static let innerShadow = PaintKinds(rawValue: 1 << 6)
  static let strikethrough = PaintKinds(rawValue: 1 << 7)
  static let border = PaintKinds(rawValue: 1 << 8)
  static let fill = PaintKinds(rawValue: 1 << 9)
  static let strokeFill = PaintKinds(rawValue: 1 << 10)
}

extension PaintKinds {
  /// The kinds on some lines of a layout, and in the token that may lie on them.
  init(of layout: TextLayout, lines: Range<Int>, _ cancellation: Cancellation) throws {
    self = []
    guard let first = lines.first, let last = lines.last else { return }
    try add(
      layout.text,
      TextRange(layout.textRange(ofLine: first).start, layout.textRange(ofLine: last).end),
      cancellation)
    if layout.isTruncated, let token = layout.container.token {
      try add(token, token.range, cancellation)
    }
  }

  private mutating func add(
    _ text: AttributedText, _ range: TextRange, _ cancellation: Cancellation
  ) throws {
    // The runs are read by index, so that the column is not copied.
    for run in text.paint.run(at: range.start)...text.paint.run(at: max(range.start, range.end - 1))
    {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let style = text.paint.value(ofRun: run)
      if !style.isPlain { formUnion(PaintKinds(style)) }
    }
  }

  private init(_ style: PaintStyle) {
    self = []
    if let background = style.background {
      insert(background.shape.extent == .block ? .blockBackground : .background)
    }
    if style.underline != nil { insert(.underline) }
    if style.overline != nil { insert(.overline) }
    if style.strikethrough != nil { insert(.strikethrough) }
    for shadow in style.drawnShadows { insert(shadow.isInner ? .innerShadow : .shadow) }
    if style.drawnFill != nil { insert(.fill) }
    if let stroke = style.stroke {
      insert(.stroke)
      if stroke.drawnFill != nil { insert(.strokeFill) }
    }
    if style.border != nil { insert(.border) }
  }
}

extension PaintKinds {
  /// The passes that draw something, from the bottom to the top.
  var passes: [PaintPass] {
    isEmpty ? Self.plain : PaintPass.allCases.filter { $0.isNeeded(for: self) }
  }

  private static let plain: [PaintPass] = [.glyphs]
}

/// The passes of a painting, from the bottom to the top; each goes over all lines.
///
/// Source: the order of YYText.
enum PaintPass: CaseIterable {
  case blockBackgrounds
  case backgrounds
  case shadows
  case linesBelow
  /// Glyphs and attachments.
  case glyphs
  /// Gradients and pictures in glyphs.
  case fills
  case strokes
  /// Gradients and pictures in strokes.
  case strokeFills
  case innerShadows
  case strikethroughs
  case borders

  /// Whether text with some kinds of paint needs the pass.
  func isNeeded(for kinds: PaintKinds) -> Bool {
    switch self {
    case .blockBackgrounds: kinds.contains(.blockBackground)
    case .backgrounds: kinds.contains(.background)
    case .shadows: kinds.contains(.shadow)
    case .linesBelow: !kinds.isDisjoint(with: [.underline, .overline])
    case .glyphs: true
    case .fills: kinds.contains(.fill)
    case .strokes: kinds.contains(.stroke)
    case .strokeFills: kinds.contains(.strokeFill)
    case .innerShadows: kinds.contains(.innerShadow)
    case .strikethroughs: kinds.contains(.strikethrough)
    case .borders: kinds.contains(.border)
    }
  }
}
