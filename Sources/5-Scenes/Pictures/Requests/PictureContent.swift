// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
package import LayerScenes
package import StyledDocuments

/// The contents of a picture: a document or a scene, as a value or as JSON.
package enum PictureContent: Sendable {
  case document(StyledDocument)
  case scene(Scene)
  case documentJSON(JSONObject)
  case sceneJSON(JSONObject)

  /// Takes a JSON object as a scene if it has the member `layers`, else as a document.
  package init(_ object: JSONObject) {
    self = object["layers"] == nil ? .documentJSON(object) : .sceneJSON(object)
  }

  /// The kind of the contents, which decides the options that are allowed.
  package var kind: PictureOption.Contents {
    switch self {
    case .document, .documentJSON: .document
    case .scene, .sceneJSON: .scene
    }
  }

  package var isScene: Bool { kind == .scene }
}
