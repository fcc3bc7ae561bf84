// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
package import TextModel

/// Writing of JSON schemas, from the tables that the readers use.
///
/// Source: JSON Schema, draft 2020-12.
extension JSONWriter {
  /// The schema that a function writes, as one JSON object and a line end.
  package static func schema(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    write(&writer)
    writer.endObject()
    writer.newline()
    return writer.takeBytes()
  }

  /// Writes the definitions that the rest of a schema refers to.
  package mutating func definitions(_ write: (inout JSONWriter) -> Void) {
    name("$defs")
    beginObject()
    write(&self)
    endObject()
  }

  /// Writes the definition of an object.
  package mutating func definition<Member: DocumentObject>(
    _ name: String, _ type: Member.Type, _ title: String
  ) {
    definition(name) { $0.schema(of: type, title) }
  }

  /// Writes a definition; a function writes its members.
  package mutating func definition(_ name: String, _ write: (inout JSONWriter) -> Void) {
    self.name(text: name)
    beginObject()
    write(&self)
    endObject()
  }

  /// Writes the choice between types and an object.
  package mutating func alternatives(_ types: String..., object: (inout JSONWriter) -> Void) {
    name("anyOf")
    beginArray()
    for type in types {
      beginObject()
      member("type", type)
      endObject()
    }
    beginObject()
    object(&self)
    endObject()
    endArray()
  }

  /// Writes the schema of an object: title, type and members, with the properties of styles last.
  /// Members that are not required may be `null`.
  package mutating func schema<Member: DocumentObject>(
    of type: Member.Type, _ title: String, more: [StyleProperty] = []
  ) {
    member("title", title)
    member("type", "object")
    name("required")
    beginArray()
    for member in Member.allCases where member.isRequired { string(member.rawValue) }
    endArray()
    name("properties")
    beginObject()
    for member in Member.allCases {
      if let form = member.form {
        property(member.rawValue, form, member.summary, isOptional: !member.isRequired)
      } else {
        name(text: member.rawValue)
        nestedSchema(member.nested, member.summary)
      }
    }
    for style in more {
      property(style.key, style.form, style.row.summary, isOptional: true)
    }
    endObject()
  }

  /// Writes the schema of a value without a form of its own.
  private mutating func nestedSchema(_ form: NestedForm, _ summary: String) {
    beginObject()
    switch form {
    case .anything: break
    case .object(let definition):
      choice([("$ref", "#/$defs/\(definition)"), ("type", "null")])
    case .stringOrObject(let definition):
      choice([("type", "string"), ("$ref", "#/$defs/\(definition)"), ("type", "null")])
    case .numberOrStringOrObject(let definition):
      choice([
        ("type", "number"), ("type", "string"), ("$ref", "#/$defs/\(definition)"),
        ("type", "null"),
      ])
    case .integerOrStringOrObject(let definition):
      choice([
        ("type", "integer"), ("type", "string"), ("$ref", "#/$defs/\(definition)"),
        ("type", "null"),
      ])
    case .list(let definition): list(of: definition)
    case .strings:
      member("type", "array")
      name("items")
      beginObject()
      member("type", "string")
      endObject()
    }
    member("description", summary)
    endObject()
  }

  private mutating func choice(_ choices: [(key: String, value: String)]) {
    name("anyOf")
    beginArray()
    for (key, value) in choices {
      beginObject()
      name(text: key)
      string(value)
      endObject()
    }
    endArray()
  }

  private mutating func list(of definition: String) {
    types(["array", "null"])
    name("items")
    beginObject()
    member("$ref", "#/$defs/\(definition)")
    endObject()
  }

  private mutating func items(_ types: [String]) {
    name("items")
    beginObject()
    self.types(types)
    endObject()
  }

  private mutating func types(_ types: [String]) {
    name("type")
    if types.count == 1 { return string(types[0]) }
    beginArray()
    for type in types { string(type) }
    endArray()
  }

  /// Writes a member of an object; if it is optional, it may be `null`.
  mutating func property(
    _ key: String, _ form: ValueForm, _ summary: String, isOptional: Bool
  ) {
    name(text: key)
    if case .nested(let nested) = form.type { return nestedSchema(nested, summary) }
    beginObject()
    var types: [String] = []
    switch form.type {
    case .string: types = ["string"]
    case .number: types = ["number"]
    case .integer: types = ["integer"]
    case .numberOrString: types = ["number", "string"]
    case .boolean: types = ["boolean"]
    case .numberOrBoolean: types = ["number", "boolean"]
    case .strings: types = ["array", "string"]
    case .numbers: types = ["object", "string"]
    case .numberList, .numbersOrNull: types = ["array"]
    case .lengths: types = ["number", "string", "array"]
    case .booleanOrWords: types = ["boolean", "array"]
    case .nested: break
    }
    if form.takesWord, !types.contains("string") { types.append("string") }
    if isOptional { types.append("null") }
    self.types(types)
    if case .numberList(let counts) = form.type {
      name("items")
      beginObject()
      member("type", "number")
      endObject()
      member("minItems", counts.lowerBound)
      if counts.upperBound < .max { member("maxItems", counts.upperBound) }
    } else if case .numbersOrNull(let count) = form.type {
      items(["number", "null"])
      member("minItems", count)
      member("maxItems", count)
    } else if form.type == .lengths {
      items(["number", "string"])
    } else if form.type == .booleanOrWords {
      name("items")
      beginObject()
      name("enum")
      beginArray()
      for word in form.words { string(word) }
      endArray()
      endObject()
    } else if case .integer(let range) = form.type {
      member("minimum", range.lowerBound)
      if range.upperBound < .max { member("maximum", range.upperBound) }
    } else if form.type == .strings || form.type == .numbers {
      name(form.type == .strings ? "items" : "additionalProperties")
      beginObject()
      member("type", form.type == .strings ? "string" : "number")
      endObject()
    }
    if form.isClosed && form.type == .string {
      name("enum")
      beginArray()
      for word in form.words { string(word) }
      if isOptional { null() }
      endArray()
    }
    let forms = form.isClosed || form.forms.isEmpty ? "" : ": \(form.forms)"
    member("description", summary + forms)
    endObject()
  }
}
