// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import DocumentJSON
package import SystemConcurrency
package import TextModel

/// The place of a value in a JSON document. Reads values by type; errors name the path of the
/// value.
///
/// A key is made for each value that is read; its path is put together only for an error or a note.
package struct DocumentKey: Sendable {
  /// The name of a member or the index of an element, and the step to the surrounding value.
  private indirect enum Step: Sendable {
    case root(String, Cancellation)
    case member(Step, String)
    case element(Step, Int)

    var path: String {
      switch self {
      case .root(let path, _): return path
      case .member(let parent, let name):
        let path = parent.path
        return path.isEmpty ? name : "\(path).\(name)"
      case .element(let parent, let index): return "\(parent.path)[\(index)]"
      }
    }

    var cancellation: Cancellation {
      switch self {
      case .root(_, let cancellation): cancellation
      case .member(let parent, _), .element(let parent, _): parent.cancellation
      }
    }
  }

  private let step: Step
  /// The offset of the value in bytes; `nil` if it is unknown.
  package let offset: Int?

  /// Creates the key of a whole document.
  ///
  /// - Parameter cancellation: Polled while long lists are read.
  package init(_ path: String, offset: Int? = nil, cancellation: Cancellation = .never) {
    self.init(.root(path, cancellation), offset: offset)
  }

  private init(_ step: Step, offset: Int?) {
    self.step = step
    self.offset = offset
  }

  /// Names and indexes: `spans[2].style.size`; empty for the whole document. O(length).
  package var path: String { step.path }

  /// The cancellation of the whole document. O(depth).
  package var cancellation: Cancellation { step.cancellation }

  /// The key of a member.
  package func at(_ member: JSONObject.Member) -> DocumentKey {
    DocumentKey(.member(step, member.name), offset: member.bytes.lowerBound)
  }

  /// The key of an element.
  package func at(_ index: Int, offset: Int? = nil) -> DocumentKey {
    DocumentKey(.element(step, index), offset: offset ?? self.offset)
  }

  /// An error about the value at this key.
  package func error(
    _ message: String, _ code: DocumentError.Code = .malformed
  ) -> DocumentError {
    let path = path
    return DocumentError(code, path.isEmpty ? nil : path, offset: offset, message)
  }

  /// A note about the value at this key, with its place.
  package func note(_ message: String) -> String {
    "\(path): \(message)" + (offset.map { " (byte \($0))" } ?? "")
  }

  /// Converts an error that occurred while the value was used: `cancelled`, or an error about this
  /// key.
  package func failure(_ error: any Error) -> DocumentError {
    if error is CancellationError { return .cancelled }
    return self.error(String(describing: error), .failed)
  }

  package func typeError(_ what: String, _ value: JSONValue) -> DocumentError {
    error("\(what) is wanted, not \(value.kind)")
  }

  package func string(_ value: JSONValue) throws(DocumentError) -> String {
    guard case .string(let text) = value else { throw typeError("a string", value) }
    return text
  }

  package func bool(_ value: JSONValue) throws(DocumentError) -> Bool {
    guard case .bool(let flag) = value else { throw typeError("true or false", value) }
    return flag
  }

  package func number(_ value: JSONValue, from least: Double = -.infinity) throws(DocumentError)
    -> Double
  {
    guard case .number(let number) = value else { throw typeError("a number", value) }
    guard number.isFinite else { throw error("the number is too large") }
    guard number >= least else { throw error("a number below \(DecimalNumber.text(least))") }
    return number
  }

  /// Reads an integer of at least 0.
  package func integer(_ value: JSONValue) throws(DocumentError) -> Int {
    let number = try number(value)
    guard let whole = Int(exactly: number), whole >= 0 else {
      throw error("a whole number from 0 is wanted")
    }
    return whole
  }

  package func object(_ value: JSONValue) throws(DocumentError) -> JSONObject {
    guard case .object(let object) = value else { throw typeError("an object", value) }
    return object
  }

  /// Reads a list, whose values are then taken one by one, each with its key.
  package func list(_ value: JSONValue) throws(DocumentError) -> DocumentList {
    guard case .array(let values, let offsets) = value else { throw typeError("a list", value) }
    return DocumentList(self, values, offsets)
  }

  /// Reads a list: its values with their keys.
  package func elements(
    _ value: JSONValue
  ) throws(DocumentError) -> [(key: DocumentKey, value: JSONValue)] {
    var list = try list(value)
    var elements: [(key: DocumentKey, value: JSONValue)] = []
    elements.reserveCapacity(list.count)
    while let element = try list.next() { elements.append(element) }
    return elements
  }

  /// Reads a list of strings; a single string counts as a list of one.
  package func strings(_ value: JSONValue) throws(DocumentError) -> [String] {
    if case .string(let text) = value { return [text] }
    var strings: [String] = []
    var list = try list(value)
    while let (key, element) = try list.next() { strings.append(try key.string(element)) }
    return strings
  }

  package func keyword<Choice: Keyword>(_ value: JSONValue) throws(DocumentError) -> Choice {
    let text = try string(value)
    if let choice = Choice(keyword: text) { return choice }
    throw unknownWord(text, Choice.words)
  }

  /// Reads a string that must be one of the given words.
  package func word(
    _ value: JSONValue, among words: [String]
  ) throws(DocumentError) -> String {
    let text = try string(value)
    if words.contains(text) { return text }
    throw unknownWord(text, words)
  }

  private func unknownWord(_ text: String, _ words: [String]) -> DocumentError {
    let near = Spelling.nearest(to: text.lowercased(), among: words)
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    return error("'\(text)' is none of \(words.joined(separator: ", "))\(hint)")
  }

  /// Reads a value with a notation of its own, from a string or from a number.
  ///
  /// - Parameters:
  ///   - convert: Converts a number; `nil` to parse the number's decimal notation with `read`.
  ///   - read: Parses a string; returns `nil` if the string is malformed.
  package func value<Value>(
    _ value: JSONValue, _ form: ValueForm, number convert: ((Double) -> Value)? = nil,
    _ read: (String) -> Value?
  ) throws(DocumentError) -> Value {
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let number) where form.type != .string:
      guard number.isFinite else { throw error("the number is too large") }
      if let convert { return convert(number) }
      text = "\(number)"
    default: throw typeError(form.type == .string ? "a string" : "a number or a string", value)
    }
    guard let result = read(text) else { throw malformed(value, form) }
    return result
  }

  /// The error about a value that is not of the accepted form.
  package func malformed(_ value: JSONValue, _ form: ValueForm) -> DocumentError {
    switch value {
    case .string(let text): error("'\(text)' is not understood; write \(form.forms)")
    case .number(let number):
      error("\(DecimalNumber.text(number)) is not possible; write \(form.forms)")
    default: typeError("another value", value)
    }
  }

  package func length(_ value: JSONValue) throws(DocumentError) -> Length {
    try self.value(value, .length, number: { Length($0) }, { Length($0) })
  }

  /// Reads the width at which lines break; `nil` for no wrapping.
  package func width(_ value: JSONValue) throws(DocumentError) -> Length? {
    if case .string("none") = value { return nil }
    let width = try self.value(value, .width, number: { Length($0) }, { Length($0) })
    guard width.value >= 0 else { throw error("a width below 0") }
    return width
  }

  /// Reads a height.
  package func height(_ value: JSONValue) throws(DocumentError) -> Length {
    let height = try length(value)
    guard height.value >= 0 else { throw error("a height below 0") }
    return height
  }

  package func color(_ value: JSONValue) throws(DocumentError) -> Color {
    try self.value(value, .color, ColorValue.color)
  }

  /// Reads a list of numbers.
  package func numbers(
    _ value: JSONValue, _ counts: ClosedRange<Int>
  ) throws(DocumentError) -> [Double] {
    guard case .array(let values, let offsets) = value else { throw typeError("a list", value) }
    var numbers: [Double] = []
    numbers.reserveCapacity(values.count)
    for i in values.indices {
      if i & 1023 == 1023 { try cancellation.checkReading() }
      if case .number(let number) = values[i], number.isFinite {
        numbers.append(number)
      } else {
        numbers.append(try at(i, offset: offsets[i]).number(values[i]))
      }
    }
    guard counts.contains(numbers.count) else {
      let wanted =
        counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) or \(counts.upperBound)"
      throw error("\(wanted) numbers are wanted, not \(numbers.count)")
    }
    return numbers
  }

  package func point(_ value: JSONValue) throws(DocumentError) -> Point {
    let numbers = try numbers(value, 2...2)
    return Point(x: numbers[0], y: numbers[1])
  }

  package func size(_ value: JSONValue) throws(DocumentError) -> Size {
    let numbers = try numbers(value, 2...2)
    return Size(width: numbers[0], height: numbers[1])
  }

  package func rect(_ value: JSONValue) throws(DocumentError) -> Rect {
    let numbers = try numbers(value, 4...4)
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Reads four distances from edges inwards: top, leading, bottom, trailing.
  package func insets(_ value: JSONValue) throws(DocumentError) -> EdgeInsets {
    let numbers = try numbers(value, 4...4)
    return EdgeInsets(
      top: numbers[0], leading: numbers[1], bottom: numbers[2], trailing: numbers[3])
  }

  /// Reads a colour; `null` means no colour.
  package func colorOrNone(_ value: JSONValue) throws(DocumentError) -> Color? {
    if case .null = value { return nil }
    return try color(value)
  }
}
