// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import CanvasGeometry

/// What a CSS box is painted with, besides a background colour: corners, borders, backgrounds,
/// shadows, an outline, filters and a clip.
///
/// The bounds of the layer are the border box. From back to front, a layer draws its drop shadows,
/// background colour, backgrounds, inset shadows and borders, then contents and sublayers, then
/// the outline. Lengths are in points.
public struct BoxDecoration: Hashable, Sendable {
  /// The radii of the corners; `nil` for those of `cornerRadius`.
  public var cornerRadii: CornerRadii?
  /// The borders of the four sides, which lie inside the bounds and below the sublayers.
  public var borders = BoxBorders()
  /// The picture that is drawn in place of the borders; `nil` for none.
  public var borderImage: BorderImage?
  /// The distance of the background colour from the sides of the bounds.
  public var backgroundClip = BoxInsets.zero
  /// The pictures above the background colour, the first one on top.
  public var backgrounds: [BoxBackground] = []
  /// The shadows, the first one on top.
  public var shadows: [BoxShadow] = []
  /// The line around the bounds, above all else of the layer; `nil` for none.
  public var outline: BoxOutline?
  /// The filters of the layer and its sublayers as a group, in the order in which they apply.
  public var filters: [LayerFilter] = []
  /// The filters of what lies behind the layer, within the border box.
  public var backdropFilters: [LayerFilter] = []
  /// Whether the layer and its sublayers are one picture before they meet what lies behind them:
  /// blend modes of sublayers reach no further.
  package var isIsolated = false
  /// The shape outside of which nothing of the layer is drawn; `nil` for all.
  public var clipPath: ClipPath?

  /// Creates a decoration that draws nothing.
  public init() {}
}

/// A path that cuts off a layer with its sublayers and shadows.
public struct ClipPath: Hashable, Sendable {
  /// The path, in the space of the layer's bounds.
  public var path: Path
  /// The rule by which points lie inside.
  public var rule: FillRule

  /// Creates a clip.
  public init(_ path: Path, rule: FillRule = .nonZero) {
    (self.path, self.rule) = (path, rule)
  }
}

/// An immutable box of a decoration, so that layers without one stay small.
final class DecorationBox: Hashable, Sendable {
  let value: BoxDecoration

  init(_ value: BoxDecoration) {
    self.value = value
  }

  static func == (a: DecorationBox, b: DecorationBox) -> Bool { a === b || a.value == b.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension BoxDecoration {
  static let none = BoxDecoration()
}

extension LayerProperties {
  /// The parts of a CSS box that the layer draws.
  public var decoration: BoxDecoration {
    get { decorationBox?.value ?? .none }
    set { decorationBox = newValue == .none ? nil : DecorationBox(newValue) }
  }

  /// The radii of the corners of a box; `nil` for those of ``cornerRadius``.
  public var cornerRadii: CornerRadii? {
    get { decoration.cornerRadii }
    set { decoration.cornerRadii = newValue }
  }

  /// The borders of the four sides, below the sublayers.
  public var borders: BoxBorders {
    get { decoration.borders }
    set { decoration.borders = newValue }
  }

  /// The picture that is drawn in place of the borders.
  public var borderImage: BorderImage? {
    get { decoration.borderImage }
    set { decoration.borderImage = newValue }
  }

  /// The pictures above the background colour, the first one on top.
  public var backgrounds: [BoxBackground] {
    get { decoration.backgrounds }
    set { decoration.backgrounds = newValue }
  }

  /// The distance of the background colour from the sides of the bounds.
  public var backgroundClip: BoxInsets {
    get { decoration.backgroundClip }
    set { decoration.backgroundClip = newValue }
  }

  /// The shadows of the box, the first one on top.
  public var boxShadows: [BoxShadow] {
    get { decoration.shadows }
    set { decoration.shadows = newValue }
  }

  /// The line around the bounds, above all else of the layer.
  public var outline: BoxOutline? {
    get { decoration.outline }
    set { decoration.outline = newValue }
  }

  /// The filters of the layer and its sublayers as a group, in the order in which they apply.
  public var filters: [LayerFilter] {
    get { decoration.filters }
    set { decoration.filters = newValue }
  }

  /// The filters of what lies behind the layer, within the border box.
  public var backdropFilters: [LayerFilter] {
    get { decoration.backdropFilters }
    set { decoration.backdropFilters = newValue }
  }

  /// The shape outside of which nothing of the layer is drawn.
  public var clipPath: ClipPath? {
    get { decoration.clipPath }
    set { decoration.clipPath = newValue }
  }
}
