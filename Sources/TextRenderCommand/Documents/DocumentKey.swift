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

  /// Reads a list, each element by a closure that gets its key.
  func list<Element>(
    _ value: JSONValue, _ read: (DocumentKey, JSONValue) throws(CommandError) -> Element
  ) throws(CommandError) -> [Element] {
    guard case .array(let values) = value else { throw typeError("a list", value) }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (i, value) in values.enumerated() {
      elements.append(try read(DocumentKey("\(path)[\(i)]"), value))
    }
    return elements
  }

  /// Reads a list of strings; a single string counts as a list of one.
  func strings(_ value: JSONValue) throws(CommandError) -> [String] {
    if case .string(let text) = value { return [text] }
    return try list(value) { (key, value) throws(CommandError) in try key.string(value) }
  }

  func keyword<Choice: Keyword>(_ value: JSONValue) throws(CommandError) -> Choice {
    let text = try string(value)
    guard let choice = Choice(keyword: text) else {
      throw error("'\(text)' is none of \(Choice.keywords)")
    }
    return choice
  }

  func color(_ value: JSONValue) throws(CommandError) -> Color {
    let text = try string(value)
    guard let color = Color(hex: text) else {
      throw error("'\(text)' is no colour; write #rrggbb or #rrggbbaa")
    }
    return color
  }
}
