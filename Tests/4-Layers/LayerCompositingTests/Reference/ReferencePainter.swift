// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// A slow and plain painter of trees: each sample of the picture is worked out by itself, from the
/// root down, in double precision. Nothing is planned, kept or rasterised, and only the values of
/// the tree are taken from the product.
///
/// What a layer draws is taken from back to front; groups are painted apart, and planes in space
/// are sorted anew at each sample. Left out are continuous corners, dashes, joins of lines but
/// round ones, filtered contents, pictures of a raster scale, and contents that draw themselves. A
/// shadow is blurred in the layer's plane.
final class ReferencePainter {
  typealias Pixel = ReferencePixel
  typealias Place = SIMD2<Double>

  private let tree: RenderTree
  /// The blurred coverage of layers that cast shadows.
  private var casts: [ObjectIdentifier: ReferenceCast] = [:]
  private var shapes: [Path: ReferenceShape] = [:]

  init(_ tree: RenderTree) { self.tree = tree }

  /// The colour of a sample, in points of the picture.
  func pixel(at place: Place) -> Pixel {
    var pixel = tree.background.map { Pixel(of: $0) } ?? .zero
    paint(tree.root, at: place, .identity, fade: 1, isFlipped: false, onto: &pixel)
    return pixel
  }

  // MARK: A layer

  /// Paints a layer.
  ///
  /// - Parameters:
  ///   - place: In the plane that the layer is seen in.
  ///   - space: The map that applies to the layer after its own.
  ///   - fade: The opacity that layers around it leave to it.
  ///   - isFlipped: Whether an odd number of layers around it are flipped.
  private func paint(
    _ node: RenderNode, at place: Place, _ space: ReferenceMap, fade: Double, isFlipped: Bool,
    onto backdrop: inout Pixel
  ) {
    let p = node.properties
    if p.isHidden || p.opacity <= 0 { return }
    if p.isReferenceSpace {
      return paintSpace(node, at: place, space, fade: fade, isFlipped: isFlipped, onto: &backdrop)
    }
    let map = p.referenceMap.then(space)
    let facing = map.facing
    if facing == 0 || (!p.isDoubleSided && facing < 0) { return }
    guard let q = map.source(of: place)?.point else { return }
    let opacity = fade * min(1, p.opacity)
    let isGroup =
      node.mask != nil || p.blendMode != .sourceOver || p.shouldRasterize
      || (opacity < 1 && p.allowsGroupOpacity)
    guard isGroup else { return paintInside(node, at: q, opacity, isFlipped, onto: &backdrop) }
    var group = Pixel.zero
    paintInside(node, at: q, 1, isFlipped, onto: &group)
    if let mask = node.mask {
      var coverage = Pixel.zero
      paint(mask, at: q, .identity, fade: 1, isFlipped: isFlipped, onto: &coverage)
      group *= coverage.w
    }
    backdrop = (group * opacity).joined(with: backdrop, by: p.blendMode)
  }

  /// Paints a layer's shadow and its things, in its plane.
  private func paintInside(
    _ node: RenderNode, at q: Place, _ opacity: Double, _ isFlipped: Bool,
    onto backdrop: inout Pixel
  ) {
    let p = node.properties
    if let color = p.shadow.color, p.shadow.opacity > 0, color.alpha > 0, !p.masksToBounds {
      let offset = Place(p.shadow.offset.width, p.shadow.offset.height)
      let coverage = cast(of: node, at: q - offset, opacity, isFlipped)
      let ink = Pixel(of: color) * (min(1, p.shadow.opacity) * coverage)
      backdrop = ink.over(backdrop)
    }
    paintThings(node, at: q, opacity, isFlipped, onto: &backdrop)
  }

  /// Paints background, contents, what the kind draws, sublayers, border.
  private func paintThings(
    _ node: RenderNode, at q: Place, _ opacity: Double, _ isFlipped: Bool,
    onto backdrop: inout Pixel
  ) {
    let p = node.properties
    let hasArea = p.bounds.size.width > 0 && p.bounds.size.height > 0
    let outline = ReferenceOutline(p.bounds, p.cornerRadius, p.maskedCorners)
    let isInside = hasArea && outline.contains(q)
    if isInside, let color = p.backgroundColor {
      backdrop = (Pixel(of: color) * opacity).over(backdrop)
    }
    if isInside || !p.masksToBounds {
      if case .gradient(let gradient) = p.kind {
        if isInside, let color = color(of: gradient, in: p.bounds, at: q) {
          backdrop = (color * opacity).over(backdrop)
        }
      } else if case .image(let image) = node.contents {
        backdrop = (color(of: image, in: p, at: q, isFlipped) * opacity).over(backdrop)
      }
      if case .shape(let shape) = p.kind { paint(shape, at: q, opacity, onto: &backdrop) }
      let isFlippedInside = isFlipped != p.isGeometryFlipped
      paintSublayers(of: node, at: q, fade: opacity, isFlipped: isFlippedInside, onto: &backdrop)
    }
    if isInside, p.borderWidth > 0, let color = p.borderColor {
      let inner = outline.inset(by: p.borderWidth)
      if !inner.contains(q) { backdrop = (Pixel(of: color) * opacity).over(backdrop) }
    }
  }

  /// - Parameter fade: The opacity that the layer leaves to each sublayer, 1 for a group.
  private func paintSublayers(
    of node: RenderNode, at q: Place, fade: Double, isFlipped: Bool, onto backdrop: inout Pixel
  ) {
    for (space, color, layers) in node.referenceCopies(in: node.properties.referenceSublayerMap) {
      if color == .one {
        for layer in layers {
          paint(layer, at: q, space, fade: fade, isFlipped: isFlipped, onto: &backdrop)
        }
      } else if color.w > 0 {
        var copy = Pixel.zero
        for layer in layers {
          paint(layer, at: q, space, fade: fade, isFlipped: isFlipped, onto: &copy)
        }
        backdrop = (copy * color).over(backdrop)
      }
    }
  }

  // MARK: Space

  private struct Leaf {
    var node: RenderNode
    var space: ReferenceMap
    var opacity: Double
    var color: Pixel
    var depth: Double
    var isFlipped: Bool
  }

  /// Paints the flat layers of a space from back to front as they lie at this sample.
  private func paintSpace(
    _ node: RenderNode, at place: Place, _ space: ReferenceMap, fade: Double, isFlipped: Bool,
    onto backdrop: inout Pixel
  ) {
    var leaves: [Leaf] = []
    collect(node, at: place, space, fade, .one, isFlipped, &leaves)
    for index in leaves.indices.sorted(by: {
      (leaves[$0].depth, $0) < (leaves[$1].depth, $1)
    }) {
      let leaf = leaves[index]
      var picture = Pixel.zero
      if leaf.opacity < 1 || leaf.color != .one {
        paint(
          leaf.node, at: place, leaf.space, fade: 1, isFlipped: leaf.isFlipped, onto: &picture)
        backdrop = (picture * leaf.opacity * leaf.color).over(backdrop)
      } else {
        paint(
          leaf.node, at: place, leaf.space, fade: 1, isFlipped: leaf.isFlipped, onto: &backdrop)
      }
    }
  }

  private func collect(
    _ node: RenderNode, at place: Place, _ space: ReferenceMap, _ opacity: Double, _ color: Pixel,
    _ isFlipped: Bool, _ leaves: inout [Leaf]
  ) {
    let p = node.properties
    if p.isHidden || p.opacity <= 0 { return }
    let map = p.referenceMap.then(space)
    guard p.isReferenceSpace else {
      guard let found = map.source(of: place) else { return }
      // Depths are told apart from a millionth of a point on.
      let depth = (found.depth * 1e6).rounded() / 1e6
      leaves.append(
        Leaf(
          node: node, space: space, opacity: opacity, color: color, depth: depth,
          isFlipped: isFlipped))
      return
    }
    let inner = p.referenceSublayerMap.then(map)
    for (space, factor, layers) in node.referenceCopies(in: inner) {
      for layer in layers {
        collect(
          layer, at: place, space, opacity * min(1, p.opacity), color * factor,
          isFlipped != p.isGeometryFlipped, &leaves)
      }
    }
  }

  // MARK: Things

  private func shape(_ path: Path) -> ReferenceShape {
    if let known = shapes[path] { return known }
    let made = ReferenceShape(path)
    shapes[path] = made
    return made
  }

  private func paint(
    _ properties: ShapeProperties, at q: Place, _ opacity: Double, onto backdrop: inout Pixel
  ) {
    guard let path = properties.path else { return }
    let contours = shape(path)
    if let color = properties.fillColor, contours.contains(q, properties.fillRule) {
      backdrop = (Pixel(of: color) * opacity).over(backdrop)
    }
    if let color = properties.strokeColor, properties.stroke.lineWidth > 0,
      contours.distance(q) <= properties.stroke.lineWidth / 2
    {
      backdrop = (Pixel(of: color) * opacity).over(backdrop)
    }
  }

  private func color(of gradient: GradientProperties, in bounds: Rect, at q: Place) -> Pixel? {
    let size = Place(bounds.size.width, bounds.size.height)
    let unit = (q - Place(bounds.origin.x, bounds.origin.y)) / size
    let start = Place(gradient.startPoint.x, gradient.startPoint.y)
    let axis = Place(gradient.endPoint.x, gradient.endPoint.y) - start
    var t: Double
    switch gradient.type {
    case .axial:
      guard axis != .zero else { return nil }
      t = ((unit - start) * axis).sum() / (axis * axis).sum()
    case .radial:
      guard axis.x != 0, axis.y != 0 else { return nil }
      let d = (unit - start) / axis
      t = (d * d).sum().squareRoot()
    case .conic:
      guard axis != .zero else { return nil }
      let d = unit - start
      t = (atan2(d.y, d.x) - atan2(axis.y, axis.x)) / (2 * .pi)
      t -= t.rounded(.down)
    }
    let colors = gradient.colors.map { Pixel(of: $0 ?? .clear) }
    guard let first = colors.first, let last = colors.last else { return nil }
    let places = gradient.locations ?? colors.indices.map { Double($0) / Double(colors.count - 1) }
    if colors.count == 1 || t <= places[0] { return first }
    for i in 1..<colors.count where t <= places[i] {
      let part = (t - places[i - 1]) / (places[i] - places[i - 1])
      return colors[i - 1] * (1 - part) + colors[i] * part
    }
    return last
  }

  /// The nearest pixel of contents. In a plane that is upside down their lowest row comes first.
  private func color(
    of image: ImageContents, in p: LayerProperties, at q: Place, _ isFlipped: Bool
  ) -> Pixel {
    let pixels = Place(Double(image.bitmap.width), Double(image.bitmap.height))
    let from = Place(p.contentsRect.origin.x, p.contentsRect.origin.y) * pixels
    let size = Place(p.contentsRect.size.width, p.contentsRect.size.height) * pixels
    let (low, extent) = p.referenceTarget(of: size / p.contentsScale)
    let along = q - low
    guard along.x >= 0, along.y >= 0, along.x < extent.x, along.y < extent.y else { return .zero }
    let center = p.contentsCenter
    let stretches = p.contentsGravity.rawValue.hasPrefix("resize")
    let scale = stretches ? p.contentsScale : 0
    let x = Self.along(along.x, extent.x, size.x, center.minX, center.maxX, scale) + from.x
    let y = Self.along(along.y, extent.y, size.y, center.minY, center.maxY, scale) + from.y
    let column = min(max(0, Int(x.rounded(.down))), image.bitmap.width - 1)
    let upright = isFlipped ? pixels.y - y : y
    let row = min(max(0, Int(upright.rounded(.down))), image.bitmap.height - 1)
    let parts = image.bitmap.rgba(column, row).map { Double($0) / 255 }
    if image.bitmap.format == .alpha8 { return Pixel(of: image.tint) * parts[0] }
    return Pixel(parts[0], parts[1], parts[2], parts[3])
  }

  /// The pixel at a place along an axis of contents of `count` pixels. The parts before `low` and
  /// after `high` keep their size, and what is between is stretched.
  ///
  /// - Parameter scale: Pixels per point; zero for contents that are not stretched.
  private static func along(
    _ place: Double, _ length: Double, _ count: Double, _ low: Double, _ high: Double,
    _ scale: Double
  ) -> Double {
    if scale == 0 { return place / length * count }
    let first = low * count / scale
    let last = (1 - high) * count / scale
    let fit = first + last > length ? length / (first + last) : 1
    if place < first * fit { return place / fit * scale }
    if place >= length - last * fit { return count - (length - place) / fit * scale }
    let part = (place - first) / (length - first - last)
    return (low + part * (high - low)) * count
  }

  // MARK: Shadows

  /// The blurred coverage of a layer, or of the path of its shadow.
  private func cast(of node: RenderNode, at q: Place, _ opacity: Double, _ isFlipped: Bool)
    -> Double
  {
    let id = ObjectIdentifier(node)
    if let known = casts[id] { return known.value(at: q) }
    let shadow = node.properties.shadow
    let made = ReferenceCast(around: node.properties.bounds, deviation: shadow.radius) { place in
      if let path = shadow.path {
        return self.shape(path).contains(place, .nonZero) ? opacity : 0
      }
      var picture = Pixel.zero
      self.paintThings(node, at: place, opacity, isFlipped, onto: &picture)
      return picture.w
    }
    casts[id] = made
    return made.value(at: q)
  }
}

extension LayerProperties {
  /// Whether sublayers keep their depth.
  var isReferenceSpace: Bool {
    switch kind {
    case .transform: true
    case .replicator(let replicator): replicator.preservesDepth
    default: false
    }
  }

  /// Where contents of a size in points lie: the least corner and the extent.
  func referenceTarget(of size: SIMD2<Double>) -> (low: SIMD2<Double>, extent: SIMD2<Double>) {
    let low = SIMD2(bounds.origin.x, bounds.origin.y)
    let room = SIMD2(bounds.size.width, bounds.size.height)
    var extent = size
    switch contentsGravity {
    case .resize: return (low, room)
    case .resizeAspect: extent = size * (room / size).min()
    case .resizeAspectFill: extent = size * (room / size).max()
    default: break
    }
    let name = contentsGravity.rawValue.lowercased()
    let free = room - extent
    let x = name.contains("left") ? 0 : name.contains("right") ? free.x : free.x / 2
    let y = name.contains("top") ? 0 : name.contains("bottom") ? free.y : free.y / 2
    return (low + SIMD2(x, y), extent)
  }
}

extension RenderNode {
  /// The copies that a layer shows of its sublayers: the map that applies to them, the colour that
  /// they are multiplied by, the layers from back to front.
  func referenceCopies(
    in space: ReferenceMap
  ) -> [(space: ReferenceMap, color: ReferencePixel, layers: [RenderNode])] {
    let order = sublayers.indices.sorted {
      (sublayers[$0].properties.zPosition, $0) < (sublayers[$1].properties.zPosition, $1)
    }
    let layers = order.map { sublayers[$0] }
    guard case .replicator(let r) = properties.kind else { return [(space, .one, layers)] }
    let bounds = properties.bounds
    let x = bounds.origin.x + bounds.size.width / 2
    let y = bounds.origin.y + bounds.size.height / 2
    var power = ReferenceMap.identity
    return (0..<max(0, r.instanceCount)).map { i in
      let n = Double(i)
      let color = Color(
        red: r.instanceColor.red + n * r.instanceRedOffset,
        green: r.instanceColor.green + n * r.instanceGreenOffset,
        blue: r.instanceColor.blue + n * r.instanceBlueOffset,
        alpha: r.instanceColor.alpha + n * r.instanceAlphaOffset)
      let map = ReferenceMap.translation(-x, -y, 0).then(power).then(.translation(x, y, 0))
      power = power.then(ReferenceMap(r.instanceTransform))
      return (map.then(space), ReferencePixel(of: color), layers)
    }
  }
}
