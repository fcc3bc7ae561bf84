// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import LayerCompositing
internal import Markup
internal import SVGPictures
internal import StyleSheets
internal import StyledDocuments
internal import SystemConcurrency
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// The places of the boxes of a page, and the lines in them.
struct PageLayout {
  /// The box of the page, with the root element's box in it.
  let root: PageBox?
  let viewport: Size
  private(set) var frames: BoxFrames
  /// The text of lines, by the number of their box.
  private(set) var texts: [Int: LineText] = [:]
  private(set) var boxes: [PageBox] = []
  /// Notes about boxes that are not shown, in sentences.
  private(set) var notes: [String] = []

  /// Lays out the boxes of a page.
  ///
  /// - Parameters:
  ///   - viewport: The size of the page's first containing block, in points.
  ///   - sheet: The sheets of paper, over which the page is broken; `nil` for none.
  init(
    _ root: PageBox?, of source: MarkupTree, viewport: Size, sheet: Sheet?, styles: FontStyles,
    resources: PageResources, cancellation: Cancellation
  ) throws {
    (self.root, self.viewport) = (root, viewport)
    var tree = BoxTree()
    var page = BoxItem(width: .points(viewport.width), height: .points(viewport.height))
    page.isContainingBlock = true
    var outermost = BoxLayout(.flowRoot)
    if let root {
      // The first containing block has the writing mode of the page (CSS Writing Modes 3, §8).
      let style = BoxLayout(root.principalStyle(source), root.display)
      (outermost.writingMode, outermost.direction) = (style.writingMode, style.direction)
    }
    if let sheet {
      // Sheets are columns that lie side by side, or one below another on a page of vertical text,
      // the margins between them.
      outermost.columnCount = 1
      outermost.columnGap = .points(
        outermost.writingMode == .horizontal
          ? sheet.size.width - viewport.width : sheet.size.height - viewport.height)
      outermost.fillsColumnsInTurn = true
      outermost.repeatsTableHeads = true
    }
    try tree.add(outermost, page, in: nil)
    var maker = BoxMaker(
      tree: source, styles: styles, resources: resources, cancellation: cancellation)
    if let root { try maker.add(root, of: nil, to: &tree, in: 0, grid: nil) }
    (texts, boxes) = (maker.texts, maker.boxes)
    if maker.leftOut > 0 {
      notes = ["\(maker.leftOut) boxes are not shown: they lie over \(BoxTree.depthLimit) deep"]
    }
    frames = try tree.layout(
      width: viewport.width, height: viewport.height, cancellation: cancellation)
    if let sheet {
      // What is fixed lies on each sheet (CSS Positioned Layout 3, §2.1).
      let areas = sheetAreas(sheet)
      let others = areas.dropFirst().map {
        Point(x: $0.minX - areas[0].minX, y: $0.minY - areas[0].minY)
      }
      for box in boxes where box.style.box.position == .fixed {
        frames.repeats[box.number] = others
      }
    }
    if sheet != nil, let root {
      let count = cutBoxes(in: root, viewport)
      if count > 0 {
        let boxes = count == 1 ? "1 box is" : "\(count) boxes are"
        notes.append("\(boxes) higher than a sheet of paper, and cut off")
      }
    }
  }

  /// The number of boxes that are higher than a sheet and are not broken, those in them not counted.
  private func cutBoxes(in box: PageBox, _ room: Size) -> Int {
    let size = frame(of: box).size
    let isCut =
      box.style.text.writingMode.isVertical
      ? size.width > room.width + 1 : size.height > room.height + 1
    if parts(of: box).count < 2, isCut, box.isInFlow { return 1 }
    guard case .boxes(let children) = box.contents else { return 0 }
    return children.reduce(0) { $0 + cutBoxes(in: $1, room) }
  }

  /// The areas of the sheets of paper over which the page is broken.
  func sheetAreas(_ sheet: Sheet) -> [Rect] {
    let columns = frames.columns[0]?.first ?? [.zero]
    return columns.map { column in
      Rect(
        x: column.minX - sheet.margin.left, y: column.minY - sheet.margin.top,
        width: sheet.size.width, height: sheet.size.height)
    }
  }

  /// The height of the page's contents, in points: down to the lowest box or line that is not cut
  /// off (CSS Overflow 3, §2.2).
  var height: Double {
    guard let root else { return 0 }
    return max(frame(of: root).maxY + root.bottomMargin, lowestEdge(of: root, at: 0))
  }

  /// - Parameter y: The upper edge of the containing box's border box.
  private func lowestEdge(of box: PageBox, at y: Double) -> Double {
    let frame = frame(of: box)
    let top = y + frame.minY
    let isClipped = box.style.box.overflowY != .visible && box.node != 0
    var lowest = top + frame.height
    if isClipped || box.style.box.position == .fixed { return isClipped ? lowest : -.infinity }
    switch box.contents {
    case .boxes(let children):
      for child in children { lowest = max(lowest, lowestEdge(of: child, at: top)) }
    case .lines:
      let room = room(of: box)
      if parts(of: box).count < 2, let lines = lines(of: box), !box.style.isSetVertically {
        lowest = max(lowest, top + room.minY + (lines.lines.last?.frame.maxY ?? 0))
      }
      for part in text(of: box)?.parts ?? [] {
        lowest = max(lowest, lowestEdge(of: part.box, at: top))
      }
    case .replaced: break
    }
    return lowest
  }

  /// The frame of a box in that of the box around it.
  func frame(of box: PageBox) -> Rect { frames.frames[box.number] }

  /// The characters that no font has, in the order of the texts.
  var missing: [Unicode.Scalar] {
    boxes.flatMap { box in lines(of: box)?.missing.flatMap(\.scalars) ?? [] }
  }

  /// The lines of a box; `nil` if it has none.
  func lines(of box: PageBox) -> TextLayout? {
    frames.lines[box.number]?.layout as? TextLayout
  }

  /// The text that the lines of a box were made of.
  func text(of box: PageBox) -> LineText? { texts[box.number] }

  /// The parts of a box that is broken over columns; empty for one that is whole.
  func parts(of box: PageBox) -> [BoxPart] { frames.parts[box.number] ?? [] }

  /// The room of the lines of a box, from its upper left corner.
  func room(of box: PageBox) -> Rect { frames.rooms[box.number] }
}

extension BoxItem {
  /// Moves a block in a container that aligns blocks as it aligns text: `align=center` and
  /// `<center>` (HTML, §15.3.3).
  ///
  /// - Parameter container: The box around.
  fileprivate mutating func align(blocksOf container: PageBox?, _ box: PageBox) {
    guard let container, !container.hasItems, box.isInFlow, !box.display.isInline else { return }
    switch container.style.text.align {
    case .blocksCenter where margin.left != .auto && margin.right != .auto:
      (margin.left, margin.right) = (.auto, .auto)
    case .blocksRight where margin.left != .auto && margin.right != .auto: margin.left = .auto
    default: break
    }
  }
}

extension PageBox {
  /// The style of the root whose writing mode and direction are those of the page: that of `body`
  /// if there is one.
  fileprivate func principalStyle(_ tree: MarkupTree) -> ComputedStyle {
    guard case .boxes(let children) = contents else { return style }
    let body = children.first { $0.node.map { tree[$0].name == "body" } ?? false }
    return body?.style ?? style
  }
}

/// Makes the layout's boxes of a page's boxes.
private struct BoxMaker {
  let tree: MarkupTree
  let styles: FontStyles
  let resources: PageResources
  let cancellation: Cancellation
  var texts: [Int: LineText] = [:]
  var boxes: [PageBox] = []
  /// The number of boxes that lie too deep.
  var leftOut = 0
  private let shapes = FloatShapes()

  /// The most boxes of a page: a box with a line of text takes some 8 KiB until the page is drawn.
  private static let countLimit = 200_000

  init(
    tree: MarkupTree, styles: FontStyles, resources: PageResources, cancellation: Cancellation
  ) {
    (self.tree, self.styles, self.cancellation) = (tree, styles, cancellation)
    self.resources = resources
  }

  /// The number of columns or rows that an attribute of a cell names.
  private func span(_ name: String, of node: Int, from least: Int) -> Int? {
    tree.attribute(name, of: node).flatMap { Int($0) }.map { min(max($0, least), 1000) }
  }

  /// Adds a box and all in it.
  ///
  /// - Parameter grid: The names of the lines of the grid that the box is an item of.
  mutating func add(
    _ box: PageBox, of around: PageBox?, to tree: inout BoxTree, in container: Int,
    grid: GridNames?
  ) throws {
    try cancellation.check()
    guard tree.count < Self.countLimit else {
      throw DocumentError(
        .tooLarge, "html", "the page has more than \(Self.countLimit) boxes")
    }
    var layout = BoxLayout(box.style, box.display)
    var item = BoxItem(box.style)
    item.isAnonymous = box.isAnonymous
    item.align(blocksOf: around, box)
    grid?.place(&item, box.style.item)
    if let node = box.node {
      item.columnSpan = span("colspan", of: node, from: 1) ?? span("span", of: node, from: 1) ?? 1
      item.rowSpan = span("rowspan", of: node, from: 0) ?? 1
    }
    var children: [PageBox] = []
    var names: GridNames?
    var content: (any BoxContent)?
    switch box.contents {
    case .boxes(let boxes):
      children = boxes
      if box.display.inner == .grid {
        names = GridNames(box.style.item)
        names?.apply(to: &layout, box.style.item)
      }
    case .lines(let items):
      if box.node == nil { item.isContainingBlock = false }
      let text = LineText(
        items, of: box, styles: styles, hasStruts: self.tree.quirks == .none)
      for part in text.parts where part.box.isFloat {
        part.box.floatShape = FloatShape(part.box.style, resources)
      }
      content = LineBoxes(text, box, styles, shapes, cancellation: cancellation)
      texts[tree.count] = text
      children = text.parts.map(\.box)
    case .replaced(let replaced):
      let natural = replaced.natural
      let image = ImageBox(replaced.size, hasRatio: natural.ratio != nil)
      if natural.ratio != nil {
        item.isRatioOfContents = item.usedRatio == nil
        item = image.completed(item)
      }
      // A picture with a ratio alone is as wide as a block (CSS 2.2, §10.3.2).
      if natural.ratio != nil, natural.width == nil, natural.height == nil, box.isInFlow,
        !(around?.hasItems ?? false), box.style.box.width == .auto,
        box.style.box.height == .auto, box.style.box.maxHeight == .auto
      {
        item.width = .percent(100)
      }
      content = image
    }
    do {
      box.number = try tree.add(layout, item, in: container, content: content)
    } catch BoxLayoutError.tooDeep {
      (box.contents, leftOut) = (.boxes([]), leftOut + 1)
      return
    }
    boxes.append(box)
    if box.isFloat {
      shapes[box.number] = box.floatShape ?? FloatShape(box.style, resources)
    }
    for child in children { try add(child, of: box, to: &tree, in: box.number, grid: names) }
  }
}
