// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import Markup
internal import StyleSheets
internal import SystemConcurrency

/// Makes the boxes of a page from its styled elements (CSS Display 3, §2; CSS 2.2, §9.2).
struct BoxGenerator {
  let tree: MarkupTree
  let styles: StyledTree
  let resources: PageResources
  private let fontStyles: FontStyles
  let cancellation: Cancellation
  private var counters = PageCounters()
  private var visited = 0
  /// The number of boxes around the next one.
  private var depth = 0
  /// The display of the box around the next one.
  private var around = Display.block
  /// The number of elements that have no box of their own since they lie too deep.
  private(set) var flattened = 0
  /// The style of the first letter of a block, until the letter is found.
  private var firstLetter: ComputedStyle?

  /// The most boxes around a box, so that the layout has room for the boxes that tables add.
  private static let depthLimit = BoxTree.depthLimit - 56

  init(
    _ styles: StyledTree, _ resources: PageResources, _ fontStyles: FontStyles,
    cancellation: Cancellation
  ) {
    (tree, self.styles, self.resources) = (styles.tree, styles, resources)
    self.fontStyles = fontStyles
    self.cancellation = cancellation
  }

  /// The box of the root element; `nil` if it has none.
  mutating func root() throws -> PageBox? {
    let style = styles[0]
    guard style.box.display != .none else { return nil }
    var display = style.box.display.blockified
    // The root's box contains the margins of what lies in it (CSS Display 3, §2.8).
    if case .box(let outer, .flow, let isListItem) = display {
      display = .box(outer, .flowRoot, isListItem: isListItem)
    }
    let box = PageBox(
      node: 0, style: style, display: display,
      decorations: Self.decorations(style, around: []))
    try fill(box)
    return box
  }

  // MARK: Elements

  /// Adds the boxes of a node to the contents around it.
  private mutating func add(_ node: Int, to flow: BlockFlow) throws {
    visited += 1
    if visited & 0xFF == 0 { try cancellation.check() }
    guard tree[node].isElement else {
      return add(text: tree[node].text, to: flow)
    }
    let style = styles[node]
    counters.enter(style, isElement: true)
    defer { counters.leave() }
    switch style.box.display {
    case .none: return
    case .contents: try addContents(of: node, style, to: flow)
    case .box(.inline, .ruby, _):
      let span = flow.open(node, style)
      flow.add(ruby: nil, style)
      try addChildren(of: node, style, to: flow)
      flow.close(span)
    case .part(.rubyBase), .part(.rubyBaseContainer):
      try addChildren(of: node, style, to: flow)
    case .part(.rubyText): flow.add(ruby: tree.text(of: node), style)
    case .part(.rubyTextContainer): return
    case .box(.inline, .flow, _) where !style.isOnePicture:
      if tree[node].name == "br" { return addLineBreak(style, to: flow) }
      if tree[node].name == "wbr" { return flow.add(text: "\u{200B}") }
      if try replaced(node, style, flow) { return }
      let span = flow.open(node, style)
      try addChildren(of: node, style, to: flow)
      flow.close(span)
    default:
      if try replaced(node, style, flow) { return }
      guard depth < Self.depthLimit else {
        flattened += 1
        return try addChildren(of: node, style, to: flow)
      }
      let isLegend = isLegend(node, style, of: flow.box)
      let box = PageBox(
        node: node, style: isLegend ? style.onBorder(of: flow.box.style) : style,
        display: style.box.display == .inline ? .inlineBlock : style.box.display,
        decorations: flow.decorations(of: style))
      if isLegend { flow.box.legend = box }
      try fill(box)
      flow.add(box)
    }
  }

  /// Adds a forced break. Where it clears floats, an empty block behind it moves what follows below
  /// them.
  private func addLineBreak(_ style: ComputedStyle, to flow: BlockFlow) {
    flow.addLineBreak()
    if style.box.clear != .none, !flow.box.hasItems { flow.add(.clearance(style)) }
  }

  /// Whether a box lies on the upper border of a `fieldset`: its first legend (HTML, §15.3.13).
  private func isLegend(_ node: Int, _ style: ComputedStyle, of box: PageBox) -> Bool {
    guard tree[node].name == "legend", box.legend == nil, let around = box.node else {
      return false
    }
    return tree[around].name == "fieldset" && !box.hasItems && style.box.float == .none
      && style.box.position != .absolute && style.box.position != .fixed
      && !style.text.writingMode.isVertical
  }

  /// Adds a picture in place of an element's contents.
  private mutating func replaced(
    _ node: Int, _ style: ComputedStyle, _ flow: BlockFlow
  ) throws -> Bool {
    guard let content = resources.replacedContent(of: node, in: styles) else { return false }
    let display =
      style.box.display.isInline ? Display.inlineBlock : style.box.display
    let box = PageBox(node: node, style: style, display: display)
    box.contents = .replaced(content)
    flow.add(box)
    return true
  }

  /// Adds the children of an element between its pseudo-elements.
  private mutating func addChildren(
    of node: Int, _ style: ComputedStyle, to flow: BlockFlow
  ) throws {
    try addPseudo(.before, of: node, to: flow)
    if let text = resources.ownText(of: node, in: tree) { flow.add(text: text) }
    let isClosed = tree[node].name == "details" && tree.attribute("open", of: node) == nil
    for child in tree.children(of: node) where !isClosed || tree[child].name == "summary" {
      try add(child, to: flow)
    }
    try addPseudo(.after, of: node, to: flow)
  }

  /// Adds the children of an element without a box: its text has the style of the element.
  private mutating func addContents(
    of node: Int, _ style: ComputedStyle, to flow: BlockFlow
  ) throws {
    try addPseudo(.before, of: node, to: flow)
    for child in tree.children(of: node) {
      // Where the text looks like that around, it is shaped with it.
      let isOther =
        !tree[child].isElement
        && (style.text, style.inherited) != (flow.style.text, flow.style.inherited)
      let span = isOther ? flow.open(nil, style.child) : nil
      try add(child, to: flow)
      if let span { flow.close(span) }
    }
    try addPseudo(.after, of: node, to: flow)
  }

  /// The number of nested boxes that an element makes: a table has a box around it for its caption,
  /// and a part of a table that lies in none gets a table, a group and a row (CSS 2.2, §17.2.1).
  private func levels(of display: Display) -> Int {
    if display.inner == .table { return 2 }
    guard case .part = display else { return 1 }
    if case .part(let part) = around, part != .cell, part != .caption { return 1 }
    return around.inner == .table ? 1 : 5
  }

  /// Fills a box with the boxes and lines of its element.
  private mutating func fill(_ box: PageBox) throws {
    guard let node = box.node else { return }
    let (levels, enclosing) = (levels(of: box.display), around)
    (depth, around) = (depth + levels, box.display)
    defer { (depth, around) = (depth - levels, enclosing) }
    let flow = BlockFlow(box)
    let outer = firstLetter
    if !box.isInFlow || box.hasItems { firstLetter = nil }
    if box.display.holdsLines, let style = styles.style(of: .firstLetter, of: node) {
      firstLetter = style
    }
    defer { firstLetter = firstLetter == nil && box.isInFlow ? nil : outer }
    if case .box(_, _, isListItem: true) = box.display { try addMarker(to: box, flow) }
    try addChildren(of: node, box.style, to: flow)
    flow.finish()
    TableBoxes.complete(box)
    if box.display.holdsLines, let style = styles.style(of: .firstLine, of: node),
      let first = box.firstLineBox, first.firstLine == nil
    {
      first.firstLine = style
    }
  }

  // MARK: First letters

  /// Adds a text; the first letter of a block is an inline box or a float of its own (CSS
  /// Pseudo-Elements 4, §2.2).
  private mutating func add(text: String, to flow: BlockFlow) {
    guard let style = firstLetter, let letter = Self.firstLetter(of: text) else {
      return flow.add(text: text)
    }
    firstLetter = nil
    flow.add(text: String(text[..<letter.lowerBound]))
    if style.box.float == .none {
      let span = flow.open(nil, style)
      flow.add(text: String(text[letter]))
      flow.close(span)
    } else {
      let box = PageBox(
        node: nil, style: style, display: style.box.display.blockified,
        decorations: flow.decorations(of: style))
      let inner = BlockFlow(box)
      inner.add(text: String(text[letter]))
      inner.finish()
      flow.add(box)
    }
    flow.add(text: String(text[letter.upperBound...]))
  }

  /// The first letter of a text with the punctuation around it; `nil` without one.
  private static func firstLetter(of text: String) -> Range<String.Index>? {
    func isPunctuation(_ character: Character) -> Bool {
      guard let scalar = character.unicodeScalars.first else { return false }
      return switch scalar.properties.generalCategory {
      case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
        .otherPunctuation:
        true
      default: false
      }
    }
    guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    var end = text[start...].firstIndex { !isPunctuation($0) } ?? text.endIndex
    guard end < text.endIndex, !text[end].isWhitespace else {
      return start == end ? nil : start..<end
    }
    end = text.index(after: end)
    while end < text.endIndex, isPunctuation(text[end]) { end = text.index(after: end) }
    return start..<end
  }

  // MARK: Generated content

  private mutating func addPseudo(
    _ pseudo: PseudoElement, of node: Int, to flow: BlockFlow
  ) throws {
    guard let style = styles.style(of: pseudo, of: node), style.box.display != .none,
      case .items(let parts) = style.rare.content
    else { return }
    counters.enter(style, isElement: true)
    defer { counters.leave() }
    func addParts(to flow: BlockFlow) {
      for part in parts {
        switch part {
        case .image(let image):
          guard case .url(let url) = image, let content = resources.picture(url) else { continue }
          let box = PageBox(node: nil, style: style.child, display: .inlineBlock)
          box.contents = .replaced(content)
          flow.add(box)
        default: add(text: counters.text(of: part, node, tree, style), to: flow)
        }
      }
    }
    if style.box.display == .inline {
      let span = flow.open(nil, style)
      addParts(to: flow)
      flow.close(span)
    } else {
      let box = PageBox(
        node: nil, style: style, display: style.box.display,
        decorations: flow.decorations(of: style))
      let inner = BlockFlow(box)
      addParts(to: inner)
      inner.finish()
      TableBoxes.complete(box)
      flow.add(box)
    }
  }

  /// Adds the marker of a list item: before its text, or beside its first line.
  private mutating func addMarker(to box: PageBox, _ flow: BlockFlow) throws {
    guard let node = box.node else { return }
    let own = styles.style(of: .marker, of: node)
    var style = own ?? box.style.child
    style.box.display = .inline
    let inherited = box.style.inherited
    var text = counters.marker(box.style)
    if case .items(let parts)? = own?.rare.content {
      text = parts.map { counters.text(of: $0, node, tree, style) }.joined()
    } else if own?.rare.content == StyleContent.none {
      return
    }
    var image: String?
    if case .url(let url)? = inherited.listImage, resources.picture(url) != nil { image = url }
    guard image != nil || !text.isEmpty else { return }
    if inherited.listPosition == .outside {
      box.marker = ListMarker(text: text, image: image, style: style)
      return
    }
    let ascent = fontStyles.extents(of: fontStyles.shaping(style.text)).ascent
    if image == nil, own.map({ $0.rare.content == .normal }) ?? true,
      let sign = PageBox.insideMarker(inherited.listType, style, ascent: ascent)
    {
      return flow.add(sign)
    }
    let span = flow.open(nil, style)
    if let image, let content = resources.picture(image) {
      let picture = PageBox(node: nil, style: style.child, display: .inlineBlock)
      picture.contents = .replaced(content)
      flow.add(picture)
      flow.add(text: " ")
    } else {
      flow.add(text: text)
    }
    flow.close(span)
  }

  /// The decorations of the text of a box with a style.
  static func decorations(
    _ style: ComputedStyle, around: [LineDecoration]
  ) -> [LineDecoration] {
    let own = style.paint.decoration
    guard !own.lines.isEmpty else { return around }
    let color = own.color.color(of: style.text.color)
    return around + [LineDecoration(decoration: own, color: color, style: style)]
  }
}

extension ComputedStyle {
  /// The style of a legend on the upper border of a box: what is below it begins where it would
  /// begin below a border as high as the legend.
  fileprivate func onBorder(of around: ComputedStyle) -> ComputedStyle {
    var style = self
    let padding = max(0, around.box.padding.top.points(of: 0))
    let margin = style.box.margin
    func points(_ margin: AutoLength) -> Double { margin.length?.points(of: 0) ?? 0 }
    style.box.margin.top = .length(
      .points(points(margin.top) - padding - around.box.border.top.width))
    style.box.margin.bottom = .length(.points(points(margin.bottom) + padding))
    return style
  }
}
