// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
import DocumentJSON
internal import TextModel

/// Readers for paint properties whose values are objects or lists of objects.
enum PaintValue {
  /// Reads a colour, or a box with a colour.
  static func background(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> TextBackground {
    guard case .object = value else { return TextBackground(try key.color(value)) }
    let members = try ObjectMembers<BackgroundMember>(value, key, &unknownKeys)
    var background = TextBackground(.black)
    if let (value, key) = members[.color] { background.color = try key.color(value) }
    background.shape = try shape(
      cornerRadius: members[.cornerRadius], insets: members[.insets], extent: members[.extent],
      joinsLines: members[.joinsLines])
    return background
  }

  static func border(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> TextBorder {
    let members = try ObjectMembers<BorderMember>(value, key, &unknownKeys)
    var border = TextBorder()
    if let (value, key) = members[.color] { border.color = try key.color(value) }
    if let (value, key) = members[.width] { border.width = try key.number(value, from: 0) }
    if let (value, key) = members[.style] { border.style = try key.keyword(value) }
    border.shape = try shape(
      cornerRadius: members[.cornerRadius], insets: members[.insets], extent: members[.extent],
      joinsLines: members[.joinsLines])
    return border
  }

  private typealias Member = (value: JSONValue, key: DocumentKey)

  private static func shape(
    cornerRadius: Member?, insets: Member?, extent: Member?, joinsLines: Member?
  ) throws(DocumentError) -> TextBoxShape {
    var shape = TextBoxShape.plain
    if let (value, key) = cornerRadius { shape.cornerRadius = try key.number(value, from: 0) }
    if let (value, key) = insets { shape.insets = try key.insets(value) }
    if let (value, key) = extent { shape.extent = try key.keyword(value) }
    if let (value, key) = joinsLines { shape.joinsLines = try key.bool(value) }
    return shape
  }

  /// Reads the lines along the text; of two lines of the same kind the last one counts. An empty
  /// list removes the lines of all kinds.
  static func decorations(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> [DecorationLine: TextDecoration?] {
    let elements = try key.elements(value)
    var lines: [DecorationLine: TextDecoration?] = [:]
    if elements.isEmpty {
      for line in DecorationLine.allCases { lines[line] = .some(nil) }
    }
    for (key, value) in elements {
      let members = try ObjectMembers<DecorationMember>(value, key, &unknownKeys)
      var decoration = TextDecoration()
      if let (value, key) = members[.color] { decoration.color = try key.color(value) }
      if let (value, key) = members[.style] { decoration.style = try key.keyword(value) }
      if let (value, key) = members[.thickness] {
        decoration.thickness = try key.number(value, from: 0)
      }
      if let (value, key) = members[.offset] { decoration.offset = try key.number(value) }
      if let (value, key) = members[.skipInk] { decoration.skipsInk = try key.bool(value) }
      guard let (name, lineKey) = members[.line] else { continue }
      lines[try lineKey.keyword(name)] = .some(decoration)
    }
    return lines
  }

  /// Reads a list of shadows.
  static func shadows(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> [TextShadow] {
    let elements = try key.elements(value)
    guard elements.count <= shadowLimit else {
      throw key.error("more than \(shadowLimit) shadows", .tooLarge)
    }
    var shadows: [TextShadow] = []
    for (key, value) in elements {
      let members = try ObjectMembers<TextShadowMember>(value, key, &unknownKeys)
      var shadow = TextShadow(color: .black)
      if let (value, key) = members[.color] { shadow.color = try key.color(value) }
      if let (value, key) = members[.offset] { shadow.offset = try key.point(value) }
      if let (value, key) = members[.blur] { shadow.blurRadius = try key.number(value, from: 0) }
      if let (value, key) = members[.inner] { shadow.isInner = try key.bool(value) }
      shadows.append(shadow)
    }
    return shadows
  }

  /// The most shadows of a text.
  static let shadowLimit = 64

  /// Reads a stroke, the line along the outlines of glyphs.
  static func stroke(
    _ value: JSONValue, _ key: DocumentKey, _ files: DocumentFiles?,
    _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> TextStroke {
    let members = try ObjectMembers<StrokeMember>(value, key, &unknownKeys)
    var stroke = TextStroke(width: 0)
    if let (value, key) = members[.color] { stroke.color = try key.color(value) }
    if let (value, key) = members[.width] { stroke.width = try key.number(value, from: 0) }
    if let (value, key) = members[.fill] {
      stroke.fill = try FillValue.fill(value, key, files, &unknownKeys)
    }
    return stroke
  }
}
