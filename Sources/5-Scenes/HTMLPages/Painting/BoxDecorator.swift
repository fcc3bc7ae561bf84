// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import Markup
internal import StyleSheets
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
  ///   - whole: The size of the box that backgrounds fill, and where this part lies in it.
  /// - Returns: Whether the layer draws anything.
  func decorate(
    _ properties: inout LayerProperties, _ style: ComputedStyle, size: Size,
    hasBackground: Bool = true, sides: Set<Side> = Set(Side.allCases)
  ) -> Bool {
    let text = style.text.color
    let (box, paint) = (style.box, style.paint)
    var decoration = BoxDecoration()
    func border(_ side: Side) -> BoxBorder {
      let line = box.border[side]
      guard sides.contains(side) else { return BoxBorder() }
      return BoxBorder(
        width: line.width, style: line.style.line, color: line.color(of: text))
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
        style, size, decoration.borders.widths, padding, area: nil)
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
    return hasColor || decoration.borders != BoxBorders() || !decoration.backgrounds.isEmpty
      || !decoration.shadows.isEmpty || decoration.outline != nil
  }

  /// Sets the background of the page.
  ///
  /// - Parameter area: The root's box, in which pictures are placed.
  func setCanvas(_ properties: inout LayerProperties, _ style: ComputedStyle, area: Rect) {
    properties.backgroundColor = style.paint.backgroundColor.color(of: style.text.color)
    var decoration = BoxDecoration()
    decoration.backgrounds = backgrounds(
      style, properties.bounds.size, BoxInsets.zero, BoxInsets.zero, area: area)
    if !decoration.backgrounds.isEmpty { properties.decoration = decoration }
  }

  /// Sets what applies to a box and all in it as a whole.
  func setEffects(_ properties: inout LayerProperties, _ style: ComputedStyle, size: Size) {
    properties.opacity = style.paint.opacity
    let rare = style.rare
    if style.hasTransform { properties.transform = transform(rare, size) }
    if rare.backface == .hidden { properties.isDoubleSided = false }
    if let distance = rare.perspective, distance > 0 {
      let (x, y) = (
        rare.perspectiveOrigin.x.points(of: size.width),
        rare.perspectiveOrigin.y.points(of: size.height)
      )
      var perspective = Transform3D.identity
      perspective.m34 = -1 / distance
      properties.sublayerTransform = Transform3D.translation(x: -x, y: -y)
        .concatenating(perspective).concatenating(.translation(x: x, y: y))
    }
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
  func innerRadii(_ style: ComputedStyle, _ size: Size) -> CornerRadii? {
    guard let outer = radii(style, size) else { return nil }
    let border = style.box.border
    func inner(_ size: Size, _ x: Double, _ y: Double) -> Size {
      Size(width: max(0, size.width - x), height: max(0, size.height - y))
    }
    return CornerRadii(
      topLeft: inner(outer.topLeft, border.left.width, border.top.width),
      topRight: inner(outer.topRight, border.right.width, border.top.width),
      bottomRight: inner(outer.bottomRight, border.right.width, border.bottom.width),
      bottomLeft: inner(outer.bottomLeft, border.left.width, border.bottom.width))
  }

  private func padding(_ style: ComputedStyle, _ size: Size) -> BoxInsets {
    // Percentages refer to the width of the containing block, which is nearly that of the box.
    let padding = style.box.padding
    return BoxInsets(
      top: padding.top.points(of: size.width), right: padding.right.points(of: size.width),
      bottom: padding.bottom.points(of: size.width), left: padding.left.points(of: size.width))
  }

  private func insets(
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

  private func referenceBox(
    _ box: ReferenceBox, _ style: ComputedStyle, _ size: Size
  ) -> Rect {
    let border = style.box.border.map(\.width)
    let insets = insets(
      of: box,
      BoxInsets(top: border.top, right: border.right, bottom: border.bottom, left: border.left),
      padding(style, size))
    return Rect(
      x: insets.left, y: insets.top, width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }

  // MARK: Pictures

  private func backgrounds(
    _ style: ComputedStyle, _ size: Size, _ border: BoxInsets, _ padding: BoxInsets, area: Rect?
  ) -> [BoxBackground] {
    style.paint.backgrounds.compactMap { layer in
      guard let image = layer.image else { return nil }
      var origin = area ?? Rect(origin: .zero, size: size)
      if area == nil {
        let insets = insets(of: layer.origin, border, padding)
        origin = Rect(
          x: insets.left, y: insets.top, width: max(0, size.width - insets.left - insets.right),
          height: max(0, size.height - insets.top - insets.bottom))
      }
      if layer.attachment == .fixed, area != nil { origin = Rect(origin: .zero, size: viewport) }
      var natural: Size?
      var bitmap: Bitmap?
      if case .url(let reference) = image {
        guard let picture = resources.picture(reference)?.image else { return nil }
        bitmap = picture
        natural = Size(width: Double(picture.width), height: Double(picture.height))
      }
      var tile = Self.tile(layer.size, natural, in: origin.size)
      guard tile.width > 0, tile.height > 0 else { return nil }
      for (axis, repetition) in [(true, layer.repeatX), (false, layer.repeatY)]
      where repetition == .round {
        let (room, side) = axis ? (origin.width, tile.width) : (origin.height, tile.height)
        let rounded = room / max(1, (room / side).rounded())
        if axis { tile.width = rounded } else { tile.height = rounded }
      }
      let boxImage: BoxImage
      switch image {
      case .url:
        guard let bitmap else { return nil }
        boxImage = .bitmap(bitmap)
      case .gradient(let gradient):
        guard let made = Gradient(gradient, size: tile, text: style.text.color) else { return nil }
        boxImage = .gradient(made)
      }
      let position = Point(
        x: layer.position.x.points(of: origin.width - tile.width),
        y: layer.position.y.points(of: origin.height - tile.height))
      return BoxBackground(
        boxImage, origin: origin, position: position, size: tile, repeatX: layer.repeatX.box,
        repeatY: layer.repeatY.box,
        clip: area == nil ? insets(of: layer.clip, border, padding) : .zero,
        blendMode: layer.blendMode.canvas ?? .sourceOver)
    }
  }

  /// The size of a background's tile (CSS Backgrounds 3, §3.9).
  private static func tile(_ size: ImageSize, _ natural: Size?, in area: Size) -> Size {
    switch size {
    case .cover, .contain:
      guard let natural, natural.width > 0, natural.height > 0 else { return area }
      let (x, y) = (area.width / natural.width, area.height / natural.height)
      let factor = size == .cover ? max(x, y) : min(x, y)
      return Size(width: natural.width * factor, height: natural.height * factor)
    case .size(let width, let height):
      let (w, h) = (width.length?.points(of: area.width), height.length?.points(of: area.height))
      switch (w, h) {
      case (let w?, let h?): return Size(width: w, height: h)
      case (nil, nil): return natural ?? area
      case (let w?, nil):
        guard let natural, natural.width > 0 else { return Size(width: w, height: area.height) }
        return Size(width: w, height: w * natural.height / natural.width)
      case (nil, let h?):
        guard let natural, natural.height > 0 else { return Size(width: area.width, height: h) }
        return Size(width: h * natural.width / natural.height, height: h)
      }
    }
  }

  /// The node of a picture in the content box of an element (CSS Images 3, §5.5).
  func picture(_ content: ReplacedContent, _ style: ComputedStyle, size: Size) -> RenderNode? {
    guard let image = content.image, let natural = content.naturalSize else { return nil }
    let area = referenceBox(.contentBox, style, size)
    guard area.width > 0, area.height > 0 else { return nil }
    let (x, y) = (area.width / natural.width, area.height / natural.height)
    var shown = area.size
    func scaled(_ factor: Double) -> Size {
      Size(width: natural.width * factor, height: natural.height * factor)
    }
    switch style.rare.objectFit {
    case .fill: break
    case .contain: shown = scaled(min(x, y))
    case .cover: shown = scaled(max(x, y))
    case .none: shown = natural
    case .scaleDown: shown = scaled(min(1, x, y))
    }
    let position = style.rare.objectPosition
    var properties = LayerProperties()
    properties.anchorPoint = .zero
    properties.bounds.size = area.size
    properties.position = area.origin
    var picture = LayerProperties()
    picture.anchorPoint = .zero
    picture.bounds.size = shown
    picture.position = Point(
      x: position.x.points(of: area.width - shown.width),
      y: position.y.points(of: area.height - shown.height))
    properties.masksToBounds =
      shown.width > area.width + 1e-6 || shown.height > area.height + 1e-6
    return RenderNode(
      properties: properties,
      sublayers: [RenderNode(properties: picture, contents: .image(ImageContents(image)))])
  }

  // MARK: Inline boxes

  /// The nodes of an inline box on its lines.
  func nodes(
    of fragment: LineText.Fragment, in lines: TextLayout, at turn: LineTurn, snapped: (Rect) -> Rect
  ) -> [RenderNode] {
    let style = fragment.span.style
    guard style.inherited.visibility == .visible, style.isPainted else { return [] }
    let isRightToLeft = style.text.direction == .rtl
    let box = style.box
    return lines.fragments(of: fragment.range).compactMap { piece -> RenderNode? in
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
      // The edges in the text have the margins, too, which are not painted.
      let marginLeft = hasLeft ? box.margin[start].length?.points(of: 0) ?? 0 : 0
      let marginRight = hasRight ? box.margin[end].length?.points(of: 0) ?? 0 : 0
      let top = area.top - box.border[over].width - max(0, box.padding[over].points(of: 0))
      let bottom =
        area.bottom + box.border[under].width + max(0, box.padding[under].points(of: 0))
      let left = piece.left + marginLeft
      let right = piece.right - marginRight
      var properties = LayerProperties()
      properties.anchorPoint = .zero
      let frame = snapped(
        turn.rect(
          Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top)),
          line: piece.line))
      properties.position = frame.origin
      properties.bounds.size = frame.size
      guard
        decorate(&properties, style, size: properties.bounds.size, sides: sides)
      else { return nil }
      return RenderNode(properties: properties)
    }
  }
}

extension ComputedStyle {
  /// Whether the style has a background.
  var hasBackground: Bool {
    if paint.backgrounds.contains(where: { $0.image != nil }) { return true }
    return paint.backgroundColor.color(of: text.color).alpha > 0
  }

  /// Whether a box of the style may paint anything itself.
  var isPainted: Bool {
    hasBackground || !paint.shadows.isEmpty || paint.outline.style != .none
      || Side.allCases.contains { box.border[$0].width > 0 }
  }
}
