// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import StyledDocuments

/// The members of a scene.
package enum SceneMember: String, DocumentObject {
  case size
  case scale
  case background
  case time
  case duration
  case round
  case layers

  package var summary: String {
    switch self {
    case .size: "width and height of the picture, in points; null: that of the layers"
    case .scale: "device pixels per point (default 1)"
    case .background: "the colour behind the layers; null or none: transparent (the default)"
    case .time: "the point in time that is drawn, in seconds (default 0)"
    case .duration: "the length in seconds, for films"
    case .round: "whether edges of boxes are moved to whole pixels (default false)"
    case .layers: "the layers, from back to front"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .size: .sceneSize
    case .scale, .time, .duration: .amount
    case .background: .color
    case .round: .flag
    case .layers: nil
    }
  }

  package var isRequired: Bool { self == .size }
  package var nested: NestedForm { .list(of: "layer") }
}

extension ValueForm {
  static let sceneSize = ValueForm("[W,H]", .numbersOrNull(2), forms: "[400,300] or [400,null]")
}

package enum ShadowMember: String, DocumentObject {
  case color
  case opacity
  case offset
  case radius
  case path

  package var summary: String {
    switch self {
    case .color: "the colour (default black)"
    case .opacity: "the opacity, 0 to 1 (default 0: no shadow)"
    case .offset: "the distance from the layer (default [0,-3])"
    case .radius: "the standard deviation of the blur (default 3)"
    case .path: "the shape; without one, all that the layer covers"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .color: .color
    case .opacity, .radius: .amount
    case .offset: .numbers(2)
    case .path: nil
    }
  }
  package var nested: NestedForm { .object("path") }
}

package enum ContentsMember: String, DocumentObject {
  case image

  package var summary: String {
    "a PNG, GIF, JPEG, WebP or SVG file, its path relative to the scene, or data:…"
  }
  package var form: ValueForm? { .file }
  package var isRequired: Bool { true }
}
