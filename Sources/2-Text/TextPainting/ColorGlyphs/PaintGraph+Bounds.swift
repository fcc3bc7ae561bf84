// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import TextFonts

/// An upper bound of a colour glyph's ink.
enum PaintBounds {
  /// Within a box in font units, y upwards.
  case box(Rect)
  case unbounded
}

extension PaintGraph {
  /// The bounds of the whole graph: its clip box, or the bounds of its outlines.
  func bounds(font: Font) -> PaintBounds {
    if let clipBox { return .box(clipBox) }
    // Children precede their parents, so one pass visits each node once.
    var found: [PaintBounds] = []
    found.reserveCapacity(nodes.count)
    func bounds(of child: Int) -> PaintBounds {
      found.indices.contains(child) ? found[child] : .box(.zero)
    }
    for node in nodes {
      switch node {
      case .empty:
        found.append(.box(.zero))
      case .solid, .linearGradient, .radialGradient, .sweepGradient:
        found.append(.unbounded)
      case .glyph(let glyph, let child):
        found.append(bounds(of: child).intersection(font.outline(of: glyph).bounds))
      case .clip(let box, let child):
        found.append(bounds(of: child).intersection(box))
      case .transform(let transform, let child):
        found.append(bounds(of: child).applying(transform))
      case .layers(let children):
        found.append(children.reduce(.box(.zero)) { $0.union(bounds(of: $1)) })
      case .composite(let source, _, let backdrop):
        found.append(bounds(of: source).union(bounds(of: backdrop)))
      }
    }
    return bounds(of: root)
  }
}

extension PaintBounds {
  func intersection(_ box: Rect) -> PaintBounds {
    switch self {
    case .box(let own): .box(own.intersection(box))
    case .unbounded: .box(box)
    }
  }

  func union(_ other: PaintBounds) -> PaintBounds {
    guard case .box(let a) = self, case .box(let b) = other else { return .unbounded }
    return .box(a.union(b))
  }

  func applying(_ transform: AffineTransform) -> PaintBounds {
    guard case .box(let box) = self, !box.isEmpty else { return self }
    return .box(transform.boundingBox(of: box))
  }
}

extension AffineTransform {
  /// The smallest upright rectangle around the image of a rectangle.
  func boundingBox(of rect: Rect) -> Rect {
    let corners = [
      apply(Point(x: rect.minX, y: rect.minY)), apply(Point(x: rect.maxX, y: rect.minY)),
      apply(Point(x: rect.minX, y: rect.maxY)), apply(Point(x: rect.maxX, y: rect.maxY)),
    ]
    var (left, top, right, bottom) = (
      corners[0].x, corners[0].y, corners[0].x, corners[0].y
    )
    for corner in corners.dropFirst() {
      left = min(left, corner.x)
      right = max(right, corner.x)
      top = min(top, corner.y)
      bottom = max(bottom, corner.y)
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
