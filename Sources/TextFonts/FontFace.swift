// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
public import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// One face of a font file: everything that does not depend on a size or a position on its axes.
///
/// Immutable and shared by all threads. It keeps the file's bytes alive.
///
/// The corresponding HarfBuzz type is `hb_face_t`.
@safe public final class FontFace: Sendable, Identifiable {
  /// An axis of a variable face. Source: table `fvar`.
  public struct Axis: Hashable, Sendable {
    /// The axis, for example `wght`.
    public let tag: FontTag
    /// The axis's name for users, empty if there is none.
    public let name: String
    /// The least position.
    public let minimum: Double
    /// The position of the face as it is without variations.
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
  public let fileName: String
  /// The path of the file; `nil` for bytes from memory.
  public let path: String?
  /// The face's number in its file.
  public let index: Int
  /// The number of font units an em has. Source: `head.unitsPerEm`.
  public let unitsPerEm: Int
  /// The number of glyphs. Source: `maxp.numGlyphs`.
  public let glyphCount: Int
  /// The axes of a variable face; empty for any other.
  public let axes: [Axis]
  /// Whether the face has colour glyphs that this library draws: `COLR`, `CBDT` or `sbix`.
  public let hasColorGlyphs: Bool

  nonisolated(unsafe) private let handle: OpaquePointer
  private let lazyNames = LazyValue<FontNames>()
  private let lazyTraits = LazyValue<FontTraits>()
  private let lazyCoverage = LazyValue<CharacterCoverage>()
  private let lazyColorTables = LazyValue<ColorTables>()
  /// The fonts at the default position, by what is synthesised; at other positions, by these.
  private let plainFonts = Mutex<[WeakInstance]>([])
  private let fonts = Mutex(HashTable<FontInstanceKey, WeakInstance>())

  private static let nextID = Atomic<UInt32>(1)

  init(blob: OpaquePointer, file: FontFile, index: Int) throws(FontError) {
    if let table = unsafe FontDirectory.tableCutOff(blob, face: index) {
      throw FontError(
        .malformed, file: file.name,
        reason: "the file is cut off or damaged: table '\(table)' ends past its end")
    }
    guard let handle = unsafe hb_face_create(blob, UInt32(index)) else {
      throw FontError(.outOfMemory, file: file.name, reason: "not enough memory for the font")
    }
    unsafe hb_face_make_immutable(handle)
    guard unsafe hb_face_get_table_tags(handle, 0, nil, nil) > 0 else {
      unsafe hb_face_destroy(handle)
      throw FontError(.malformed, file: file.name, reason: "the font has no tables, or is cut off")
    }
    let glyphCount = Int(unsafe hb_face_get_glyph_count(handle))
    guard glyphCount > 0 else {
      unsafe hb_face_destroy(handle)
      throw FontError(
        .malformed, file: file.name, reason: "the font has no glyphs: table 'maxp' tells of none")
    }
    unsafe self.handle = handle
    self.glyphCount = glyphCount
    self.index = index
    id = FontFace.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    fileName = file.name
    path = file.path
    unitsPerEm = max(1, Int(unsafe hb_face_get_upem(handle)))
    axes = unsafe FontFace.readAxes(handle)
    hasColorGlyphs =
      unsafe FontTable.exists("COLR", in: handle) || FontTable.exists("CBDT", in: handle)
      || FontTable.exists("sbix", in: handle)
  }

  deinit {
    unsafe hb_face_destroy(handle)
  }

  /// The immutable HarfBuzz face, for the time of a call.
  @unsafe package var hbFace: OpaquePointer { unsafe handle }

  /// The face's names. Source: table `name`.
  public var names: FontNames { lazyNames.get { unsafe FontNames(handle, fileName: fileName) } }

  /// The name by which documents refer to the face, without spaces.
  public var postScriptName: String { names.postScript }

  /// The name of the family; the typographic one where the table has it.
  public var familyName: String { names.family }

  /// Weight, width and slant of the face. Source: tables `OS/2`, `head`, `post` and `fvar`.
  public var traits: FontTraits { lazyTraits.get { unsafe FontTraits(handle, axes: axes) } }

  /// The characters that the face maps. Source: table `cmap`.
  ///
  /// - Complexity: O(characters) at the first call, then O(1).
  public var coverage: CharacterCoverage {
    lazyCoverage.get { unsafe CharacterCoverage(handle) }
  }

  var colorTables: ColorTables { lazyColorTables.get { unsafe ColorTables(handle) } }

  /// The named instances of a variable face.
  public var namedInstances: [NamedInstance] { unsafe FontFace.readInstances(handle) }

  /// The font at a position on the axes, equal to any other of that position that someone still holds.
  ///
  /// - Parameters:
  ///   - variations: Positions; unknown axes are ignored, values are clamped, later ones win.
  ///   - synthesis: What the painter adds because the face does not have it.
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

/// A position on a face's axes, not the default one, and what the painter adds.
struct FontInstanceKey: Hashable, Sendable {
  var coordinates: [Float]
  var synthesis: FontSynthesis
}

/// What a painter adds to the outlines because no face has it.
public struct FontSynthesis: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Outlines are made bolder; advances stay as they are.
  public static let embolden = FontSynthesis(rawValue: 1)
  /// Outlines lean by ``obliqueSlope``.
  public static let oblique = FontSynthesis(rawValue: 2)
  /// The rightward shift of a synthetic oblique for each unit of height: the tangent of 12 degrees.
  public static let obliqueSlope = 0.2126
}

private struct WeakInstance: Sendable {
  weak var instance: FontInstance?
}

extension FontFace {
  private static func readAxes(_ face: OpaquePointer) -> [Axis] {
    var count = unsafe hb_ot_var_get_axis_count(face)
    guard count > 0 else { return [] }
    let total = Int(min(count, 64))
    count = UInt32(total)
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: total)
    unsafe hb_ot_var_get_axis_infos(face, 0, &count, &infos)
    return infos.prefix(Int(count)).map { info in
      unsafe Axis(
        tag: FontTag(value: info.tag), name: FontNames.string(face, info.name_id) ?? "",
        minimum: Double(info.min_value), defaultValue: Double(info.default_value),
        maximum: Double(info.max_value),
        isHidden: info.flags.rawValue & HB_OT_VAR_AXIS_FLAG_HIDDEN.rawValue != 0)
    }
  }

  private static func readInstances(_ face: OpaquePointer) -> [NamedInstance] {
    let count = min(unsafe hb_ot_var_get_named_instance_count(face), 4096)
    let axisCount = Int(min(unsafe hb_ot_var_get_axis_count(face), 64))
    return (0..<count).map { i in
      var length = UInt32(axisCount)
      var coordinates = [Float](repeating: 0, count: axisCount)
      unsafe hb_ot_var_named_instance_get_design_coords(face, i, &length, &coordinates)
      let name = unsafe FontNames.string(
        face, hb_ot_var_named_instance_get_subfamily_name_id(face, i))
      return NamedInstance(
        name: name ?? "", coordinates: coordinates.prefix(Int(length)).map(Double.init))
    }
  }
}
