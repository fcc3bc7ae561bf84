// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
internal import TextModel

/// The members of a path that is written as an object: exactly one shape; `corners` goes with
/// `roundedRect`.
package enum PathMember: String, DocumentTable {
  case circle
  case ellipse
  case rect
  case roundedRect
  case corners

  package var row: Row {
    switch self {
    case .circle: (.numbers(3), "centre and radius")
    case .ellipse: (.numbers(4), "the rectangle around it")
    case .rect: (.numbers(4), "a rectangle")
    case .roundedRect: (.numbers(5), "a rectangle and the radius of its corners")
    case .corners: (.corners, "the corners of roundedRect that are round (default all)")
    }
  }
}

/// The rule that decides which points lie inside a path.
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
