// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
package import LayerScenes
package import StyledDocuments

/// What a picture is drawn from: a text in its style, or layers; as values or as JSON.
package enum PictureContent: Sendable {
  case document(StyledDocument)
  case scene(Scene)
  case documentJSON(JSONObject)
  case sceneJSON(JSONObject)

  /// The document or the scene that an object is: a scene has `layers`.
  package init(_ object: JSONObject) {
    self = object["layers"] == nil ? .documentJSON(object) : .sceneJSON(object)
  }

  /// The kind of the contents, for the options that it takes.
  package var kind: PictureOption.Contents {
    switch self {
    case .document, .documentJSON: .document
    case .scene, .sceneJSON: .scene
    }
  }

  package var isScene: Bool { kind == .scene }
}
