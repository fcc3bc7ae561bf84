// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Markup
internal import SystemConcurrency
internal import TextModel

/// Makes an attributed text of the tree of a document of Markdown.
struct MarkdownTextBuilder {
  /// What is around a node.
  struct Context {
    var style: TextStyle
    var link: TextLink?
    /// The item of a list that the node lies in, by its index.
    var item: Int?
    /// The number of lists around the node.
    var level = 0

    var run: ParagraphWriter.Run { ParagraphWriter.Run(style: style, link: link) }
  }

  /// What is still to be done, the next at the end.
  enum Step {
    case node(Int, Context)
    case endBlock
    case endItem(Context)
    /// The end of a list or of a table, which has the space of a paragraph below it.
    case endGroup(Context)
    /// The beginning of a row of a table.
    case row(Context)
    /// The step to the next cell of a row.
    case tab(Context)
  }

  let tree: MarkupTree
  let style: MarkdownStyle
  let options: MarkdownOptions
  var writer = ParagraphWriter()
  /// The items of lists; `nil` once their marker stands before a paragraph.
  private var items: [TextList?] = []
  private(set) var steps: [Step] = []
  private var notes: [String] = []
  private var noted: Set<String> = []

  init(_ tree: MarkupTree, _ style: MarkdownStyle, _ options: MarkdownOptions) {
    (self.tree, self.style, self.options) = (tree, style, options)
  }

  /// Makes the text.
  ///
  /// - Throws: `CancellationError`.
  mutating func build() throws -> (text: AttributedText, notes: [String]) {
    steps = [.node(0, Context(style: style.base))]
    var count = 0
    while let step = steps.popLast() {
      count += 1
      if count % 1024 == 0 { try options.cancellation.check() }
      switch step {
      case .node(let node, let context): visit(node, context)
      case .endBlock: writer.close()
      case .endItem(let context):
        // An item without text has its marker, too.
        openUnmarked(context)
        writer.close()
      case .endGroup(let context):
        writer.close()
        writer.space(after: changed(context, by: .paragraph).style.paragraph.spacingAfter)
      case .row(let context): open(context)
      case .tab(let context):
        if !writer.isOpen { open(context) }
        writer.append("\t", ParagraphWriter.Run(style: context.style))
      }
    }
    return (writer.text, tree.notes + notes)
  }

  /// Notes something of which there is no such note yet, with its place.
  mutating func note(_ node: Int, _ sentence: String) {
    guard noted.insert(sentence).inserted else { return }
    let place = tree.position(of: node)
    notes.append("\(place.line):\(place.column): \(sentence)")
  }

  func changed(_ context: Context, by element: MarkdownStyle.Element) -> Context {
    var context = context
    style[element]?(&context.style)
    return context
  }

  /// Begins a paragraph, before which the marker of its item stands if it is the first of it.
  mutating func open(_ context: Context) {
    var style = context.style
    if let item = context.item, let list = items[item] {
      style.paragraph.list = list
      items[item] = nil
    }
    writer.open(style)
  }

  /// Begins a paragraph if the item around has none yet.
  private mutating func openUnmarked(_ context: Context) {
    if let item = context.item, items[item] != nil { open(context) }
  }

  /// Appends text with the white space of HTML, in a paragraph of its own if none is open.
  mutating func flow(_ text: String, _ context: Context, in inner: Context? = nil) {
    if !writer.isOpen {
      guard text.unicodeScalars.contains(where: { !ParagraphWriter.isSpace($0) }) else { return }
      open(context)
    }
    writer.flow(text, (inner ?? context).run)
  }

  /// Puts the children of a node next, before a step.
  mutating func push(childrenOf node: Int, _ context: Context, then end: Step? = nil) {
    if let end { steps.append(end) }
    steps += tree.children(of: node).map { .node($0, context) }.reversed()
  }

  mutating func push(_ more: [Step]) { steps += more.reversed() }

  private mutating func visit(_ node: Int, _ context: Context) {
    guard tree[node].isElement else { return flow(tree[node].text, context) }
    if tree[node].namespace != .html { return leaveOut(node) }
    let name = tree[node].name
    if let element = Self.inline[name] {
      var context = changed(context, by: element)
      if element == .link {
        guard let url = tree.attribute("href", of: node) else {
          return push(childrenOf: node, context)
        }
        context.link = TextLink(url)
      }
      return push(childrenOf: node, context)
    }
    switch name {
    case "br":
      if !writer.isOpen { open(context) }
      writer.appendBreak(context.run)
    case "img": visit(image: node, context)
    case "input": visit(input: node, context)
    case "pre": visit(code: node, context)
    case "table": visit(table: node, context)
    case "ul", "ol": visit(list: node, context)
    case "hr":
      writer.close()
      let context = changed(context, by: .rule)
      open(context)
      writer.append("\u{2E3B}", context.run)
      writer.close()
    case "wbr":
      if writer.isOpen { writer.append("\u{200B}", context.run) }
    case "head", "style", "script", "template", "title", "noscript": break
    default:
      if Self.missing.contains(name) { return leaveOut(node) }
      guard Self.blocks.contains(name) else { return push(childrenOf: node, context) }
      visit(block: node, context)
    }
  }

  private mutating func leaveOut(_ node: Int) {
    note(node, "A text has no <\(tree[node].name)>: it is left out.")
  }

  private mutating func visit(block node: Int, _ context: Context) {
    writer.close()
    var context = context
    switch tree[node].name {
    case "blockquote", "dd": context.style.paragraph.startIndent += style.indent
    default: break
    }
    if let element = MarkdownStyle.Element(rawValue: tree[node].name) {
      context = changed(context, by: element)
    }
    if tree[node].name == "center" { context.style.paragraph.alignment = .center }
    if let alignment = tree.attribute("align", of: node).flatMap(Self.alignment) {
      context.style.paragraph.alignment = alignment
    }
    push(childrenOf: node, context, then: .endBlock)
  }

  static func alignment(_ word: String) -> TextAlignment? {
    switch word.lowercased() {
    case "left": .left
    case "right": .right
    case "center": .center
    case "justify": .justify
    default: nil
    }
  }

  // MARK: Lists

  private mutating func visit(list node: Int, _ context: Context) {
    // An item that begins with a list has a line of its own for its marker.
    openUnmarked(context)
    writer.close()
    var context = context
    context.style.paragraph.startIndent += style.indent
    let level = context.level
    context.level += 1
    var next = tree.attribute("start", of: node).flatMap { Int($0) } ?? 1
    let isOrdered = tree[node].name == "ol"
    var more: [Step] = []
    for child in tree.children(of: node) {
      guard tree[child].name == "li" else {
        more.append(.node(child, context))
        continue
      }
      var inner = changed(context, by: .item)
      let marker: TextList.Marker =
        isOrdered ? .counter(.decimal) : [.disc, .circle, .square][min(level, 2)]
      items.append(TextList(marker, level: level, start: isOrdered ? next : nil))
      next &+= 1
      inner.item = items.count - 1
      more += tree.children(of: child).map { .node($0, inner) }
      more.append(.endItem(inner))
    }
    push(more + [level == 0 ? .endGroup(context) : .endBlock])
  }

  /// A box that is ticked or not becomes the marker of its item.
  private mutating func visit(input node: Int, _ context: Context) {
    guard tree.attribute("type", of: node) == "checkbox" else { return leaveOut(node) }
    let box = tree.attribute("checked", of: node) == nil ? "\u{2610}" : "\u{2611}"
    if let item = context.item, items[item] != nil {
      items[item]?.marker = .text(box)
    } else {
      flow(box, context)
    }
  }

  // MARK: Pictures and code

  private mutating func visit(image node: Int, _ context: Context) {
    let image = MarkdownImage(
      source: tree.attribute("src", of: node) ?? "",
      description: tree.attribute("alt", of: node) ?? "", title: tree.attribute("title", of: node))
    if let attachment = options.image?(image) {
      if !writer.isOpen { open(context) }
      return writer.append(attachment, context.run)
    }
    note(node, "A picture is shown as the text that stands for it.")
    flow(image.description, context, in: changed(context, by: .image))
  }

  private mutating func visit(code node: Int, _ context: Context) {
    writer.close()
    let context = changed(context, by: .codeBlock)
    var code = tree.text(of: node)
    if code.hasSuffix("\n") { code.removeLast() }
    let spacing = context.style.paragraph.spacingAfter
    var inner = context
    inner.style.paragraph.spacingAfter = 0
    var start: Int?
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      open(inner)
      inner.style.paragraph.spacingBefore = 0
      start = start ?? writer.start
      if !line.isEmpty { writer.append(String(line), inner.run) }
    }
    writer.close()
    writer.space(after: spacing)
    guard let start, let highlights = options.highlights else { return }
    for highlight in highlights(code, language(of: node)) {
      let range = highlight.range.clamped(to: TextRange(0, code.utf16.count))
      writer.update(TextRange(start + range.start, start + range.end), highlight.change)
    }
  }

  /// The language of a block of code.
  private func language(of node: Int) -> String {
    tree.children(of: node).map(tree.language(ofCode:)).first { !$0.isEmpty } ?? ""
  }

  // MARK: Tables

  private mutating func visit(table node: Int, _ context: Context) {
    writer.close()
    note(node, "A text has no tables: the cells stand at tab stops.")
    let rows = rows(of: node).map { row in
      tree.children(of: row).filter { ["td", "th"].contains(tree[$0].name) }
    }
    var context = context
    context.style.paragraph.tabStops = tabStops(of: rows, context.style)
    var more: [Step] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        let inner = changed(context, by: tree[cell].name == "th" ? .headerCell : .cell)
        if column > 0 { more.append(.tab(inner)) }
        if column == 0 { more.append(.row(inner)) }
        more += tree.children(of: cell).map { .node($0, inner) }
      }
      more.append(.endBlock)
    }
    push(more + [.endGroup(context)])
  }

  /// The rows of a table, without those of tables in its cells.
  private func rows(of table: Int) -> [Int] {
    tree.children(of: table).flatMap { part -> [Int] in
      switch tree[part].name {
      case "tr": [part]
      case "thead", "tbody", "tfoot": tree.children(of: part).filter { tree[$0].name == "tr" }
      default: []
      }
    }
  }

  /// A stop for each column but the first, behind what its widest cell is estimated to take.
  private func tabStops(of rows: [[Int]], _ style: TextStyle) -> [TabStop] {
    var widths: [Int] = []
    var alignments: [TabStop.Alignment] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count {
          widths.append(0)
          let word = tree.attribute("align", of: cell)
          alignments.append(word == "right" ? .end : word == "center" ? .center : .start)
        }
        widths[column] = max(widths[column], tree.text(of: cell).count)
      }
    }
    var stops: [TabStop] = []
    var left = style.paragraph.startIndent
    for column in widths.indices {
      let width = 0.6 * style.shaping.size * Double(widths[column])
      if column > 0 {
        let share =
          switch alignments[column] {
          case .end: 1.0
          case .center: 0.5
          default: 0.0
          }
        stops.append(TabStop(position: left + share * width, alignment: alignments[column]))
      }
      left += width + 1.5 * style.shaping.size
    }
    return stops
  }

  // MARK: Elements of HTML

  /// The elements within lines that have a style.
  private static let inline: [String: MarkdownStyle.Element] = [
    "em": .emphasis, "i": .emphasis, "cite": .emphasis, "var": .emphasis, "dfn": .emphasis,
    "strong": .strong, "b": .strong, "code": .code, "kbd": .code, "samp": .code, "tt": .code,
    "a": .link, "del": .strike, "s": .strike, "strike": .strike, "ins": .insertion,
    "u": .insertion, "mark": .mark, "sup": .superscript, "sub": .subscript, "small": .small,
  ]

  /// The elements that are blocks (HTML, §15.3).
  private static let blocks: Set = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hgroup", "html", "legend", "li", "main", "menu", "nav", "p", "search",
    "section", "summary", "caption",
  ]

  /// The elements that a text has no place for.
  private static let missing: Set = [
    "audio", "button", "canvas", "embed", "iframe", "map", "meter", "object", "progress", "select",
    "textarea", "video",
  ]
}
