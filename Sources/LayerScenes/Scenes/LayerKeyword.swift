// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import LayerRendering
internal import TextGraphics
internal import TextModel

/// The kinds of layers that are drawn, by the value of `type`.
package enum LayerType: String, CaseIterable, Keyword {
  case text

  package var keyword: String { rawValue }

  /// Kinds that scenes have and that are not drawn yet.
  static let planned = [
    "shape", "gradient", "replicator", "scroll", "transform", "tiled", "emitter", "gl", "player",
  ]
}

/// The alignment of a string, in Core Animation's words.
package enum AlignmentMode: String, CaseIterable, Keyword {
  case natural
  case left
  case right
  case center
  case justified

  package var keyword: String { rawValue }

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

/// The treatment of a string that does not fit, in Core Animation's words.
package enum TruncationMode: String, CaseIterable, Keyword {
  case none
  case end

  package var keyword: String { rawValue }

  /// Modes that scenes have and that are not drawn yet.
  static let planned = ["start", "middle"]
}

extension ContentsGravity: Keyword {
  package var keyword: String { rawValue }
}

extension ContentsFilter: Keyword {
  package var keyword: String { rawValue }
}

/// A corner by name.
package enum CornerKeyword: String, CaseIterable, Keyword {
  case topLeft
  case topRight
  case bottomLeft
  case bottomRight

  package var keyword: String { rawValue }

  var corners: Corners {
    switch self {
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    }
  }
}

/// A blend mode by name: those of CSS `mix-blend-mode`, and the operators of Porter and Duff.
package struct BlendKeyword: Keyword {
  package let keyword: String
  let mode: BlendMode

  package static let allCases: [BlendKeyword] = [
    BlendKeyword(keyword: "normal", mode: .sourceOver),
    BlendKeyword(keyword: "multiply", mode: .multiply),
    BlendKeyword(keyword: "screen", mode: .screen),
    BlendKeyword(keyword: "overlay", mode: .overlay),
    BlendKeyword(keyword: "darken", mode: .darken),
    BlendKeyword(keyword: "lighten", mode: .lighten),
    BlendKeyword(keyword: "color-dodge", mode: .colorDodge),
    BlendKeyword(keyword: "color-burn", mode: .colorBurn),
    BlendKeyword(keyword: "hard-light", mode: .hardLight),
    BlendKeyword(keyword: "soft-light", mode: .softLight),
    BlendKeyword(keyword: "difference", mode: .difference),
    BlendKeyword(keyword: "exclusion", mode: .exclusion),
    BlendKeyword(keyword: "hue", mode: .hue),
    BlendKeyword(keyword: "saturation", mode: .saturation),
    BlendKeyword(keyword: "color", mode: .color),
    BlendKeyword(keyword: "luminosity", mode: .luminosity),
    BlendKeyword(keyword: "clear", mode: .clear),
    BlendKeyword(keyword: "source-in", mode: .sourceIn),
    BlendKeyword(keyword: "source-out", mode: .sourceOut),
    BlendKeyword(keyword: "source-atop", mode: .sourceAtop),
    BlendKeyword(keyword: "destination-over", mode: .destinationOver),
    BlendKeyword(keyword: "destination-in", mode: .destinationIn),
    BlendKeyword(keyword: "destination-out", mode: .destinationOut),
    BlendKeyword(keyword: "destination-atop", mode: .destinationAtop),
    BlendKeyword(keyword: "xor", mode: .xor),
    BlendKeyword(keyword: "plus-lighter", mode: .plus),
  ]
}
