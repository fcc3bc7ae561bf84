// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFreeType
package import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

extension Font {
  /// The outline of a glyph as FreeType's `FT_Outline_Decompose` gives it: contours start where
  /// FreeType starts them, each is closed, and the line back to its start is not an element of its
  /// own.
  ///
  /// Font units, y upwards, unhinted, variations applied. `nil` where FreeType cannot read the font
  /// or the glyph; ``outline(of:)`` may still have an outline then.
  package func freeTypeOutline(of glyph: UInt32) -> Path? {
    FreeTypeScratch.pool.withScratch { $0.face(for: self)?.outline(of: glyph) }
  }

  /// FreeType's `ascender` and `descender` (negative below the baseline), in font units, variations
  /// applied.
  package var freeTypeExtents: (ascender: Int, descender: Int)? {
    FreeTypeScratch.pool.withScratch { $0.face(for: self)?.extents }
  }
}

/// A FreeType library and the eight faces opened last with it, for one thread at a time.
///
/// FreeType draws nothing here: HarfBuzz gives the outlines. FreeType serves `--format svg` and is
/// compared with in tests.
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
    unsafe FT_Done_FreeType(library)
  }

  /// The face of a font; `nil` where FreeType cannot read it.
  func face(for font: Font) -> FreeTypeFace? {
    if let i = faces.firstIndex(where: { $0.fontID == font.id }) { return faces[i] }
    guard let face = unsafe FreeTypeFace(font, library: library) else { return nil }
    if faces.count >= 8 { faces.removeFirst() }
    faces.append(face)
    return face
  }
}

/// A FreeType face at one position on its axes, scaled so that a pixel is a font unit.
@safe private final class FreeTypeFace {
  let fontID: UInt32
  private let face: FT_Face
  /// The bytes that the face reads.
  private let blob: FontBlob

  init?(_ font: Font, library: FT_Library?) {
    fontID = font.id
    blob = font.face.harfBuzz.blob
    var made: FT_Face?
    let status = blob.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer {
        unsafe FT_New_Memory_Face(
          library, $0.baseAddress, FT_Long($0.count), FT_Long(font.face.index), &made)
      }
    }
    guard status == 0, let face = unsafe made else { return nil }
    unsafe self.face = face
    if !font.normalizedCoordinates.isEmpty {
      // HarfBuzz counts in steps of 2⁻¹⁴, FreeType in steps of 2⁻¹⁶.
      var coordinates = font.normalizedCoordinates.map { FT_Fixed($0) << 2 }
      unsafe FT_Set_Var_Blend_Coordinates(face, FT_UInt(coordinates.count), &coordinates)
    }
    let units = FT_UInt(unsafe face.pointee.units_per_EM)
    guard units > 0, unsafe FT_Set_Pixel_Sizes(face, units, units) == 0 else { return nil }
  }

  deinit { unsafe FT_Done_Face(face) }

  var extents: (ascender: Int, descender: Int) {
    unsafe (Int(face.pointee.ascender), Int(face.pointee.descender))
  }

  func outline(of glyph: UInt32) -> Path? {
    let flags = Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_NO_BITMAP) | Int32(FT_LOAD_NO_AUTOHINT)
    guard
      unsafe FT_Load_Glyph(face, glyph, flags) == 0
        && face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    var sink = OutlineSink()
    // FreeType hands each callback the pointer to `sink`, during this call alone.
    let status = unsafe withUnsafeMutablePointer(to: &sink) { sink in
      var functions = unsafe FT_Outline_Funcs(
        move_to: { unsafe OutlineSink.add(to: $1, $0) { sink, to, _, _ in sink.move(to) } },
        line_to: { unsafe OutlineSink.add(to: $1, $0) { sink, to, _, _ in sink.line(to) } },
        conic_to: { unsafe OutlineSink.add(to: $2, $1, $0) { sink, to, c, _ in sink.quad(c, to) } },
        cubic_to: {
          unsafe OutlineSink.add(to: $3, $2, $0, $1) { sink, to, c, d in sink.cubic(c, d, to) }
        },
        shift: 0, delta: 0)
      return unsafe FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, &functions, sink)
    }
    return status == 0 ? sink.finish() : nil
  }
}

/// A path under construction. The last line is held back until the next element, since a line that
/// ends a contour at its start is left out: closing the contour draws it.
private struct OutlineSink {
  private var path = Path()
  private var start = Point.zero
  private var pending: Point?
  private var isOpen = false

  /// Adds an element, for a callback of FreeType: its end and its control points.
  static func add(
    to data: UnsafeMutableRawPointer?, _ end: UnsafePointer<FT_Vector>?,
    _ control1: UnsafePointer<FT_Vector>? = nil, _ control2: UnsafePointer<FT_Vector>? = nil,
    _ body: (inout OutlineSink, Point, Point, Point) -> Void
  ) -> Int32 {
    guard let sink = unsafe data?.assumingMemoryBound(to: OutlineSink.self) else { return 1 }
    unsafe body(
      &sink.pointee, point(end?.pointee), point(control1?.pointee), point(control2?.pointee))
    return 0
  }

  private mutating func flush() {
    if let pending { path.addLine(to: pending) }
    pending = nil
  }

  private mutating func close() {
    if pending != start { flush() }
    pending = nil
    if isOpen { path.closeSubpath() }
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
    path.addQuadCurve(to: to, control: control)
  }

  mutating func cubic(_ control1: Point, _ control2: Point, _ to: Point) {
    flush()
    path.addCurve(to: to, control1: control1, control2: control2)
  }

  mutating func finish() -> Path {
    close()
    return path
  }
}

/// A point of FreeType, whose numbers are 1/64 font unit, in font units.
private func point(_ vector: FT_Vector?) -> Point {
  guard let vector else { return .zero }
  return Point(x: Double(vector.x) / 64, y: Double(vector.y) / 64)
}
