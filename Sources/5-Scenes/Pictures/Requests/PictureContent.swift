// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
package import HTMLPages
package import LayerScenes
package import Markup
package import StyledDocuments

/// The contents of a picture: a document or a scene, as a value or as JSON, or a page of HTML or
/// Markdown.
package enum PictureContent: Sendable {
  case document(StyledDocument)
  case scene(Scene)
  case documentJSON(JSONObject)
  case sceneJSON(JSONObject)
  /// A page of HTML or Markdown, in UTF-8.
  case page([UInt8], MarkupLanguage)
  /// A page of HTML that was read before, with other contents of elements by their `id`.
  case template(HTMLDocument, [String: String])

  /// Takes an object with `layers`, or with `size` and no `text`, as a scene; others as documents.
  package init(_ object: JSONObject) {
    let isScene = object["layers"] != nil || object["size"] != nil && object["text"] == nil
    self = isScene ? .sceneJSON(object) : .documentJSON(object)
  }

  /// The kind of the contents, which decides the options that are allowed.
  package var kind: PictureOption.Contents {
    switch self {
    case .document, .documentJSON: .document
    case .scene, .sceneJSON: .scene
    case .page, .template: .html
    }
  }
}
