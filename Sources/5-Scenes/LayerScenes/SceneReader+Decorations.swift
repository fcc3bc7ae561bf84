// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import TextModel

/// The decoration of boxes.
extension SceneReader {
  /// Reads a part of a decoration, of the same type as a sample.
  mutating func boxValue(
    _ value: JSONValue, _ key: DocumentKey, like sample: BoxValue
  ) throws(DocumentError) -> BoxValue {
    switch sample {
    case .cornerRadii: .cornerRadii(try cornerRadii(value, key))
    case .borders: .borders(try borders(value, key))
    case .borderImage: .borderImage(try borderImage(value, key))
    case .insets: .insets(try boxInsets(value, key))
    case .backgrounds: .backgrounds(try elements(value, key, Self.background))
    case .shadows: .shadows(try elements(value, key, Self.boxShadow))
    case .outline: .outline(try outline(value, key))
    case .filters: .filters(try elements(value, key, Self.filter))
    case .clipPath: .clipPath(ClipPath(try path(value, key)))
    }
  }

  /// The most elements of a list of backgrounds, shadows or filters.
  private static var elementLimit: Int { 256 }

  private mutating func elements<Element>(
    _ value: JSONValue, _ key: DocumentKey,
    _ read: (inout SceneReader, JSONValue, DocumentKey) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
    var elements: [Element] = []
    var list = try key.list(value)
    guard list.count <= Self.elementLimit else {
      throw key.error("more than \(Self.elementLimit) elements", .tooLarge)
    }
    while let (key, value) = try list.next() { elements.append(try read(&self, value, key)) }
    return elements
  }

  private mutating func members<Member: DocumentObject>(
    _ type: Member.Type, _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> ObjectMembers<Member> {
    var unknown: [UnknownKey] = []
    let members = try ObjectMembers<Member>(value, key, &unknown)
    for key in unknown { try noteUnknown(key) }
    return members
  }

  // MARK: Borders

  private func cornerRadii(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> CornerRadii {
    let numbers = try key.numbers(value, 1...8)
    func corner(_ x: Int, _ y: Int) -> Size { Size(width: numbers[x], height: numbers[y]) }
    switch numbers.count {
    case 1: return CornerRadii(numbers[0])
    case 4:
      return CornerRadii(
        topLeft: corner(0, 0), topRight: corner(1, 1), bottomRight: corner(2, 2),
        bottomLeft: corner(3, 3))
    case 8:
      return CornerRadii(
        topLeft: corner(0, 1), topRight: corner(2, 3), bottomRight: corner(4, 5),
        bottomLeft: corner(6, 7))
    default: throw key.error("1, 4 or 8 numbers are wanted, not \(numbers.count)")
    }
  }

  private func boxInsets(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> BoxInsets {
    let numbers = try key.numbers(value, 4...4)
    return BoxInsets(top: numbers[0], right: numbers[1], bottom: numbers[2], left: numbers[3])
  }

  private mutating func borders(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> BoxBorders {
    let members = try members(BordersMember.self, value, key)
    var all = BoxBorder(style: .solid)
    if let (value, key) = members[.width] { all.width = try key.number(value, from: 0) }
    if let (value, key) = members[.style] { all.style = try key.keyword(value) }
    if let (value, key) = members[.color] { all.color = try key.color(value) }
    var borders = BoxBorders(all)
    if let side = members[.top] { borders.top = try border(side, all) }
    if let side = members[.right] { borders.right = try border(side, all) }
    if let side = members[.bottom] { borders.bottom = try border(side, all) }
    if let side = members[.left] { borders.left = try border(side, all) }
    return borders
  }

  private mutating func border(
    _ side: (value: JSONValue, key: DocumentKey), _ all: BoxBorder
  ) throws(DocumentError) -> BoxBorder {
    let members = try members(BorderSideMember.self, side.value, side.key)
    var border = all
    if let (value, key) = members[.width] { border.width = try key.number(value, from: 0) }
    if let (value, key) = members[.style] { border.style = try key.keyword(value) }
    if let (value, key) = members[.color] { border.color = try key.color(value) }
    return border
  }

  private mutating func outline(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> BoxOutline {
    let members = try members(OutlineMember.self, value, key)
    var outline = BoxOutline(width: 1)
    if let (value, key) = members[.width] { outline.width = try key.number(value, from: 0) }
    if let (value, key) = members[.style] { outline.style = try key.keyword(value) }
    if let (value, key) = members[.color] { outline.color = try key.color(value) }
    if let (value, key) = members[.offset] { outline.offset = try key.number(value) }
    return outline
  }

  // MARK: Pictures

  private static func background(
    _ reader: inout SceneReader, _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> BoxBackground {
    let members = try reader.members(BoxBackgroundMember.self, value, key)
    let size = try members[.size].map { (value, key) throws(DocumentError) in try key.size(value) }
    let image = try reader.image(members[.image], members[.gradient], key, size: size)
    var background = BoxBackground(image.image)
    background.size = size ?? image.ownSize
    if let (value, key) = members[.origin] { background.origin = try key.rect(value) }
    if let (value, key) = members[.position] { background.position = try key.point(value) }
    if let (value, key) = members[.clip] { background.clip = try reader.boxInsets(value, key) }
    if let (value, key) = members[.blendMode] {
      background.blendMode = (try key.keyword(value) as BlendKeyword).mode
    }
    if let member = members[.repeat] {
      (background.repeatX, background.repeatY) = try reader.repetition(member)
    }
    return background
  }

  private mutating func borderImage(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> BorderImage {
    let members = try members(BorderImageMember.self, value, key)
    let size = try members[.size].map { (value, key) throws(DocumentError) in try key.size(value) }
    let source = try self.image(members[.image], members[.gradient], key, size: size)
    var image = BorderImage(source.image, slice: .zero)
    image.size = size ?? source.ownSize
    if let (value, key) = members[.slice] { image.slice = try boxInsets(value, key) }
    if let (value, key) = members[.fill] { image.fills = try key.bool(value) }
    if let (value, key) = members[.widths] { image.widths = try boxInsets(value, key) }
    if let (value, key) = members[.outset] { image.outset = try boxInsets(value, key) }
    if let member = members[.repeat] {
      (image.repeatX, image.repeatY) = try repetition(member)
    }
    return image
  }

  /// Pixels for each point of pictures of SVG in decorations, which are bitmaps: enough for scales
  /// up to 4.
  private static let shapeScale = 4.0

  /// - Parameter size: The size in points at which the picture is shown; `nil` for its own.
  /// - Returns: The picture, and the size of its own if it is shapes.
  private mutating func image(
    _ file: (value: JSONValue, key: DocumentKey)?,
    _ gradient: (value: JSONValue, key: DocumentKey)?, _ key: DocumentKey, size: Size?
  ) throws(DocumentError) -> (image: BoxImage, ownSize: Size?) {
    if let (value, key) = file {
      let picture = try picture(try key.string(value), key)
      let bitmap = try pixels(of: picture, size: size, scale: Self.shapeScale, key)
      if case .vector = picture { return (.bitmap(bitmap), picture.size) }
      return (.bitmap(bitmap), nil)
    }
    guard let (value, key) = gradient else {
      throw key.error("its image or gradient is missing")
    }
    let members = try members(GradientMember.self, value, key)
    var properties = GradientProperties()
    if let (value, key) = members[.type] {
      let name = try key.word(value, among: Gradient.Kind.allCases.map(\.rawValue))
      properties.type = Gradient.Kind(rawValue: name) ?? .axial
    }
    if let (value, key) = members[.colors] { properties.colors = try colors(value, key) }
    if let (value, key) = members[.locations] {
      properties.locations = try key.numbers(value, 0...Int.max)
    }
    if let (value, key) = members[.startPoint] { properties.startPoint = try key.point(value) }
    if let (value, key) = members[.endPoint] { properties.endPoint = try key.point(value) }
    return (.unitGradient(properties), nil)
  }

  private func repetition(
    _ member: (value: JSONValue, key: DocumentKey)
  ) throws(DocumentError) -> (BoxRepeat, BoxRepeat) {
    if case .string = member.value {
      let both: BoxRepeat = try member.key.keyword(member.value)
      return (both, both)
    }
    let words = try member.key.elements(member.value)
    guard words.count == 2 else { throw member.key.error("a word or two are wanted") }
    return (try words[0].key.keyword(words[0].value), try words[1].key.keyword(words[1].value))
  }

  // MARK: Shadows and filters

  private static func boxShadow(
    _ reader: inout SceneReader, _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> BoxShadow {
    let members = try reader.members(BoxShadowMember.self, value, key)
    var shadow = BoxShadow()
    if let (value, key) = members[.color] { shadow.color = try key.color(value) }
    if let (value, key) = members[.offset] { shadow.offset = try key.size(value) }
    if let (value, key) = members[.blur] { shadow.blur = try key.number(value, from: 0) }
    if let (value, key) = members[.spread] { shadow.spread = try key.number(value) }
    if let (value, key) = members[.inset] { shadow.isInset = try key.bool(value) }
    return shadow
  }

  private static func filter(
    _ reader: inout SceneReader, _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> LayerFilter {
    let members = try reader.members(FilterMember.self, value, key)
    let given = FilterMember.allCases.filter { members[$0] != nil }
    guard given.count == 1, let name = given.first, let (value, key) = members[name] else {
      throw key.error("a filter has one of \(FilterMember.keys.joined(separator: ", "))")
    }
    if name == .dropShadow {
      let shadow = try boxShadow(&reader, value, key)
      return .dropShadow(shadow.color, shadow.offset, shadow.blur)
    }
    let amount = try key.number(value)
    return switch name {
    case .blur, .dropShadow: .blur(amount)
    case .brightness: .brightness(amount)
    case .contrast: .contrast(amount)
    case .grayscale: .grayscale(amount)
    case .hueRotate: .hueRotate(amount)
    case .invert: .invert(amount)
    case .opacity: .opacity(amount)
    case .saturate: .saturate(amount)
    case .sepia: .sepia(amount)
    }
  }
}
