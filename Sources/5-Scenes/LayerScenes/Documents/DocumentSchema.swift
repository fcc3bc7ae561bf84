// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON

/// JSON schemas of what the commands read, made from the tables that the readers use.
///
/// Source: JSON Schema, draft 2020-12.
package enum DocumentSchema {
  /// The schema of a document, as one JSON object.
  package static var document: [UInt8] { text(writeDocument) }

  /// The schema of an object without nested ones, as one JSON object.
  package static func object<Member: DocumentObject>(
    _ type: Member.Type, _ title: String
  ) -> [UInt8] {
    text { writeObject(type, title, &$0) }
  }

  /// The schema of an object that holds documents, scenes and an object of another table, as one
  /// JSON object.
  ///
  /// - Parameter nested: The name of the definition of that other object.
  package static func object<Member: DocumentObject, Nested: DocumentObject>(
    _ type: Member.Type, _ title: String, nested: String, _ nestedType: Nested.Type,
    _ nestedTitle: String
  ) -> [UInt8] {
    text { writer in
      writeObject(type, title, &writer)
      writer.name("$defs")
      writer.beginObject()
      writeDocumentDefinitions(&writer)
      writeElementDefinitions(&writer)
      writeSceneDefinitions(&writer)
      writeDefinition("scene", SceneMember.self, "Layers", &writer)
      writeDefinition(nested, nestedType, nestedTitle, &writer)
      writer.endObject()
    }
  }

  private static func text(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    write(&writer)
    writer.endObject()
    writer.newline()
    return writer.takeBytes()
  }

  private static func writeDocument(_ writer: inout JSONWriter) {
    writeObject(
      DocumentMember.self, "A document that textrender render and textrender layout read",
      more: StyleProperty.allCases.filter(\.isParagraph), &writer)
    writeDefinitions(&writer)
  }

  /// Writes the definitions that documents and scenes refer to; either may contain the other.
  private static func writeDefinitions(_ writer: inout JSONWriter) {
    writer.name("$defs")
    writer.beginObject()
    writeDocumentDefinitions(&writer)
    writeElementDefinitions(&writer)
    writeSceneDefinitions(&writer)
    writer.endObject()
  }

  private static func writeDocumentDefinitions(_ writer: inout JSONWriter) {
    writeDefinition("style", &writer) { writer in
      writer.member("type", "object")
      writer.name("properties")
      writer.beginObject()
      for property in StyleProperty.allCases {
        writeProperty(property.key, property.form, property.summary, isOptional: true, &writer)
      }
      writer.endObject()
    }
    writeDefinition("font", &writer, writeFont)
    writeDefinition("span", SpanMember.self, "A range with a style", &writer)
    writeDefinition("truncation", TruncationMember.self, "What is left out", &writer)
    writeDefinition("token", TokenMember.self, "A token in place of text", &writer)
    writeDefinition("background", BackgroundMember.self, "A box behind text", &writer)
    writeDefinition("border", BorderMember.self, "A line around text", &writer)
    writeDefinition("decoration", DecorationMember.self, "A line along text", &writer)
    writeDefinition("textShadow", TextShadowMember.self, "A shadow of text", &writer)
    writeDefinition("stroke", StrokeMember.self, "A line along outlines", &writer)
  }

  private static func writeElementDefinitions(_ writer: inout JSONWriter) {
    writeDefinition("attachment", AttachmentMember.self, "A box in the text", &writer)
    writeDefinition("link", LinkMember.self, "A range that can be tapped", &writer)
    writeDefinition("highlight", HighlightMember.self, "The look of a pressed link", &writer)
  }

  private static func writeDefinition<Member: DocumentObject>(
    _ name: String, _ type: Member.Type, _ title: String, _ writer: inout JSONWriter
  ) {
    writeDefinition(name, &writer) { writeObject(type, title, &$0) }
  }

  static func writeDefinition(
    _ name: String, _ writer: inout JSONWriter, _ write: (inout JSONWriter) -> Void
  ) {
    writer.name(text: name)
    writer.beginObject()
    write(&writer)
    writer.endObject()
  }

  /// The schema of a scene, as one JSON object.
  package static var scene: [UInt8] {
    text { writer in
      writeObject(SceneMember.self, "A scene that textrender scene reads", &writer)
      writeDefinitions(&writer)
    }
  }

  private static func writeSceneDefinitions(_ writer: inout JSONWriter) {
    writeDefinition("layer", LayerMember.self, "A layer", &writer)
    writeDefinition("shadow", ShadowMember.self, "A shadow", &writer)
    writeDefinition("contents", ContentsMember.self, "A picture", &writer)
    writeDefinition("animation", AnimationMember.self, "A change over time", &writer)
    writeDefinition("emitterCell", CellMember.self, "A kind of particles", &writer)
    writeDefinition("emitterChange", EmitterMember.self, "A change of an emitter", &writer)
    writeDefinition("spring", SpringMember.self, "A spring", &writer)
    writeDefinition("curve", &writer) { writer in
      writeAlternatives(&writer, "string", "array") { writer in
        writeObject(CurveMember.self, "A spring or steps", &writer)
      }
    }
    writeDefinition("path", &writer) { writer in
      writeAlternatives(&writer, "string") { writeObject(PathMember.self, "A shape", &$0) }
    }
    writeDefinition("transform", &writer) { writer in
      writeAlternatives(&writer, "array") { writer in
        writer.member("type", "object")
        writer.name("properties")
        writer.beginObject()
        for name in TransformValue.elementNames {
          writer.name(text: name)
          writer.beginObject()
          writer.member("type", "number")
          writer.endObject()
        }
        writer.endObject()
        writer.member("additionalProperties", false)
      }
    }
    writeDefinition("document", &writer) { writer in
      writeObject(
        DocumentMember.self, "A styled text",
        more: StyleProperty.allCases.filter(\.isParagraph), &writer)
    }
  }

  /// Writes the choice between types and an object.
  private static func writeAlternatives(
    _ writer: inout JSONWriter, _ types: String..., object: (inout JSONWriter) -> Void
  ) {
    writer.name("anyOf")
    writer.beginArray()
    for type in types {
      writer.beginObject()
      writer.member("type", type)
      writer.endObject()
    }
    writer.beginObject()
    object(&writer)
    writer.endObject()
    writer.endArray()
  }

  private static func writeFont(_ writer: inout JSONWriter) {
    writer.name("anyOf")
    writer.beginArray()
    writer.beginObject()
    writer.member("type", "string")
    writer.member("description", FontMember.file.summary)
    writer.endObject()
    writer.beginObject()
    writeObject(FontMember.self, "A face of a font file", &writer)
    writer.endObject()
    writer.endArray()
  }

  /// Writes the members of an object's schema. Members that are not required may be `null`.
  private static func writeObject<Member: DocumentObject>(
    _ type: Member.Type, _ title: String, more: [StyleProperty] = [], _ writer: inout JSONWriter
  ) {
    writer.member("title", title)
    writer.member("type", "object")
    writer.name("required")
    writer.beginArray()
    for member in Member.allCases where member.isRequired { writer.string(member.rawValue) }
    writer.endArray()
    writer.name("properties")
    writer.beginObject()
    for member in Member.allCases {
      if let form = member.form {
        writeProperty(
          member.rawValue, form, member.summary, isOptional: !member.isRequired, &writer)
      } else {
        writer.name(text: member.rawValue)
        writeNested(member.nested, member.summary, &writer)
      }
    }
    for property in more {
      writeProperty(property.key, property.form, property.summary, isOptional: true, &writer)
    }
    writer.endObject()
  }

  /// Writes the schema of a value without a form of its own.
  private static func writeNested(
    _ form: NestedForm, _ summary: String, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    switch form {
    case .anything: break
    case .object(let definition):
      writeChoice([("$ref", "#/$defs/\(definition)"), ("type", "null")], &writer)
    case .stringOrObject(let definition):
      writeChoice(
        [("type", "string"), ("$ref", "#/$defs/\(definition)"), ("type", "null")], &writer)
    case .list(let definition): writeList(of: definition, &writer)
    case .strings:
      writer.member("type", "array")
      writer.name("items")
      writer.beginObject()
      writer.member("type", "string")
      writer.endObject()
    }
    writer.member("description", summary)
    writer.endObject()
  }

  private static func writeChoice(
    _ choices: [(key: String, value: String)], _ writer: inout JSONWriter
  ) {
    writer.name("anyOf")
    writer.beginArray()
    for (key, value) in choices {
      writer.beginObject()
      writer.name(text: key)
      writer.string(value)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func writeList(of definition: String, _ writer: inout JSONWriter) {
    writeTypes(["array", "null"], &writer)
    writer.name("items")
    writer.beginObject()
    writer.member("$ref", "#/$defs/\(definition)")
    writer.endObject()
  }

  private static func writeTypes(_ types: [String], _ writer: inout JSONWriter) {
    writer.name("type")
    if types.count == 1 { return writer.string(types[0]) }
    writer.beginArray()
    for type in types { writer.string(type) }
    writer.endArray()
  }

  private static func writeProperty(
    _ key: String, _ form: ValueForm, _ summary: String, isOptional: Bool,
    _ writer: inout JSONWriter
  ) {
    writer.name(text: key)
    if case .nested(let nested) = form.type { return writeNested(nested, summary, &writer) }
    writer.beginObject()
    var types: [String] = []
    switch form.type {
    case .string: types = ["string"]
    case .number: types = ["number"]
    case .integer: types = ["integer"]
    case .numberOrString: types = ["number", "string"]
    case .boolean: types = ["boolean"]
    case .strings: types = ["array", "string"]
    case .numbers: types = ["object", "string"]
    case .numberList: types = ["array"]
    case .booleanOrWords: types = ["boolean", "array"]
    case .nested: break
    }
    if isOptional { types.append("null") }
    writeTypes(types, &writer)
    if case .numberList(let counts) = form.type {
      writer.name("items")
      writer.beginObject()
      writer.member("type", "number")
      writer.endObject()
      writer.member("minItems", counts.lowerBound)
      if counts.upperBound < .max { writer.member("maxItems", counts.upperBound) }
    } else if form.type == .booleanOrWords {
      writer.name("items")
      writer.beginObject()
      writer.name("enum")
      writer.beginArray()
      for word in form.words { writer.string(word) }
      writer.endArray()
      writer.endObject()
    } else if form.type == .integer {
      writer.member("minimum", 0)
    } else if form.type == .strings || form.type == .numbers {
      writer.name(form.type == .strings ? "items" : "additionalProperties")
      writer.beginObject()
      writer.member("type", form.type == .strings ? "string" : "number")
      writer.endObject()
    }
    if form.isClosed && form.type == .string {
      writer.name("enum")
      writer.beginArray()
      for word in form.words { writer.string(word) }
      if isOptional { writer.null() }
      writer.endArray()
    }
    let forms = form.isClosed || form.forms.isEmpty ? "" : ": \(form.forms)"
    writer.member("description", summary + forms)
    writer.endObject()
  }
}
