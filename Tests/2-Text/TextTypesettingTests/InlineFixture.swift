// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import FoundationEssentials
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping
@testable import TextTypesetting

/// An inline formatting context in a file of cases, with what a browser makes of it.
struct InlineCase: Decodable, Sendable, CustomStringConvertible {
  struct Style: Decodable, Sendable {
    var size: Double?
    var lineHeight: Double?
    var padding: [Double]?
    var margins: [Double]?
    var wrap: Bool?
    var raise: Double?
    var align: String?
  }

  enum Node: Decodable, Sendable {
    case text(String)
    case span([Node], Style)
    case box([Double], [Double], Style)
    case float(String, [Double], [Double], clear: String)
    case absolute
    case lineBreak

    private enum Keys: CodingKey {
      case span, style, box, margin, raise, align, float, size, clear, absolute, `break`
    }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .text(text)
        return
      }
      let node = try decoder.container(keyedBy: Keys.self)
      let margin = try node.decodeIfPresent([Double].self, forKey: .margin) ?? [0, 0, 0, 0]
      if node.contains(.span) {
        self = .span(
          try node.decode([Node].self, forKey: .span),
          try node.decodeIfPresent(Style.self, forKey: .style) ?? Style())
      } else if node.contains(.box) {
        self = .box(
          try node.decode([Double].self, forKey: .box), margin, try Style(from: decoder))
      } else if node.contains(.float) {
        self = .float(
          try node.decode(String.self, forKey: .float),
          try node.decode([Double].self, forKey: .size), margin,
          clear: try node.decodeIfPresent(String.self, forKey: .clear) ?? "none")
      } else {
        self = node.contains(.break) ? .lineBreak : .absolute
      }
    }
  }

  struct Found: Decodable, Sendable {
    var chars: [[Double]?]
    var spans: [[[Double]]]
    var boxes: [[Double]]
    var height: Double
    /// The least and the greatest width.
    var widths: [Double]
    var outer: [[Double]]
  }

  var name: String
  var width: Double
  var lineHeight: Double?
  var align: TextAlignment?
  var overflowWrap: String?
  var direction: String?
  var whiteSpace: String?
  var indent: Double?
  var outer: [Node]?
  /// Whether the least width is another in the browser.
  var skipsWidths: Bool?
  var nodes: [Node]
  var browser: Found

  var description: String { name }

  private enum CodingKeys: CodingKey {
    case name, width, lineHeight, align, overflowWrap, direction, whiteSpace, indent, outer, nodes
    case browser, skipsWidths
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    width = try members.decode(Double.self, forKey: .width)
    lineHeight = try members.decodeIfPresent(Double.self, forKey: .lineHeight)
    align = try members.decodeIfPresent(String.self, forKey: .align).flatMap {
      TextAlignment(keyword: $0)
    }
    overflowWrap = try members.decodeIfPresent(String.self, forKey: .overflowWrap)
    direction = try members.decodeIfPresent(String.self, forKey: .direction)
    whiteSpace = try members.decodeIfPresent(String.self, forKey: .whiteSpace)
    indent = try members.decodeIfPresent(Double.self, forKey: .indent)
    outer = try members.decodeIfPresent([Node].self, forKey: .outer)
    skipsWidths = try members.decodeIfPresent(Bool.self, forKey: .skipsWidths)
    nodes = try members.decode([Node].self, forKey: .nodes)
    browser = try members.decode(Found.self, forKey: .browser)
  }

  static func read(_ name: String, path: String = #filePath) throws -> [InlineCase] {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "\(folder)/Cases/\(name)"))
    return try JSONDecoder().decode([InlineCase].self, from: data)
  }

  /// - Parameter mode: The direction of lines. Of vertical lines the sizes in the file are those
  ///   along and across lines.
  func layout(
    _ mode: WritingMode = .horizontal
  ) throws -> (layout: TextLayout, text: InlineText) {
    let text = try InlineText(self, isVertical: mode.isVertical)
    var container = TextContainer(width: mode.isVertical ? nil : width)
    container.height = mode.isVertical ? width : nil
    container.writingMode = mode
    let rects = browser.outer.map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    var areas: [FloatContext.Area] = []
    for (node, rect) in zip(outer ?? [], rects) {
      guard case .float(let side, _, _, _) = node else { continue }
      areas.append(FloatContext.Area(rect, isAtLeft: side == "left"))
    }
    container.floatContext = FloatContext(
      areas: areas, lowestTop: rects.map(\.minY).max() ?? -.infinity)
    return (try TextLayout(text.text, in: container, fonts: Fixture.fonts), text)
  }
}

/// The text of an inline formatting context, as a page makes it.
struct InlineText {
  private(set) var text = AttributedText()
  /// The offsets of the characters, line breaks excluded.
  private(set) var characters: [Int] = []
  /// The ranges of the spans with their edges, and the margins of the edges.
  private(set) var spans: [(range: TextRange, margins: [Double])] = []
  /// The offsets of boxes, floats and absolute boxes, with the margins of each.
  private(set) var boxes: [(offset: Int, margin: [Double])] = []
  private var paragraph = ParagraphStyle()
  private let isVertical: Bool
  /// The style of a line break behind which nothing stands but end edges, which stay before it.
  private var pendingBreak: ShapingStyle?
  /// Whether the present line holds a character or a box.
  private var isLineFilled = false

  /// What text in a box is set in.
  private struct Box {
    var shaping: ShapingStyle
    var lineHeight: Double?
    var wrap = TextWrap.wrap
    /// The extents of the boxes around; none in the block, whose strut stands for it.
    var around: LineExtents?
    var alignment = InlineBox.Alignment.baseline

    /// The style of text in the box.
    var style: ShapingStyle {
      var style = shaping
      style.textWrap = wrap
      style.inlineBox = InlineBox(lineHeight: lineHeight, around: around, alignment: alignment)
      return style
    }
  }

  init(_ box: InlineCase, isVertical: Bool) throws {
    self.isVertical = isVertical
    var shaping = ShapingStyle(
      size: 1000, features: [FontFeature("kern", 0), FontFeature("liga", 0)])
    shaping.inlineBox = InlineBox(lineHeight: box.lineHeight)
    paragraph.strut = LineStrut(shaping)
    paragraph.alignment = box.align ?? .start
    paragraph.direction = box.direction == "rtl" ? .rightToLeft : .leftToRight
    paragraph.overflowWrap = box.overflowWrap == "break-word" ? .breakWord : .normal
    paragraph.firstLineIndent = box.indent ?? 0
    let block = Box(shaping: shaping, lineHeight: box.lineHeight)
    for node in box.nodes { try add(node, in: block) }
    // The last line break makes no further line, but a line without text.
    if let style = pendingBreak, !isLineFilled { append("\u{200B}", style) }
  }

  /// Adds the line break that is pending.
  private mutating func flush() {
    guard let style = pendingBreak else { return }
    // A line that holds nothing else is as high as the box of its line break.
    append(isLineFilled ? "\u{2028}" : "\u{200B}\u{2028}", style)
    (pendingBreak, isLineFilled) = (nil, false)
  }

  private mutating func append(_ string: String, _ style: ShapingStyle) {
    text.append(string, style: TextStyle(shaping: style, paragraph: paragraph))
  }

  private mutating func append(_ attachment: TextAttachment, _ style: ShapingStyle) {
    text.append(attachment, style: TextStyle(shaping: style, paragraph: paragraph))
  }

  private mutating func add(_ node: InlineCase.Node, in box: Box) throws {
    switch node {
    case .text(let string):
      flush()
      isLineFilled = true
      characters += text.length..<text.length + string.utf16.count
      append(string, box.style)
    case .lineBreak:
      flush()
      pendingBreak = box.style
    case .absolute:
      addBox([0, 0], [0, 0, 0, 0], in: box.style) { ($0.wrap, $0.alignment) = (.cover, .top) }
    case .float(let side, let size, let margin, let clear):
      addBox(size, margin, in: box.style) {
        $0.wrap = .surround
        $0.side = side == "left" ? .left : .right
        $0.clear = ["left": .left, "right": .right, "both": .both][clear] ?? .none
      }
    case .box(let size, let margin, let style):
      flush()
      isLineFilled = true
      var own = box.style
      own.baselineOffset += style.raise ?? 0
      addBox(size, margin, in: own) {
        $0.alignment = style.align == "top" ? .top : style.align == "bottom" ? .bottom : .baseline
      }
    case .span(let nodes, let style):
      try addSpan(nodes, style, in: box)
    }
  }

  private mutating func addBox(
    _ size: [Double], _ margin: [Double], in style: ShapingStyle,
    _ change: (inout TextAttachment) -> Void
  ) {
    flush()
    boxes.append((text.length, margin))
    let (along, across) = (size[0] + margin[1] + margin[3], size[1] + margin[0] + margin[2])
    var box = TextAttachment(
      .reserved(""),
      size: isVertical
        ? Size(width: across, height: along) : Size(width: along, height: across))
    box.inlinePart = .box(descent: 0)
    change(&box)
    append(box, style)
  }

  private mutating func addSpan(
    _ nodes: [InlineCase.Node], _ style: InlineCase.Style, in box: Box
  ) throws {
    var inner = box
    inner.shaping.size = style.size ?? box.shaping.size
    inner.lineHeight = style.lineHeight ?? box.lineHeight
    inner.wrap = style.wrap.map { $0 ? .wrap : .noWrap } ?? box.wrap
    if let align = style.align {
      inner.alignment = align == "top" ? .top : .bottom
      inner.shaping.baselineOffset = 0
      inner.around = try subtree(nodes, inner)
    } else {
      inner.shaping.baselineOffset += style.raise ?? 0
      inner.around = try LineExtents(of: inner.style, in: Fixture.fonts, isVertical: isVertical)
    }
    // The file has left and right sides.
    let isForward = paragraph.direction != .rightToLeft
    func sides(_ sides: [Double]?) -> [Double] {
      sides.map { isForward ? $0 : $0.reversed() } ?? [0, 0]
    }
    let (padding, margins) = (sides(style.padding), sides(style.margins))
    flush()
    let start = text.length
    for (index, part) in [InlinePart.startEdge, .endEdge].enumerated() {
      if index == 1 { for node in nodes { try add(node, in: inner) } }
      let along = padding[index] + margins[index]
      var edge = TextAttachment(
        .reserved(""),
        size: Size(width: isVertical ? 0 : along, height: isVertical ? along : 0))
      edge.inlinePart = part
      var style = inner.style
      style.textWrap = box.wrap
      append(edge, style)
    }
    spans.insert((TextRange(start, text.length), margins), at: spanIndex(start))
  }

  /// The index at which a span that begins at an offset is in the order of their beginnings.
  private func spanIndex(_ start: Int) -> Int {
    spans.firstIndex { $0.range.start > start } ?? spans.count
  }

  /// The extents of a span that is aligned to an edge of its lines, with the spans in it.
  private func subtree(_ nodes: [InlineCase.Node], _ box: Box) throws -> LineExtents {
    var extents = try LineExtents(of: box.style, in: Fixture.fonts, isVertical: isVertical)
    for case .span(let inner, let style) in nodes where style.align == nil {
      var child = box
      child.shaping.size = style.size ?? box.shaping.size
      child.lineHeight = style.lineHeight ?? box.lineHeight
      child.shaping.baselineOffset += style.raise ?? 0
      extents.add(try subtree(inner, child))
    }
    return extents
  }
}
