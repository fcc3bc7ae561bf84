// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Transforms, filters, clips and shapes: CSS Transforms 2, Filter Effects 1, CSS Masking 1, CSS
  /// Shapes 1, Compositing 1, CSS Images 3.
  static let effectRows: [Property] = [
    Property("transform", \.rare.transform) { reader in
      reader.take("none") ? [] : reader.several { $0.transform() }
    },
    Property("translate", \.rare.translate) { reader in
      if reader.take("none") { return .some(nil) }
      guard let x = reader.lengthPercentage() else { return nil }
      let y = reader.lengthPercentage()
      return .some(.translate(x, y ?? .zero, y == nil ? 0 : reader.length() ?? 0))
    },
    Property("rotate", \.rare.rotate) { $0.rotation() },
    Property("scale", \.rare.scale) { reader in
      if reader.take("none") { return .some(nil) }
      guard let x = reader.numberOrPercentage() else { return nil }
      let y = reader.numberOrPercentage()
      return .some(.scale(x, y ?? x, y == nil ? 1 : reader.numberOrPercentage() ?? 1))
    },
    Property("transform-origin", \.rare.transformOrigin) { $0.transformOrigin() },
    Property("transform-style", \.rare.transformStyle),
    Property("transform-box", \.rare.transformBox),
    Property("perspective", \.rare.perspective) { reader in
      reader.take("none") ? .some(nil) : reader.length(0...1e15).map { .some($0) }
    },
    Property("perspective-origin", \.rare.perspectiveOrigin) { $0.position() },
    Property("backface-visibility", \.rare.backface),
    Property("mix-blend-mode", \.rare.blendMode),
    Property("isolation", \.rare.isolation),
    Property("filter", \.rare.filters) { $0.filters() },
    Property("backdrop-filter", \.rare.backdropFilters) { $0.filters() },
    Property("clip", \.rare.clip) { $0.clip() },
    Property("clip-path", \.rare.clipPath) { $0.clipPath() },
    Property("shape-outside", \.rare.shapeOutside) { $0.shapeOutside() },
    Property("shape-margin", \.rare.shapeMargin) { $0.positiveLength() },
    Property("shape-image-threshold", \.rare.shapeThreshold) { reader in
      reader.numberOrPercentage().map { min(max($0, 0), 1) }
    },
    Property("object-fit", \.rare.objectFit),
    Property("object-position", \.rare.objectPosition) { $0.position() },
    Property("will-change", \.rare.willChange) { reader in
      reader.take("auto") ? [] : reader.list { $0.word() }
    },
    Property("contain", \.rare.contain) { reader in
      reader.take("none") ? [] : reader.several { $0.word() }
    },
  ]
}

extension ValueReader {
  // MARK: Transforms

  fileprivate mutating func transform() -> TransformFunction? {
    guard let name = peekFunction else { return nil }
    return block { reader in
      switch name {
      case "translate", "translatex", "translatey", "translatez", "translate3d":
        reader.translation(name)
      case "scale", "scalex", "scaley", "scalez", "scale3d": reader.scaling(name)
      case "rotate", "rotatez": reader.angle().map { .rotate(x: 0, y: 0, z: 1, angle: $0) }
      case "rotatex": reader.angle().map { .rotate(x: 1, y: 0, z: 0, angle: $0) }
      case "rotatey": reader.angle().map { .rotate(x: 0, y: 1, z: 0, angle: $0) }
      case "rotate3d":
        reader.list { $0.number() ?? $0.angle() }.flatMap { values in
          values.count == 4
            ? .rotate(x: values[0], y: values[1], z: values[2], angle: values[3]) : nil
        }
      case "skew":
        reader.list { $0.angle() }.flatMap { values in
          values.count > 2 ? nil : .skew(values[0], values.count > 1 ? values[1] : 0)
        }
      case "skewx": reader.angle().map { .skew($0, 0) }
      case "skewy": reader.angle().map { .skew(0, $0) }
      case "matrix":
        reader.list { $0.number() }.flatMap { m in
          m.count == 6
            ? .matrix([m[0], m[1], 0, 0, m[2], m[3], 0, 0, 0, 0, 1, 0, m[4], m[5], 0, 1]) : nil
        }
      case "matrix3d":
        reader.list { $0.number() }.flatMap { $0.count == 16 ? .matrix($0) : nil }
      case "perspective":
        reader.take("none") ? .perspective(nil) : reader.length(0...1e15).map { .perspective($0) }
      default: nil
      }
    }
  }

  private mutating func translation(_ name: String) -> TransformFunction? {
    guard let values = list({ $0.lengthPercentage() }) else { return nil }
    switch (name, values.count) {
    case ("translate", 1...2):
      return .translate(values[0], values.count > 1 ? values[1] : .zero, 0)
    case ("translatex", 1): return .translate(values[0], .zero, 0)
    case ("translatey", 1): return .translate(.zero, values[0], 0)
    case ("translatez", 1): return values[0].points.map { .translate(.zero, .zero, $0) }
    case ("translate3d", 3): return values[2].points.map { .translate(values[0], values[1], $0) }
    default: return nil
    }
  }

  private mutating func scaling(_ name: String) -> TransformFunction? {
    guard let values = list({ $0.numberOrPercentage() }) else { return nil }
    switch (name, values.count) {
    case ("scale", 1...2): return .scale(values[0], values[values.count - 1], 1)
    case ("scalex", 1): return .scale(values[0], 1, 1)
    case ("scaley", 1): return .scale(1, values[0], 1)
    case ("scalez", 1): return .scale(1, 1, values[0])
    case ("scale3d", 3): return .scale(values[0], values[1], values[2])
    default: return nil
    }
  }

  /// `rotate`: an angle with an axis before or after it.
  fileprivate mutating func rotation() -> TransformFunction?? {
    if take("none") { return .some(nil) }
    var (axis, degrees) = ([Double]?.none, angle())
    if let named: [Double] = word(["x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]]) {
      axis = named
    } else if let numbers = several(most: 3, { $0.number() }) {
      guard numbers.count == 3 else { return nil }
      axis = numbers
    }
    degrees = degrees ?? angle()
    guard let degrees else { return nil }
    let a = axis ?? [0, 0, 1]
    return .some(.rotate(x: a[0], y: a[1], z: a[2], angle: degrees))
  }

  fileprivate mutating func transformOrigin() -> TransformOrigin? {
    // The third value is a depth, so that at most two belong to the place.
    var parts = 0
    let isPlain: LengthPair? = attempt { reader in
      var copy = reader
      while parts < 2, copy.peekWord != nil || copy.lengthPercentage() != nil {
        if copy.peekWord != nil { copy.advance() }
        parts += 1
      }
      var short = reader
      short.end = copy.index
      guard let place = short.position(), short.isAtEnd else { return nil }
      reader.index = copy.index
      return place
    }
    guard let place = isPlain else { return nil }
    return TransformOrigin(x: place.x, y: place.y, z: parts == 2 ? length() ?? 0 : 0)
  }

  // MARK: Filters

  /// A list of filters, of which a box has at most 32: each is a pass over its picture.
  fileprivate mutating func filters() -> [FilterFunction]? {
    take("none") ? [] : several(most: 32) { $0.filter() }
  }

  private mutating func filter() -> FilterFunction? {
    if let url = url() { return .url(url) }
    guard let name = peekFunction else { return nil }
    return block { reader in
      if name == "blur" { return .blur(reader.isEmpty ? 0 : reader.length(0...1e15) ?? -1).valid }
      if name == "hue-rotate" {
        return reader.isEmpty ? .hueRotate(0) : reader.angle().map { .hueRotate($0) }
      }
      if name == "drop-shadow" { return reader.shadow(isOfText: true).map { .dropShadow($0) } }
      let amount: Double
      if reader.isEmpty {
        amount = 1
      } else {
        guard let value = reader.numberOrPercentage(), value >= 0 else { return nil }
        amount = value
      }
      switch name {
      case "brightness": return .brightness(amount)
      case "contrast": return .contrast(amount)
      case "saturate": return .saturate(amount)
      case "grayscale": return .grayscale(min(amount, 1))
      case "invert": return .invert(min(amount, 1))
      case "opacity": return .opacity(min(amount, 1))
      case "sepia": return .sepia(min(amount, 1))
      default: return nil
      }
    }
  }

  private var isEmpty: Bool { isAtEnd || peek == .closeRound }

  // MARK: Clips and shapes

  fileprivate mutating func clip() -> ClipRect?? {
    if take("auto") { return .some(nil) }
    func edge(_ reader: inout ValueReader) -> Double?? {
      reader.take("auto") ? .some(nil) : reader.length().map { .some($0) }
    }
    return function("rect") { reader in
      var (edges, commas) = ([Double?](), 0)
      while edges.count < 4 {
        guard let value = edge(&reader) else { return nil }
        edges.append(value)
        if edges.count < 4, reader.take(.comma) { commas += 1 }
      }
      // All commas may be left out, as in CSS 2.0.
      guard commas == 0 || commas == 3 else { return nil }
      return .some(ClipRect(top: edges[0], right: edges[1], bottom: edges[2], left: edges[3]))
    }
  }

  fileprivate mutating func clipPath() -> ClipPath? {
    if take("none") { return ClipPath.none }
    if let url = url() { return .url(url) }
    var box: ReferenceBox? = keyword()
    let shape = shape()
    if box == nil { box = keyword() }
    return shape == nil && box == nil ? nil : .shape(shape, box ?? .borderBox)
  }

  fileprivate mutating func shapeOutside() -> ShapeOutside? {
    if take("none") { return ShapeOutside.none }
    if let image = image() {
      // Gradients make no shape.
      if case .gradient = image { return nil }
      return .image(image)
    }
    var box: ReferenceBox? = keyword()
    let shape = shape()
    if box == nil { box = keyword() }
    return shape == nil && box == nil ? nil : .shape(shape, box ?? .marginBox)
  }

  /// CSS Shapes 1, §3.
  private mutating func shape() -> BasicShape? {
    guard let name = peekFunction else { return nil }
    return block { reader in
      switch name {
      case "inset":
        guard let insets = reader.sides({ $0.lengthPercentage() }) else { return nil }
        return reader.rounding().map { .inset(insets, $0) }
      case "circle":
        let radius = reader.shapeRadius() ?? .closestSide
        return reader.center().map { .circle(radius, at: $0) }
      case "ellipse":
        let radii = reader.several(most: 2) { $0.shapeRadius() } ?? [.closestSide, .closestSide]
        guard radii.count == 2 else { return nil }
        return reader.center().map { .ellipse(radii[0], radii[1], at: $0) }
      case "polygon":
        let rule = reader.fillRule()
        let points: [LengthPair]? = reader.list { reader in
          guard let x = reader.lengthPercentage(), let y = reader.lengthPercentage() else {
            return nil
          }
          return LengthPair(x, y)
        }
        return points.map { .polygon($0, isEvenOdd: rule) }
      case "path":
        let rule = reader.fillRule()
        return reader.string().map { .path($0, isEvenOdd: rule) }
      default: return nil
      }
    }
  }

  private mutating func rounding() -> Corners<LengthPair>? {
    take("round") ? radii() : Corners(.zero)
  }

  private mutating func center() -> LengthPair? { take("at") ? position() : .center }

  private mutating func shapeRadius() -> BasicShape.Radius? {
    word(["closest-side": .closestSide, "farthest-side": .farthestSide])
      ?? positiveLength().map { .length($0) }
  }

  /// The rule for what is inside, with its comma; whether it is `evenodd`.
  private mutating func fillRule() -> Bool {
    guard let isEvenOdd = word(["nonzero": false, "evenodd": true]) else { return false }
    _ = take(.comma)
    return isEvenOdd
  }
}

extension FilterFunction {
  /// The function; `nil` for a blur whose radius was not understood.
  fileprivate var valid: FilterFunction? {
    if case .blur(let radius) = self, radius < 0 { nil } else { self }
  }
}
