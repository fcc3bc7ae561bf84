// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A validator for the keywords of JSON Schema that the tool's schemas use; values are those of
/// `UntypedJSON`.
///
/// Source: JSON Schema, draft 2020-12.
struct SchemaCheck {
  let root: [String: Any]

  /// Whether the root schema allows a value.
  func allows(_ value: Any) -> Bool { allows(value, root) }

  private func allows(_ value: Any, _ schema: [String: Any]) -> Bool {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.split(separator: "/").last ?? "")
      guard let definition = (root["$defs"] as? [String: [String: Any]])?[name] else {
        return false
      }
      return allows(value, definition)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      return choices.contains { allows(value, $0) }
    }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { isOf($0, value) }) { return false }
    if let words = schema["enum"] as? [Any], !words.contains(where: { isSame($0, value) }) {
      return false
    }
    if let minimum = schema["minimum"] as? Int, let number = value as? Int, number < minimum {
      return false
    }
    if let maximum = schema["maximum"] as? Int, let number = value as? Int, number > maximum {
      return false
    }
    if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
      return list.allSatisfy { allows($0, items) }
    }
    guard let object = value as? [String: Any] else { return true }
    let required = schema["required"] as? [String] ?? []
    if required.contains(where: { object[$0] == nil }) { return false }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let others = schema["additionalProperties"] as? [String: Any]
    return object.allSatisfy { key, value in
      (properties[key] ?? others).map { allows(value, $0) } ?? true
    }
  }

  /// Whether two words, or two nulls, are the same.
  private func isSame(_ first: Any, _ second: Any) -> Bool {
    if isOf("null", first) || isOf("null", second) {
      return isOf("null", first) && isOf("null", second)
    }
    return (first as? String) == (second as? String)
  }

  private func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "null": Mirror(reflecting: value).displayStyle == .optional
    case "string": value is String
    case "boolean": value is Bool
    case "integer": value is Int
    case "number": value is Double || value is Int
    case "array": value is [Any]
    case "object": value is [String: Any]
    default: false
    }
  }
}
