// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
package import StyledDocuments

/// JSON schemas of documents, scenes and other objects that the commands read.
package enum DocumentSchema {
  /// The schema of a document, as one JSON object.
  package static var document: [UInt8] {
    JSONWriter.schema { writer in
      writer.documentSchema("A document that textrender render and textrender layout read")
      writer.definitions(writeDefinitions)
    }
  }

  /// The schema of a scene, as one JSON object.
  package static var scene: [UInt8] {
    JSONWriter.schema { writer in
      writer.schema(of: SceneMember.self, "A scene that textrender scene reads")
      writer.definitions(writeDefinitions)
    }
  }

  /// The schema of an object without nested objects, as one JSON object.
  package static func object<Member: DocumentObject>(
    _ type: Member.Type, _ title: String
  ) -> [UInt8] {
    JSONWriter.schema { $0.schema(of: type, title) }
  }

  /// The schema of an object that holds documents, scenes and an object of another table, as one
  /// JSON object.
  ///
  /// - Parameter nested: The name of the definition of that other object.
  package static func object<Member: DocumentObject, Nested: DocumentObject>(
    _ type: Member.Type, _ title: String, nested: String, _ nestedType: Nested.Type,
    _ nestedTitle: String
  ) -> [UInt8] {
    JSONWriter.schema { writer in
      writer.schema(of: type, title)
      writer.definitions { writer in
        writeDefinitions(&writer)
        writer.definition("scene", SceneMember.self, "Layers")
        writer.definition(nested, nestedType, nestedTitle)
      }
    }
  }

  /// Writes the definitions that documents and scenes refer to; either may contain the other.
  private static func writeDefinitions(_ writer: inout JSONWriter) {
    writer.documentDefinitions()
    writeSceneDefinitions(&writer)
  }

  private static func writeSceneDefinitions(_ writer: inout JSONWriter) {
    writer.definition("layer", LayerMember.self, "A layer")
    writer.definition("shadow", ShadowMember.self, "A shadow")
    writer.definition("borders", BordersMember.self, "The borders of a box")
    writer.definition("borderSide", BorderSideMember.self, "The border of a side")
    writer.definition("borderImage", BorderImageMember.self, "A picture in place of borders")
    writer.definition("boxBackground", BoxBackgroundMember.self, "A picture of a background")
    writer.definition("boxShadow", BoxShadowMember.self, "A shadow of a box")
    writer.definition("outline", OutlineMember.self, "A line around a box")
    writer.definition("filter", FilterMember.self, "A filter")
    writer.definition("layout", BoxMember.self, "The box of a layer")
    writer.definition("contents", ContentsMember.self, "A picture")
    writer.definition("animation", AnimationMember.self, "A change over time")
    writer.definition("emitterCell", CellMember.self, "A kind of particles")
    writer.definition("emitterChange", EmitterMember.self, "A change of an emitter")
    writer.definition("spring", SpringMember.self, "A spring")
    writer.definition("curve") { writer in
      writer.alternatives("string", "array") { writer in
        writer.schema(of: CurveMember.self, "A spring or steps")
      }
    }
    writer.definition("path") { writer in
      writer.alternatives("string") { $0.schema(of: PathMember.self, "A shape") }
    }
    writer.definition("transform") { writer in
      writer.alternatives("array") { writer in
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
    writer.definition("document") { $0.documentSchema("A styled text") }
  }
}
