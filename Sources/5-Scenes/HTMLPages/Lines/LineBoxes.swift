// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import StyleSheets
internal import SystemConcurrency
internal import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// The lines of a block as the contents of its box.
struct LineBoxes: LineContent {
  /// A box in the lines, as the lines need it.
  struct Part {
    enum Kind {
      case inline(VerticalAlign)
      case float
      /// Whether the box would be a block of its own in the flow.
      case absolute(isBlock: Bool)
    }

    let kind: Kind
    /// The shape of a float; `nil` for that of its box.
    let shape: FloatShape?
    let offset: Int
    /// How far the baseline of the text around is raised, in points.
    let raise: Double
    let font: FontStyles.Extents
    let fontSize: Double
    let lineHeight: Double
  }

  let text: AttributedText
  /// The same text in the style of the first line; `nil` if that is the style of all lines.
  private let firstLine: AttributedText?
  let parts: [Part]
  /// The edges of inline boxes that percentages decide.
  private let edges: [LineText.Edge]
  /// The indent of the first line; `nil` where the text has it.
  private let indent: TextIndent?
  private let shapes: FloatShapes
  private let mode: StyleSheets.WritingMode
  private let isMirrored: Bool
  /// The rules of setting, without a width.
  let rules: TextContainer
  let fonts: FontCollection
  let isWrapped: Bool
  /// Whether breaks are chosen for the paragraph as a whole: `text-wrap-style` (CSS Text 4, §6.4.2).
  private let looksAhead: Bool
  /// The lines that stay together before and after a break: `orphans` and `widows`.
  private let leastLines: (before: Int, after: Int)
  private var isVertical: Bool { rules.writingMode.isVertical }
  let cancellation: Cancellation
  /// The text as it was shaped last: its boxes rarely change their sizes.
  private let shaped = ShapedLines()

  init(
    _ lines: LineText, _ box: PageBox, _ styles: FontStyles, _ shapes: FloatShapes,
    cancellation: Cancellation
  ) {
    text = lines.text
    edges = lines.edges
    self.shapes = shapes
    indent = box.style.text.indent.length.points == nil ? box.style.text.indent : nil
    var firstLine: AttributedText?
    if let style = box.firstLine, case .lines(let items) = box.contents {
      firstLine =
        LineText(
          items, of: box, styles: styles, hasStruts: lines.hasStruts, firstLine: style
        ).text
    }
    self.firstLine = firstLine?.length == text.length ? firstLine : nil
    parts = lines.parts.map { part in
      let style = part.box.style
      let kind: Part.Kind =
        part.box.isAbsolute
        ? .absolute(isBlock: !style.box.declaredDisplay.isInline)
        : part.box.isFloat ? .float : .inline(style.box.verticalAlign)
      return Part(
        kind: kind, shape: part.box.floatShape, offset: part.offset, raise: part.raise,
        font: styles.extents(of: part.font, isCentral: box.style.isSetVertically),
        fontSize: part.font.size,
        lineHeight: style.text.lineHeight.points(fontSize: style.text.fontSize)
          ?? style.text.fontSize * 1.2)
    }
    fonts = styles.fonts
    self.cancellation = cancellation
    let style = box.style
    isWrapped = style.text.wraps
    looksAhead = style.text.wrapStyle == .balance || style.text.wrapStyle == .pretty
    leastLines = (style.inherited.orphans, style.inherited.widows)
    var rules = TextContainer(truncation: .none)
    if let clamp = style.box.lineClamp {
      (rules.maximumLines, rules.truncation) = (clamp, .end)
      rules.tokenEndsLines = true
    }
    if style.box.textOverflow == .ellipsis, style.box.overflowX != .visible, !isWrapped {
      rules.truncation = .end
      rules.isWrapped = false
    }
    if rules.truncation != .none {
      // The ellipsis is one of the block, whatever stands where the line is cut.
      rules.token = AttributedText("\u{2026}", style: lines.blockStyle)
    }
    if style.isSetVertically {
      rules.writingMode = style.text.writingMode == .verticalRL ? .verticalRL : .verticalLR
    }
    (mode, isMirrored) = (style.text.writingMode, style.hasMirroredLines)
    self.rules = rules
  }

  // MARK: Widths

  func contentWidths(of boxes: [LineBoxWidths]) throws -> (least: Double, greatest: Double) {
    var floats = (least: 0.0, greatest: 0.0)
    for (part, widths) in zip(parts, boxes) {
      guard case .float = part.kind else { continue }
      floats.least = max(floats.least, widths.least)
      floats.greatest += max(0, widths.greatest)
    }
    func widths(_ side: (LineBoxWidths) -> Double) throws -> TextTypesetting.ContentWidths {
      let sizes = boxes.map { LineBoxSize(width: side($0), height: 0) }
      return try TextTypesetting.ContentWidths(
        shaped(sized(text, sizes, width: 0, keepsFloats: false)), cancellation: cancellation)
    }
    let greatest = try widths(\.greatest)
    let isFixed = boxes.allSatisfy { $0.least == $0.greatest }
    let least = isFixed ? greatest : try widths(\.least)
    return (
      max(floats.least, isWrapped ? least.least : least.greatest),
      greatest.greatest + floats.greatest
    )
  }

  // MARK: Lines

  private var hasFloats: Bool {
    parts.contains { if case .float = $0.kind { true } else { false } }
  }

  func setLines(in room: LineRoom) throws -> LinesOfBox {
    var text = sized(text, room.boxes, width: room.width, keepsFloats: true)
    var container = rules
    if isVertical {
      container.height = max(0, room.width)
    } else {
      container.width = max(0, room.width)
    }
    let areas = room.floats.map { area in
      FloatContext.Area(
        area.rect, isAtLeft: area.isLeft,
        outline: outline(shapes[area.box], area.rect.size, basis: room.width).map {
          Point(x: $0.x + area.rect.minX, y: $0.y + area.rect.minY)
        })
    }
    var floats = FloatContext(areas: areas, lowestTop: room.lowestFloatTop)
    for (part, size) in zip(parts, room.boxes) {
      guard let shape = part.shape else { continue }
      floats.outlines[part.offset] = outline(
        shape, Size(width: size.width, height: size.height), basis: room.width)
    }
    // Lines beside floats are broken as they come, so a paragraph without floats has no context.
    if !areas.isEmpty || hasFloats || !looksAhead { container.floatContext = floats }
    if let firstLine {
      let styled = sized(firstLine, room.boxes, width: room.width, keepsFloats: true)
      let first = try FirstLine(text, in: container, fonts: fonts, cancellation: cancellation) {
        var made = styled[TextRange(0, $1.end)]
        made.append($0[TextRange($1.end, $0.length)])
        $0 = made
      }
      (text, container) = (first.text, first.container)
    }
    let layout = try TextLayout(shaped(text), in: container, cancellation: cancellation)
    let lines = layout.lines.map { place(of: $0, layout.size) }
    var result = LinesOfBox(
      height: lines.last?.end ?? 0, firstBaseline: lines.first?.baseline,
      lastBaseline: lines.last?.baseline, layout: layout)
    let last = lines.count - 1 - leastLines.after
    if last >= leastLines.before - 1 {
      result.breaks = lines[(leastLines.before - 1)...last].map(\.end)
    }
    result.hasLines = makesLines
    if !makesLines { result.height = 0 }
    result.places = [Point?](repeating: nil, count: parts.count)
    guard !parts.isEmpty else { return result }
    let places = Dictionary(
      layout.attachments.map { ($0.offset, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, part) in parts.enumerated() {
      guard let place = places[part.offset] else { continue }
      let line = lines[place.line]
      var rect = flowRect(place.rect, layout.size)
      switch part.kind {
      case .float: result.places[index] = rect.origin
      case .inline:
        let width = room.boxes[index].width
        if isMirrored { rect.origin.y = line.start + line.end - rect.maxY }
        result.places[index] = Point(
          x: rect.minX + min(0, width), y: rect.minY)
      case .absolute(let isBlock):
        let isFirst = place.offset == layout.lines[place.line].range.start
        result.places[index] =
          isBlock
          ? Point(x: 0, y: isFirst ? line.start : line.end)
          : Point(x: rect.minX, y: line.start)
      }
    }
    return result
  }

  /// Where a line begins and ends below the first one's upper edge, and where its baseline lies.
  private func place(
    of line: LineFragment, _ size: Size
  ) -> (start: Double, end: Double, baseline: Double) {
    let rect = flowRect(line.frame, size)
    let baseline = rules.writingMode == .verticalRL ? size.width - line.baseline : line.baseline
    return (rect.minY, rect.maxY, isMirrored ? rect.minY + rect.maxY - baseline : baseline)
  }

  /// A rectangle of the layout's box in the axes of lines: along them, and from the first one on.
  private func flowRect(_ rect: Rect, _ size: Size) -> Rect {
    switch rules.writingMode {
    case .verticalRL:
      Rect(x: rect.minY, y: size.width - rect.maxX, width: rect.height, height: rect.width)
    case .verticalLR: Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
    default: rect
    }
  }

  /// Whether something other than floats and absolute boxes stands in the lines.
  private var makesLines: Bool {
    let apart = Set(
      parts.compactMap { part -> Int? in
        if case .inline = part.kind { nil } else { part.offset }
      })
    return text.utf16.indices.contains { !apart.contains($0) }
  }

  // MARK: Text

  /// The outline of a float along lines and from the first one on.
  private func outline(_ shape: FloatShape?, _ size: Size, basis: Double) -> [Point] {
    guard let shape else { return [] }
    guard mode.isVertical else { return shape.outline(in: size, basis: basis) }
    let isFromRight = mode == .verticalRL || mode == .sidewaysRL
    return shape.outline(in: Size(width: size.height, height: size.width), basis: basis).map {
      Point(
        x: mode == .sidewaysLR ? size.width - $0.y : $0.y,
        y: isFromRight ? size.height - $0.x : $0.x)
    }
  }

  /// A text with boxes of given sizes, in lines of a given width.
  private func sized(
    _ text: AttributedText, _ sizes: [LineBoxSize], width: Double, keepsFloats: Bool
  ) -> AttributedText {
    var text = text
    if let indent { text.updateParagraphs(text.range) { $0.setIndent(indent, basis: width) } }
    for edge in edges {
      text.updateElements(TextRange(edge.offset, edge.offset + 1)) { element in
        let extent = edge.width(basis: width)
        element.attachment?.size =
          isVertical ? Size(width: 0, height: extent) : Size(width: extent, height: 0)
      }
    }
    for (part, size) in zip(parts, sizes) {
      text.updateElements(TextRange(part.offset, part.offset + 1)) { element in
        guard var attachment = element.attachment else { return }
        set(&attachment, part, size, keepsFloats: keepsFloats)
        element.attachment = attachment
      }
    }
    return text
  }

  private func shaped(_ text: AttributedText) throws -> ShapedText {
    let known = shaped.text
    if let known, known.text == text { return known }
    let made = try ShapedText(
      text, fonts: fonts, isVertical: isVertical, cancellation: cancellation)
    shaped.text = made
    return made
  }

  private func set(
    _ attachment: inout TextAttachment, _ part: Part, _ size: LineBoxSize, keepsFloats: Bool
  ) {
    attachment.size =
      isVertical
      ? Size(width: size.height, height: size.width) : Size(width: size.width, height: size.height)
    switch part.kind {
    case .absolute: attachment.size = .zero
    case .float:
      if !keepsFloats {
        attachment.wrap = .cover
        attachment.size = .zero
      }
    case .inline(let align):
      // Boxes without a baseline stand on the line, in vertical text in its middle.
      // A baseline counts from where the box begins, which is below the line where lines follow each
      // other from the left.
      let above =
        size.baseline.map { rules.writingMode == .verticalLR ? size.height - $0 : $0 }
        ?? (isVertical ? size.height / 2 : size.height)
      let below = size.height - above
      var raise = part.raise
      switch align {
      case .baseline: break
      case .sub: raise -= part.fontSize / 5 + 1
      case .super: raise += part.fontSize / 3 + 1
      case .middle: raise += part.font.xHeight / 2 - (above - below) / 2
      case .textTop: raise += part.font.ascent - above
      case .textBottom: raise += below - part.font.descent
      case .length(let length): raise += length.points(of: part.lineHeight)
      case .top: attachment.alignment = .top
      case .bottom: attachment.alignment = .bottom
      }
      attachment.inlinePart = .box(descent: below - raise)
    }
  }
}

/// The text of lines as it was shaped last, for all measurements of one layout.
private final class ShapedLines: Sendable {
  private let state = Mutex<ShapedText?>(nil)

  var text: ShapedText? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
