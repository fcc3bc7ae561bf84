// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A place in a JSON document, for reading values of a type and saying where one is wrong.
struct DocumentKey {
  /// The names and indexes that lead there: `spans[2].style.size`.
  let path: String

  init(_ path: String) { self.path = path }

  func at(_ name: String) -> DocumentKey { DocumentKey("\(path).\(name)") }

  func error(_ message: String) -> CommandError { .usage(path, message) }

  private func wanted(_ what: String, _ value: JSONValue) -> CommandError {
    error("\(what) is wanted, not \(value.kind)")
  }

  func string(_ value: JSONValue) throws(CommandError) -> String {
    guard case .string(let text) = value else { throw wanted("a string", value) }
    return text
  }

  func bool(_ value: JSONValue) throws(CommandError) -> Bool {
    guard case .bool(let flag) = value else { throw wanted("true or false", value) }
    return flag
  }

  func number(_ value: JSONValue, from least: Double = -.infinity) throws(CommandError) -> Double {
    guard case .number(let number) = value else { throw wanted("a number", value) }
    guard number.isFinite else { throw error("the number is too large") }
    guard number >= least else { throw error("a number below \(DecimalNumber.text(least))") }
    return number
  }

  /// A whole number that is not negative.
  func integer(_ value: JSONValue) throws(CommandError) -> Int {
    let number = try number(value)
    guard let whole = Int(exactly: number), whole >= 0 else {
      throw error("a whole number from 0 is wanted")
    }
    return whole
  }

  func object(_ value: JSONValue) throws(CommandError) -> JSONObject {
    guard case .object(let object) = value else { throw wanted("an object", value) }
    return object
  }

  func list<Element>(
    _ value: JSONValue, _ read: (DocumentKey, JSONValue) throws(CommandError) -> Element
  ) throws(CommandError) -> [Element] {
    guard case .array(let values) = value else { throw wanted("a list", value) }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (i, value) in values.enumerated() {
      elements.append(try read(DocumentKey("\(path)[\(i)]"), value))
    }
    return elements
  }

  /// A list of strings; one string alone is a list of one.
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
