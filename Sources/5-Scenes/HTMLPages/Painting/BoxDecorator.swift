// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import Markup
internal import StyleSheets
internal import TextModel
internal import TextTypesetting

/// Sets the properties of layers that a style paints: backgrounds, borders, effects.
struct BoxDecorator {
  let tree: MarkupTree
  let resources: PageResources
  let viewport: Size

  // MARK: Boxes

  /// Sets background, borders, shadows and outline of a box.
  ///
  /// - Parameters:
  ///   - sides: The sides of the box that are there; a part of an inline box may lack some.
  ///   - place: Where the box lies on the page.
  /// - Returns: Whether the layer draws anything.
  func decorate(
    _ properties: inout LayerProperties, _ style: ComputedStyle, size: Size,
    hasBackground: Bool = true, sides: Set<Side> = Set(Side.allCases), place: Point = .zero
  ) -> Bool {
    let text = style.text.color
    let (box, paint) = (style.box, style.paint)
    var decoration = BoxDecoration()
    func border(_ side: Side) -> BoxBorder {
      let line = box.border[side]
      guard sides.contains(side) else { return BoxBorder() }
      return BoxBorder(
        width: line.width, style: line.style.line, color: line.color(of: style))
    }
    decoration.borders = BoxBorders(
      top: border(.top), right: border(.right), bottom: border(.bottom), left: border(.left))
    decoration.cornerRadii = radii(style, size)
    if hasBackground {
      properties.backgroundColor = paint.backgroundColor.color(of: text)
      let padding = padding(style, size)
      decoration.backgroundClip = insets(
        of: paint.backgrounds.last?.clip ?? .borderBox, decoration.borders.widths, padding)
      decoration.backgrounds = backgrounds(
        paint.backgrounds, style, size, decoration.borders.widths, padding, area: nil,
        place: place)
    }
    if !sides.isEmpty, style.rare.borderImage.isThere {
      decoration.borderImage = borderImage(style, size, decoration.borders.widths)
    }
    decoration.shadows = paint.shadows.map {
      BoxShadow(
        color: $0.color.color(of: text), offset: Size(width: $0.x, height: $0.y), blur: $0.blur,
        spread: $0.spread, isInset: $0.isInset)
    }
    if paint.outline.width > 0, paint.outline.style != .none {
      decoration.outline = BoxOutline(
        width: paint.outline.width, style: paint.outline.style.line,
        color: paint.outline.color.color(of: text), offset: paint.outlineOffset)
    }
    if decoration != BoxDecoration() { properties.decoration = decoration }
    let hasColor = (properties.backgroundColor?.alpha ?? 0) > 0
    return hasColor || decoration.borders != BoxBorders() || decoration.borderImage != nil
      || !decoration.backgrounds.isEmpty
      || !decoration.shadows.isEmpty || decoration.outline != nil
  }

  /// Sets the background of the page.
  ///
  /// - Parameters:
  ///   - root: The style of the root.
  ///   - area: The root's box, in which pictures are placed.
  func setCanvas(
    _ properties: inout LayerProperties, _ style: ComputedStyle, root: ComputedStyle, area: Rect
  ) {
    properties.backgroundColor = style.paint.backgroundColor.color(of: style.text.color)
    var decoration = BoxDecoration()
    decoration.backgrounds = backgrounds(
      style.paint.backgrounds, style, properties.bounds.size,
      BoxInsets(root.box.border), padding(root, area.size), area: area)
    if !decoration.backgrounds.isEmpty { properties.decoration = decoration }
  }

  /// Sets what applies to a box and all in it as a whole.
  func setEffects(_ properties: inout LayerProperties, _ style: ComputedStyle, size: Size) {
    properties.opacity = style.paint.opacity
    let rare = style.rare
    if style.hasTransform { properties.transform = transform(rare, size) }
    if rare.backface == .hidden, !style.isSpace { properties.isDoubleSided = false }
    if rare.blendMode != .normal, let mode = rare.blendMode.canvas { properties.blendMode = mode }
    if !rare.filters.isEmpty {
      properties.filters = rare.filters.compactMap { $0.layer(style.text.color) }
    }
    if !rare.backdropFilters.isEmpty {
      properties.backdropFilters = rare.backdropFilters.compactMap { $0.layer(style.text.color) }
    }
    if case .shape(let shape, let reference) = rare.clipPath {
      let area = referenceBox(reference, style, size)
      properties.clipPath =
        shape.map { ShapePaths.clip(of: $0, in: area) }
        ?? LayerCompositing.ClipPath(Path(rect: area))
    }
  }

  /// The perspective of the boxes within a box of a style; `nil` for none.
  func perspective(_ style: ComputedStyle, size: Size) -> Transform3D? {
    guard let distance = style.rare.perspective else { return nil }
    let origin = style.rare.perspectiveOrigin
    let (x, y) = (origin.x.points(of: size.width), origin.y.points(of: size.height))
    var map = Transform3D.identity
    map.m34 = -1 / max(1, distance)
    return .translation(x: -x, y: -y).concatenating(map).concatenating(.translation(x: x, y: y))
  }

  private func transform(_ rare: RareStyle, _ size: Size) -> Transform3D {
    let (x, y) = (
      rare.transformOrigin.x.points(of: size.width), rare.transformOrigin.y.points(of: size.height)
    )
    let z = rare.transformOrigin.z
    let functions =
      [rare.translate, rare.rotate, rare.scale].compactMap(\.self) + rare.transform
    var map = Transform3D.translation(x: -x, y: -y, z: -z)
    for function in functions.reversed() {
      map = map.concatenating(function.matrix(size))
    }
    return map.concatenating(.translation(x: x, y: y, z: z))
  }

  // MARK: Sizes

  /// The radii of the corners; `nil` for sharp ones.
  func radii(_ style: ComputedStyle, _ size: Size) -> CornerRadii? {
    let radii = style.box.radii
    guard radii != Corners(LengthPair.zero) else { return nil }
    func points(_ pair: LengthPair) -> Size {
      Size(
        width: max(0, pair.x.points(of: size.width)), height: max(0, pair.y.points(of: size.height))
      )
    }
    return CornerRadii(
      topLeft: points(radii.topLeft), topRight: points(radii.topRight),
      bottomRight: points(radii.bottomRight), bottomLeft: points(radii.bottomLeft))
  }

  /// The radii of the padding box; `nil` for sharp corners.
  func innerRadii(
    _ style: ComputedStyle, _ size: Size, padding: BoxInsets = .zero
  ) -> CornerRadii? {
    guard let outer = radii(style, size) else { return nil }
    let border = style.box.border
    func inner(_ size: Size, _ x: Double, _ y: Double) -> Size {
      Size(width: max(0, size.width - x), height: max(0, size.height - y))
    }
    let (left, right) = (border.left.width + padding.left, border.right.width + padding.right)
    let (top, bottom) = (border.top.width + padding.top, border.bottom.width + padding.bottom)
    return CornerRadii(
      topLeft: inner(outer.topLeft, left, top), topRight: inner(outer.topRight, right, top),
      bottomRight: inner(outer.bottomRight, right, bottom),
      bottomLeft: inner(outer.bottomLeft, left, bottom))
  }

  func padding(_ style: ComputedStyle, _ size: Size) -> BoxInsets {
    // Percentages refer to the width of the containing block, which is nearly that of the box.
    let padding = style.box.padding
    return BoxInsets(
      top: padding.top.points(of: size.width), right: padding.right.points(of: size.width),
      bottom: padding.bottom.points(of: size.width), left: padding.left.points(of: size.width))
  }

  func insets(
    of box: ReferenceBox, _ border: BoxInsets, _ padding: BoxInsets
  ) -> BoxInsets {
    switch box {
    case .paddingBox: border
    case .contentBox:
      BoxInsets(
        top: border.top + padding.top, right: border.right + padding.right,
        bottom: border.bottom + padding.bottom, left: border.left + padding.left)
    default: .zero
    }
  }

  func referenceBox(
    _ box: ReferenceBox, _ style: ComputedStyle, _ size: Size
  ) -> Rect {
    let insets = insets(of: box, BoxInsets(style.box.border), padding(style, size))
    return Rect(
      x: insets.left, y: insets.top, width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }

  // MARK: Inline boxes

  /// The nodes of an inline box on its lines.
  func nodes(
    of fragment: LineText.Fragment, in lines: TextLayout, at turn: LineTurn, snapped: (Rect) -> Rect
  ) -> [RenderNode] {
    let style = fragment.span.style
    guard style.inherited.visibility == .visible, style.isPainted else { return [] }
    return pieces(of: fragment, in: lines, at: turn).compactMap { piece -> RenderNode? in
      let frame = snapped(piece.rect)
      var properties = LayerProperties(at: frame.origin, size: frame.size)
      properties.opacity = fragment.span.opacity
      guard decorate(&properties, style, size: frame.size, sides: piece.sides) else { return nil }
      guard style.hasTextBackground else { return RenderNode(properties: properties) }
      let text = textShape(
        lines, at: Point(x: turn.origin.x - frame.minX, y: turn.origin.y - frame.minY))
      return RenderNode(properties: properties, mask: text)
    }
  }

  /// The border boxes of an inline box on its lines, each with the sides that are there: the first
  /// and the last piece alone have the sides at the ends.
  func pieces(
    of fragment: LineText.Fragment, in lines: TextLayout, at turn: LineTurn
  ) -> [(rect: Rect, sides: Set<Side>)] {
    let style = fragment.span.style
    let isRightToLeft = fragment.isRightToLeft
    let box = style.box
    return lines.fragments(of: fragment.range).compactMap { piece in
      guard let area = try? lines.contentArea(of: fragment.shaping, onLine: piece.line) else {
        return nil
      }
      let hasStart = piece.isStart && fragment.isFirst
      let hasEnd = piece.isEnd && fragment.isLast
      let (hasLeft, hasRight) = isRightToLeft ? (hasEnd, hasStart) : (hasStart, hasEnd)
      let (over, under) = (turn.side(.top), turn.side(.bottom))
      let (start, end) = (turn.side(.left), turn.side(.right))
      var sides: Set<Side> = [over, under]
      if hasLeft { sides.insert(start) }
      if hasRight { sides.insert(end) }
      // The edges in the text have the margins, too, which are no part of the border box.
      let marginLeft = hasLeft ? box.margin[start].length?.points(of: 0) ?? 0 : 0
      let marginRight = hasRight ? box.margin[end].length?.points(of: 0) ?? 0 : 0
      let top = area.top - box.border[over].width - max(0, box.padding[over].points(of: 0))
      let bottom =
        area.bottom + box.border[under].width + max(0, box.padding[under].points(of: 0))
      let (left, right) = (piece.left + marginLeft, piece.right - marginRight)
      let offset = fragment.shaping.offset
      let rect = Rect(
        x: left + offset.x, y: top + offset.y, width: max(0, right - left),
        height: max(0, bottom - top))
      return (turn.rect(rect, line: piece.line), sides)
    }
  }
}

extension ComputedStyle {
  /// Whether the background is seen in the shapes of the text alone.
  var hasTextBackground: Bool { paint.backgrounds.contains { $0.clip == .text } }

  /// Whether the boxes within lie in one space (CSS Transforms 2, §4.1).
  var isSpace: Bool {
    rare.transformStyle == .preserve3D && box.overflowX == .visible && box.overflowY == .visible
      && paint.opacity == 1 && rare.filters.isEmpty && rare.clipPath == .none && rare.masks.isEmpty
      && rare.blendMode == .normal && rare.isolation == .auto && box.display.inner != .table
  }

  /// Whether the style has a background.
  var hasBackground: Bool {
    if paint.backgrounds.contains(where: { $0.image != nil }) { return true }
    return paint.backgroundColor.color(of: text.color).alpha > 0
  }

  /// Whether a box of the style may paint anything itself.
  var isPainted: Bool {
    hasBackground || !paint.shadows.isEmpty || paint.outline.style != .none
      || rare.borderImage.image != nil
      || Side.allCases.contains { box.border[$0].width > 0 }
  }
}
