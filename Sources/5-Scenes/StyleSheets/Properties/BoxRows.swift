// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Boxes: CSS 2.2 §8 to §11, CSS Sizing 4, CSS Display 3.
  static let boxRows: [Property] =
    [
      Property(
        "display",
        copy: { style, other in
          style.box.display = other.box.display
          if style.hasRare || other.hasRare { style.rare.isOldBox = other.rare.isOldBox }
        }, read: { $0.display(&$1) }),
      Property("position", \.box.position),
      Property(
        "float", copy: { $0.box.float = $1.box.float },
        read: { reader, style in
          guard let side = reader.floatSide(style.text) else { return false }
          guard let side = FloatSide(rawValue: side) else { return false }
          style.box.float = side
          return true
        }),
      Property(
        "clear", copy: { $0.box.clear = $1.box.clear },
        read: { reader, style in
          guard let side = reader.floatSide(style.text) else { return false }
          guard let side = ClearSide(rawValue: side) else { return false }
          style.box.clear = side
          return true
        }),
      Property("z-index", \.box.zIndex) { reader in
        reader.take("auto") ? .some(nil) : reader.integer().map { .some($0) }
      },
      Property("width", \.box.width) { $0.size() },
      Property("height", \.box.height) { $0.size() },
      Property("min-width", \.box.minWidth) { $0.size() },
      Property("min-height", \.box.minHeight) { $0.size() },
      Property("max-width", \.box.maxWidth) { $0.size(most: true) },
      Property("max-height", \.box.maxHeight) { $0.size(most: true) },
      Property("box-sizing", \.box.sizing),
      Property("aspect-ratio", \.box.aspectRatio) { $0.aspectRatio() },
      Property("overflow-x", \.box.overflowX) { $0.overflow() },
      Property("overflow-y", \.box.overflowY) { $0.overflow() },
      Property("overflow", sets: ["overflow-x", "overflow-y"]) { reader, style in
        guard let values = reader.several(most: 2, { $0.overflow() }) else { return false }
        (style.box.overflowX, style.box.overflowY) = (values[0], values[values.count - 1])
        return true
      },
      Property("vertical-align", \.box.verticalAlign) { $0.verticalAlign() },
      Property("table-layout", \.box.tableLayout),
      Property("text-overflow", \.box.textOverflow) { reader in
        // An ellipsis of one's own is drawn as the common one.
        reader.string() != nil ? .ellipsis : reader.keyword()
      },
      Property("-webkit-line-clamp", \.box.lineClamp) { $0.lines() },
      Property("line-clamp", \.box.lineClamp) { $0.lines() },
    ] + sides("margin", { "margin-\($0)" }, { \.box.margin[$0] }, read: { $0.autoLength() })
    + sides("padding", { "padding-\($0)" }, { \.box.padding[$0] }, read: { $0.positiveLength() })
    + sides("inset", { "inset-\($0)" }, { \.box.inset[$0] }, read: { $0.autoLength() })

  /// The logical sizes.
  static let logicalRows: [Property] = [
    logical("inline-size", \.box.width, \.box.height) { $0.size() },
    logical("block-size", \.box.height, \.box.width) { $0.size() },
    logical("min-inline-size", \.box.minWidth, \.box.minHeight) { $0.size() },
    logical("min-block-size", \.box.minHeight, \.box.minWidth) { $0.size() },
    logical("max-inline-size", \.box.maxWidth, \.box.maxHeight) { $0.size(most: true) },
    logical("max-block-size", \.box.maxHeight, \.box.maxWidth) { $0.size(most: true) },
    logical("overflow-inline", \.box.overflowX, \.box.overflowY) { $0.overflow() },
    logical("overflow-block", \.box.overflowY, \.box.overflowX) { $0.overflow() },
  ]

  /// A property that is one of two, as the lines run.
  private static func logical<Value>(
    _ name: String, _ horizontal: @autoclosure @escaping @Sendable () -> any Path<Value>,
    _ vertical: @autoclosure @escaping @Sendable () -> any Path<Value>,
    _ read: @escaping @Sendable (inout ValueReader) -> Value?
  ) -> Property {
    Property(
      name,
      copy: { style, other in
        let path = style.text.writingMode.isVertical ? vertical() : horizontal()
        style[keyPath: path] = other[keyPath: path]
      },
      read: { reader, style in
        guard let value = read(&reader) else { return false }
        style[keyPath: style.text.writingMode.isVertical ? vertical() : horizontal()] = value
        return true
      })
  }
}

extension ValueReader {
  mutating func autoLength() -> AutoLength? {
    take("auto") ? .auto : lengthPercentage().map { .length($0) }
  }

  mutating func size(most: Bool = false) -> SizeLength? {
    if take(most ? "none" : "auto") { return .auto }
    if let size: SizeLength = word([
      "min-content": .minContent, "max-content": .maxContent, "fit-content": .fitContent(nil),
      "stretch": .stretch, "-webkit-fill-available": .stretch, "-moz-available": .stretch,
      "-webkit-min-content": .minContent, "-webkit-max-content": .maxContent,
      "-webkit-fit-content": .fitContent(nil), "intrinsic": .maxContent,
      "min-intrinsic": .minContent,
    ]) {
      return size
    }
    if let bound = function("fit-content", { $0.positiveLength() }) { return .fitContent(bound) }
    return positiveLength().map { .length($0) }
  }

  fileprivate mutating func overflow() -> Overflow? {
    take("overlay") ? .auto : keyword()
  }

  fileprivate mutating func lines() -> Int?? {
    take("none") ? .some(nil) : integer(1...1_000_000).map { .some($0) }
  }

  /// A side as it is written, those along the lines resolved.
  fileprivate mutating func floatSide(_ text: TextStyle) -> String? {
    guard let word = word() else { return nil }
    let logical: LogicalSide? =
      word == "inline-start" ? .inlineStart : word == "inline-end" ? .inlineEnd : nil
    guard let logical else { return word }
    let side = logical.side(text)
    return side == .top ? "left" : side == .bottom ? "right" : side.rawValue
  }

  fileprivate mutating func aspectRatio() -> AspectRatio? {
    var (ratio, isAuto) = (AspectRatio(ratio: nil, isAuto: false), take("auto"))
    if let width = number(0...1e15) {
      var height = 1.0
      if takeSlash() {
        guard let value = number(0...1e15) else { return nil }
        height = value
      }
      isAuto = take("auto") || isAuto
      // A ratio of nothing is none.
      ratio.ratio = width > 0 && height > 0 ? width / height : nil
      if ratio.ratio == nil { isAuto = true }
    } else if !isAuto {
      return nil
    }
    ratio.isAuto = isAuto
    return ratio
  }

  fileprivate mutating func verticalAlign() -> VerticalAlign? {
    word([
      "baseline": .baseline, "sub": .sub, "super": .super, "top": .top, "bottom": .bottom,
      "middle": .middle, "text-top": .textTop, "text-bottom": .textBottom,
      "-webkit-baseline-middle": .middle,
    ]) ?? lengthPercentage().map { .length($0) }
  }

  /// CSS Display 3, §2: one word of old, or an outer and an inner one.
  fileprivate mutating func display(_ style: inout ComputedStyle) -> Bool {
    // The group is copied only where it changes.
    if style.hasRare { style.rare.isOldBox = false }
    if let display: Display = word([
      "none": .none, "contents": .contents, "inline-block": .inlineBlock,
      "inline-table": .inlineTable, "inline-flex": .box(.inline, .flex, isListItem: false),
      "inline-grid": .box(.inline, .grid, isListItem: false),
      "-webkit-flex": .flex, "-webkit-inline-flex": .box(.inline, .flex, isListItem: false),
    ]) {
      style.box.display = display
      return true
    }
    if let isInline = word(["-webkit-box": false, "-webkit-inline-box": true]) {
      style.box.display = .box(isInline ? .inline : .block, .flex, isListItem: false)
      style.rare.isOldBox = true
      return true
    }
    if let part: Display.Part = keyword() {
      style.box.display = .part(part)
      return true
    }
    var (outer, inner, isListItem) = (Display.Outer?.none, Display.Inner?.none, false)
    let isRead = parts([
      { $0.keyword().map { outer = $0 } }, { $0.keyword().map { inner = $0 } },
      { $0.flag("list-item").map { isListItem = true } },
    ])
    guard isRead else { return false }
    if isListItem, inner != nil, inner != .flow, inner != .flowRoot { return false }
    style.box.display = .box(
      outer ?? (inner == .ruby ? .inline : .block), inner ?? .flow, isListItem: isListItem)
    return true
  }
}
