// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A part of a box's decoration as the value of a property.
public enum BoxValue: Hashable, Sendable {
  /// The radii of the corners; `nil` for those of `cornerRadius`.
  case cornerRadii(CornerRadii?)
  /// The borders.
  case borders(BoxBorders)
  /// The picture in place of the borders.
  case borderImage(BorderImage?)
  /// The distances of a clip from the sides.
  case insets(BoxInsets)
  /// The pictures above the background colour.
  case backgrounds([BoxBackground])
  /// The shadows.
  case shadows([BoxShadow])
  /// The outline.
  case outline(BoxOutline?)
  /// The filters of a layer, or of what lies behind it.
  case filters([LayerFilter])
  /// The clip.
  case clipPath(ClipPath?)

  /// The name of the type, for messages.
  var typeName: String {
    switch self {
    case .cornerRadii: "radii of corners"
    case .borders: "borders"
    case .borderImage: "a picture of borders"
    case .insets: "four distances"
    case .backgrounds: "backgrounds"
    case .shadows: "shadows of a box"
    case .outline: "an outline"
    case .filters: "filters"
    case .clipPath: "a clip path"
    }
  }

  /// The keys of the parts.
  static let keys: [LayerKey] = [
    key("cornerRadii", \.cornerRadii, BoxValue.cornerRadii) {
      if case .cornerRadii(let value) = $0 { .some(value) } else { nil }
    },
    key("borders", \.borders, BoxValue.borders) {
      if case .borders(let value) = $0 { .some(value) } else { nil }
    },
    key("borderImage", \.borderImage, BoxValue.borderImage) {
      if case .borderImage(let value) = $0 { .some(value) } else { nil }
    },
    key("backgroundClip", \.backgroundClip, BoxValue.insets) {
      if case .insets(let value) = $0 { .some(value) } else { nil }
    },
    key("backgrounds", \.backgrounds, BoxValue.backgrounds) {
      if case .backgrounds(let value) = $0 { .some(value) } else { nil }
    },
    key("boxShadows", \.shadows, BoxValue.shadows) {
      if case .shadows(let value) = $0 { .some(value) } else { nil }
    },
    key("outline", \.outline, BoxValue.outline) {
      if case .outline(let value) = $0 { .some(value) } else { nil }
    },
    key("filters", \.filters, BoxValue.filters) {
      if case .filters(let value) = $0 { .some(value) } else { nil }
    },
    key("backdropFilters", \.backdropFilters, BoxValue.filters) {
      if case .filters(let value) = $0 { .some(value) } else { nil }
    },
    key("clipPath", \.clipPath, BoxValue.clipPath) {
      if case .clipPath(let value) = $0 { .some(value) } else { nil }
    },
  ]

  /// The key of a part.
  ///
  /// - Parameters:
  ///   - wrapped: The value of a part.
  ///   - unwrapped: The part of a value; `nil` for another part.
  private static func key<Part: Sendable>(
    _ name: String, _ path: any WritableKeyPath<BoxDecoration, Part> & Sendable,
    _ wrapped: @escaping @Sendable (Part) -> BoxValue,
    _ unwrapped: @escaping @Sendable (BoxValue) -> Part?
  ) -> LayerKey {
    LayerKey(
      box: name, read: { wrapped($0[keyPath: path]) },
      write: { value, box in
        guard let part = unwrapped(value) else { return false }
        box[keyPath: path] = part
        return true
      })
  }
}

// MARK: - Values between two others

extension BoxValue {
  /// The value at a fraction of the way to another one; `nil` if there are no values between them.
  func mixed(with other: BoxValue, _ f: Double) -> BoxValue? {
    switch (self, other) {
    case (.cornerRadii(let a?), .cornerRadii(let b?)):
      .cornerRadii(a.mixed(with: b, f))
    case (.borders(let a), .borders(let b)):
      a.mixed(with: b, f).map { .borders($0) }
    case (.insets(let a), .insets(let b)):
      .insets(
        BoxInsets(
          top: mix(a.top, b.top, f), right: mix(a.right, b.right, f),
          bottom: mix(a.bottom, b.bottom, f), left: mix(a.left, b.left, f)))
    case (.shadows(let a), .shadows(let b))
    where a.map(\.isInset) == b.map(\.isInset):
      .shadows(zip(a, b).map { $0.mixed(with: $1, f) })
    case (.outline(let a?), .outline(let b?)) where a.style == b.style:
      .outline(
        BoxOutline(
          width: mix(a.width, b.width, f), style: a.style, color: mix(a.color, b.color, f),
          offset: mix(a.offset, b.offset, f)))
    case (.filters(let a), .filters(let b)) where a.count == b.count:
      mixed(a, b, f).map { .filters($0) }
    case (.clipPath(let a?), .clipPath(let b?)) where a.rule == b.rule:
      a.path.mixed(with: b.path, f).map { .clipPath(ClipPath($0, rule: a.rule)) }
    default: nil
    }
  }

  private func mixed(
    _ a: [LayerFilter], _ b: [LayerFilter], _ f: Double
  ) -> [LayerFilter]? {
    let mixed = zip(a, b).compactMap { $0.mixed(with: $1, f) }
    return mixed.count == a.count ? mixed : nil
  }
}

private func mix(_ a: Double, _ b: Double, _ f: Double) -> Double {
  f == 1 ? b : a + (b - a) * f
}

private func mix(_ a: Size, _ b: Size, _ f: Double) -> Size {
  Size(width: mix(a.width, b.width, f), height: mix(a.height, b.height, f))
}

private func mix(_ a: Color, _ b: Color, _ f: Double) -> Color { Color.mixed(a, b, f) ?? .clear }

extension CornerRadii {
  fileprivate func mixed(with other: CornerRadii, _ f: Double) -> CornerRadii {
    CornerRadii(
      topLeft: mix(topLeft, other.topLeft, f), topRight: mix(topRight, other.topRight, f),
      bottomRight: mix(bottomRight, other.bottomRight, f),
      bottomLeft: mix(bottomLeft, other.bottomLeft, f))
  }
}

extension BoxBorders {
  fileprivate func mixed(with other: BoxBorders, _ f: Double) -> BoxBorders? {
    guard BoxSide.allCases.allSatisfy({ self[$0].style == other[$0].style }) else { return nil }
    func side(_ side: BoxSide) -> BoxBorder {
      let (a, b) = (self[side], other[side])
      return BoxBorder(
        width: mix(a.width, b.width, f), style: a.style, color: mix(a.color, b.color, f))
    }
    return BoxBorders(
      top: side(.top), right: side(.right), bottom: side(.bottom), left: side(.left))
  }
}

extension BoxShadow {
  fileprivate func mixed(with other: BoxShadow, _ f: Double) -> BoxShadow {
    BoxShadow(
      color: mix(color, other.color, f), offset: mix(offset, other.offset, f),
      blur: mix(blur, other.blur, f), spread: mix(spread, other.spread, f), isInset: isInset)
  }
}

extension LayerFilter {
  fileprivate func mixed(with other: LayerFilter, _ f: Double) -> LayerFilter? {
    switch (self, other) {
    case (.blur(let a), .blur(let b)): .blur(mix(a, b, f))
    case (.brightness(let a), .brightness(let b)): .brightness(mix(a, b, f))
    case (.contrast(let a), .contrast(let b)): .contrast(mix(a, b, f))
    case (.dropShadow(let a, let p, let r), .dropShadow(let b, let q, let s)):
      .dropShadow(mix(a, b, f), mix(p, q, f), mix(r, s, f))
    case (.grayscale(let a), .grayscale(let b)): .grayscale(mix(a, b, f))
    case (.hueRotate(let a), .hueRotate(let b)): .hueRotate(mix(a, b, f))
    case (.invert(let a), .invert(let b)): .invert(mix(a, b, f))
    case (.opacity(let a), .opacity(let b)): .opacity(mix(a, b, f))
    case (.saturate(let a), .saturate(let b)): .saturate(mix(a, b, f))
    case (.sepia(let a), .sepia(let b)): .sepia(mix(a, b, f))
    default: nil
    }
  }
}
