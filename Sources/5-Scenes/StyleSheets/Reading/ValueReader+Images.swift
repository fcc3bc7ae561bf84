// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension ValueReader {
  /// A picture or a gradient.
  mutating func image() -> StyleImage? {
    if let url = url() { return .url(url) }
    guard let name = peekFunction else { return nil }
    if name == "image-set" || name == "-webkit-image-set" { return block { $0.imageSet() } }
    let plain = name.hasPrefix("-webkit-") ? String(name.dropFirst(8)) : name
    let isRepeating = plain.hasPrefix("repeating-")
    let kind = isRepeating ? String(plain.dropFirst(10)) : plain
    return block { reader in
      reader.gradient(kind, isOld: plain != name).map { gradient in
        var gradient = gradient
        gradient.isRepeating = isRepeating
        return .gradient(gradient)
      }
    }
  }

  /// `none`, or a picture.
  mutating func imageOrNone() -> StyleImage?? {
    if take("none") { return .some(nil) }
    return image().map { .some($0) }
  }

  /// The picture for the pixels of a point (CSS Images 4, §2).
  private mutating func imageSet() -> StyleImage? {
    let choices: [(image: StyleImage, scale: Double)]? = list { reader in
      guard let image = reader.image() ?? reader.string().map({ .url(reader.context.resolved($0)) })
      else { return nil }
      var scale = 1.0
      for _ in 0..<2 {
        if case .resolution(let value)? = reader.attempt({ reader in
          if case .resolution(let value)? = reader.quantity() {
            Quantity.resolution(value)
          } else {
            nil
          }
        }) {
          scale = value
        } else {
          _ = reader.function("type") { $0.string() }
        }
      }
      return (image, scale)
    }
    guard let choices else { return nil }
    let wanted = context.environment.scale
    return
      (choices.filter { $0.scale >= wanted }.min { $0.scale < $1.scale }
      ?? choices.max { $0.scale < $1.scale })?.image
  }

  /// The arguments of a gradient (CSS Images 3, §3, and 4, §3).
  private mutating func gradient(_ kind: String, isOld: Bool) -> StyleGradient? {
    var space = interpolation()
    let shape: StyleGradient.Kind?
    var hasShape = true
    let start = index
    switch kind {
    case "linear-gradient":
      if let angle = angle() {
        // The old function turns the other way from the right.
        shape = .linear(angle: isOld ? 90 - angle : angle)
      } else if isOld, let side = sideOrCorner() {
        shape = .towards(x: -side.x, y: -side.y)
      } else if take("to") {
        shape = sideOrCorner().map { .towards(x: $0.x, y: $0.y) }
      } else {
        (shape, hasShape) = (.linear(angle: 180), false)
      }
    case "radial-gradient": shape = radial()
    case "conic-gradient":
      let from = take("from") ? angle() : 0
      let at = take("at") ? position() : .center
      guard let from, let at else { return nil }
      shape = .conic(from: from, at: at)
    default: return nil
    }
    guard let shape else { return nil }
    hasShape = hasShape && index != start
    let late = interpolation()
    if hasShape || space != nil || late != nil, !take(.comma) { return nil }
    space = space ?? late
    guard let stops = stops(isConic: kind == "conic-gradient") else { return nil }
    return StyleGradient(
      kind: shape, stops: spread(stops, in: space ?? "srgb"), isRepeating: false,
      space: space ?? "srgb")
  }

  /// Stops with others between them that follow the space of the colours and the hints, so that
  /// straight mixes of sRGB do for each part (CSS Images 4, §3.1 and §3.4.3).
  private func spread(_ stops: [StyleGradient.Stop], in space: String) -> [StyleGradient.Stop] {
    let words = space.split(separator: " ").map(String.init)
    let hasHints = stops.contains { $0.color == nil }
    guard space != "srgb" || hasHints, stops.count <= 256, let mix = ColorSpace(rawValue: words[0])
    else { return stops }
    var places = stops.map(\.position)
    places[0] = places[0] ?? .percent(0)
    places[stops.count - 1] = places[stops.count - 1] ?? .percent(100)
    func between(_ a: LengthPercentage, _ b: LengthPercentage, _ t: Double) -> LengthPercentage {
      a * (1 - t) + b * t
    }
    var (result, last) = ([StyleGradient.Stop](), 0)
    let text = context.color ?? context.parent.text.color
    for (index, stop) in stops.enumerated() {
      guard let color = stop.color else { continue }
      if places[index] == nil, let end = places[index...].firstIndex(where: { $0 != nil }),
        let a = places[last], let b = places[end]
      {
        places[index] = between(a, b, Double(index - last) / Double(end - last))
      }
      guard let a = places[last], let b = places[index], case .sum(let p, let q) = a,
        case .sum(let r, let s) = b
      else { return stops }
      if index > 0, let before = stops[last].color, space != "srgb" || index - last > 1 {
        var bend = 1.0
        if index - last > 1, case .sum(let x, let y)? = places[last + 1] {
          // Where a hint lies is known if all three are percentages, or none is.
          let (from, to, at) = p == 0 && r == 0 && x == 0 ? (q ?? 0, s ?? 0, y ?? 0) : (p, r, x)
          let share = to > from ? (at - from) / (to - from) : 0.5
          bend = 0.5.logarithm / min(max(share, 0.001), 0.999).logarithm
        }
        for step in 1..<16 where a != b {
          let t = Double(step) / 16
          let mixed = Self.mixed(
            before.color(of: text), color.color(of: text), t.power(bend), in: mix,
            path: words.count > 1 ? words[1] : "shorter")
          result.append(StyleGradient.Stop(color: .color(mixed), position: between(a, b, t)))
        }
      }
      result.append(StyleGradient.Stop(color: color, position: places[index]))
      last = index
    }
    return result
  }

  /// `in oklch longer hue`: the space's name, with the way of the hue after a space.
  private mutating func interpolation() -> String? {
    attempt { reader in
      guard reader.take("in"), let space: ColorSpace = reader.keyword() else { return nil }
      if let way = reader.peekWord,
        way == "longer" || way == "shorter" || way == "increasing"
          || way == "decreasing"
      {
        reader.advance()
        return reader.take("hue") ? "\(space.rawValue) \(way)" : nil
      }
      return space.rawValue
    }
  }

  private mutating func sideOrCorner() -> (x: Int, y: Int)? {
    var (x, y) = (0, 0)
    while let word = peekWord {
      switch word {
      case "left" where x == 0: x = -1
      case "right" where x == 0: x = 1
      case "top" where y == 0: y = -1
      case "bottom" where y == 0: y = 1
      default: return nil
      }
      advance()
    }
    return x == 0 && y == 0 ? nil : (x, y)
  }

  private mutating func radial() -> StyleGradient.Kind? {
    var isCircle: Bool?
    var size: StyleGradient.RadialSize?
    while true {
      if isCircle == nil, let shape = word(["circle": true, "ellipse": false]) {
        isCircle = shape
      } else if size == nil,
        let extent: StyleGradient.RadialSize = word([
          "closest-side": .closestSide, "farthest-side": .farthestSide, "contain": .closestSide,
          "closest-corner": .closestCorner, "farthest-corner": .farthestCorner,
          "cover": .farthestCorner,
        ])
      {
        size = extent
      } else if size == nil, let x = positiveLength() {
        let y = positiveLength()
        if y == nil, x.hasPercentage || isCircle == false { return nil }
        if y != nil, isCircle == true { return nil }
        size = .radii(LengthPair(x, y ?? x))
        isCircle = isCircle ?? (y == nil)
      } else {
        break
      }
    }
    if case .radii(let radii)? = size, isCircle == true, radii.x != radii.y { return nil }
    let at = take("at") ? position() : .center
    return at.map { .radial(size ?? .farthestCorner, isCircle: isCircle ?? false, at: $0) }
  }

  private mutating func stops(isConic: Bool) -> [StyleGradient.Stop]? {
    func place(_ reader: inout ValueReader) -> LengthPercentage? {
      if isConic, let angle = reader.angle(zero: false) { return .percent(angle / 3.6) }
      if isConic {
        return reader.percentage().map { .percent($0) } ?? (reader.number(0...0).map { _ in .zero })
      }
      return reader.lengthPercentage()
    }
    var stops: [StyleGradient.Stop] = []
    repeat {
      if let color = color() {
        let first = place(&self)
        stops.append(StyleGradient.Stop(color: color, position: first))
        if first != nil, let second = place(&self) {
          stops.append(StyleGradient.Stop(color: color, position: second))
        }
      } else if let hint = place(&self), stops.last?.color != nil {
        stops.append(StyleGradient.Stop(color: nil, position: hint))
      } else {
        return nil
      }
    } while take(.comma) && stops.count < 4096
    return stops.last?.color == nil ? nil : stops
  }

  // MARK: Places

  /// A place of one to four values (CSS Backgrounds 3, §2.6).
  mutating func position() -> LengthPair? {
    attempt { reader in
      /// A keyword with the axis that it names (0: horizontal, 1: vertical, 2: either) or a length.
      var parts: [(axis: Int, edge: Double?, length: LengthPercentage?)] = []
      while parts.count < 4 {
        if let (axis, edge): (Int, Double) = reader.word([
          "left": (0, 0), "right": (0, 100), "top": (1, 0), "bottom": (1, 100), "center": (2, 50),
        ]) {
          parts.append((axis, edge, nil))
        } else if let length = reader.lengthPercentage() {
          parts.append((2, nil, length))
        } else {
          break
        }
      }
      return Self.place(parts)
    }
  }

  private static func place(
    _ parts: [(axis: Int, edge: Double?, length: LengthPercentage?)]
  ) -> LengthPair? {
    func value(_ part: (axis: Int, edge: Double?, length: LengthPercentage?)) -> LengthPercentage {
      part.length ?? .percent(part.edge ?? 50)
    }
    switch parts.count {
    case 1:
      let place = value(parts[0])
      return parts[0].axis == 1 ? LengthPair(.percent(50), place) : LengthPair(place, .percent(50))
    case 2:
      let (a, b) = (parts[0], parts[1])
      // Two words may stand in either order, a length beside a word only in its own place.
      if a.axis == 1 || b.axis == 0 {
        guard a.axis != b.axis, a.edge != nil, b.edge != nil else { return nil }
        return LengthPair(value(b), value(a))
      }
      return LengthPair(value(a), value(b))
    case 3, 4:
      var axes: [LengthPercentage?] = [nil, nil]
      var (index, centers) = (0, 0)
      while index < parts.count {
        let part = parts[index]
        index += 1
        guard let edge = part.edge else { return nil }
        if part.axis == 2 {
          centers += 1
          continue
        }
        guard axes[part.axis] == nil else { return nil }
        var offset = LengthPercentage.zero
        if index < parts.count, let length = parts[index].length {
          offset = length
          index += 1
        }
        axes[part.axis] = edge == 0 ? offset : .percent(100) + offset * -1
      }
      guard centers + axes.compactMap({ $0 }).count == 2 else { return nil }
      return LengthPair(axes[0] ?? .percent(50), axes[1] ?? .percent(50))
    default: return nil
    }
  }
}
