// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import StyleSheets
internal import TextModel

/// The text of an inline formatting context: white space collapsed, letters transformed, with
/// U+FFFC for boxes and for edges of inline boxes (CSS Text 3, §2 to §4; CSS 2.2, §9.4.2).
struct LineText {
  /// A box in the lines.
  struct Part {
    let box: PageBox
    /// The offset of its U+FFFC.
    let offset: Int
    /// How far its baseline is raised above that of the line, in points.
    let raise: Double
    /// The font of the text around the box.
    let font: ShapingStyle
  }

  /// A part of an inline box: all of it, or what lies before or after a block in it.
  struct Fragment {
    let span: InlineSpan
    var range: TextRange
    let isFirst: Bool
    var isLast = true
    /// The style of its text.
    let shaping: ShapingStyle
    /// Whether the block begins at the right.
    let isRightToLeft: Bool
  }

  /// The edge of an inline box whose width is known with that of the lines.
  struct Edge {
    let offset: Int
    let margin: LengthPercentage
    let padding: LengthPercentage
    let border: Double

    func width(basis: Double) -> Double {
      border + max(0, padding.points(of: basis)) + margin.points(of: basis)
    }
  }

  private(set) var text = AttributedText()
  private(set) var edges: [Edge] = []
  private(set) var parts: [Part] = []
  private(set) var fragments: [Fragment] = []

  private let block: ComputedStyle
  /// The style of the first line, where all of the text has it.
  private let firstLine: ComputedStyle?
  /// What divides lines: U+2028, or the end of a paragraph where each has a direction of its own.
  private let lineEnd: String
  private let styles: FontStyles
  private let decorations: [LineDecoration]
  private let paragraph: ParagraphStyle
  /// Whether a line is as high as the block's font asks for and that of each inline box, even where
  /// they have no text in it; false for old documents (Quirks Mode, §3.2).
  let hasStruts: Bool
  /// The styles of the open inline boxes, those of the block first.
  private var open: [SpanStyle]
  private var openFragments: [Int] = []
  /// Whether collapsible white space would follow other white space, or begin a line.
  private var isAfterSpace = true
  /// Where the base of the next ruby begins.
  private var rubyStart = 0
  /// Whether a forced break stands behind the text.
  private var hasBreak = false
  private var transformer = TextTransformer()

  /// The style of the text in an inline box.
  private struct SpanStyle {
    var style: TextModel.TextStyle
    let computed: ComputedStyle
    let raise: Double
    /// The extents of this box and those around it.
    let extents: LineExtents
    let alignment: InlineBox.Alignment
    /// How far the box is moved from its place, with the boxes around it, in line space.
    let offset: Point
  }

  init(
    _ items: [InlineItem], of box: PageBox, styles: FontStyles, hasStruts: Bool,
    firstLine: ComputedStyle? = nil
  ) {
    (block, self.hasStruts) = (box.style, hasStruts)
    self.firstLine = firstLine
    self.styles = styles
    var decorations = box.decorations
    if let firstLine, !firstLine.paint.decoration.lines.isEmpty {
      let decoration = firstLine.paint.decoration
      decorations.append(
        LineDecoration(
          decoration: decoration, color: decoration.color.color(of: firstLine.text.color),
          style: firstLine))
    }
    self.decorations = decorations
    var paragraph = ParagraphStyle(box.style, styles)
    if !hasStruts { paragraph.strut = nil }
    self.paragraph = paragraph
    lineEnd = block.box.unicodeBidi == .plaintext ? "\n" : "\u{2028}"
    let computed = firstLine ?? block
    let root = SpanStyle(
      style: TextModel.TextStyle(), computed: computed, raise: 0, extents: .none,
      alignment: .baseline, offset: .zero)
    open = [root]
    open[0].style = style(
      styles.shaping(computed.text), computed, raise: 0, around: nil, alignment: .baseline,
      decorations)
    append(Self.controls(box.style, isBlock: true).start)
    for item in items { add(item) }
    keepSpaces()
    // A line that holds a break alone is as high as others.
    if hasBreak, text.length == 0 { text.append("\u{200B}", style: current.style) }
    hasBreak = false
    let end = Self.controls(box.style, isBlock: true).end
    if !end.isEmpty, block.text.whiteSpace == .collapse, isAfterSpace, text.utf16.last == 0x20 {
      // White space at the end of a line is removed before directions count.
      text = text[TextRange(0, text.length - 1)]
      for index in fragments.indices where fragments[index].range.end > text.length {
        fragments[index].range.end = max(fragments[index].range.start, text.length)
      }
    }
    append(end)
  }

  /// The style of the block's own text.
  var blockStyle: TextModel.TextStyle { open[0].style }

  /// Whether there is more than boxes and edges.
  var hasInk: Bool {
    text.utf16.contains { $0 != TextAttachment.character && $0 != 0x2028 && $0 != 0x0A }
  }

  /// Whether lines are set along y, with their baselines in the middle.
  private var isCentral: Bool { block.isSetVertically }

  private var current: SpanStyle { open[open.count - 1] }

  // MARK: Items

  private mutating func add(_ item: InlineItem) {
    switch item {
    case .text(let string, _): add(text: string)
    case .lineBreak: addBreak()
    case .ruby(let string, let style): add(ruby: string, style)
    case .start(let span, let isFirst): start(span, isFirst: isFirst)
    case .end(let span, let isLast): end(span, isLast: isLast)
    case .box(let box, _): add(box)
    }
  }

  /// A forced break is written when something follows it: the last one of a block begins no line.
  private mutating func addBreak() {
    flushBreak()
    keepSpaces()
    hasBreak = true
    isAfterSpace = true
    transformer.beginWord()
  }

  /// Keeps the width of white space before the end of a line that does not wrap: a word joiner
  /// behind it makes that it does not hang (CSS Text 3, §4.1.3).
  private mutating func keepSpaces() {
    let style = current.computed.text
    guard style.whiteSpace == .preserve, !style.wraps, !hasBreak,
      let last = text.utf16.last, last == 0x20 || last == 0x09
    else { return }
    text.append("\u{2060}", style: current.style)
  }

  private mutating func flushBreak() {
    guard hasBreak else { return }
    hasBreak = false
    text.append(lineEnd, style: current.style)
  }

  private mutating func start(_ span: InlineSpan, isFirst: Bool) {
    let computed = lineStyle(of: span)
    let shaping = styles.shaping(computed.text)
    let own = styles.extents(of: shaping, isCentral: isCentral)
    let height = computed.text.lineHeight.points(fontSize: computed.text.fontSize)
    let around = current
    let box = InlineBox(lineHeight: height).extents(
      ascent: own.ascent, descent: own.descent, gap: own.lineGap)
    let (raise, alignment) = place(computed, box, height: height)
    let isAligned = alignment != .baseline && around.alignment == .baseline
    var extents = isAligned ? LineExtents.none : around.extents
    let outer = extents
    if hasStruts { extents.add(LineExtents(above: box.above + raise, below: box.below - raise)) }
    let moved = computed.lineOffset(along: block)
    let offset = Point(x: around.offset.x + moved.x, y: around.offset.y + moved.y)
    var spanStyle = SpanStyle(
      style: style(
        shaping, computed, raise: raise, around: outer.above > -.infinity ? outer : nil,
        alignment: alignment, span.decorations),
      computed: computed, raise: raise, extents: extents, alignment: alignment, offset: offset)
    if offset != .zero { spanStyle.style.shaping.inlineBox?.offset = offset }
    if span.opacity < 1 { spanStyle.style.paint.fade(to: span.opacity) }
    append(Self.controls(computed, isBlock: false).start)
    open.append(spanStyle)
    fragments.append(
      Fragment(
        span: span, range: TextRange(text.length, text.length), isFirst: isFirst,
        shaping: spanStyle.style.shaping, isRightToLeft: block.text.direction == .rtl))
    openFragments.append(fragments.count - 1)
    if isFirst { addEdge(span, isStart: true) }
  }

  private mutating func end(_ span: InlineSpan, isLast: Bool) {
    if isLast { addEdge(span, isStart: false) }
    let fragment = openFragments.removeLast()
    fragments[fragment].range = TextRange(fragments[fragment].range.start, text.length)
    fragments[fragment].isLast = isLast
    open.removeLast()
    append(Self.controls(span.style, isBlock: false).end)
  }

  /// How far the baseline of a box is raised above that of the line, in points (CSS 2.2, §10.8.1).
  private func place(
    _ computed: ComputedStyle, _ box: LineExtents, height: Double?
  ) -> (raise: Double, alignment: InlineBox.Alignment) {
    let around = current
    let parent = around.style.shaping
    let extents = styles.extents(of: parent, isCentral: isCentral)
    let offset: Double
    switch computed.box.verticalAlign {
    case .baseline: offset = 0
    case .sub: offset = -(parent.size / 5 + 1)
    case .super: offset = parent.size / 3 + 1
    case .length(let length):
      let lineHeight =
        height ?? computed.text.fontSize * 1.2
      offset = length.points(of: lineHeight)
    case .middle: offset = extents.xHeight / 2 - (box.above - box.below) / 2
    case .textTop: offset = extents.ascent - box.above
    case .textBottom: offset = box.below - extents.descent
    case .top: return (0, .top)
    case .bottom: return (0, .bottom)
    }
    return (around.raise + offset, around.alignment)
  }

  // MARK: Rubies

  /// Adds a ruby to the text since the last one, or begins at the end of the text.
  private mutating func add(ruby string: String?, _ style: ComputedStyle) {
    defer { rubyStart = text.length }
    let words = string.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } ?? ""
    guard !words.isEmpty, rubyStart < text.length else { return }
    var ruby = RubyText(words, position: style.inherited.rubyPosition == .under ? .under : .over)
    ruby.scale = style.text.fontSize / max(1, current.style.shaping.size)
    ruby.alignment =
      switch style.inherited.rubyAlign {
      case .start: .start
      case .center: .center
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      }
    // Equal rubies of neighbours stay two.
    ruby.number = text.length
    text.updateElements(TextRange(rubyStart, text.length)) { $0.ruby = ruby }
  }

  // MARK: Boxes and edges

  private mutating func add(_ box: PageBox) {
    flushBreak()
    let content = ReservedAttachment(id: "\(parts.count)")
    var attachment = TextAttachment(content, size: .zero)
    var raise = 0.0
    if box.isAbsolute {
      attachment.inlinePart = .box(descent: 0)
      attachment.wrap = .cover
      attachment.alignment = .top
    } else if box.isFloat {
      attachment.inlinePart = .box(descent: 0)
      attachment.wrap = .surround
      attachment.side = box.style.box.float == .left ? .left : .right
      attachment.clear =
        switch box.style.box.clear {
        case .none: .none
        case .left: .left
        case .right: .right
        case .both: .both
        }
    } else {
      attachment.inlinePart = .box(descent: 0)
      raise = current.raise
      isAfterSpace = false
      transformer.beginWord()
    }
    parts.append(
      Part(box: box, offset: text.length, raise: raise, font: current.style.shaping))
    append(attachment)
  }

  private mutating func addEdge(_ span: InlineSpan, isStart: Bool) {
    let box = span.style.box
    let side = span.style.side(isStart ? .left : .right, along: block)
    let isVertical = block.isSetVertically
    let edge = Edge(
      offset: text.length, margin: box.margin[side].length ?? .zero, padding: box.padding[side],
      border: box.border[side].width)
    let width = edge.width(basis: 0)
    let isKnown = edge.margin.points != nil && edge.padding.points != nil
    guard width != 0 || !isKnown else { return }
    var attachment = TextAttachment(
      ReservedAttachment(id: ""),
      size: isVertical ? Size(width: 0, height: width) : Size(width: width, height: 0))
    attachment.inlinePart = isStart ? .startEdge : .endEdge
    if !isKnown {
      if attachment.inlinePart != .endEdge { flushBreak() }
      edges.append(
        Edge(offset: text.length, margin: edge.margin, padding: edge.padding, border: edge.border))
    }
    append(attachment)
  }

  private mutating func append(_ attachment: TextAttachment) {
    // The end of an inline box behind a break belongs to the line before.
    if attachment.inlinePart != .endEdge { flushBreak() }
    // Boxes and edges are not underlined, and do not count for the places of lines beside text.
    var style = current.style
    (style.paint.underline, style.paint.overline, style.paint.strikethrough) = (nil, nil, nil)
    text.append(attachment, style: style)
  }

  private mutating func append(_ string: String) {
    if string.isEmpty { return }
    flushBreak()
    text.append(string, style: current.style)
  }

  // MARK: White space

  private mutating func add(text string: String) {
    let style = current.computed.text
    let (kind, bytes) = (style.whiteSpace, string.utf8Span.span)
    let (space, newline) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == space || (0x09...0x0D).contains(byte) && byte != 0x0B else {
        result.append(byte)
        // U+200B is no white space that collapses, and begins no line.
        isAfterSpace = false
        continue
      }
      switch kind {
      case .preserveBreaks where byte == newline:
        if result.last == space { result.removeLast() }
        result += lineEnd.utf8
        isAfterSpace = true
      case .collapse, .preserveBreaks:
        if !isAfterSpace { result.append(space) }
        isAfterSpace = true
      case .preserve, .breakSpaces:
        if byte == newline {
          if !style.wraps, result.last == space || result.last == 0x09 {
            result += "\u{2060}".utf8
          }
          result += lineEnd.utf8
        } else if kind == .breakSpaces, style.wraps, byte == space {
          // A space that does not hang, with a break opportunity behind it.
          result += "\u{A0}\u{200B}".utf8
        } else {
          result.append(byte == 0x0D ? space : byte)
        }
        isAfterSpace = byte == newline
      case .preserveSpaces:
        result.append(byte == 0x09 ? byte : space)
        isAfterSpace = false
      }
    }
    let endsInBreak = result.suffix(lineEnd.utf8.count).elementsEqual(lineEnd.utf8)
    if endsInBreak { result.removeLast(lineEnd.utf8.count) }
    let collapsed = String(decoding: result, as: UTF8.self)
    append(transformer.apply(style.transform, to: collapsed, language: style.language))
    if endsInBreak { addBreak() }
  }

  // MARK: Styles

  /// The style of an inline box: in the first line, what it inherits from the block is that of the
  /// line (CSS Pseudo-Elements 4, §2.1.3).
  private func lineStyle(of span: InlineSpan) -> ComputedStyle {
    guard let firstLine else { return span.style }
    var style = span.style
    func inherit<Value: Equatable>(_ path: WritableKeyPath<StyleSheets.TextStyle, Value>) {
      if style.text[keyPath: path] == block.text[keyPath: path] {
        style.text[keyPath: path] = firstLine.text[keyPath: path]
      }
    }
    inherit(\.color)
    inherit(\.families)
    inherit(\.fontSize)
    inherit(\.weight)
    inherit(\.slant)
    inherit(\.stretch)
    inherit(\.caps)
    inherit(\.lineHeight)
    inherit(\.letterSpacing)
    inherit(\.wordSpacing)
    inherit(\.transform)
    return style
  }

  private func style(
    _ shaping: ShapingStyle, _ computed: ComputedStyle, raise: Double, around: LineExtents?,
    alignment: InlineBox.Alignment, _ decorations: [LineDecoration]
  ) -> TextModel.TextStyle {
    var shaping = shaping
    shaping.baselineOffset = raise
    let height = computed.text.lineHeight.points(fontSize: computed.text.fontSize)
    let font = height == nil ? nil : styles.extents(of: shaping)
    shaping.inlineBox = InlineBox(
      lineHeight: height, font: font.map { LineExtents(above: $0.ascent, below: $0.descent) },
      around: around, alignment: alignment)
    let emphasis = computed.inherited.emphasis
    if !emphasis.mark.isEmpty {
      // The upper side of vertical lines is at the right, but for lines that run upwards.
      let isUnder =
        switch block.text.writingMode {
        case .horizontalTB: emphasis.isUnder
        case .sidewaysLR: !emphasis.isLeft
        case .verticalRL, .verticalLR, .sidewaysRL: emphasis.isLeft
        }
      shaping.emphasis = EmphasisMark(
        .string(emphasis.mark), position: isUnder ? .under : .over)
    }
    return TextModel.TextStyle(
      shaping: shaping, paragraph: paragraph, paint: TextModel.PaintStyle(computed, decorations))
  }

  /// The characters around a box whose text has a direction of its own (CSS Writing Modes 3,
  /// §2.4.2).
  private static func controls(
    _ style: ComputedStyle, isBlock: Bool
  ) -> (start: String, end: String) {
    let isRightToLeft = style.text.direction == .rtl
    switch style.box.unicodeBidi {
    case .normal: return ("", "")
    case .embed where isBlock, .isolate where isBlock, .plaintext where isBlock: return ("", "")
    case .embed: return (isRightToLeft ? "\u{202B}" : "\u{202A}", "\u{202C}")
    case .bidiOverride: return (isRightToLeft ? "\u{202E}" : "\u{202D}", "\u{202C}")
    case .isolate: return (isRightToLeft ? "\u{2067}" : "\u{2066}", "\u{2069}")
    case .isolateOverride:
      return isRightToLeft
        ? ("\u{2068}\u{202E}", "\u{202C}\u{2069}") : ("\u{2068}\u{202D}", "\u{202C}\u{2069}")
    case .plaintext: return ("\u{2068}", "\u{2069}")
    }
  }
}
