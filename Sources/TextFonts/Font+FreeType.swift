// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFreeType
import CTextHarfBuzz
package import TextGraphics
import TextModel
import TextRuntime

extension Font {
  /// The outline of a glyph as FreeType's `FT_Outline_Decompose` gives it: contours start where FreeType starts them, each
  /// one is closed, and no line leads back to its start.
  ///
  /// Font units, y upwards, unhinted, variations applied. `nil` where FreeType cannot read the font or the glyph; then
  /// ``outline(of:)`` may still answer.
  package func freeTypeOutline(of glyph: UInt32) -> Path? {
    FreeTypeScratch.pool.withScratch { $0.face(for: self)?.outline(of: glyph) }
  }

  /// FreeType's `ascender` and `descender` (negative below the baseline), in font units, variations applied.
  package var freeTypeExtents: (ascender: Int, descender: Int)? {
    FreeTypeScratch.pool.withScratch { $0.face(for: self)?.extents }
  }
}

/// A FreeType library and the faces last used with it, for one thread at a time.
@safe private final class FreeTypeScratch {
  static let pool = ScratchPool<FreeTypeScratch>(capacity: 8) { FreeTypeScratch() }

  private let library: FT_Library?
  private var faces: [FreeTypeFace] = []

  init() {
    var library: FT_Library?
    unsafe self.library = FT_Init_FreeType(&library) == 0 ? library : nil
  }

  deinit {
    faces = []
    if let library = unsafe library { unsafe FT_Done_FreeType(library) }
  }

  /// The face of a font; the last eight are kept.
  func face(for font: Font) -> FreeTypeFace? {
    if let i = faces.firstIndex(where: { $0.fontID == font.id }) { return faces[i] }
    guard let library = unsafe library, let face = unsafe FreeTypeFace(font, library: library)
    else { return nil }
    if faces.count >= 8 { faces.removeFirst() }
    faces.append(face)
    return face
  }
}

/// A FreeType face at one position on its axes, scaled so that a pixel is a font unit.
@safe private final class FreeTypeFace {
  let fontID: UInt32
  private let face: FT_Face
  /// Keeps the bytes that the face reads.
  private let blob: OpaquePointer?

  init?(_ font: Font, library: FT_Library) {
    fontID = font.id
    unsafe blob = hb_face_reference_blob(font.face.hbFace)
    var length: UInt32 = 0
    let data = unsafe UnsafeRawPointer(hb_blob_get_data(blob, &length))
    var made: FT_Face?
    guard
      unsafe FT_New_Memory_Face(
        library, data?.assumingMemoryBound(to: UInt8.self), FT_Long(length),
        FT_Long(font.face.index), &made) == 0, let made = unsafe made
    else {
      unsafe hb_blob_destroy(blob)
      return nil
    }
    unsafe face = made
    if !font.normalizedCoordinates.isEmpty {
      // From 2.14 to 16.16.
      var coordinates = font.normalizedCoordinates.map { FT_Fixed($0) << 2 }
      unsafe FT_Set_Var_Blend_Coordinates(made, FT_UInt(coordinates.count), &coordinates)
    }
    let units = FT_UInt(unsafe made.pointee.units_per_EM)
    guard units > 0, unsafe FT_Set_Pixel_Sizes(made, units, units) == 0 else { return nil }
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe hb_blob_destroy(blob)
  }

  var extents: (ascender: Int, descender: Int) {
    unsafe (Int(face.pointee.ascender), Int(face.pointee.descender))
  }

  func outline(of glyph: UInt32) -> Path? {
    let flags = Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_NO_BITMAP) | Int32(FT_LOAD_NO_AUTOHINT)
    guard unsafe FT_Load_Glyph(face, glyph, flags) == 0,
      unsafe face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    var sink = OutlineSink()
    var functions = FT_Outline_Funcs()
    unsafe functions.move_to = { to, sink in
      unsafe OutlineSink.with(sink) { unsafe $0.move(point(to)) }
    }
    unsafe functions.line_to = { to, sink in
      unsafe OutlineSink.with(sink) { unsafe $0.line(point(to)) }
    }
    unsafe functions.conic_to = { control, to, sink in
      unsafe OutlineSink.with(sink) { unsafe $0.quad(point(control), point(to)) }
    }
    unsafe functions.cubic_to = { control1, control2, to, sink in
      unsafe OutlineSink.with(sink) { unsafe $0.cubic(point(control1), point(control2), point(to)) }
    }
    let status = unsafe withUnsafeMutablePointer(to: &sink) { sink in
      unsafe FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, &functions, sink)
    }
    guard status == 0 else { return nil }
    return sink.finish()
  }
}

/// Builds a path, and holds the last line back: a contour's closing line is not drawn.
private struct OutlineSink {
  private var path = Path()
  private var start = Point.zero
  private var pending: Point?
  private var isOpen = false

  static func with(_ data: UnsafeMutableRawPointer?, _ body: (inout OutlineSink) -> Void) -> Int32 {
    guard let sink = unsafe data?.assumingMemoryBound(to: OutlineSink.self) else { return 1 }
    unsafe body(&sink.pointee)
    return 0
  }

  private mutating func flush() {
    if let pending { path.line(to: pending) }
    pending = nil
  }

  private mutating func close() {
    if pending != start { flush() }
    pending = nil
    if isOpen { path.close() }
    isOpen = false
  }

  mutating func move(_ to: Point) {
    close()
    path.move(to: to)
    start = to
    isOpen = true
  }

  mutating func line(_ to: Point) {
    flush()
    pending = to
  }

  mutating func quad(_ control: Point, _ to: Point) {
    flush()
    path.quad(to: to, control: control)
  }

  mutating func cubic(_ control1: Point, _ control2: Point, _ to: Point) {
    flush()
    path.cubic(to: to, control1: control1, control2: control2)
  }

  mutating func finish() -> Path {
    close()
    return path
  }
}

private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
  guard let v = unsafe vector?.pointee else { return .zero }
  return Point(x: Double(v.x) / 64, y: Double(v.y) / 64)
}
