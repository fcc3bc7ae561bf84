// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Flex boxes, alignment and columns: CSS Flexbox 1, CSS Box Alignment 3, CSS Multicol 1.
  static let itemRows: [Property] = [
    Property("flex-direction", \.item.direction),
    Property("flex-wrap", \.item.wrap),
    Property("flex-flow", sets: ["flex-direction", "flex-wrap"]) { reader, style in
      var (direction, wrap) = (FlexDirection.row, FlexWrap.nowrap)
      let isRead = reader.parts([
        { $0.keyword().map { direction = $0 } }, { $0.keyword().map { wrap = $0 } },
      ])
      (style.item.direction, style.item.wrap) = (direction, wrap)
      return isRead
    },
    Property("flex-grow", \.item.grow) { $0.number(0...1e15) },
    Property("flex-shrink", \.item.shrink) { $0.number(0...1e15) },
    Property("flex-basis", \.item.basis) { $0.flexBasis() },
    Property("flex", sets: ["flex-grow", "flex-shrink", "flex-basis"]) { $0.flex(&$1.item) },
    Property("order", \.item.order) { $0.integer() },
    Property("-webkit-box-orient", \.rare.isBoxVertical) { reader in
      reader.word([
        "vertical": true, "horizontal": false, "block-axis": true, "inline-axis": false,
      ])
    },
    Property("align-content", \.item.alignContent) { $0.contentAlignment() },
    Property("align-items", \.item.alignItems) { $0.itemAlignment() },
    Property("align-self", \.item.alignSelf) { $0.itemAlignment(isSelf: true) },
    Property("justify-content", \.item.justifyContent) { $0.contentAlignment(hasSides: true) },
    Property("justify-items", \.item.justifyItems) { $0.itemAlignment(hasSides: true) },
    Property("justify-self", \.item.justifySelf) { $0.itemAlignment(isSelf: true, hasSides: true) },
    Property("place-content", sets: ["align-content", "justify-content"]) { reader, style in
      guard let align = reader.contentAlignment() else { return false }
      var justify = align
      if align.place == .baseline || align.place == .lastBaseline { justify = Alignment(.start) }
      if !reader.isAtEnd {
        guard let other = reader.contentAlignment(hasSides: true) else { return false }
        justify = other
      }
      (style.item.alignContent, style.item.justifyContent) = (align, justify)
      return true
    },
    Property("place-items", sets: ["align-items", "justify-items"]) { reader, style in
      guard let align = reader.itemAlignment() else { return false }
      let justify = reader.isAtEnd ? align : reader.itemAlignment(hasSides: true)
      guard let justify else { return false }
      (style.item.alignItems, style.item.justifyItems) = (align, justify)
      return true
    },
    Property("place-self", sets: ["align-self", "justify-self"]) { reader, style in
      guard let align = reader.itemAlignment(isSelf: true) else { return false }
      let justify = reader.isAtEnd ? align : reader.itemAlignment(isSelf: true, hasSides: true)
      guard let justify else { return false }
      (style.item.alignSelf, style.item.justifySelf) = (align, justify)
      return true
    },
    Property("row-gap", \.item.rowGap) { $0.gap() },
    Property("column-gap", \.item.columnGap) { $0.gap() },
    Property("gap", sets: ["row-gap", "column-gap"]) { reader, style in
      guard let row = reader.gap() else { return false }
      let column = reader.isAtEnd ? row : reader.gap()
      guard let column else { return false }
      (style.item.rowGap, style.item.columnGap) = (row, column)
      return true
    },
    Property("column-width", \.item.columns.width) { $0.columnWidth() },
    Property("column-count", \.item.columns.count) { $0.columnCount() },
    Property("columns", sets: ["column-width", "column-count"]) { reader, style in
      var columns = Columns()
      let isRead = reader.parts([
        { $0.flag("auto") }, { $0.flag("auto") },
        { $0.columnCount().map { columns.count = $0 } },
        { $0.columnWidth().map { columns.width = $0 } },
      ])
      style.item.columns = columns
      return isRead
    },
    Property("column-span", \.item.spansColumns) { $0.word(["none": false, "all": true]) },
    Property("column-fill", \.item.columnFill),
  ]
}

extension ValueReader {
  fileprivate mutating func flexBasis() -> FlexBasis? {
    take("content") ? .content : size().map { .size($0) }
  }

  /// CSS Flexbox 1, §7.1.1.
  fileprivate mutating func flex(_ item: inout ItemStyle) -> Bool {
    if take("none") {
      (item.grow, item.shrink, item.basis) = (0, 0, .size(.auto))
      return true
    }
    var (grow, shrink, basis) = (Double?.none, Double?.none, FlexBasis?.none)
    while !isAtEnd {
      if grow == nil, let value = number(0...1e15) {
        grow = value
        shrink = number(0...1e15)
      } else if basis == nil, let value = flexBasis() {
        basis = value
      } else {
        return false
      }
    }
    guard grow != nil || basis != nil else { return false }
    (item.grow, item.shrink) = (grow ?? 1, shrink ?? 1)
    item.basis = basis ?? .size(.length(.percent(0)))
    return true
  }

  fileprivate mutating func gap() -> LengthPercentage?? {
    take("normal") ? .some(nil) : positiveLength().map { .some($0) }
  }

  fileprivate mutating func columnWidth() -> Double?? {
    take("auto") ? .some(nil) : length(0...1e15).map { .some($0) }
  }

  fileprivate mutating func columnCount() -> Int?? {
    take("auto") ? .some(nil) : integer(1...1_000).map { .some($0) }
  }

  /// `first baseline`, `last baseline` or `baseline`.
  private mutating func baseline() -> Alignment? {
    attempt { reader in
      let isLast = reader.take("last")
      if !isLast { _ = reader.take("first") }
      return reader.take("baseline") ? Alignment(isLast ? .lastBaseline : .baseline) : nil
    }
  }

  /// A place with `safe` or `unsafe` before it.
  private mutating func place(_ allowed: Set<Alignment.Place>) -> Alignment? {
    attempt { reader in
      let isSafe = reader.word(["safe": true, "unsafe": false])
      guard let place: Alignment.Place = reader.keyword(), allowed.contains(place) else {
        return nil
      }
      var alignment = Alignment(place)
      alignment.isSafe = isSafe ?? false
      return alignment
    }
  }

  private static let places: Set<Alignment.Place> = [
    .center, .start, .end, .flexStart, .flexEnd,
  ]

  fileprivate mutating func contentAlignment(hasSides: Bool = false) -> Alignment? {
    if let place: Alignment.Place = word([
      "normal": .normal, "stretch": .stretch, "space-between": .spaceBetween,
      "space-around": .spaceAround, "space-evenly": .spaceEvenly,
    ]) {
      return Alignment(place)
    }
    if !hasSides, let baseline = baseline() { return baseline }
    return place(hasSides ? Self.places.union([.left, .right]) : Self.places)
  }

  fileprivate mutating func itemAlignment(isSelf: Bool = false, hasSides: Bool = false)
    -> Alignment?
  {
    if let place: Alignment.Place = word(["normal": .normal, "stretch": .stretch]) {
      return Alignment(place)
    }
    if isSelf, take("auto") { return Alignment(.auto) }
    if !isSelf, hasSides, let legacy = legacy() { return legacy }
    if let baseline = baseline() { return baseline }
    let places = Self.places.union([.selfStart, .selfEnd])
    return place(hasSides ? places.union([.left, .right]) : places)
  }

  private mutating func legacy() -> Alignment? {
    attempt { reader in
      let isFirst = reader.take("legacy")
      var alignment = Alignment(.normal)
      alignment.isLegacy = true
      let place: Alignment.Place? = reader.word(["left": .left, "right": .right, "center": .center])
      if !isFirst { guard place != nil, reader.take("legacy") else { return nil } }
      alignment.place = place ?? .normal
      return alignment
    }
  }
}
