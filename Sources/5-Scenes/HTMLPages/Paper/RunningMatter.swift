// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import StyleSheets

/// The boxes in the margins of sheets: running heads and feet, numbers of pages (CSS Page 3, §5).
///
/// They are a page of HTML of their own, which lies above the sheets: a box is a `div` whose
/// `::before` has the contents, and the counters `page` and `pages` are set for each sheet.
struct RunningMatter {
  /// The source of that page, which is as large as all sheets; `nil` without boxes.
  let html: String?

  /// The boxes along an edge, in their order, and the direction in which they lie.
  private static let edges: [(names: [String], isRow: Bool)] = [
    (["top-left", "top-center", "top-right"], true),
    (["bottom-left", "bottom-center", "bottom-right"], true),
    (["left-top", "left-middle", "left-bottom"], false),
    (["right-top", "right-middle", "right-bottom"], false),
    (["top-left-corner"], true), (["top-right-corner"], true), (["bottom-left-corner"], true),
    (["bottom-right-corner"], true),
  ]

  /// - Parameter areas: The areas of the sheets, from the corner of the page that is made.
  init(_ rules: [PageRule], on sheet: Sheet, _ areas: [Rect]) {
    guard rules.contains(where: { !$0.boxes.isEmpty }) else {
      html = nil
      return
    }
    var (styles, body) = ("", "")
    for (number, rule) in rules.enumerated() {
      for (name, css) in rule.boxes.sorted(by: { $0.key < $1.key }) {
        // The contents of a box are those of its pseudo-element.
        styles += ".r\(number)-\(name){\(rule.text)\(css)}.r\(number)-\(name)::before{"
        styles += css.split(separator: ";").filter { $0.hasPrefix("content:") }.joined(
          separator: ";")
        styles += "}"
      }
    }
    // Where text goes from the right to the left, so do pages.
    let isRightToLeft = areas.count > 1 && areas[1].minX < areas[0].minX
    for index in areas.indices {
      let holding = rules.indices.filter {
        Self.applies(rules[$0].selector, to: index, isRightToLeft)
      }
      let corner = areas[index].origin
      body += "<div style='counter-reset:page \(index + 1) pages \(areas.count)'>"
      for (names, isRow) in Self.edges {
        let boxes = names.map { name -> String in
          let classes = holding.filter { rules[$0].boxes[name] != nil }
            .map { "r\($0)-\(name)" }.joined(separator: " ")
          return classes.isEmpty ? "" : classes
        }
        if boxes.allSatisfy(\.isEmpty) { continue }
        let area = Self.area(of: names[0], on: sheet)
        body += "<div class=\(isRow ? "e" : "e v") style='left:\(corner.x + area.minX)px;"
        body += "top:\(corner.y + area.minY)px;width:\(area.width)px;height:\(area.height)px'>"
        for (place, classes) in boxes.enumerated() {
          body += "<div class='b\(boxes.count == 1 || !isRow ? 1 : place) \(classes)'></div>"
        }
        body += "</div>"
      }
      body += "</div>"
    }
    html =
      "<!DOCTYPE html><style>body{margin:0}.e{position:absolute;display:flex;align-items:center}"
      + ".v{flex-direction:column;align-items:stretch}.e>div{flex:1}"
      + ".b0{text-align:left}.b1{text-align:center}.b2{text-align:right}"
      + styles + "</style>" + body
  }

  /// Whether a rule holds for a sheet: the first one is a right one, and a left one where pages go
  /// from the right to the left.
  private static func applies(
    _ selector: String, to index: Int, _ isRightToLeft: Bool
  ) -> Bool {
    switch selector {
    case "": true
    case ":first": index == 0
    case ":left": (index % 2 == 1) != isRightToLeft
    case ":right": (index % 2 == 0) != isRightToLeft
    default: false
    }
  }

  private static func area(of name: String, on sheet: Sheet) -> Rect {
    let (margin, size) = (sheet.margin, sheet.size)
    let isTop = name.hasPrefix("top-")
    let (right, bottom) = (size.width - margin.right, size.height - margin.bottom)
    let (y, height) = isTop ? (0, margin.top) : (bottom, margin.bottom)
    if name.hasSuffix("left-corner") {
      return Rect(x: 0, y: y, width: margin.left, height: height)
    }
    if name.hasSuffix("right-corner") {
      return Rect(x: right, y: y, width: margin.right, height: height)
    }
    if name.hasPrefix("left-") {
      return Rect(x: 0, y: margin.top, width: margin.left, height: sheet.contents.height)
    }
    if name.hasPrefix("right-") {
      return Rect(x: right, y: margin.top, width: margin.right, height: sheet.contents.height)
    }
    return Rect(x: margin.left, y: y, width: sheet.contents.width, height: height)
  }
}
