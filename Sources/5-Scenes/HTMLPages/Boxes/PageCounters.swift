// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Markup
internal import StyleSheets
internal import TextModel

/// The counters and the depth of quotations at a place of the document (CSS Lists 3, §4).
struct PageCounters {
  /// The values of each counter with the level of the element that made it, the innermost last.
  private var values: [String: [(value: Int, level: Int)]] = [:]
  /// The names of the counters that were made at each level.
  private var made: [[String]] = [[]]
  private var quoteDepth = 0

  private var level: Int { made.count }

  /// Enters an element: applies its changes of counters.
  mutating func enter(_ style: ComputedStyle, isElement: Bool) {
    defer { made.append([]) }
    guard style.box.display != .none else { return }
    let rare = style.rare
    for change in rare.counterReset { make(change.name, change.value) }
    for change in rare.counterIncrement { add(change.name, change.value) }
    if case .box(_, _, isListItem: true) = style.box.display,
      !rare.counterIncrement.contains(where: { $0.name == "list-item" })
    {
      add("list-item", 1)
    }
    for change in rare.counterSet { set(change.name, change.value) }
  }

  /// Leaves an element; counters that its children made end.
  mutating func leave() {
    for name in made.removeLast() { _ = values[name]?.popLast() }
  }

  private mutating func make(_ name: String, _ value: Int) {
    if let last = values[name]?.last, last.level == level {
      set(name, value)
    } else {
      values[name, default: []].append((value, level))
      made[level - 1].append(name)
    }
  }

  private mutating func add(_ name: String, _ value: Int) {
    let sum = (values[name]?.last?.value ?? 0).addingReportingOverflow(value)
    set(name, sum.overflow ? .max : sum.partialValue)
  }

  private mutating func set(_ name: String, _ value: Int) {
    if let count = values[name]?.count, count > 0 {
      values[name]?[count - 1].value = value
    } else {
      make(name, value)
    }
  }

  // MARK: Text

  /// The text of a list item's marker.
  func marker(_ style: ComputedStyle) -> String {
    let type = style.inherited.listType
    let number = values["list-item"]?.last?.value ?? 0
    switch type {
    case .none: return ""
    case .text(let text): return text
    case .named(let name):
      if let sign = Self.sign(name) { return sign }
      return Self.text(of: number, type) + Self.suffix(of: name)
    }
  }

  private static let signs = [
    "disc": "\u{2022}", "circle": "\u{25E6}", "square": "\u{25AA}", "disclosure-open": "\u{25BE}",
    "disclosure-closed": "\u{25B8}",
  ]

  /// The text of a marker that is a sign; `nil` for other styles.
  static func sign(_ name: String) -> String? { signs[name].map { $0 + " " } }

  private static func suffix(of name: String) -> String {
    switch counterStyle(name) {
    case .cjkDecimal, .hiragana, .katakana: "\u{3001}"
    default: ". "
    }
  }

  private static func counterStyle(_ name: String) -> TextModel.CounterStyle? {
    switch name {
    case "lower-latin": return .lowerAlpha
    case "upper-latin": return .upperAlpha
    case "decimal-leading-zero": return .decimalLeadingZero
    default: break
    }
    let camel = name.split(separator: "-").enumerated().map { part in
      part.offset == 0 ? String(part.element) : part.element.capitalizedWord
    }.joined()
    return TextModel.CounterStyle(rawValue: camel)
  }

  /// A number in a style of counters; styles that are not known write decimal numbers.
  static func text(of number: Int, _ style: StyleSheets.CounterStyle) -> String {
    switch style {
    case .none: ""
    case .text(let text): text
    case .named(let name):
      signs[name] ?? (counterStyle(name) ?? .decimal).string(number)
    }
  }

  /// The text of a part of generated contents.
  mutating func text(
    of part: StyleContent.Item, _ node: Int, _ tree: MarkupTree, _ style: ComputedStyle
  ) -> String {
    switch part {
    case .text(let text): return text
    case .image: return ""
    case .attribute(let name): return tree.attribute(name, of: node) ?? ""
    case .counter(let name, let style):
      return Self.text(of: values[name]?.last?.value ?? 0, style)
    case .counters(let name, let separator, let style):
      let all = values[name] ?? []
      return (all.isEmpty ? [0] : all.map(\.value)).map { Self.text(of: $0, style) }
        .joined(separator: separator)
    case .openQuote:
      quoteDepth += 1
      return Self.quote(style, quoteDepth - 1)?.open ?? ""
    case .closeQuote:
      guard quoteDepth > 0 else { return "" }
      quoteDepth -= 1
      return Self.quote(style, quoteDepth)?.close ?? ""
    case .noOpenQuote:
      quoteDepth += 1
      return ""
    case .noCloseQuote:
      quoteDepth = max(0, quoteDepth - 1)
      return ""
    }
  }

  private static func quote(_ style: ComputedStyle, _ depth: Int) -> (open: String, close: String)?
  {
    switch style.inherited.quotes {
    case .none: return nil
    case .auto:
      return depth % 2 == 0
        ? ("\u{201C}", "\u{201D}")
        : ("\u{2018}", "\u{2019}")
    case .pairs(let pairs):
      guard !pairs.isEmpty else { return nil }
      let pair = pairs[min(depth, pairs.count - 1)]
      return (pair.open, pair.close)
    }
  }
}

extension Substring {
  /// The word with its first letter in upper case.
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
