// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry

/// A tree of boxes written as untyped JSON with the words of CSS.
///
/// An element is `{"style": {…}, "children": […]}` or `{"style": {…}, "text": […]}`: a text is
/// words of letters, 10 points each, and elements that stand in the lines.
struct FlowCase {
  private typealias Node = [String: Any]
  private let root: Node

  init(_ root: [String: Any]) { self.root = root }

  /// The frames of all elements, an element before those in it; from the corner of the root if that
  /// has a member `columns`.
  func frames() throws -> [[Double]] {
    var tree = BoxTree()
    var containers: [Int?] = []
    try add(root, to: &tree, in: nil, &containers)
    let style = root["style"] as? Node ?? [:]
    let found = try tree.layout(
      width: Self.number(style["width"]), height: Self.number(style["height"]))
    // Of a box in several columns a browser measures the rectangle around all parts.
    let isFromRoot = root["columns"] != nil
    return found.frames.indices.map { box in
      var parts = found.parts[box]?.map(\.frame) ?? [found.frames[box]]
      var container = isFromRoot ? containers[box] : nil
      while let next = container {
        for part in parts.indices {
          parts[part].origin.x += found.frames[next].minX
          parts[part].origin.y += found.frames[next].minY
        }
        container = containers[next]
      }
      let (left, top) = (parts.map(\.minX).min() ?? 0, parts.map(\.minY).min() ?? 0)
      return [
        left, top, (parts.map(\.maxX).max() ?? 0) - left, (parts.map(\.maxY).max() ?? 0) - top,
      ]
    }
  }

  private func add(
    _ node: Node, to tree: inout BoxTree, in container: Int?, _ containers: inout [Int?],
    collapses: Bool = false
  ) throws {
    let style = node["style"] as? Node ?? [:]
    let text = node["text"] as? [Any]
    let elements = (node["children"] as? [Any] ?? text ?? []).compactMap { $0 as? Node }
    let content = text.map { SquareLines($0.map(Self.part)) }
    let collapses = collapses || style["border-collapse"] as? String == "collapse"
    var (layout, item) = (Self.layout(style), Self.item(style))
    layout.collapsesBorders = collapses && layout.display.isTablePart
    if let span = node["span"] as? [Any] {
      item.columnSpan = Int(Self.number(span[0]) ?? 1)
      item.rowSpan = Int(Self.number(span[1]) ?? 1)
    }
    let number = try tree.add(
      layout, item, in: container,
      content: (node["picture"] as? [Any]).map { size in
        Picture(
          size: Size(width: Self.number(size[0]) ?? 0, height: Self.number(size[1]) ?? 0))
      } ?? content)
    containers.append(container)
    for element in elements {
      try add(element, to: &tree, in: number, &containers, collapses: collapses)
    }
  }

  private static func part(_ part: Any) -> SquareLines.Part {
    if let word = part as? String { return .word(Double(word.count) * 10) }
    let style = (part as? Node)?["style"] as? Node ?? [:]
    if style["position"] as? String == "absolute" { return .absolute }
    return switch style["float"] as? String {
    case "left": .float(isLeft: true)
    case "right": .float(isLeft: false)
    default: .box
    }
  }

  private static func number(_ value: Any?) -> Double? {
    switch value {
    case let number as Int: Double(number)
    case let number as Double: number
    default: nil
    }
  }

  private static func length(_ value: Any?, default none: BoxLength = .auto) -> BoxLength {
    if let number = number(value) { return .points(number) }
    guard let word = value as? String else { return none }
    switch word {
    case "min-content": return .minContent
    case "max-content": return .maxContent
    case "fit-content": return .fitContent
    default: return word.hasSuffix("%") ? .percent(Double(word.dropLast()) ?? 0) : .auto
    }
  }

  private static func sides(
    _ style: Node, _ name: String, default none: BoxLength = .points(0), suffix: String = ""
  ) -> BoxSides<BoxLength> {
    func side(_ side: String) -> BoxLength {
      length(style[name.isEmpty ? side : "\(name)-\(side)\(suffix)"], default: none)
    }
    return BoxSides(
      top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left"))
  }

  private static func layout(_ style: Node) -> BoxLayout {
    let displays: [String: BoxLayout.Display] = [
      "flow-root": .flowRoot, "inline-block": .flowRoot, "flex": .flex, "grid": .grid,
      "none": .none, "table": .table, "table-row-group": .tableRowGroup,
      "table-header-group": .tableHeaderGroup, "table-footer-group": .tableFooterGroup,
      "table-row": .tableRow, "table-cell": .tableCell, "table-column": .tableColumn,
      "table-column-group": .tableColumnGroup, "table-caption": .tableCaption,
    ]
    var layout = BoxLayout(displays[style["display"] as? String ?? ""] ?? .block)
    if layout.display == .flex, style["flex-direction"] as? String == "column" {
      layout.flexDirection = .column
    }
    if style["overflow"] != nil { (layout.overflowX, layout.overflowY) = (.hidden, .hidden) }
    if let direction = style["direction"] as? String {
      layout.direction = direction == "rtl" ? .rightToLeft : .leftToRight
    }
    let modes: [String: BoxWritingMode] = [
      "horizontal-tb": .horizontal, "vertical-rl": .verticalRightToLeft,
      "vertical-lr": .verticalLeftToRight, "sideways-lr": .sidewaysLeftToRight,
    ]
    layout.writingMode = modes[style["writing-mode"] as? String ?? ""]
    layout.columnCount = number(style["column-count"]).map { Int($0) }
    layout.columnWidth = length(style["column-width"])
    layout.fillsColumnsInTurn = style["column-fill"] as? String == "auto"
    if let gap = number(style["column-gap"]) { layout.columnGap = .points(gap) }
    layout.hasFixedColumns = style["table-layout"] as? String == "fixed"
    layout.isCaptionAtBottom = style["caption-side"] as? String == "bottom"
    if let spacing = style["border-spacing"] as? String {
      let lengths = spacing.split(separator: " ").map {
        BoxLength.points(Double($0.dropLast(2)) ?? 0)
      }
      (layout.columnGap, layout.rowGap) = (lengths[0], lengths[lengths.count - 1])
    }
    let alignments: [String: BoxAlignment] = [
      "top": .start, "middle": .center, "bottom": .end, "baseline": .baseline,
    ]
    layout.alignContent = alignments[style["vertical-align"] as? String ?? ""] ?? .normal
    let styles: [String: BoxLayout.BorderStyle] = [
      "none": .none, "hidden": .hidden, "double": .double, "dotted": .dotted,
    ]
    func borderStyle(_ side: String) -> BoxLayout.BorderStyle {
      styles[style["border-\(side)-style"] as? String ?? ""] ?? .solid
    }
    layout.borderStyles = BoxSides(
      top: borderStyle("top"), right: borderStyle("right"), bottom: borderStyle("bottom"),
      left: borderStyle("left"))
    layout.padding = sides(style, "padding")
    layout.border = sides(style, "border", suffix: "-width")
    return layout
  }

  private static func item(_ style: Node) -> BoxItem {
    var item = BoxItem(width: length(style["width"]), height: length(style["height"]))
    item.boxSizing = .contentBox
    (item.minWidth, item.maxWidth) = (length(style["min-width"]), length(style["max-width"]))
    (item.minHeight, item.maxHeight) = (length(style["min-height"]), length(style["max-height"]))
    item.margin = sides(style, "margin")
    item.inset = sides(style, "", default: .auto)
    item.spansColumns = style["column-span"] as? String == "all"
    item.avoidsBreakInside = style["break-inside"] as? String == "avoid"
    let breaks: [String: BoxItem.Break] = ["avoid": .avoid, "column": .column]
    item.breakBefore = breaks[style["break-before"] as? String ?? ""] ?? .auto
    item.breakAfter = breaks[style["break-after"] as? String ?? ""] ?? .auto
    let position = style["position"] as? String
    item.isContainingBlock = position != nil
    if position == "absolute" { item.position = .absolute }
    if position == nil { item.inset = BoxSides(.auto) }
    item.float = style["float"].map { $0 as? String == "left" ? .left : .right } ?? .none
    item.clear =
      switch style["clear"] as? String {
      case "left": .left
      case "right": .right
      case "both": .both
      default: .none
      }
    return item
  }
}

extension BoxLayout.Display {
  /// Whether a box is a table or a part of one.
  fileprivate var isTablePart: Bool {
    switch self {
    case .table, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell,
      .tableColumn, .tableColumnGroup:
      true
    default: false
    }
  }
}

/// Lines of words of square letters, 10 points each with a baseline at 8, and boxes among them.
/// Floats stand before all words.
private struct SquareLines: LineContent {
  enum Part {
    case word(Double)
    case box
    case float(isLeft: Bool)
    case absolute
  }

  let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  func contentWidths(of boxes: [LineBoxWidths]) -> (least: Double, greatest: Double) {
    var (least, line, floats) = (0.0, -10.0, 0.0)
    var boxes = boxes[...]
    for part in parts {
      switch part {
      case .word(let width):
        least = max(least, width)
        line += 10 + width
      case .box:
        let box = boxes.removeFirst()
        least = max(least, box.least)
        line += 10 + box.greatest
      case .float:
        let box = boxes.removeFirst()
        least = max(least, box.least)
        floats += max(0, box.greatest)
      case .absolute: boxes.removeFirst()
      }
    }
    return (least, max(line, 0) + floats)
  }

  func setLines(in room: LineRoom) -> LinesOfBox {
    struct Item {
      var box: Int?
      var x: Double
      var above: Double
      var below: Double
    }
    var floats = FloatContext(room)
    var tops: [Double] = []
    var places = [Point?](repeating: nil, count: room.boxes.count)
    var (y, next, first, last) = (0.0, 0, Double?.none, Double?.none)
    var line: [Item] = []
    var (end, height) = (0.0, 10.0)
    var edges = (left: 0.0, right: room.width)
    var waiting: [Int] = []
    func finish() {
      guard !line.isEmpty else { return }
      let above = line.map(\.above).max() ?? 0
      let below = line.map(\.below).max() ?? 0
      for item in line {
        if let box = item.box { places[box] = Point(x: item.x, y: y + above - item.above) }
      }
      for (box, x) in absolutes { places[box] = Point(x: x, y: y) }
      absolutes = []
      tops.append(y)
      first = first ?? y + above
      last = y + above
      y += above + below
      line = []
    }
    var absolutes: [(Int, Double)] = []
    func add(_ box: Int?, _ width: Double, _ above: Double, _ below: Double) {
      if !line.isEmpty {
        let above = max(above, line.map(\.above).max() ?? 0)
        let below = max(below, line.map(\.below).max() ?? 0)
        let edges = floats.room(top: y, bottom: y + above + below, left: 0, right: room.width)
        if end + 10 + width > edges.right + 1e-6 || edges.left > line[0].x { finish() }
      }
      if line.isEmpty {
        height = above + below
        edges = floats.room(top: y, bottom: y + height, left: 0, right: room.width)
        while width > edges.right - edges.left + 1e-6, edges != (0, room.width),
          let next = floats.nextBottom(below: y)
        {
          y = next
          edges = floats.room(top: y, bottom: y + height, left: 0, right: room.width)
        }
        end = edges.left - 10
      }
      line.append(Item(box: box, x: end + 10, above: above, below: below))
      end += 10 + width
    }
    _ = waiting
    waiting = []
    for part in parts {
      switch part {
      case .word(let width): add(nil, width, 8, 2)
      case .box:
        let size = room.boxes[next]
        let baseline = size.baseline ?? size.height
        add(next, size.width, max(8, baseline), max(2, size.height - baseline))
        // The box itself hangs from the baseline, whatever the strut of the line is.
        line[line.count - 1].above = max(baseline, -1e9)
        line.append(Item(box: nil, x: end, above: 8, below: 2))
        line[line.count - 2].below = size.height - baseline
        next += 1
      case .float(let isLeft):
        let size = room.boxes[next]
        places[next] = floats.place(
          width: size.width, height: size.height, isLeft: isLeft, top: y, left: 0,
          right: room.width)
        next += 1
      case .absolute:
        if line.isEmpty {
          places[next] = Point(
            x: floats.room(top: y, bottom: y, left: 0, right: room.width).left, y: y)
        } else {
          absolutes.append((next, end))
        }
        next += 1
      }
    }
    finish()
    var lines = LinesOfBox(height: y, firstBaseline: first, lastBaseline: last, places: places)
    lines.hasLines = first != nil
    lines.breaks = Array(tops.dropFirst())
    return lines
  }
}
