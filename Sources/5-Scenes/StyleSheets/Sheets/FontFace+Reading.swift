// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension FontFace {
  /// The font of descriptors; `nil` without a family or a source.
  static func read(_ descriptors: [Descriptor], base: String) -> FontFace? {
    var face = FontFace()
    var context = ValueContext(environment: MediaEnvironment(viewport: Size(width: 0, height: 0)))
    context.base = base
    for descriptor in descriptors {
      let name = descriptor.name
      var reader = ValueReader(descriptor.tokens, context)
      switch name {
      case "font-family":
        var words = [String]()
        if let name = reader.string() { words = [name] }
        while let word = reader.name() { words.append(word) }
        if reader.isAtEnd { face.family = words.joined(separator: " ") }
      case "src": face.sources = reader.sources()
      case "font-weight":
        face.weights = reader.range { reader in
          reader.word(["normal": 400, "bold": 700]) ?? reader.number(1...1000)
        }
      case "font-stretch", "font-width": face.stretches = reader.range { $0.fontStretch() }
      case "font-style":
        face.slant = reader.fontStyle()
      case "unicode-range": face.characters = ranges(descriptor.text)
      case "font-feature-settings": face.features = reader.fontSettings(areFeatures: true) ?? []
      case "font-variation-settings":
        face.variations = reader.fontSettings(areFeatures: false) ?? []
      case "ascent-override": face.ascent = reader.percentage()
      case "descent-override": face.descent = reader.percentage()
      case "line-gap-override": face.lineGap = reader.percentage()
      case "size-adjust": face.sizeAdjust = reader.percentage()
      default: break
      }
    }
    return face.family.isEmpty || face.sources.isEmpty ? nil : face
  }

  /// `unicode-range` (CSS Syntax 3, §7).
  private static func ranges(_ text: String) -> [ClosedRange<UInt32>] {
    text.split(separator: ",").compactMap { part in
      let word = part.filter { !$0.isWhitespace }.uppercased()
      guard word.hasPrefix("U+") else { return nil }
      let ends = word.dropFirst(2).split(separator: "-")
      guard let start = ends.first, ends.count <= 2, start.count <= 6 else { return nil }
      let low = UInt32(start.replacing("?", with: "0"), radix: 16)
      let high = UInt32((ends.count > 1 ? ends[1] : start).replacing("?", with: "F"), radix: 16)
      guard let low, let high, low <= high else { return nil }
      return low...high
    }
  }
}

extension ValueReader {
  /// One value, or the least and the greatest.
  fileprivate mutating func range(
    _ read: (inout ValueReader) -> Double?
  ) -> ClosedRange<Double>? {
    guard let first = read(&self) else { return nil }
    let second = read(&self) ?? first
    return min(first, second)...max(first, second)
  }

  /// The sources that are understood.
  fileprivate mutating func sources() -> [FontFace.Source] {
    var sources: [FontFace.Source] = []
    repeat {
      if let url = url() {
        let format = function("format") { $0.string() ?? $0.word() }
        _ = function("tech") { reader in
          reader.skipToClose()
          return true
        }
        if isAtEnd || peek == .comma { sources.append(.url(url, format: format)) }
      } else if let name: String = function(
        "local",
        { reader in
          if let name = reader.string() { return name }
          return reader.several { $0.name() }?.joined(separator: " ")
        })
      {
        sources.append(.local(name))
      }
      skipToComma()
    } while take(.comma)
    return sources
  }
}

extension PageRule {
  /// Reads the size and the margins (CSS Page 3, §4 and §7).
  mutating func read(_ descriptors: [Descriptor]) {
    let context = ValueContext(environment: MediaEnvironment(viewport: Size(width: 0, height: 0)))
    for descriptor in descriptors {
      let name = descriptor.name
      var reader = ValueReader(descriptor.tokens, context)
      switch name {
      case "size": readSize(&reader)
      case "margin":
        if let sides = reader.sides({ $0.autoLength() }) { margin = sides.map(\.length) }
      default:
        if name.hasPrefix("margin-"), let side = Side(rawValue: String(name.dropFirst(7))) {
          if let length = reader.autoLength() { margin[side] = length.length }
        } else {
          text += "\(name):\(descriptor.text);"
        }
      }
    }
  }

  /// Names of papers in millimetres, upright.
  private static let papers: KeyValuePairs<String, (Double, Double)> = [
    "a5": (148, 210), "a4": (210, 297), "a3": (297, 420), "b5": (176, 250), "b4": (250, 353),
    "jis-b5": (182, 257), "jis-b4": (257, 364), "letter": (215.9, 279.4), "legal": (215.9, 355.6),
    "ledger": (279.4, 431.8),
  ]

  private mutating func readSize(_ reader: inout ValueReader) {
    var (size, isWide) = ((Double, Double)?.none, Bool?.none)
    let isRead = reader.parts([
      { $0.word(["portrait": false, "landscape": true]).map { isWide = $0 } },
      { $0.word(Self.papers).map { size = ($0.0 * 9.6 / 2.54, $0.1 * 9.6 / 2.54) } },
      { $0.several(most: 2) { $0.length(0...1e6) }.map { size = ($0[0], $0[$0.count - 1]) } },
    ])
    guard isRead else { return }
    self.isWide = isWide
    guard var (width, height) = size else { return }
    if let isWide, isWide != (width > height) { (width, height) = (height, width) }
    (self.width, self.height) = (width, height)
  }
}
