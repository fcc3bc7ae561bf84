// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import Markup
internal import StyleSheets
internal import SystemConcurrency

/// Makes drawings of the elements of a picture at a size.
struct SVGReader {
  typealias Item = SVGDrawing.Item

  /// What an element has of those around it.
  struct Place {
    /// The size to which percentages refer.
    var viewport: Size
    var style: VectorStyle
    /// `currentColor`.
    var color: Color
    /// Whether the element is shown by a `use` element, so that it does not have the style of the
    /// element around it in the document.
    var isUsed = false
  }

  let styled: StyledTree
  let cancellation: Cancellation
  private var count = 0
  /// The `use` elements around, to end circles.
  private var uses: [Int] = []
  private let ids: [String: Int]

  /// The most shapes of a picture, with those that are shown several times.
  private static let mostShapes = 100_000

  var tree: MarkupTree { styled.tree }

  init(_ styled: StyledTree, root: Int, cancellation: Cancellation) {
    (self.styled, self.cancellation) = (styled, cancellation)
    var ids: [String: Int] = [:]
    // An icon may be defined in another picture of the page.
    for node in styled.tree.nodes.indices where styled.tree[node].namespace == .svg {
      if let id = styled.tree.attribute("id", of: node), ids[id] == nil { ids[id] = node }
    }
    self.ids = ids
  }

  /// The element to which a reference within the document refers.
  func element(_ reference: String) -> Int? {
    reference.hasPrefix("#") ? ids[String(reference.dropFirst())] : nil
  }

  func href(_ node: Int) -> Int? {
    (tree.attribute("href", of: node) ?? tree.attribute("xlink:href", of: node)).flatMap(element)
  }

  // MARK: Elements

  /// The drawing of a picture.
  mutating func items(of picture: SVGPicture, size: Size) throws -> [Item] {
    let style = styled[picture.root]
    let place = Place(viewport: size, style: style.vector, color: style.text.color)
    return try items(in: picture.root, place, box: picture.viewBox, picture.fit)
  }

  /// The drawings of the children of an element with a view box.
  private mutating func items(
    in node: Int, _ place: Place, box: Rect?, _ fit: SVGFit
  ) throws -> [Item] {
    var place = place
    guard let box else { return try children(of: node, place) }
    guard box.width > 0, box.height > 0 else { return [] }
    let map = fit.map(box, to: place.viewport)
    place.viewport = box.size
    return [.group(try children(of: node, place), map, opacity: 1, clips: [])]
  }

  private mutating func children(of node: Int, _ place: Place) throws -> [Item] {
    try tree.children(of: node).flatMap { try items(of: $0, place) }
  }

  /// The drawings of an element.
  private mutating func items(of node: Int, _ outer: Place) throws -> [Item] {
    guard tree[node].isElement else { return [] }
    count += 1
    if count & 0xFF == 0 { try cancellation.check() }
    let style = styled[node]
    guard count <= Self.mostShapes, style.box.display != .none else { return [] }
    var place = outer
    if outer.isUsed, let parent = tree.parent(of: node) {
      place.style = style.vector.moved(from: styled[parent].vector, to: outer.style)
      if style.text.color != styled[parent].text.color { place.color = style.text.color }
    } else {
      (place.style, place.color) = (style.vector, style.text.color)
    }
    let items: [Item]
    switch tree[node].name {
    case "g", "a": items = try children(of: node, place)
    case "switch":
      let first = tree.children(of: node).first { tree[$0].isElement }
      items = try first.map { try self.items(of: $0, place) } ?? []
    case "svg": items = try viewport(node, place, size: nil)
    case "use": items = try use(node, place)
    default:
      guard let path = path(of: node, place.viewport),
        style.inherited.visibility == .visible
      else { return [] }
      items = self.items(of: path, place)
    }
    guard !items.isEmpty else { return [] }
    return wrapped(items, node, style, place)
  }

  /// The drawings with the transform, the opacity and the clip of their element.
  private mutating func wrapped(
    _ items: [Item], _ node: Int, _ style: ComputedStyle, _ place: Place
  ) -> [Item] {
    let map = transform(of: node, style, place.viewport)
    var clips: [SVGDrawing.Clip] = []
    if case .url(let reference) = style.rare.clipPath, let clip = element(reference) {
      clips = [self.clip(clip, around: items, place)]
    }
    let opacity = style.paint.opacity
    if map == .identity, opacity == 1, clips.isEmpty { return items }
    return opacity <= 0 ? [] : [.group(items, map, opacity: opacity, clips: clips)]
  }

  /// The transform of an element: by CSS, or by its attribute.
  private func transform(
    of node: Int, _ style: ComputedStyle, _ viewport: Size
  ) -> AffineTransform {
    guard !style.rare.transform.isEmpty else {
      return tree.attribute("transform", of: node).flatMap { AffineTransform(svg: $0) }
        ?? .identity
    }
    var map = AffineTransform.identity
    for function in style.rare.transform.reversed() {
      if let next = function.affine(viewport) { map = map.concatenating(next) }
    }
    let origin = style.rare.transformOrigin
    // Without an origin of its own an element turns around that of its space.
    guard origin != ComputedStyle.initial.rare.transformOrigin else { return map }
    let (x, y) = (origin.x.points(of: viewport.width), origin.y.points(of: viewport.height))
    return AffineTransform.translation(x: -x, y: -y).concatenating(map)
      .concatenating(.translation(x: x, y: y))
  }

  /// The drawings of an inner `svg`, or of a `symbol`.
  private mutating func viewport(_ node: Int, _ place: Place, size: Size?) throws -> [Item] {
    var place = place
    func length(_ name: String, _ basis: Double) -> Double? {
      tree.attribute(name, of: node).flatMap { SVGLength($0) }?.points(of: basis)
    }
    let outer = place.viewport
    let isInner = tree[node].name == "svg"
    let (x, y) = (
      isInner ? length("x", outer.width) ?? 0 : 0, isInner ? length("y", outer.height) ?? 0 : 0
    )
    place.viewport =
      size
      ?? Size(
        width: length("width", outer.width) ?? outer.width,
        height: length("height", outer.height) ?? outer.height)
    guard place.viewport.width > 0, place.viewport.height > 0 else { return [] }
    let items = try items(
      in: node, place, box: tree.attribute("viewBox", of: node).flatMap(Rect.init(viewBox:)),
      SVGFit(tree.attribute("preserveAspectRatio", of: node) ?? ""))
    let isClipped = isInner ? styled[node].box.overflowX != .visible : true
    let clip = SVGDrawing.Clip(
      path: Path(rect: Rect(origin: .zero, size: place.viewport)), rule: .nonZero)
    return [
      .group(items, .translation(x: x, y: y), opacity: 1, clips: isClipped ? [clip] : [])
    ]
  }

  /// The drawings of the element to which a `use` element refers.
  private mutating func use(_ node: Int, _ place: Place) throws -> [Item] {
    guard let target = href(node), uses.count < 16, !uses.contains(target) else { return [] }
    uses.append(target)
    defer { uses.removeLast() }
    var place = place
    place.isUsed = true
    func length(_ name: String, _ basis: Double) -> Double? {
      tree.attribute(name, of: node).flatMap { SVGLength($0) }?.points(of: basis)
    }
    let (x, y) = (length("x", place.viewport.width) ?? 0, length("y", place.viewport.height) ?? 0)
    let items: [Item]
    if ["symbol", "svg"].contains(tree[target].name) {
      if let parent = tree.parent(of: target) {
        place.style = styled[target].vector.moved(from: styled[parent].vector, to: place.style)
      }
      let size = Size(
        width: length("width", place.viewport.width) ?? place.viewport.width,
        height: length("height", place.viewport.height) ?? place.viewport.height)
      items = try viewport(target, place, size: size)
    } else {
      items = try self.items(of: target, place)
    }
    return [.group(items, .translation(x: x, y: y), opacity: 1, clips: [])]
  }

  // MARK: Shapes

  /// The path of a shape; `nil` for other elements.
  private func path(of node: Int, _ viewport: Size) -> Path? {
    let diagonal =
      ((viewport.width * viewport.width + viewport.height * viewport.height) / 2).squareRoot()
    func given(_ name: String, _ basis: Double) -> Double? {
      tree.attribute(name, of: node).flatMap { SVGLength($0) }?.points(of: basis)
    }
    func x(_ name: String) -> Double { given(name, viewport.width) ?? 0 }
    func y(_ name: String) -> Double { given(name, viewport.height) ?? 0 }
    func ellipse(_ radius: Double, _ other: Double) -> Path? {
      guard radius > 0, other > 0 else { return nil }
      return Path(
        ellipseIn: Rect(
          x: x("cx") - radius, y: y("cy") - other, width: 2 * radius, height: 2 * other))
    }
    switch tree[node].name {
    case "path": return Path(svg: tree.attribute("d", of: node) ?? "")
    case "rect":
      let rect = Rect(x: x("x"), y: y("y"), width: x("width"), height: y("height"))
      guard rect.width > 0, rect.height > 0 else { return nil }
      let (rx, ry) = (given("rx", viewport.width), given("ry", viewport.height))
      let radii = Size(
        width: min(max(0, rx ?? ry ?? 0), rect.width / 2),
        height: min(max(0, ry ?? rx ?? 0), rect.height / 2))
      return radii.width > 0 && radii.height > 0
        ? Path(roundedRect: rect, radii: radii) : Path(rect: rect)
    case "circle":
      let radius = given("r", diagonal) ?? 0
      return ellipse(radius, radius)
    case "ellipse":
      let (rx, ry) = (given("rx", viewport.width), given("ry", viewport.height))
      return ellipse(rx ?? ry ?? 0, ry ?? rx ?? 0)
    case "line":
      var path = Path()
      path.addLines(between: [Point(x: x("x1"), y: y("y1")), Point(x: x("x2"), y: y("y2"))])
      return path
    case "polyline", "polygon":
      let n = Substring(tree.attribute("points", of: node) ?? "").numbers
      guard n.count >= 4 else { return nil }
      var path = Path()
      path.addLines(
        between: stride(from: 0, to: n.count - 1, by: 2).map { Point(x: n[$0], y: n[$0 + 1]) })
      if tree[node].name == "polygon" { path.closeSubpath() }
      return path
    default: return nil
    }
  }

  /// The drawings of a shape: its inside and the line along it.
  private func items(of path: Path, _ place: Place) -> [Item] {
    let style = place.style
    var items: [Item] = []
    if let paint = paint(style.fill, style.fillOpacity, path, place) {
      items.append(.fill(path, FillRule(style.fillRule), paint))
    }
    let viewport = place.viewport
    let diagonal =
      ((viewport.width * viewport.width + viewport.height * viewport.height) / 2).squareRoot()
    let width = style.strokeWidth.points(of: diagonal)
    if width > 0, let paint = paint(style.stroke, style.strokeOpacity, path, place) {
      let dashes = style.dashes.map { $0.points(of: diagonal) }
      let stroke = StrokeStyle(
        lineWidth: width, lineCap: LineCap(rawValue: style.lineCap.rawValue) ?? .butt,
        lineJoin: LineJoin(rawValue: style.lineJoin.rawValue) ?? .miter,
        miterLimit: style.miterLimit, dashPattern: dashes.contains { $0 > 0 } ? dashes : [],
        dashPhase: style.dashOffset.points(of: diagonal))
      items.append(.stroke(path, stroke, paint))
    }
    return items
  }

  /// The area of a `clipPath` element: that of all shapes in it.
  private func clip(_ node: Int, around items: [Item], _ place: Place) -> SVGDrawing.Clip {
    var area = Path()
    var rule = FillRule.nonZero
    for child in tree.children(of: node) where tree[child].isElement {
      let target = tree[child].name == "use" ? href(child) ?? child : child
      guard let path = path(of: target, place.viewport), styled[target].box.display != .none else {
        continue
      }
      rule = FillRule(styled[target].vector.clipRule)
      area.addPath(path, transform: transform(of: target, styled[target], place.viewport))
    }
    var map = transform(of: node, styled[node], place.viewport)
    if tree.attribute("clipPathUnits", of: node) == "objectBoundingBox" {
      let box = items.reduce(Rect?.none) { box, item in
        item.bounds.map { box?.union($0) ?? $0 } ?? box
      }
      if let box { map = map.concatenating(AffineTransform(unitOf: box)) }
    }
    return SVGDrawing.Clip(path: area.applying(map), rule: rule)
  }
}

extension FillRule {
  init(_ rule: VectorStyle.FillRule) { self = rule == .evenodd ? .evenOdd : .nonZero }
}

extension AffineTransform {
  /// The map of the unit square to a rectangle.
  init(unitOf rect: Rect) {
    self.init(a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.minX, ty: rect.minY)
  }
}

extension SVGDrawing.Item {
  /// The rectangle around the shapes.
  var bounds: Rect? {
    switch self {
    case .fill(let path, _, _), .stroke(let path, _, _): return path.boundingBoxOfPath
    case .group(let items, let map, _, _):
      return items.reduce(Rect?.none) { box, item in
        item.bounds.map { box?.union(map.apply($0)) ?? map.apply($0) } ?? box
      }
    }
  }
}

extension AffineTransform {
  fileprivate func apply(_ rect: Rect) -> Rect { Path(rect: rect).applying(self).boundingBox }
}

extension TransformFunction {
  /// The map in the plane; `nil` for one that leaves it.
  fileprivate func affine(_ size: Size) -> AffineTransform? {
    switch self {
    case .translate(let x, let y, _):
      return .translation(x: x.points(of: size.width), y: y.points(of: size.height))
    case .scale(let x, let y, _): return .scale(x: x, y: y)
    case .rotate(0, 0, _, let angle): return .rotation(angle * .pi / 180)
    case .skew(let x, let y):
      func slope(_ angle: Double) -> Double {
        let turn = AffineTransform.rotation(angle * .pi / 180)
        return turn.a == 0 ? 1e6 : turn.b / turn.a
      }
      return AffineTransform(a: 1, b: slope(y), c: slope(x), d: 1, tx: 0, ty: 0)
    case .matrix(let m) where m.count == 16:
      return AffineTransform(a: m[0], b: m[1], c: m[4], d: m[5], tx: m[12], ty: m[13])
    default: return nil
    }
  }
}
