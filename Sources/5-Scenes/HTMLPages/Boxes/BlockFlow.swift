// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyleSheets

/// The contents of a box while they are made: blocks, and lines between them.
///
/// A block within an inline box splits it: the lines before and after the block lie in boxes of
/// their own, and the inline box goes on in the second (CSS 2.2, §9.2.1.1).
final class BlockFlow {
  let box: PageBox
  private var boxes: [PageBox] = []
  private var items: [InlineItem] = []
  /// Whether the items have something that makes a line.
  private var hasInk = false
  /// The inline boxes that are open, the outermost first.
  private var open: [InlineSpan] = []

  init(_ box: PageBox) { self.box = box }

  private var span: InlineSpan? { open.last }
  /// The style of the next text.
  var style: ComputedStyle { span?.style ?? box.style }

  /// The decorations of a box with a style that is added here. Decorations do not go on in floats,
  /// absolute boxes and boxes that stand in lines (CSS Text Decoration 3, §2.1).
  func decorations(of style: ComputedStyle) -> [LineDecoration] {
    let isApart =
      style.box.float != .none || style.box.position == .absolute || style.box.position == .fixed
      || style.box.display.isInline && style.box.display != .inline
        && style.box.display.inner != .ruby
    return BoxGenerator.decorations(
      style, around: isApart ? [] : span?.decorations ?? box.decorations)
  }

  func add(text: String) {
    if text.isEmpty { return }
    let space = style.text.whiteSpace
    hasInk = hasInk || space.makesLine(of: text)
    items.append(.text(text, span))
  }

  func add(ruby text: String?, _ style: ComputedStyle) { items.append(.ruby(text, style)) }

  func addLineBreak() {
    hasInk = true
    items.append(.lineBreak(span))
  }

  func open(_ node: Int?, _ style: ComputedStyle) -> InlineSpan {
    let span = InlineSpan(
      node: node, style: style, parent: span, decorations: decorations(of: style))
    open.append(span)
    items.append(.start(span, isFirst: true))
    hasInk = hasInk || span.hasEdges
    return span
  }

  func close(_ span: InlineSpan) {
    open.removeLast()
    // The end edge makes a line, too, behind a block in the box.
    hasInk = hasInk || span.hasEdges
    items.append(.end(span, isLast: true))
  }

  /// Adds a box of an element: to the lines, or below them.
  func add(_ child: PageBox) {
    if box.hasItems {
      flush()
      child.display = child.display.blockified
      boxes.append(child)
      return
    }
    let isInline =
      child.isInFlow ? child.display.isInline : child.isFloat || hasInk || !open.isEmpty
    if isInline {
      hasInk = hasInk || child.isInFlow
      items.append(.box(child, span))
    } else {
      flush()
      boxes.append(child)
    }
  }

  /// Ends the lines before a block.
  private func flush() {
    defer {
      items = open.map { .start($0, isFirst: false) }
      hasInk = false
    }
    guard hasInk else {
      // White space between blocks makes no line; floats and absolute boxes among it stay.
      for case .box(let child, _) in items { boxes.append(child) }
      return
    }
    var style = box.style.child
    // Lines beside blocks have the direction of their block, too.
    if box.style.box.unicodeBidi != .normal { style.box.unicodeBidi = box.style.box.unicodeBidi }
    let lines = PageBox(node: nil, style: style, display: .block, decorations: box.decorations)
    lines.isAnonymous = !box.hasItems
    lines.contents = .lines(items + open.reversed().map { .end($0, isLast: false) })
    boxes.append(lines)
  }

  /// Ends the contents. A block without blocks in it has its lines itself.
  func finish() {
    if box.marker != nil, boxes.isEmpty, !hasInk { add(text: "\u{200B}") }
    // Columns break, and `align-content` moves, the boxes in a block, not its lines.
    let isMoved = box.display.inner != nil && box.style.item.alignContent != Alignment(.normal)
    let isLines =
      boxes.isEmpty && hasInk && box.display.holdsLines && !isMoved
      && !box.style.item.columns.isMulticol
    if isLines {
      box.contents = .lines(items)
    } else {
      flush()
      box.contents = .boxes(box.legend.map(boxes(below:)) ?? boxes)
    }
  }

  /// A legend, and below it all else in a box of its own, whose margins stay in it (HTML,
  /// §15.3.13).
  private func boxes(below legend: PageBox) -> [PageBox] {
    let others = boxes.filter { $0 !== legend }
    let contents = PageBox(
      node: nil, style: box.style.child, display: .box(.block, .flowRoot, isListItem: false),
      decorations: box.decorations)
    contents.contents = .boxes(others)
    return others.isEmpty ? [legend] : [legend, contents]
  }
}

extension Display {
  /// Whether lines may lie in such a box itself.
  var holdsLines: Bool {
    switch self {
    case .box(_, .flow, _), .box(_, .flowRoot, _): true
    case .part(.cell), .part(.caption): true
    default: false
    }
  }
}

extension WhiteSpaceCollapse {
  /// Whether a text makes a line: white space that collapses makes none.
  func makesLine(of text: String) -> Bool {
    switch self {
    case .collapse: text.utf8.contains { !Self.isSpace($0) }
    case .preserveBreaks: text.utf8.contains { !Self.isSpace($0) || $0 == 0x0A }
    case .preserve, .preserveSpaces, .breakSpaces: true
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }
}
