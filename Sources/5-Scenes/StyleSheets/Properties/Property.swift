// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A row of the table of properties: how its value is read into a style.
///
/// A value is read anew for each element that it is computed for, with the sizes that it refers to:
/// there is no form between the tokens and the computed value.
struct Property: Sendable {
  /// When a property is computed: others refer to what is computed before.
  enum Phase: Int, Sendable, CaseIterable {
    /// The writing mode and the font; `em` is that of the parent.
    case font
    /// The height of lines and the colour.
    case line
    /// All others.
    case rest
  }

  let name: String
  let isInherited: Bool
  var phase = Phase.rest
  /// Reads a value into a style; false if it is none of the property.
  let read: @Sendable (inout ValueReader, inout ComputedStyle) -> Bool
  /// Copies the value of another style.
  let copy: @Sendable (inout ComputedStyle, ComputedStyle) -> Void
  /// The properties that a shorthand sets.
  var longhands: [String] = []

  /// A property whose value is a member of the style. Its path is made when the property is read
  /// first: few occur in a page.
  init<Value>(
    _ name: String, _ path: @autoclosure @escaping @Sendable () -> any Path<Value>,
    inherited isInherited: Bool = false, phase: Phase = .rest,
    _ read: @escaping @Sendable (inout ValueReader) -> Value?
  ) {
    (self.name, self.isInherited, self.phase) = (name, isInherited, phase)
    self.read = { reader, style in
      guard let value = read(&reader) else { return false }
      style[keyPath: path()] = value
      return true
    }
    copy = { style, other in style[keyPath: path()] = other[keyPath: path()] }
  }

  /// A property whose values are keywords.
  init<Value: RawRepresentable<String> & Sendable>(
    _ name: String, _ path: @autoclosure @escaping @Sendable () -> any Path<Value>,
    inherited isInherited: Bool = false, phase: Phase = .rest
  ) {
    self.init(name, path(), inherited: isInherited, phase: phase) { $0.keyword(Value.self) }
  }

  /// A property whose value is read beside others, in any form.
  init(
    _ name: String, inherited isInherited: Bool = false, phase: Phase = .rest,
    copy: @escaping @Sendable (inout ComputedStyle, ComputedStyle) -> Void,
    read: @escaping @Sendable (inout ValueReader, inout ComputedStyle) -> Bool
  ) {
    (self.name, self.isInherited, self.phase) = (name, isInherited, phase)
    (self.read, self.copy) = (read, copy)
  }

  /// A shorthand.
  init(
    _ name: String, sets longhands: [String],
    read: @escaping @Sendable (inout ValueReader, inout ComputedStyle) -> Bool
  ) {
    (self.name, isInherited, self.longhands) = (name, false, longhands)
    self.read = read
    copy = { _, _ in }
  }

  /// A property whose values change nothing here; they are not looked at.
  init(ignored name: String) {
    (self.name, isInherited) = (name, false)
    read = { reader, _ in
      while !reader.isAtEnd { reader.advance() }
      return true
    }
    copy = { _, _ in }
  }
}

extension Property {
  /// The properties in the order of the files.
  static let table: [Property] =
    textRows + fontRows + inheritedRows + boxRows + borderRows + logicalRows + itemRows + gridRows
    + backgroundRows + effectRows + borderImageRows + vectorRows + contentRows + ignoredRows
    + [Property("all", sets: []) { _, _ in false }]

  /// The row of a name in lower case.
  static let rows: [String: Int] = {
    var rows: [String: Int] = [:]
    for (index, property) in table.enumerated() { rows[property.name] = index }
    for (alias, name) in aliases { rows[alias] = rows[name] }
    for index in table.indices where rows["-webkit-" + table[index].name] == nil {
      rows["-webkit-" + table[index].name] = index
    }
    return rows
  }()

  /// Other names of properties.
  private static let aliases: KeyValuePairs = [
    "word-wrap": "overflow-wrap", "grid-gap": "gap", "grid-row-gap": "row-gap",
    "grid-column-gap": "column-gap", "page-break-inside": "break-inside",
    "font-width": "font-stretch", "-epub-text-emphasis": "text-emphasis",
    "-webkit-box-flex": "flex-grow", "-webkit-box-ordinal-group": "order",
    "-epub-writing-mode": "writing-mode", "-epub-text-transform": "text-transform",
    "-epub-word-break": "word-break", "-webkit-margin-start": "margin-inline-start",
    "-webkit-margin-end": "margin-inline-end", "-webkit-padding-start": "padding-inline-start",
    "-webkit-padding-end": "padding-inline-end", "-webkit-column-break-inside": "break-inside",
    "-webkit-column-break-before": "break-before", "-webkit-column-break-after": "break-after",
  ]

  /// Whether a declaration is read in a phase: `font` is read twice, for the height of lines refers
  /// to the size that comes of all declarations.
  func isRead(in phase: Phase) -> Bool {
    self.phase == phase || (phase == .line && name == "font")
  }

  private static let partsOfAll = table.filter {
    $0.longhands.isEmpty && !["all", "direction", "unicode-bidi"].contains($0.name)
  }

  /// All properties that a keyword for all values sets: of a shorthand its parts, at last rows
  /// without parts.
  var parts: [Property] {
    if name == "all" { return Self.partsOfAll }
    return longhands.isEmpty
      ? [self]
      : longhands.compactMap { Self.rows[$0].map { Self.table[$0] } }.flatMap(\.parts)
  }
}
