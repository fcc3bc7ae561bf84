// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A four-letter OpenType tag: a table, feature, axis or script.
public struct FontTag: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The four bytes, the first letter in the highest one.
  public let value: UInt32

  /// Creates a tag from its number.
  @inlinable
  public init(value: UInt32) { self.value = value }

  /// Creates a tag from one to four printable ASCII characters, padded with spaces.
  ///
  /// - Returns: `nil` for any other string.
  public init?(_ string: String) {
    var v: UInt32 = 0
    var n = 0
    for byte in string.utf8 {
      guard n < 4, byte >= 0x20, byte <= 0x7E else { return nil }
      v = v << 8 | UInt32(byte)
      n += 1
    }
    guard n > 0 else { return nil }
    while n < 4 {
      v = v << 8 | 0x20
      n += 1
    }
    value = v
  }

  /// Creates a tag from a literal; traps if it is not a tag.
  init(named name: StaticString) {
    guard let tag = FontTag(name.description) else {
      preconditionFailure("'\(name)' is no tag: one to four printable ASCII characters")
    }
    self = tag
  }

  /// The four characters.
  public var description: String {
    String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }, as: UTF8.self)
  }

  /// Orders tags by their number, as the tables do.
  public static func < (a: FontTag, b: FontTag) -> Bool { a.value < b.value }
}

/// A position on one axis of a variable font.
public struct FontVariation: Hashable, Codable, Sendable {
  /// The axis, for example `wght`.
  public var tag: FontTag
  /// The position in the axis's own units; the font clamps it to its range.
  public var value: Double

  /// Creates a position on an axis.
  public init(tag: FontTag, value: Double) {
    self.tag = tag
    self.value = value
  }

  /// Creates a position on an axis named by a literal: `FontVariation("wght", 650)`.
  ///
  /// - Precondition: The name has one to four printable ASCII characters.
  public init(_ name: StaticString, _ value: Double) {
    self.init(tag: FontTag(named: name), value: value)
  }
}

/// An OpenType feature and its value.
public struct FontFeature: Hashable, Sendable {
  /// The feature, for example `smcp`.
  public var tag: FontTag
  /// 0 switches it off, 1 on; larger values choose an alternate.
  public var value: UInt32

  /// Creates a feature setting.
  public init(tag: FontTag, value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }

  /// Creates a setting of a feature named by a literal: `FontFeature("smcp")`, `FontFeature("liga",
  /// 0)`.
  ///
  /// - Precondition: The name has one to four printable ASCII characters.
  public init(_ name: StaticString, _ value: UInt32 = 1) {
    self.init(tag: FontTag(named: name), value: value)
  }
}

/// The posture of a face.
public enum FontSlant: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// Upright.
  case normal
  /// Letters of an italic design.
  case italic
  /// Upright letters that are slanted.
  case oblique
}

/// How the axis `opsz` of variable fonts is set.
///
/// Source: CSS Fonts 4, 8.2, `font-optical-sizing`.
public enum OpticalSizing: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// To the em size in points, within the range of the font, as browsers set it to CSS pixels.
  case auto
  /// Not at all: the font has the position that it has by itself.
  case none
}

/// The properties by which a font is looked up in a collection.
public struct FontDescriptor: Hashable, Sendable {
  /// Family names in order of preference; the generic names are `sans-serif`, `serif`, `monospace`
  /// and `emoji`. An empty list means the collection's own default. If none of the families is
  /// found, an embedded one stands in for the first that is well-known, such as Arial, or whose
  /// name says serif, sans-serif or monospaced, such as `Noto Serif Bengali`.
  public var families: [String]
  /// The weight, 1 to 1000; 400 is regular, 700 bold. Source: OS/2 `usWeightClass`, axis `wght`.
  public var weight: Double
  /// The posture.
  public var slant: FontSlant
  /// The width in per cent of normal. Source: CSS Fonts 4 `font-stretch`, axis `wdth`.
  public var stretch: Double
  /// Further axis positions; they take precedence over those that follow from weight, slant,
  /// stretch, size and ``instance``.
  public var variations: [FontVariation]
  /// The name of a named instance of a variable font, such as `Condensed Bold`; empty for none. Its
  /// position on all axes holds in place of those that follow from weight, slant, stretch and size.
  /// A font without an instance of this name is used as if none were asked for.
  public var instance = ""
  /// How the axis `opsz` is set where neither ``variations`` nor ``instance`` sets it.
  public var opticalSizing = OpticalSizing.auto
  /// The index of a font in `FontCollection.given` that is tried before all others; `nil` for none.
  public var givenFont: Int?

  /// Creates a descriptor; without arguments, that of the collection's default family, upright and
  /// regular.
  public init(
    families: [String] = [], weight: Double = 400, slant: FontSlant = .normal,
    stretch: Double = 100, variations: [FontVariation] = [], givenFont: Int? = nil
  ) {
    self.families = families
    self.weight = weight
    self.slant = slant
    self.stretch = stretch
    self.variations = variations
    self.givenFont = givenFont
  }
}
