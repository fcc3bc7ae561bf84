// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
import SystemConcurrency
import SystemFiles
public import TextModel

import struct Synchronization.Atomic

/// One face of a font file: all data that does not depend on a size or a position on its axes.
///
/// Immutable and shared by all threads. A face keeps the file's bytes alive.
///
/// The corresponding HarfBuzz type is `hb_face_t`.
public final class FontFace: Sendable, Identifiable {
  /// An axis of a variable face. Source: table `fvar`.
  public struct Axis: Hashable, Sendable {
    /// The axis, for example `wght`.
    public let tag: FontTag
    /// The axis's name for users, empty if there is none.
    public let name: String
    /// The least position.
    public let minimum: Double
    /// The position of the face without variations.
    public let defaultValue: Double
    /// The greatest position.
    public let maximum: Double
    /// Whether programs should not show the axis to users.
    public let isHidden: Bool
  }

  /// A named position on the axes of a variable face. Source: table `fvar`.
  public struct NamedInstance: Hashable, Sendable {
    /// The name for users, empty if there is none.
    public let name: String
    /// One position for each axis, in the axes' order.
    public let coordinates: [Double]
  }

  /// Unique in this process.
  public let id: UInt32
  /// The path or name of the file.
  package let fileName: String
  /// The path of the file; `nil` for bytes from memory.
  public let path: String?
  /// The face's number in its file.
  public let index: Int
  /// The number of font units in an em. Source: `head.unitsPerEm`.
  public let unitsPerEm: Int
  /// The number of glyphs. Source: `maxp.numGlyphs`.
  public let glyphCount: Int
  /// The axes of a variable face; empty for any other.
  public let axes: [Axis]
  /// Whether the face has colour glyphs that this library draws: `COLR`, `CBDT` or `sbix`.
  public let hasColorGlyphs: Bool

  let harfBuzz: HarfBuzzFace
  private let lazyNames = LazyValue<FontNames>()
  private let lazyTraits = LazyValue<FontTraits>()
  private let lazyCoverage = LazyValue<CharacterCoverage>()
  private let lazyColorTables = LazyValue<ColorTables>()
  private let lazyCharacters = LazyValue<GlyphCharacters>()
  /// The fonts at the default position, one for each synthesis in use.
  private let plainFonts = Mutex<[WeakInstance]>([])
  /// The fonts at other positions.
  private let fonts = Mutex(HashTable<FontInstanceKey, WeakInstance>())

  private static let nextID = Atomic<UInt32>(1)

  /// Opens a face of a file whose bytes are given.
  init(
    _ blob: FontBlob, fileName: String, path: String?, index: Int
  ) throws(FontError) {
    if let table = FontDirectory.truncatedTable(of: blob, face: index) {
      throw FontError(
        .malformed, file: fileName,
        "the file is cut off or damaged: table '\(table)' ends past its end")
    }
    guard let harfBuzz = HarfBuzzFace(blob, index: index) else {
      throw FontError(.outOfMemory, file: fileName, "not enough memory for the font")
    }
    guard harfBuzz.hasTables else {
      throw FontError(.malformed, file: fileName, "the font has no tables, or is cut off")
    }
    let glyphCount = harfBuzz.glyphCount
    guard glyphCount > 0 else {
      throw FontError(
        .malformed, file: fileName, "the font has no glyphs: table 'maxp' tells of none")
    }
    self.harfBuzz = harfBuzz
    self.glyphCount = glyphCount
    self.index = index
    id = FontFace.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    self.fileName = fileName
    self.path = path
    unitsPerEm = harfBuzz.unitsPerEm
    axes = harfBuzz.axes
    hasColorGlyphs = [.colr, .cbdt, .sbix].contains { harfBuzz.table($0).count > 0 }
  }

  /// The immutable HarfBuzz face, valid as long as this object.
  @unsafe package var hbFace: OpaquePointer { unsafe harfBuzz.handle }

  /// The box around all glyphs, as no axis is moved, in font units, y upwards; `nil` if the face
  /// does not tell it. Source: `head.xMin` to `head.yMax`.
  package var glyphBox: Rect? {
    let head = harfBuzz.table(.head)
    guard let left = head.i16(36), let bottom = head.i16(38), let right = head.i16(40),
      let top = head.i16(42), left < right, bottom < top
    else { return nil }
    return Rect(
      x: Double(left), y: Double(bottom), width: Double(right - left),
      height: Double(top - bottom))
  }

  /// The face's names. Source: table `name`.
  public var names: FontNames { lazyNames.get { FontNames(harfBuzz, fileName: fileName) } }

  /// The PostScript name, by which documents refer to the face; it has no spaces.
  public var postScriptName: String { names.postScript }

  /// The family's name: the typographic one where the table has it.
  public var familyName: String { names.family }

  /// Weight, width and slant of the face. Source: tables `OS/2`, `head`, `post` and `fvar`.
  public var traits: FontTraits { lazyTraits.get { FontTraits(harfBuzz, axes: axes) } }

  /// The characters that the face maps. Source: table `cmap`.
  ///
  /// - Complexity: O(characters) at the first call, then O(1).
  public var coverage: CharacterCoverage {
    lazyCoverage.get { CharacterCoverage(harfBuzz) }
  }

  var colorTables: ColorTables { lazyColorTables.get { ColorTables(harfBuzz) } }

  /// The characters of glyphs.
  ///
  /// - Complexity: O(characters) at the first call, then O(1).
  var characters: GlyphCharacters { lazyCharacters.get { GlyphCharacters(self) } }

  /// The named instances of a variable face.
  public var namedInstances: [NamedInstance] { harfBuzz.namedInstances(axisCount: axes.count) }

  /// The named instance with a name, compared as names of families are: without case, spaces,
  /// hyphens and underscores. `nil` for an empty name, and where the face has none.
  ///
  /// - Complexity: O(named instances).
  public func instance(named name: String) -> NamedInstance? {
    if name.isEmpty || axes.isEmpty { return nil }
    let normalized = FontMatcher.normalized(name)
    return namedInstances.first { FontMatcher.isSame($0.name, normalized: normalized) }
  }

  /// The font at a position on the axes, equal to every other font of that position and synthesis.
  ///
  /// - Parameters:
  ///   - variations: The positions. Unknown axes and values that are not finite are ignored, other
  ///     values are clamped, and of two values for an axis the later one counts.
  ///   - synthesis: The changes that the painter makes to the outlines.
  public func font(
    variations: [FontVariation] = [], synthesis: FontSynthesis = []
  ) -> Font {
    var coordinates = axes.map(\.defaultValue)
    for variation in variations where variation.value.isFinite {
      for (i, axis) in axes.enumerated() where axis.tag == variation.tag {
        coordinates[i] = min(max(variation.value, axis.minimum), axis.maximum)
      }
    }
    if zip(axes, coordinates).allSatisfy({ $0.defaultValue == $1 }) {
      return plainFont(synthesis: synthesis)
    }
    let key = FontInstanceKey(coordinates: coordinates.map(Float.init), synthesis: synthesis)
    if let known = fonts.withLock({ $0[key]?.instance }) { return Font(known) }
    let made = FontInstance(face: self, coordinates: key.coordinates, synthesis: synthesis)
    return fonts.withLock { fonts in
      if let first = fonts[key]?.instance { return Font(first) }
      if fonts.count >= 64 {
        var unused: [FontInstanceKey] = []
        fonts.visit { if $1.instance == nil { unused.append($0) } }
        for key in unused { fonts.remove(key) }
      }
      fonts.set(WeakInstance(instance: made), for: key)
      return Font(made)
    }
  }

  private func plainFont(synthesis: FontSynthesis) -> Font {
    func find(_ fonts: [WeakInstance]) -> FontInstance? {
      for entry in fonts {
        if let known = entry.instance, known.synthesis == synthesis { return known }
      }
      return nil
    }
    if let known = plainFonts.withLock({ find($0) }) { return Font(known) }
    let made = FontInstance(face: self, coordinates: [], synthesis: synthesis)
    return plainFonts.withLock { fonts in
      if let first = find(fonts) { return Font(first) }
      fonts.removeAll { $0.instance == nil }
      fonts.append(WeakInstance(instance: made))
      return Font(made)
    }
  }
}

/// A position on a face's axes other than the default one, and the synthesis.
struct FontInstanceKey: Hashable, Sendable {
  var coordinates: [Float]
  var synthesis: FontSynthesis
}

/// Changes that a painter makes to outlines in place of a bold or italic face.
public struct FontSynthesis: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Outlines are made bolder; advances stay as they are.
  public static let embolden = FontSynthesis(rawValue: 1)
  /// Outlines are slanted by 12°.
  public static let oblique = FontSynthesis(rawValue: 2)
  /// The rightward shift of a synthetic oblique for each unit of height: the tangent of 12 degrees.
  package static let obliqueSlope = 0.2126
}

private struct WeakInstance: Sendable {
  weak var instance: FontInstance?
}
