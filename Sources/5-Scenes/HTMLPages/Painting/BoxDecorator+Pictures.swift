// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import SVGPictures
internal import StyleSheets
internal import SystemConcurrency
internal import TextLayers
internal import TextTypesetting

/// Pictures in boxes: of backgrounds, borders and masks, and those that are contents.
extension BoxDecorator {
  /// The size of its own that a picture has; `nil` for one that is not there.
  private func natural(_ image: StyleImage) -> NaturalSize? {
    switch image {
    case .url(let reference): resources.picture(reference)?.natural
    case .gradient: NaturalSize(width: nil, height: nil)
    }
  }

  /// A picture at a size.
  private func boxImage(_ image: StyleImage, _ size: Size, _ text: Color) -> BoxImage? {
    switch image {
    case .gradient(let gradient):
      return Gradient(gradient, size: size, text: text).map { .gradient($0) }
    case .url(let reference):
      switch resources.picture(reference)?.picture {
      case .bitmap(let bitmap)?: return .bitmap(bitmap)
      case .vector(let picture)?:
        let bitmap = try? picture.bitmap(
          size: size, scale: resources.environment.scale, cancellation: resources.cancellation)
        return bitmap.map { .bitmap($0) }
      case nil: return nil
      }
    }
  }

  /// The pictures of a background or a mask (CSS Backgrounds 3, §3).
  ///
  /// - Parameters:
  ///   - area: The root's box, for the background of the page.
  ///   - place: Where the box lies on the page, to which fixed backgrounds refer.
  func backgrounds(
    _ layers: [ImageLayer], _ style: ComputedStyle, _ size: Size, _ border: BoxInsets,
    _ padding: BoxInsets, area: Rect?, place: Point = .zero
  ) -> [BoxBackground] {
    layers.compactMap { layer in
      guard let image = layer.image, let natural = natural(image) else { return nil }
      let box = area ?? Rect(origin: .zero, size: size)
      let insets = insets(of: layer.origin, border, padding)
      var origin = Rect(
        x: box.minX + insets.left, y: box.minY + insets.top,
        width: max(0, box.width - insets.left - insets.right),
        height: max(0, box.height - insets.top - insets.bottom))
      if layer.attachment == .fixed {
        origin = Rect(origin: Point(x: -place.x, y: -place.y), size: viewport)
      }
      var tile: Size
      var (isWidthAuto, isHeightAuto) = (false, false)
      switch layer.size {
      case .cover: tile = natural.fitted(in: origin.size, covers: true)
      case .contain: tile = natural.fitted(in: origin.size, covers: false)
      case .size(let width, let height):
        (isWidthAuto, isHeightAuto) = (width == .auto, height == .auto)
        tile = natural.size(
          width: width.length?.points(of: origin.width),
          height: height.length?.points(of: origin.height), default: origin.size)
      }
      guard tile.width > 0, tile.height > 0 else { return nil }
      func rounded(_ side: Double, _ room: Double) -> Double {
        room / max(1, (room / side).rounded())
      }
      // A side that is rounded changes the other one if that is automatic (§3.9).
      let given = tile
      if layer.repeatX == .round {
        tile.width = rounded(given.width, origin.width)
        if isHeightAuto, layer.repeatY != .round, let ratio = natural.ratio {
          tile.height = tile.width / ratio
        }
      }
      if layer.repeatY == .round {
        tile.height = rounded(given.height, origin.height)
        if isWidthAuto, layer.repeatX != .round, let ratio = natural.ratio {
          tile.width = tile.height * ratio
        }
      }
      guard let made = boxImage(image, tile, style.text.color) else { return nil }
      var position = Point(
        x: layer.position.x.points(of: origin.width - tile.width),
        y: layer.position.y.points(of: origin.height - tile.height))
      if case .url(let name) = image, case .vector? = resources.picture(name)?.picture {
        position = snapped(position)
      }
      return BoxBackground(
        made, origin: origin, position: position, size: tile, repeatX: layer.repeatX.box,
        repeatY: layer.repeatY.box,
        clip: area == nil ? self.insets(of: layer.clip, border, padding) : .zero,
        blendMode: layer.blendMode.canvas ?? .sourceOver)
    }
  }

  /// The layer whose alpha cuts off a box and all in it: its mask (CSS Masking 1, §7).
  func mask(_ style: ComputedStyle, size: Size) -> RenderNode? {
    guard !style.rare.masks.isEmpty else { return nil }
    var properties = LayerProperties(at: .zero, size: size)
    // A picture that is not there is clear (§7.1).
    properties.decoration.backgrounds = backgrounds(
      style.rare.masks, style, size, BoxInsets(style.box.border), padding(style, size), area: nil)
    return RenderNode(properties: properties)
  }

  /// The background of a box that is seen in the shapes of its text.
  func textBackground(_ style: ComputedStyle, size: Size, shapes: [RenderNode]) -> RenderNode {
    var properties = LayerProperties(at: .zero, size: size)
    let mask = RenderNode(properties: properties, sublayers: shapes)
    properties.backgroundColor = style.paint.backgroundColor.color(of: style.text.color)
    properties.decoration.backgrounds = backgrounds(
      style.paint.backgrounds, style, size, BoxInsets(style.box.border), padding(style, size),
      area: nil)
    return RenderNode(properties: properties, mask: mask)
  }

  /// A text as a mask.
  func textShape(_ lines: TextLayout, at origin: Point) -> RenderNode {
    RenderNode(
      properties: LayerProperties(at: origin, size: lines.size),
      contents: .vector(TextContents(lines).colored(.black)))
  }

  /// The picture in place of borders (CSS Backgrounds 3, §5).
  func borderImage(_ style: ComputedStyle, _ size: Size, _ border: BoxInsets) -> BorderImage? {
    let given = style.rare.borderImage
    guard let image = given.image, let natural = natural(image) else { return nil }
    typealias Length = StyleBorderImage.Length
    func insets(_ sides: Sides<Length>, _ area: Size, _ value: (Length, Double, Double) -> Double)
      -> BoxInsets
    {
      BoxInsets(
        top: value(sides.top, area.height, border.top),
        right: value(sides.right, area.width, border.right),
        bottom: value(sides.bottom, area.height, border.bottom),
        left: value(sides.left, area.width, border.left))
    }
    func points(_ length: Length, _ basis: Double, _ width: Double) -> Double {
      switch length {
      case .auto: width
      case .number(let number): number * width
      case .length(let length): length.points(of: basis)
      }
    }
    let outset = insets(given.outset, size, points)
    let area = Size(
      width: size.width + outset.left + outset.right,
      height: size.height + outset.top + outset.bottom)
    let own = natural.size(width: nil, height: nil, default: area)
    let slice = insets(given.slice, own) { length, basis, _ in
      if case .number(let number) = length { number } else { points(length, basis, 0) }
    }
    var widths = insets(given.widths, area, points)
    // `auto` is the size of the part of the picture.
    if given.widths.top == .auto { widths.top = slice.top }
    if given.widths.right == .auto { widths.right = slice.right }
    if given.widths.bottom == .auto { widths.bottom = slice.bottom }
    if given.widths.left == .auto { widths.left = slice.left }
    guard own.width > 0, own.height > 0, let made = boxImage(image, own, style.text.color) else {
      return nil
    }
    return BorderImage(
      made, size: own, slice: slice, fills: given.fills, widths: widths, outset: outset,
      repeatX: given.repeats[0].box, repeatY: given.repeats[given.repeats.count - 1].box)
  }

  /// A place on whole pixels, where the lines of drawings are sharp.
  private func snapped(_ point: Point) -> Point {
    let scale = resources.environment.scale
    return Point(
      x: (point.x * scale).rounded() / scale, y: (point.y * scale).rounded() / scale)
  }

  // MARK: Contents

  /// A picture as the contents of a layer of a size; `nil` if it cannot be drawn.
  func contents(_ content: ReplacedContent, size: Size, isClipped: Bool = true) -> NodeContents? {
    switch content.picture {
    case .bitmap(let bitmap)?: return .image(ImageContents(bitmap))
    case .vector(let picture)?:
      let drawing = try? picture.drawing(
        size: size, isClipped: isClipped, cancellation: resources.cancellation)
      return drawing.map { .vector($0) }
    case nil: return nil
    }
  }

  /// The node of a picture in the content box of an element (CSS Images 3, §5.5).
  ///
  /// - Parameter id: The identity of the picture itself.
  func picture(
    _ content: ReplacedContent, _ style: ComputedStyle, size: Size, id: LayerID?
  ) -> RenderNode? {
    let area = referenceBox(.contentBox, style, size)
    guard content.picture != nil, area.width > 0, area.height > 0 else { return nil }
    let natural = content.natural
    let own = natural.size(width: nil, height: nil, default: area.size)
    let contained = natural.fitted(in: area.size, covers: false)
    let shown =
      switch style.rare.objectFit {
      case .fill: area.size
      case .contain: contained
      case .cover: natural.fitted(in: area.size, covers: true)
      case .none: own
      case .scaleDown:
        own.width <= contained.width && own.height <= contained.height ? own : contained
      }
    let isClipped = !content.isInline || style.box.overflowX != .visible
    guard let contents = contents(content, size: shown, isClipped: isClipped) else { return nil }
    let position = style.rare.objectPosition
    var properties = LayerProperties(at: area.origin, size: area.size)
    let place = Point(
      x: position.x.points(of: area.width - shown.width),
      y: position.y.points(of: area.height - shown.height))
    var picture = LayerProperties(at: place, size: shown)
    if case .vector? = content.picture { picture.position = snapped(picture.position) }
    properties.masksToBounds =
      shown.width > area.width + 1e-6 || shown.height > area.height + 1e-6
    // A picture is cut off along the curve of the content box (CSS Backgrounds 3, §4.3).
    if let radii = innerRadii(style, size, padding: padding(style, size)) {
      (properties.cornerRadii, properties.masksToBounds) = (radii, true)
    }
    return RenderNode(
      properties: properties,
      sublayers: [RenderNode(id: id, properties: picture, contents: contents)])
  }
}

extension StyleBorderImage.Repeat {
  fileprivate var box: BoxRepeat {
    switch self {
    case .stretch: .stretch
    case .repeat: .repeat
    case .round: .round
    case .space: .space
    }
  }
}
