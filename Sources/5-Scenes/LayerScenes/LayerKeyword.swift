// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
package import GLLayers
package import LayerCompositing
package import LayerModel
internal import StyledDocuments
internal import TextModel
package import VideoLayers

/// The values of `type` of a layer; a layer without a type is a plain one.
package enum LayerType: String, CaseIterable, Keyword {
  case text
  case shape
  case gradient
  case replicator
  case scroll
  case transform
  case tiled
  case emitter
  case gl
  case player

  /// The kind of the render nodes. It is `plain` for types that differ from plain layers only in
  /// their contents, or in that they scroll.
  var kind: LayerKind {
    switch self {
    case .text, .scroll, .tiled, .emitter, .gl, .player: .plain
    case .shape: .shape(ShapeProperties())
    case .gradient: .gradient(GradientProperties())
    case .replicator: .replicator(ReplicatorProperties())
    case .transform: .transform
    }
  }

  /// Whether the members that only this type has are read together, by a function of their own,
  /// after all others.
  var hasReader: Bool {
    switch self {
    case .text, .tiled, .emitter, .gl, .player: true
    default: false
    }
  }

  /// The package trait that the type needs and that this program was built without; `nil` if it
  /// lacks none.
  var missingTrait: String? {
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

extension GLMesh.Primitive: Keyword {}

extension ScrollMode: Keyword {}

extension VideoGravity: Keyword {}

extension LineCap: Keyword {}

extension LineJoin: Keyword {}

extension GradientType: Keyword {}

extension ContentsGravity: Keyword {}

extension ContentsFilter: Keyword {}

extension CornerCurve: Keyword {}

/// A blend mode by name: those of CSS `mix-blend-mode`, and the operators of Porter and Duff.
package struct BlendKeyword: Keyword {
  package let keyword: String
  let mode: BlendMode

  /// All blend modes except `source`, which keeps only the layer, and `destination`, which keeps
  /// only what lies behind it.
  package static let allCases: [BlendKeyword] = BlendMode.names
    .filter { $0.mode != .source && $0.mode != .destination }
    .map { BlendKeyword(keyword: $0.name, mode: $0.mode) }
}
