// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments

// Values of box properties: JSON numbers and lists, or strings in the notation of CSS.

extension BoxLength {
  /// The keywords of sizes.
  static let words = ["auto", "min-content", "max-content", "fit-content"]

  /// Reads a length in the notation of CSS: `12`, `12px`, `10%`, `auto`.
  init?(css text: some StringProtocol) {
    switch text {
    case "auto": self = .auto
    case "min-content": self = .minContent
    case "max-content": self = .maxContent
    case "fit-content": self = .fitContent
    default:
      guard let (number, unit) = CSSNumber.split(text), unit.isEmpty || unit == "px" || unit == "%"
      else { return nil }
      self = unit == "%" ? .percent(number) : .points(number)
    }
  }

  /// The number of points or percent; `nil` for a keyword.
  var number: Double? {
    switch self {
    case .points(let number), .percent(let number): number
    default: nil
    }
  }

  /// Whether the length is a keyword other than `auto`.
  var isKeyword: Bool { self != .auto && number == nil }
}

enum CSSNumber {
  /// A number and the unit behind it; `nil` if the text does not begin with a number.
  static func split(_ text: some StringProtocol) -> (number: Double, unit: String)? {
    let unit = text.drop { "+-.0123456789eE".contains($0) }
    guard let number = Double(text[..<unit.startIndex]), number.isFinite else { return nil }
    return (number, unit.lowercased())
  }
}

/// The lengths that a property accepts.
struct BoxLengthLimits {
  var least = -Double.infinity
  var allowsAuto = true
  var allowsKeywords = false

  /// Sizes.
  static let size = BoxLengthLimits(least: 0, allowsKeywords: true)
  /// Margins and distances from edges.
  static let inset = BoxLengthLimits()
  /// Paddings, borders and gaps.
  static let room = BoxLengthLimits(least: 0, allowsAuto: false)
}

extension DocumentKey {
  /// The size of a scene; a side that is `null` is decided by the layers.
  func sceneSize(_ value: JSONValue) throws(DocumentError) -> UnplacedLayer.Room {
    var sides: [Double?] = []
    for (key, value) in try elements(value) {
      sides.append(value.isNull ? nil : try key.number(value))
    }
    guard sides.count == 2 else { throw error("2 numbers are wanted, not \(sides.count)") }
    return UnplacedLayer.Room(width: sides[0], height: sides[1])
  }

  func boxLength(
    _ value: JSONValue, _ limits: BoxLengthLimits, _ form: ValueForm
  ) throws(DocumentError) -> BoxLength {
    func read(_ text: String) -> BoxLength? {
      let text = text.trimmedSpaces
      return text == "normal" && !limits.allowsAuto ? .points(0) : BoxLength(css: text)
    }
    let length: BoxLength = try self.value(value, form, number: { .points($0) }, read)
    let isPossible =
      length == .auto
      ? limits.allowsAuto : length.isKeyword ? limits.allowsKeywords : true
    guard isPossible else { throw malformed(value, form) }
    if let number = length.number, number < limits.least {
      throw error("\(DecimalNumber.text(number)) is not possible; it must be at least 0")
    }
    return length
  }

  /// The values of a list, or the words of a string; any other value is a list of one.
  func parts(_ value: JSONValue) throws(DocumentError) -> [(key: DocumentKey, value: JSONValue)] {
    switch value {
    case .array: return try elements(value)
    case .string(let text):
      return text.split { $0.isWhitespace }.map { (self, .string(String($0))) }
    default: return [(self, value)]
    }
  }

  /// One to four values in the order of CSS.
  func boxSides(
    _ value: JSONValue, _ limits: BoxLengthLimits
  ) throws(DocumentError) -> BoxSides<BoxLength> {
    var all: [BoxLength] = []
    for (key, value) in try parts(value) {
      all.append(try key.boxLength(value, limits, .boxSides))
    }
    switch all.count {
    case 1: return BoxSides(all[0])
    case 2: return BoxSides(vertical: all[0], horizontal: all[1])
    case 3: return BoxSides(top: all[0], right: all[1], bottom: all[2], left: all[1])
    case 4: return BoxSides(top: all[0], right: all[1], bottom: all[2], left: all[3])
    default: throw error("one, two or four values are wanted, not \(all.count)")
    }
  }

  /// One value for both gaps, or two values for the row gap and the column gap.
  func boxGap(_ value: JSONValue) throws(DocumentError) -> (row: BoxLength, column: BoxLength) {
    var all: [BoxLength] = []
    for (key, value) in try parts(value) { all.append(try key.boxLength(value, .room, .boxGap)) }
    guard (1...2).contains(all.count) else {
      throw error("one or two values are wanted, not \(all.count)")
    }
    return (all[0], all[all.count - 1])
  }

  func boxBasis(_ value: JSONValue) throws(DocumentError) -> BoxItem.FlexBasis {
    if case .string("content") = value { return .content }
    return .length(try boxLength(value, .size, .boxBasis))
  }

  /// Reads the shorthand `flex`: CSS Flexbox 1, §7.1.
  func boxFlex(_ value: JSONValue, into item: inout BoxItem) throws(DocumentError) {
    if case .string(let text) = value, ["none", "auto", "initial"].contains(text) {
      item.flexGrow = text == "auto" ? 1 : 0
      item.flexShrink = text == "none" ? 0 : 1
      item.flexBasis = .length(.auto)
      return
    }
    let parts = try parts(value)
    guard (1...3).contains(parts.count) else { throw malformed(value, .boxFlex) }
    var numbers: [Double] = []
    var basis: BoxItem.FlexBasis?
    for (key, part) in parts {
      if numbers.count < 2, basis == nil, let number = part.plainNumber {
        numbers.append(try key.number(.number(number), from: 0))
      } else {
        guard basis == nil else { throw malformed(value, .boxFlex) }
        basis = try key.boxBasis(part)
      }
    }
    item.flexGrow = numbers.first ?? 1
    item.flexShrink = numbers.count > 1 ? numbers[1] : 1
    item.flexBasis = basis ?? .length(.points(0))
  }

  func boxAlignment(_ value: JSONValue) throws(DocumentError) -> BoxAlignment {
    var words = try string(value).split { $0.isWhitespace }
    let (isSafe, isUnsafe) = (words.first == "safe", words.first == "unsafe")
    if words.count > 1, isSafe || isUnsafe { words.removeFirst() }
    if words == ["first", "baseline"] { return .baseline }
    let word = words.joined(separator: " ")
    var alignment = BoxAlignment(try keyword(.string(word)), isSafe: isSafe)
    alignment.isUnsafe = isUnsafe
    return alignment
  }

  /// The alignment of one item; `nil` for `auto`, which takes the alignment of the container.
  func boxSelfAlignment(_ value: JSONValue) throws(DocumentError) -> BoxAlignment? {
    if case .string("auto") = value { return nil }
    return try boxAlignment(value)
  }

  /// A maximum size; `none` is read as `auto`.
  func boxBound(_ value: JSONValue) throws(DocumentError) -> BoxLength {
    if case .string("none") = value { return .auto }
    return try boxLength(value, .size, .boxSize)
  }

  /// The order in which a grid is filled; `dense` alone means `row dense`, as in CSS.
  func gridFlow(_ value: JSONValue) throws(DocumentError) -> GridFlow {
    if case .string("dense") = value { return .rowDense }
    return try keyword(value)
  }

  /// A ratio; `nil` for `auto`, and for a ratio with a side of 0, which CSS treats as `auto`.
  func boxRatio(_ value: JSONValue) throws(DocumentError) -> Double? {
    if case .string("auto") = value { return nil }
    func read(_ text: String) -> (width: Double, height: Double)? {
      let parts = text.split(separator: "/").map { Double($0.trimmedSpaces) }
      guard let first = parts.first ?? nil, parts.count <= 2 else { return nil }
      guard parts.count == 2 else { return (first, 1) }
      return parts[1].map { (first, $0) }
    }
    let sides = try self.value(value, .boxRatio, number: { ($0, 1) }, read)
    guard sides.width >= 0, sides.height >= 0 else {
      throw error("a number that is not below 0 is wanted")
    }
    let ratio = sides.width / sides.height
    return ratio > 0 && ratio.isFinite ? ratio : nil
  }

  func boxOverflow(
    _ value: JSONValue
  ) throws(DocumentError) -> (x: BoxLayout.Overflow, y: BoxLayout.Overflow) {
    var all: [BoxLayout.Overflow] = []
    for (key, value) in try parts(value) {
      // The layout cuts nothing off. `auto` is laid out like `scroll`; `clip` has no counterpart.
      if case .string("clip") = value { throw key.error("clip has no counterpart; write hidden") }
      if case .string("auto") = value {
        all.append(.scroll)
      } else {
        all.append(try key.keyword(value))
      }
    }
    guard (1...2).contains(all.count) else {
      throw error("one or two words are wanted, not \(all.count)")
    }
    return (all[0], all[all.count - 1])
  }

  func boxOrder(_ value: JSONValue) throws(DocumentError) -> Int {
    guard let whole = Int(exactly: try number(value)) else {
      throw error("a whole number is wanted")
    }
    return whole
  }
}

extension JSONValue {
  /// The number of a value or of a string without a unit.
  var plainNumber: Double? {
    switch self {
    case .number(let number): number
    case .string(let text): CSSNumber.split(text).flatMap { $0.unit.isEmpty ? $0.number : nil }
    default: nil
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmedSpaces: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
