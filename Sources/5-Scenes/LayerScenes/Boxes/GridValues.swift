// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
import DocumentJSON
internal import StyledDocuments

// Tracks and lines of grids: CSS Grid 1, §7.2 and §8.3.

extension DocumentKey {
  /// Reads tracks: a list, or a string with spaces between the tracks.
  func gridTemplate(_ value: JSONValue) throws(DocumentError) -> GridTemplate {
    var template = GridTemplate()
    for (key, value) in try trackParts(value) {
      try key.read(value, into: &template)
      guard template.tracks.count <= BoxTree.gridLimit else { throw tooManyTracks }
    }
    return template
  }

  /// Reads tracks; a group that repeats as often as there is room is an error.
  func gridTracks(_ value: JSONValue) throws(DocumentError) -> [GridTrack] {
    let template = try gridTemplate(value)
    guard template.repeating == nil else {
      throw error("auto-fill and auto-fit repeat the tracks of a template only")
    }
    return template.tracks
  }

  private var tooManyTracks: DocumentError {
    error("a grid has \(BoxTree.gridLimit) tracks at most", .tooLarge)
  }

  private func trackParts(
    _ value: JSONValue
  ) throws(DocumentError) -> [(key: DocumentKey, value: JSONValue)] {
    switch value {
    case .array: return try elements(value)
    case .string(let text):
      if text.trimmedSpaces == "none" { return [] }
      guard let words = Self.split(text, at: { $0.isWhitespace }) else {
        throw malformed(value, .gridTracks)
      }
      return words.map { (self, .string($0)) }
    default: return [(self, value)]
    }
  }

  private func read(
    _ value: JSONValue, into template: inout GridTemplate
  ) throws(DocumentError) {
    guard case .string(let text) = value else {
      return template.tracks.append(GridTrack(try breadth(value, value)))
    }
    guard let arguments = Self.arguments(of: "repeat", text) else {
      return template.tracks.append(try track(text, value))
    }
    guard arguments.count == 2, let words = Self.split(arguments[1], at: { $0.isWhitespace }),
      !words.isEmpty
    else { throw malformed(value, .gridTracks) }
    var tracks: [GridTrack] = []
    for word in words { tracks.append(try track(word, value)) }
    switch arguments[0] {
    case "auto-fill", "auto-fit":
      guard template.repeating == nil else {
        throw error("a template has one group that fills the room")
      }
      template.repeating = GridTemplate.Repeating(
        tracks, position: template.tracks.count, collapsesEmpty: arguments[0] == "auto-fit")
    default:
      guard let count = Int(arguments[0]), count > 0 else { throw malformed(value, .gridTracks) }
      guard count <= BoxTree.gridLimit, count * tracks.count <= BoxTree.gridLimit else {
        throw tooManyTracks
      }
      for _ in 0..<count { template.tracks += tracks }
    }
  }

  private func track(_ text: String, _ value: JSONValue) throws(DocumentError) -> GridTrack {
    if let arguments = Self.arguments(of: "minmax", text) {
      guard arguments.count == 2 else { throw malformed(value, .gridTracks) }
      let least = try breadth(.string(arguments[0]), value)
      if case .fraction = least {
        throw error("the least size of minmax is a length, auto, min-content or max-content")
      }
      return GridTrack(least: least, greatest: try breadth(.string(arguments[1]), value))
    }
    if let arguments = Self.arguments(of: "fit-content", text) {
      guard arguments.count == 1, let length = BoxLength(css: arguments[0]),
        let number = length.number, number >= 0
      else { throw malformed(value, .gridTracks) }
      return GridTrack(.fitContent(length))
    }
    return GridTrack(try breadth(.string(text), value))
  }

  /// - Parameter whole: The value that `value` is a part of, for messages.
  private func breadth(
    _ value: JSONValue, _ whole: JSONValue
  ) throws(DocumentError) -> GridTrack.Breadth {
    let found: GridTrack.Breadth?
    switch value {
    case .number(let number): found = number.isFinite && number >= 0 ? .points(number) : nil
    case .string("auto"): found = .auto
    case .string("min-content"): found = .minContent
    case .string("max-content"): found = .maxContent
    case .string(let text):
      if let (number, unit) = CSSNumber.split(text.trimmedSpaces), number >= 0 {
        switch unit {
        case "fr": found = .fraction(number)
        case "%": found = .percent(number)
        case "", "px": found = .points(number)
        default: found = nil
        }
      } else {
        found = nil
      }
    default: throw typeError("a track", value)
    }
    guard let found else { throw malformed(whole, .gridTracks) }
    return found
  }

  // MARK: Lines

  /// Reads lines: `2`, `1 / 3`, `span 2`.
  func gridArea(_ value: JSONValue) throws(DocumentError) -> GridPlacement {
    guard case .string(let text) = value else { return GridPlacement(try gridLine(value)) }
    let ends = text.split(separator: "/", omittingEmptySubsequences: false)
    guard ends.count <= 2 else { throw malformed(value, .gridArea) }
    let start = try gridLine(.string(String(ends[0])))
    return ends.count < 2
      ? GridPlacement(start) : GridPlacement(start, try gridLine(.string(String(ends[1]))))
  }

  /// Reads one end of an area.
  func gridLine(_ value: JSONValue) throws(DocumentError) -> GridPlacement.Line {
    let line: GridPlacement.Line?
    switch value {
    case .number(let number): line = Int(exactly: number).map { .line($0) }
    case .string(let text):
      let words = text.split { $0.isWhitespace }
      if words == ["auto"] {
        line = .auto
      } else if words.count == 2, let place = words.firstIndex(of: "span") {
        line = Int(words[1 - place]).flatMap { $0 > 0 ? .span($0) : nil }
      } else {
        line = words.count == 1 ? Int(words[0]).map { .line($0) } : nil
      }
    default: throw typeError("a number or a string", value)
    }
    guard let line else { throw malformed(value, .gridLine) }
    if line == .line(0) { throw error("lines are counted from 1, or from -1 at the end") }
    return line
  }

  // MARK: Text

  /// The arguments of a CSS function; `nil` if the text is not a call of the function.
  private static func arguments(of name: String, _ text: String) -> [String]? {
    let text = text.trimmedSpaces
    guard text.hasPrefix(name + "("), text.hasSuffix(")") else { return nil }
    return split(String(text.dropFirst(name.utf8.count + 1).dropLast()), at: { $0 == "," })?
      .map(\.trimmedSpaces)
  }

  /// Splits a text outside of parentheses; `nil` if the parentheses do not match.
  private static func split(_ text: String, at isEnd: (Character) -> Bool) -> [String]? {
    var words: [String] = []
    var (word, depth) = ("", 0)
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      guard depth >= 0 else { return nil }
      if depth == 0, isEnd(character) {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return depth == 0 ? words : nil
  }
}
