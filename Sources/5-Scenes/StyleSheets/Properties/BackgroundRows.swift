// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension Property {
  /// Backgrounds, masks and decorations: CSS Backgrounds 3, CSS Masking 1, CSS Text Decoration 4.
  static let backgroundRows: [Property] =
    layers("background", \.paint.backgrounds) + layers("mask", \.rare.masks) + [
      Property("background-color", \.paint.backgroundColor) { $0.color() },
      layer("background-attachment", \.paint.backgrounds, \.attachment) { $0.keyword() },
      layer("background-blend-mode", \.paint.backgrounds, \.blendMode) { $0.keyword() },
      layer("mask-mode", \.rare.masks, \.mode) { $0.keyword() },
      layer("mask-composite", \.rare.masks, \.composite) { reader in
        reader.word(["source-over": .add]) ?? reader.keyword()
      },
      Property(
        "background",
        sets: backgroundParts.map { "background-\($0)" } + ["background-color"]
      ) { reader, style in
        guard let (layers, color) = reader.layers(isMask: false) else { return false }
        style.paint.backgrounds = layers
        style.paint.backgroundColor = color ?? .color(.clear)
        return true
      },
      Property("mask", sets: maskParts.map { "mask-\($0)" }) { reader, style in
        guard let (layers, _) = reader.layers(isMask: true) else { return false }
        style.rare.masks = layers.contains { $0.image != nil } ? layers : []
        return true
      },
      Property("box-shadow", \.paint.shadows) { reader in
        reader.take("none") ? [] : reader.list { $0.shadow(isOfText: false) }
      },
      Property("opacity", \.paint.opacity) { reader in
        reader.numberOrPercentage().map { min(max($0, 0), 1) }
      },
      Property("box-decoration-break", \.paint.decorationBreak),
      Property("text-decoration-line", \.paint.decoration.lines) { $0.decorationLines() },
      Property("text-decoration-style", \.paint.decoration.style),
      Property("text-decoration-color", \.paint.decoration.color) { $0.color() },
      Property("text-decoration-thickness", \.paint.decoration.thickness) { $0.thickness() },
      Property(
        "text-decoration",
        sets: ["line", "style", "color", "thickness"].map { "text-decoration-\($0)" }
      ) { reader, style in
        guard let decoration = reader.decoration() else { return false }
        style.paint.decoration = decoration
        return true
      },
    ]

  private static let backgroundParts = [
    "image", "position", "size", "repeat", "attachment", "origin", "clip",
  ]
  private static let maskParts = [
    "image", "position", "size", "repeat", "origin", "clip", "mode", "composite",
  ]

  /// A property with a value for each layer of pictures. The layers are as many as pictures: values
  /// repeat, and layers that are left without a picture are dropped once all are read.
  private static func layer<Value: Hashable & Sendable>(
    _ name: String, _ path: any Path<[ImageLayer]>,
    _ member: any WritableKeyPath<ImageLayer, Value> & Sendable,
    _ read: @escaping @Sendable (inout ValueReader) -> Value?
  ) -> Property {
    Property(
      name,
      copy: { style, other in
        style[keyPath: path].set(member, other[keyPath: path].map { $0[keyPath: member] })
      },
      read: { reader, style in
        guard let values = reader.list(read) else { return false }
        style[keyPath: path].set(member, values)
        return true
      })
  }

  /// What backgrounds and masks have in common.
  private static func layers(_ name: String, _ path: any Path<[ImageLayer]>) -> [Property] {
    [
      layer("\(name)-image", path, \.image) { $0.imageOrNone() },
      layer("\(name)-position", path, \.position) { $0.position() },
      layer("\(name)-position-x", path, \.position.x) { $0.axisPosition("left", "right") },
      layer("\(name)-position-y", path, \.position.y) { $0.axisPosition("top", "bottom") },
      layer("\(name)-size", path, \.size) { $0.imageSize() },
      layer("\(name)-repeat", path, \.repeats) { $0.imageRepeat() },
      layer("\(name)-origin", path, \.origin) { $0.referenceBox() },
      layer("\(name)-clip", path, \.clip) { $0.referenceBox() },
    ]
  }
}

extension ImageLayer {
  /// How the picture repeats along both axes.
  var repeats: [ImageRepeat] {
    get { [repeatX, repeatY] }
    set { (repeatX, repeatY) = (newValue[0], newValue[newValue.count - 1]) }
  }
}

extension [ImageLayer] {
  /// Sets a member of each layer; values repeat, and those of more layers than there are pictures
  /// wait for the pictures.
  mutating func set<Value>(_ member: WritableKeyPath<ImageLayer, Value>, _ values: [Value]) {
    guard !values.isEmpty else { return }
    while count < values.count {
      // Backgrounds have one layer always, so that a first one is that of a mask.
      var layer = isEmpty ? ImageLayer() : self[0]
      if isEmpty { layer.origin = .borderBox }
      layer.image = nil
      append(layer)
    }
    for index in indices {
      if member == \ImageLayer.image, index >= values.count {
        self[index].image = nil
      } else {
        self[index][keyPath: member] = values[index % values.count]
      }
    }
  }
}

extension ComputedStyle {
  /// Drops the layers that were made for values and got no picture.
  mutating func finishLayers() {
    if paint.backgrounds.count > 1 {
      let last = paint.backgrounds.lastIndex { $0.image != nil } ?? 0
      paint.backgrounds.removeSubrange((last + 1)...)
    }
    if !rare.masks.isEmpty {
      let last = rare.masks.lastIndex { $0.image != nil } ?? -1
      rare.masks.removeSubrange((last + 1)...)
    }
  }
}

extension ValueReader {
  fileprivate mutating func axisPosition(_ start: String, _ end: String) -> LengthPercentage? {
    if take("center") { return .percent(50) }
    if take(start) { return lengthPercentage() ?? .zero }
    if take(end) { return lengthPercentage().map { .percent(100) + $0 * -1 } ?? .percent(100) }
    return lengthPercentage()
  }

  fileprivate mutating func imageSize() -> ImageSize? {
    if let size: ImageSize = word(["cover": .cover, "contain": .contain]) { return size }
    func side(_ reader: inout ValueReader) -> AutoLength? {
      reader.take("auto") ? .auto : reader.positiveLength().map { .length($0) }
    }
    guard let width = side(&self) else { return nil }
    return .size(width, side(&self) ?? .auto)
  }

  fileprivate mutating func imageRepeat() -> [ImageRepeat]? {
    word(["repeat-x": [.repeat, .noRepeat], "repeat-y": [.noRepeat, .repeat]])
      ?? several(most: 2) { $0.keyword() }
  }

  /// A box, also by its short name of old.
  mutating func referenceBox() -> ReferenceBox? {
    word(["border": .borderBox, "padding": .paddingBox, "content": .contentBox]) ?? keyword()
  }

  /// The layers of `background` and `mask`; the last one of a background may have a colour.
  fileprivate mutating func layers(isMask: Bool) -> (layers: [ImageLayer], color: StyleColor?)? {
    var (layers, color) = ([ImageLayer](), StyleColor?.none)
    repeat {
      guard color == nil, layers.count < 1024 else { return nil }
      var (layer, boxes) = (ImageLayer(), [ReferenceBox]())
      if isMask { layer.origin = .borderBox }
      let isRead = parts([
        { $0.imageOrNone().map { layer.image = $0 } },
        { reader in
          reader.attempt { reader in
            guard let position = reader.position() else { return nil }
            layer.position = position
            return reader.takeSlash() ? reader.imageSize().map { layer.size = $0 } : ()
          }
        },
        { $0.imageRepeat().map { layer.repeats = $0 } },
        { isMask ? nil : $0.keyword().map { layer.attachment = $0 } },
        { $0.referenceBox().map { boxes.append($0) } },
        { $0.referenceBox().map { boxes.append($0) } },
        { isMask ? $0.keyword().map { layer.mode = $0 } : nil },
        { isMask ? $0.keyword().map { layer.composite = $0 } : nil },
        { isMask ? nil : $0.color().map { color = $0 } },
      ])
      guard isRead, peek != .closeRound else { return nil }
      if let first = boxes.first {
        (layer.origin, layer.clip) = (first, boxes[boxes.count - 1])
      }
      layers.append(layer)
    } while take(.comma)
    return (layers, color)
  }

  // MARK: Decorations

  fileprivate mutating func decorationLines() -> DecorationLines? {
    if take("none") { return [] }
    let lines: [DecorationLines]? = several { reader in
      reader.word([
        "underline": .underline, "overline": .overline, "line-through": .lineThrough,
        "blink": .blink,
      ])
    }
    guard let lines, DecorationLines(lines).rawValue.nonzeroBitCount == lines.count else {
      return nil
    }
    return DecorationLines(lines).subtracting(.blink)
  }

  fileprivate mutating func thickness() -> LengthPercentage?? {
    take("auto") || take("from-font") ? .some(nil) : lengthPercentage().map { .some($0) }
  }

  fileprivate mutating func decoration() -> TextDecoration? {
    var decoration = TextDecoration()
    let isRead = parts([
      { $0.decorationLines().map { decoration.lines = $0 } },
      { $0.keyword().map { decoration.style = $0 } },
      { $0.color().map { decoration.color = $0 } },
      { $0.thickness().map { decoration.thickness = $0 } },
    ])
    return isRead ? decoration : nil
  }
}
