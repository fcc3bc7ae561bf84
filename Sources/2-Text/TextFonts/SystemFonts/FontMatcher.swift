// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The choice among the faces of one family, and the axes of a variable face.
///
/// Source: CSS Fonts 4, "Font Style Matching": width first, then slant, then weight.
enum FontMatcher {
  /// The distance of a face from a descriptor; smaller is better, the first number counts most.
  struct Distance: Comparable {
    var stretch: Double
    var slant: Double
    var weight: Double

    static func < (a: Distance, b: Distance) -> Bool {
      (a.stretch, a.slant, a.weight) < (b.stretch, b.slant, b.weight)
    }
  }

  static func distance(of traits: FontTraits, from wanted: FontDescriptor) -> Distance {
    Distance(
      stretch: stretchDistance(traits.stretch, wanted.stretch),
      slant: slantDistance(traits, wanted.slant),
      weight: weightDistance(traits.weight, wanted.weight))
  }

  /// The index of the best face, the first one among equals.
  static func best(_ faces: [FontTraits], for wanted: FontDescriptor) -> Int? {
    faces.indices.min {
      distance(of: faces[$0], from: wanted) < distance(of: faces[$1], from: wanted)
    }
  }

  private static func stretchDistance(_ has: ClosedRange<Double>, _ wanted: Double) -> Double {
    if has.contains(wanted) { return 0 }
    let narrower = has.upperBound < wanted
    let distance = narrower ? wanted - has.upperBound : has.lowerBound - wanted
    // Widths on the preferred side come first: narrower ones if up to 100 % is wanted, else wider
    // ones. All widths on the other side come after them.
    return narrower == (wanted <= 100) ? distance : 10_000 + distance
  }

  private static func slantDistance(_ traits: FontTraits, _ wanted: FontSlant) -> Double {
    switch (wanted, traits.slant) {
    case (.normal, .normal), (.italic, .italic), (.oblique, .oblique): 0
    case (.italic, .oblique), (.normal, .oblique): 1
    case (.oblique, .normal) where traits.canSlant: 0
    case (.oblique, .italic): 1
    case (.italic, .normal) where traits.canSlant: 2
    case (.normal, .italic): 2
    default: 3
    }
  }

  private static func weightDistance(_ has: ClosedRange<Double>, _ wanted: Double) -> Double {
    if has.contains(wanted) { return 0 }
    let lighter = has.upperBound < wanted
    let distance = lighter ? wanted - has.upperBound : has.lowerBound - wanted
    if wanted >= 400, wanted <= 500 {
      if lighter { return 1000 + distance }
      return has.lowerBound <= 500 ? distance : 10_000 + distance
    }
    return lighter == (wanted < 400) ? distance : 10_000 + distance
  }

  /// The font of a face for a descriptor: its axes are set, and a weight or slant that they do not
  /// reach is synthesised.
  ///
  /// - Parameter isGiven: Whether the axes stay at their defaults for normal weight and width, as
  ///   in files that a caller gives.
  static func font(of face: FontFace, for wanted: FontDescriptor, isGiven: Bool) -> Font {
    let traits = face.traits
    var variations: [FontVariation] = []
    func set(_ tag: String, _ value: Double) {
      if let tag = FontTag(tag) { variations.append(FontVariation(tag: tag, value: value)) }
    }
    if let instance = face.instance(named: wanted.instance) {
      variations = zip(face.axes, instance.coordinates).map {
        FontVariation(tag: $0.tag, value: $1)
      }
      variations += wanted.variations
    } else if !face.axes.isEmpty {
      if !isGiven || wanted.weight != 400 { set("wght", wanted.weight) }
      if !isGiven || wanted.stretch != 100 { set("wdth", wanted.stretch) }
      if wanted.slant != .normal, traits.slant == .normal {
        if wanted.slant == .italic { set("ital", 1) }
        let italic = face.axes.contains { $0.tag == FontTag("ital") } && wanted.slant == .italic
        if !italic { set("slnt", -12) }
      }
      variations += wanted.variations
    }
    let synthesis = synthesis(of: traits, isColored: face.hasColorGlyphs, for: wanted)
    return face.font(variations: variations, synthesis: synthesis)
  }

  /// The least weight for which outlines are made bolder.
  static let leastSyntheticWeight = 600.0

  /// The changes to a face's outlines for a weight and slant that its axes do not reach; none for
  /// pictures.
  static func synthesis(
    of traits: FontTraits, isColored: Bool, for wanted: FontDescriptor
  ) -> FontSynthesis {
    if isColored { return [] }
    var synthesis: FontSynthesis = []
    if wanted.weight >= leastSyntheticWeight, traits.weight.upperBound < leastSyntheticWeight,
      wanted.weight - traits.weight.upperBound >= 150
    {
      synthesis.insert(.embolden)
    }
    if wanted.slant != .normal, traits.slant == .normal, !traits.canSlant {
      synthesis.insert(.oblique)
    }
    return synthesis
  }

  /// A family name normalised for comparison: without case, spaces, hyphens and underscores.
  static func normalized(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
  }

  /// Whether a name, once normalised, equals a normalised one.
  static func isSame(_ name: String, normalized: String) -> Bool {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return self.normalized(name) == normalized }
    var rest = normalized.utf8.makeIterator()
    for byte in name.utf8 {
      if let byte = comparedByte(byte), rest.next() != byte { return false }
    }
    return rest.next() == nil
  }

  /// Whether a normalised name begins with the first `count` letters of another name, which need
  /// not be normalised but must be ASCII there.
  static func begins(_ normalized: String, asIn name: String, count: Int) -> Bool {
    var rest = normalized.utf8.makeIterator()
    var left = count
    for byte in name.utf8 where left > 0 {
      guard let byte = comparedByte(byte) else { continue }
      if rest.next() != byte { return false }
      left -= 1
    }
    return true
  }

  /// A normalised ASCII character; `nil` where it is left out.
  private static func comparedByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x20, 0x2D, 0x5F: nil
    case 0x41...0x5A: byte | 0x20
    default: byte
    }
  }
}
