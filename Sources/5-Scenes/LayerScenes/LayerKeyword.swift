// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
internal import CanvasDrawing
package import GLLayers
package import LayerCompositing
package import LayerModel
internal import StyledDocuments
internal import TextModel
package import VideoLayers

extension LayerKind {
  /// The values of `type` of a layer; a layer without one is plain.
  static let words = allCases.map(\.name).filter { $0 != LayerKind.plain.name }

  /// Whether a function of its own reads the members that only this kind has, together and after
  /// all other members.
  var hasReader: Bool {
    switch self {
    case .text, .tiled, .emitter, .gl, .player: true
    default: false
    }
  }

  /// The package trait that the kind needs and that this program was built without; `nil` if no
  /// trait is missing.
  package var missingTrait: String? {
    switch self {
    case .gl where !GLSupport.isBuilt: "GL"
    case .player where !VideoSupport.isBuilt: "Video"
    default: nil
    }
  }
}

/// The alignment of a string, in Core Animation's words.
package enum AlignmentMode: String, CaseIterable, Keyword {
  case natural
  case left
  case right
  case center
  case justified

  var alignment: TextAlignment {
    switch self {
    case .natural: .start
    case .left: .left
    case .right: .right
    case .center: .center
    case .justified: .justify
    }
  }
}

extension BoxLayout.Display: Keyword {}

extension BoxLayout.FlexDirection: Keyword {}

extension BoxLayout.FlexWrap: Keyword {}

extension BoxLayout.Direction: Keyword {}

extension BoxLayout.Overflow: Keyword {}

extension BoxItem.Position: Keyword {}

extension BoxItem.BoxSizing: Keyword {}

extension BoxAlignment.Position: Keyword {}

extension GridFlow: Keyword {}

extension GLMesh.Primitive: Keyword {}

extension ScrollMode: Keyword {}

extension VideoGravity: Keyword {}

extension ContentsFilter: Keyword {}

/// A blend mode by name: the modes of CSS `mix-blend-mode`, and the Porter-Duff operators.
package struct BlendKeyword: Keyword {
  package let keyword: String
  let mode: BlendMode

  /// All blend modes except `source`, which keeps only the layer, and `destination`, which keeps
  /// only what lies behind it.
  package static let allCases: [BlendKeyword] = BlendMode.names
    .filter { $0.mode != .source && $0.mode != .destination }
    .map { BlendKeyword(keyword: $0.name, mode: $0.mode) }
}
