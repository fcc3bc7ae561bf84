// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import Markup

/// The declarations that attributes of old stand for (HTML, §15.3 and §15.4): `bgcolor`, `align`.
enum PresentationalHints {
  /// The declarations of an element as the text of an attribute `style`; empty for none.
  static func css(of node: Int, in tree: MarkupTree) -> String {
    let element = tree[node]
    var css = Declarations()
    if element.namespace == .svg {
      for attribute in tree.attributes(of: node)
      where Property.vectorAttributes.contains(attribute.name)
        && !attribute.value.contains(where: { ";{}".contains($0) })
      {
        css.set(attribute.name, attribute.value)
      }
      if element.name != "svg" { return css.text }
    } else if element.namespace != .html {
      return ""
    }
    if ["td", "th"].contains(element.name) { css.cell(node, tree) }
    if tree.quirks == .full { css.quirks(node, tree) }
    if element.name == "a", tree.attribute("href", of: node) != nil { css.link(tree) }
    css.control(node, tree)
    for attribute in tree.attributes(of: node) {
      css.add(attribute.name, attribute.value, element.name, node, tree)
    }
    return css.text
  }

  private struct Declarations {
    var text = ""

    mutating func set(_ property: String, _ value: String?) {
      if let value { text += "\(property):\(value);" }
    }

    private static let blocks: Set = [
      "div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "tr", "thead", "tbody", "tfoot",
      "col", "colgroup",
    ]
    private static let parts: Set = ["td", "th", "tr", "thead", "tbody", "tfoot"]
    private static let replaced: Set = [
      "img", "object", "embed", "iframe", "video", "canvas", "svg", "input", "applet",
    ]

    mutating func add(
      _ attribute: String, _ value: String, _ name: String, _ node: Int, _ tree: MarkupTree
    ) {
      let isReplaced = Self.replaced.contains(name)
      let isTable = name == "table"
      switch attribute {
      case "bgcolor" where isTable || name == "body" || Self.parts.contains(name):
        set("background-color", LegacyColor.css(value))
      case "background" where isTable || name == "body" || Self.parts.contains(name):
        set("background-image", quoted(value))
      case "text" where name == "body": set("color", LegacyColor.css(value))
      case "topmargin" where name == "body": set("margin-block", length(value))
      case "marginheight" where name == "body": set("margin-block", length(value))
      case "leftmargin" where name == "body": set("margin-inline", length(value))
      case "marginwidth" where name == "body": set("margin-inline", length(value))
      case "width"
      where isTable || isReplaced || name == "hr" || name == "col" || name == "colgroup"
        || Self.parts.contains(name):
        set("width", length(value, isZeroAuto: Self.parts.contains(name) || isTable))
        if isReplaced, let height = tree.attribute("height", of: node) { ratio(value, height) }
      case "height" where isTable || isReplaced || Self.parts.contains(name):
        set("height", length(value, isZeroAuto: Self.parts.contains(name) || isTable))
      case "hspace" where isReplaced: set("margin-inline", length(value))
      case "vspace" where isReplaced: set("margin-block", length(value))
      case "border" where isReplaced:
        if let width = length(value) { set("border", "\(width) solid") }
      case "border" where isTable:
        let width = length(value) ?? "1px"
        if width != "0px" { set("border", "\(width) outset") }
      case "bordercolor" where isTable: set("border-color", LegacyColor.css(value))
      case "cellspacing" where isTable: set("border-spacing", length(value))
      case "rules" where isTable:
        set("border-collapse", value.lowercasedASCII == "none" ? nil : "collapse")
      case "align": align(value.lowercasedASCII, name, isReplaced: isReplaced)
      case "valign" where Self.parts.contains(name):
        let place = value.lowercasedASCII
        if ["top", "middle", "bottom", "baseline"].contains(place) { set("vertical-align", place) }
      case "nowrap" where name == "td" || name == "th": set("white-space", "nowrap")
      case "clear" where name == "br":
        let side = value.lowercasedASCII
        set(
          "clear", side == "all" ? "both" : ["left", "right", "both"].contains(side) ? side : nil)
      case "color" where name == "font" || name == "hr":
        set("color", LegacyColor.css(value))
        if name == "hr" { set("border-style", "solid") }
      case "face" where name == "font":
        set("font-family", value.contains { ";{}".contains($0) } ? nil : value)
      case "size" where name == "font": set("font-size", fontSize(value))
      case "size" where name == "hr":
        if let size = Int(value.prefix { $0.isNumber }) {
          set(size > 1 ? "height" : "border-bottom-width", size > 1 ? "\(size - 2)px" : "0")
        }
      case "noshade" where name == "hr": set("border-style", "solid")
      case "type" where name == "ol" || name == "li" || name == "ul": listType(value, name)
      case "start" where name == "ol":
        let isReversed = tree.attribute("reversed", of: node) != nil
        if let start = integer(value) {
          set("counter-reset", "list-item \(isReversed ? start + 1 : start - 1)")
        }
      case "reversed" where name == "ol" && tree.attribute("start", of: node) == nil:
        let items = tree.children(of: node).count { tree[$0].name == "li" }
        set("counter-reset", "list-item \(items + 1)")
      case "value" where name == "li":
        if let number = integer(value) { set("counter-set", "list-item \(number)") }
      case "size" where name == "input", "cols" where name == "textarea":
        set("width", integer(value).flatMap { $0 > 0 ? "\($0)ch" : nil })
      case "rows" where name == "textarea", "size" where name == "select":
        set("height", integer(value).flatMap { $0 > 1 || name == "textarea" ? "\($0)lh" : nil })
      case "wrap" where name == "pre": set("white-space", "pre-wrap")
      case "dir" where value.lowercasedASCII == "auto" || (name == "bdi" && value.isEmpty):
        set("direction", TextDirection.first(in: tree, node).rawValue)
        if name == "pre" || name == "textarea" { set("unicode-bidi", "plaintext") }
      default: break
      }
    }

    private mutating func align(_ value: String, _ name: String, isReplaced: Bool) {
      switch (name, value) {
      case ("table", "center"), ("hr", "center"): set("margin-inline", "auto")
      case ("table", "left"), ("table", "right"): set("float", value)
      case ("hr", "left"): set("margin", "0.5em auto 0.5em 0")
      case ("hr", "right"): set("margin", "0.5em 0 0.5em auto")
      case ("caption", "bottom"): set("caption-side", "bottom")
      case ("legend", "left"), ("legend", "right"), ("legend", "center"): set("text-align", value)
      case (_, "left") where isReplaced, (_, "right") where isReplaced:
        set("float", value)
        set("vertical-align", "top")
      case (_, "top") where isReplaced, (_, "bottom") where isReplaced: set("vertical-align", value)
      case (_, "middle") where isReplaced, (_, "center") where isReplaced, (_, "absmiddle"):
        set("vertical-align", "middle")
      case (_, "left") where Self.blocks.contains(name),
        (_, "right") where Self.blocks.contains(name),
        (_, "center") where Self.blocks.contains(name),
        (_, "middle") where Self.blocks.contains(name):
        // Of headings only the text is aligned, of others also the blocks within.
        let isPlain = name.hasPrefix("h") && name.count == 2
        set("text-align", (isPlain ? "" : "-webkit-") + (value == "middle" ? "center" : value))
      case (_, "justify") where Self.blocks.contains(name): set("text-align", "justify")
      default: break
      }
    }

    private static let spaced: Set = [
      "blockquote", "center", "dir", "dl", "fieldset", "form", "h1", "h2", "h3", "h4", "h5", "h6",
      "hr", "listing", "menu", "ol", "p", "plaintext", "pre", "ul", "xmp",
    ]

    /// What holds in documents that ask for the quirks of old browsers (HTML, §15.3.11 and §15.3.3):
    /// tables do not inherit the text around them, and nothing begins or ends a cell, or begins the
    /// body, with a margin of its own.
    mutating func quirks(_ node: Int, _ tree: MarkupTree) {
      let name = tree[node].name
      if name == "table" {
        text +=
          "font-weight:initial;font-style:initial;font-variant:initial;font-size:initial;"
          + "line-height:initial;white-space:initial;text-align:initial;"
      }
      if name == "form" { set("margin-block-end", "1em") }
      guard Self.spaced.contains(name), let parent = tree.parent(of: node) else { return }
      let around = tree[parent].name
      let isCell = around == "td" || around == "th"
      guard isCell || around == "body" else { return }
      /// Whether nothing but white space lies in the direction of a step.
      func isOutermost(_ step: (Int) -> Int?) -> Bool {
        var sibling = step(node)
        while let other = sibling {
          if tree[other].isElement || tree[other].text.utf8.contains(where: { $0 > 0x20 }) {
            return false
          }
          sibling = step(other)
        }
        return true
      }
      if isOutermost(tree.previous(before:)) { set("margin-block-start", "0") }
      if isCell, isOutermost(tree.next(after:)) { set("margin-block-end", "0") }
    }

    /// What a table says of its cells.
    mutating func cell(_ node: Int, _ tree: MarkupTree) {
      var table = tree.parent(of: node)
      while let element = table, tree[element].name != "table" { table = tree.parent(of: element) }
      guard let table else { return }
      if let padding = tree.attribute("cellpadding", of: table) { set("padding", length(padding)) }
      let rules = tree.attribute("rules", of: table)?.lowercasedASCII
      if rules == "all" {
        set("border", "1px solid")
      } else if rules == nil, let border = tree.attribute("border", of: table),
        length(border) != "0px"
      {
        set("border", "1px inset")
      }
    }

    /// The bar of a control that shows a number, and the colour of one that shows a colour.
    mutating func control(_ node: Int, _ tree: MarkupTree) {
      func number(_ name: String) -> Double? {
        tree.attribute(name, of: node).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
      }
      let name = tree[node].name
      let kind = name == "input" ? tree.attribute("type", of: node)?.lowercasedASCII : name
      let isRange = kind == "range"
      switch kind {
      case "color": set("background", tree.attribute("value", of: node).flatMap(LegacyColor.css))
      case "progress", "meter", "range":
        let (least, most) = (number("min") ?? 0, number("max") ?? (isRange ? 100 : 1))
        let value = number("value") ?? (isRange ? (least + most) / 2 : least)
        let part = most > least ? min(max(0, (value - least) / (most - least)), 1) * 100 : 0
        let color = kind == "meter" ? "#107c10" : "#0075ff"
        let thumb = "radial-gradient(circle at calc(8px + (100% - 16px) * \(part / 100)), "
        set(
          "background",
          (isRange ? thumb + "\(color) 7.5px, transparent 8px)," : "")
            + "linear-gradient(to right, \(color) \(part)%, #efefef 0) center/100% 8px no-repeat")
      default: break
      }
    }

    /// What the body says of links.
    mutating func link(_ tree: MarkupTree) {
      for child in tree.children(of: 0) where tree[child].name == "body" {
        if let color = tree.attribute("link", of: child) { set("color", LegacyColor.css(color)) }
      }
    }

    private mutating func listType(_ value: String, _ name: String) {
      switch value {
      case "1": set("list-style-type", "decimal")
      case "a": set("list-style-type", "lower-alpha")
      case "A": set("list-style-type", "upper-alpha")
      case "i": set("list-style-type", "lower-roman")
      case "I": set("list-style-type", "upper-roman")
      default:
        let word = value.lowercasedASCII
        if ["none", "disc", "circle", "square"].contains(word) { set("list-style-type", word) }
      }
    }

    private mutating func ratio(_ width: String, _ height: String) {
      guard let width = Double(width), let height = Double(height), width > 0, height > 0 else {
        return
      }
      set("aspect-ratio", "auto \(width) / \(height)")
    }

    // MARK: Values

    /// A dimension (HTML, §2.4.4.4): digits, and a percent sign.
    private func length(_ value: String, isZeroAuto: Bool = false) -> String? {
      let text = value.drop { $0.isWhitespace }
      let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits.hasSuffix(".") ? digits.dropLast() : digits),
        number > 0 || !isZeroAuto
      else { return nil }
      let isPercent = text.dropFirst(digits.count).first == "%"
      let spelled = Int(exactly: number).map(String.init) ?? "\(number)"
      return spelled + (isPercent ? "%" : "px")
    }

    private func integer(_ value: String) -> Int? {
      let text = value.drop { $0.isWhitespace }
      let sign = text.hasPrefix("-") ? -1 : 1
      let digits = text.drop { $0 == "-" || $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
      return Int(digits.prefix(9)).map { $0 * sign }
    }

    /// The size of `<font>`: 1 to 7, or more or less than 3.
    private func fontSize(_ value: String) -> String? {
      guard var size = integer(value) else { return nil }
      if value.contains("+") || value.contains("-") { size += 3 }
      let words = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
      return words[min(max(size, 1), 7) - 1]
    }

    private func quoted(_ value: String) -> String? {
      let text = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return value.contains("\n") || value.isEmpty ? nil : "url(\"\(text)\")"
    }
  }
}

/// The colours of attributes (HTML, §2.4.6): whatever stands there is one.
enum LegacyColor {
  /// The colour as CSS writes it; `nil` for none.
  static func css(_ value: String) -> String? {
    let trimmed = value.lowercasedASCII.split { $0.isWhitespace }.joined(separator: " ")
    if trimmed.isEmpty || trimmed == "transparent" { return nil }
    if Color(cssName: trimmed) != nil { return trimmed }
    var digits = Array(
      trimmed.unicodeScalars.map { $0.value > 0xFFFF ? "00" : String($0) }.joined().prefix(128))
    let isHash = digits.first == "#"
    if isHash, digits.count == 4, digits.dropFirst().allSatisfy(\.isHexDigit) { return trimmed }
    if isHash { digits.removeFirst() }
    digits = digits.map { $0.isHexDigit && $0.isASCII ? $0 : "0" }
    while digits.isEmpty || digits.count % 3 != 0 { digits.append("0") }
    let length = digits.count / 3
    var parts = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length].suffix(8)) }
    while parts[0].count > 2, parts.allSatisfy({ $0[0] == "0" }) {
      for index in 0..<3 { parts[index].removeFirst() }
    }
    return "#"
      + parts.map { part in
        let digits = String(part.prefix(2))
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
