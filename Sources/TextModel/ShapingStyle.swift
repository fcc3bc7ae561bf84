// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The part of a style that shaping and measuring depend on.
///
/// A value with shared storage: a copy counts one reference, and copies of one style compare in
/// constant time. Make a style once and use it for many texts.
public struct ShapingStyle: Sendable {
  package struct Fields: Hashable, Sendable {
    package var font = FontDescriptor()
    package var size = 16.0
    package var features: [FontFeature] = []
    package var language = ""
    package var letterSpacing = 0.0
    package var wordSpacing = 0.0
    package var baselineOffset = 0.0
  }

  package final class Storage: Sendable {
    package let fields: Fields
    package let hash: Int
    /// The storage that this is a copy of, and its address, compared without counting references.
    private let original: Storage?
    private let originalAddress: UInt

    package init(_ fields: Fields) {
      self.fields = fields
      self.hash = fields.hashValue
      original = nil
      originalAddress = 0
    }

    fileprivate init(copying other: Storage) {
      fields = other.fields
      hash = other.hash
      original = other.original ?? other
      originalAddress = other.identity
    }

    /// Whether both are copies of one storage, and so equal.
    fileprivate func isCopy(of other: Storage) -> Bool { identity == other.identity }

    private var identity: UInt {
      originalAddress != 0
        ? originalAddress : unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    }
  }

  package private(set) var storage: Storage

  private static let standard = Storage(Fields())

  /// Creates a style.
  public init(
    font: FontDescriptor = FontDescriptor(), size: Double = 16, features: [FontFeature] = [],
    language: String = "", letterSpacing: Double = 0, wordSpacing: Double = 0,
    baselineOffset: Double = 0
  ) {
    storage = Storage(
      Fields(
        font: font, size: size, features: features, language: language,
        letterSpacing: letterSpacing, wordSpacing: wordSpacing, baselineOffset: baselineOffset))
  }

  /// The default style: default font, 16 points.
  public static var `default`: ShapingStyle { ShapingStyle(storage: standard) }

  package init(storage: Storage) { self.storage = storage }

  /// The same style in storage of its own, for one thread, so that threads do not contend for one
  /// reference count.
  package func copied() -> ShapingStyle { ShapingStyle(storage: Storage(copying: storage)) }

  private mutating func update(_ change: (inout Fields) -> Void) {
    var fields = storage.fields
    change(&fields)
    storage = Storage(fields)
  }

  /// The font that is looked up.
  public var font: FontDescriptor {
    get { storage.fields.font }
    set { update { $0.font = newValue } }
  }
  /// The em size in points, above 0 and at most ``TextLimits/fontSize``.
  public var size: Double {
    get { storage.fields.size }
    set { update { $0.size = newValue } }
  }
  /// OpenType features for the whole span, later ones winning.
  public var features: [FontFeature] {
    get { storage.fields.features }
    set { update { $0.features = newValue } }
  }
  /// The language as a BCP 47 tag; empty means undetermined.
  public var language: String {
    get { storage.fields.language }
    set { update { $0.language = newValue } }
  }
  /// Points added after every cluster; in cursive scripts, whose letters join, after every word,
  /// space and punctuation mark. Switches optional ligatures off.
  ///
  /// Source: CSS Text 3, 8.2.
  public var letterSpacing: Double {
    get { storage.fields.letterSpacing }
    set { update { $0.letterSpacing = newValue } }
  }
  /// Points added after U+0020 and U+00A0.
  public var wordSpacing: Double {
    get { storage.fields.wordSpacing }
    set { update { $0.wordSpacing = newValue } }
  }
  /// Points by which the span is raised above the baseline; negative lowers it.
  public var baselineOffset: Double {
    get { storage.fields.baselineOffset }
    set { update { $0.baselineOffset = newValue } }
  }
}

extension ShapingStyle: Hashable {
  /// Whether two styles are equal; copies of one style compare in constant time.
  public static func == (a: ShapingStyle, b: ShapingStyle) -> Bool {
    a.isSame(as: b.storage)
  }

  /// Whether the style equals the style of a storage.
  package func isSame(as other: Storage) -> Bool {
    storage === other || storage.isCopy(of: other)
      || (storage.hash == other.hash && storage.fields == other.fields)
  }

  /// Hashes the style, in constant time: the hash is stored.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}
