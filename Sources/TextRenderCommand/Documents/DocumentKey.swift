// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The path of a value in a JSON document, with typed reading and errors that name the path.
struct DocumentKey {
  /// Names and indexes: `spans[2].style.size`.
  let path: String

  init(_ path: String) { self.path = path }

  /// The key of a member.
  func at(_ name: String) -> DocumentKey { DocumentKey("\(path).\(name)") }

  /// The key of an element.
  func at(_ index: Int) -> DocumentKey { DocumentKey("\(path)[\(index)]") }

  /// An error about the value at this key.
  func error(_ message: String) -> CommandError { .usage(path, message) }

  private func typeError(_ what: String, _ value: JSONValue) -> CommandError {
    error("\(what) is wanted, not \(value.kind)")
  }

  func string(_ value: JSONValue) throws(CommandError) -> String {
    guard case .string(let text) = value else { throw typeError("a string", value) }
    return text
  }

  func bool(_ value: JSONValue) throws(CommandError) -> Bool {
    guard case .bool(let flag) = value else { throw typeError("true or false", value) }
    return flag
  }

  func number(_ value: JSONValue, from least: Double = -.infinity) throws(CommandError) -> Double {
    guard case .number(let number) = value else { throw typeError("a number", value) }
    guard number.isFinite else { throw error("the number is too large") }
    guard number >= least else { throw error("a number below \(DecimalNumber.text(least))") }
    return number
  }

  /// Reads an integer of at least 0.
  func integer(_ value: JSONValue) throws(CommandError) -> Int {
    let number = try number(value)
    guard let whole = Int(exactly: number), whole >= 0 else {
      throw error("a whole number from 0 is wanted")
    }
    return whole
  }

  func object(_ value: JSONValue) throws(CommandError) -> JSONObject {
    guard case .object(let object) = value else { throw typeError("an object", value) }
    return object
  }

  /// Reads a list.
  func elements(_ value: JSONValue) throws(CommandError) -> [JSONValue] {
    guard case .array(let values) = value else { throw typeError("a list", value) }
    return values
  }

  /// Reads a list of strings; a single string counts as a list of one.
  func strings(_ value: JSONValue) throws(CommandError) -> [String] {
    if case .string(let text) = value { return [text] }
    var strings: [String] = []
    for (index, element) in try elements(value).enumerated() {
      strings.append(try at(index).string(element))
    }
    return strings
  }

  func keyword<Choice: Keyword>(_ value: JSONValue) throws(CommandError) -> Choice {
    let text = try string(value)
    if let choice = Choice(keyword: text) { return choice }
    let near = Spelling.nearest(to: text.lowercased(), among: Choice.words)
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    throw error("'\(text)' is none of \(Choice.keywords)\(hint)")
  }

  /// Reads a value that has a form of its own, from a string or from a number.
  ///
  /// - Parameter read: Parses a string; returns `nil` if it is malformed.
  func value<Value>(
    _ value: JSONValue, _ form: ValueForm, _ read: (String) -> Value?
  ) throws(CommandError) -> Value {
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let number) where form.type != .string:
      guard number.isFinite else { throw error("the number is too large") }
      text = "\(number)"
    default: throw typeError(form.type == .string ? "a string" : "a number or a string", value)
    }
    guard let result = read(text) else { throw malformed(value, form) }
    return result
  }

  /// The error about a value that is not of its form.
  func malformed(_ value: JSONValue, _ form: ValueForm) -> CommandError {
    switch value {
    case .string(let text): error("'\(text)' is not understood; write \(form.forms)")
    case .number(let number):
      error("\(DecimalNumber.text(number)) is not possible; write \(form.forms)")
    default: typeError("another value", value)
    }
  }

  func length(_ value: JSONValue) throws(CommandError) -> Length {
    try self.value(value, .length) { Length($0) }
  }

  func color(_ value: JSONValue) throws(CommandError) -> Color {
    try self.value(value, .color, ColorValue.color)
  }
}
