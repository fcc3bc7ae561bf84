// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
internal import TextModel

/// The members of a path that is written as an object: exactly one shape; `corners` goes with
/// `roundedRect`.
package enum PathMember: String, DocumentObject {
  case circle
  case ellipse
  case rect
  case roundedRect
  case corners

  package var summary: String {
    switch self {
    case .circle: "centre and radius"
    case .ellipse: "the rectangle around it"
    case .rect: "a rectangle"
    case .roundedRect: "a rectangle and the radius of its corners"
    case .corners: "the corners of roundedRect that are round (default all)"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .circle: .numbers(3)
    case .ellipse, .rect: .numbers(4)
    case .roundedRect: .numbers(5)
    case .corners: .corners
    }
  }

  package var isRequired: Bool { false }
}

/// The rule by which points lie inside a path.
package enum FillRuleKeyword: String, CaseIterable, Keyword {
  case nonzero
  case evenodd

  var rule: FillRule {
    switch self {
    case .nonzero: .nonZero
    case .evenodd: .evenOdd
    }
  }
}

package enum CornerKeyword: String, CaseIterable, Keyword {
  case topLeft
  case topRight
  case bottomLeft
  case bottomRight

  package var corners: Corners {
    switch self {
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    }
  }
}

extension ValueForm {
  package static let corners = ValueForm(
    "LIST", .strings, words: CornerKeyword.words, forms: CornerKeyword.keywords)
}
