// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import PDFFiles
internal import TextFonts

/// What the pages of a file share: fonts, pictures and graphics states, each written once.
///
/// One thread writes a file.
final class PDFDocument {
  private(set) var file: PDFFile
  private var fonts: [UInt32: PDFFont] = [:]
  private var drawnFonts: [UInt32: PDFDrawnFont] = [:]
  private var images: [ObjectIdentifier: (bitmap: Bitmap, reference: PDFReference)] = [:]
  private var imageBytes = 0
  private var states: [String: PDFReference] = [:]
  /// The fonts that forbid embedding, by their identifiers.
  private var restricted: Set<UInt32> = []
  /// Kinds of things that the file shows otherwise than pictures do, each with its number.
  private(set) var flaws: [PDFFlaw: Int] = [:]
  /// Whether pictures may ask for their pixels to be interpolated: those of archives may not (ISO
  /// 19005-2, §6.2.8).
  var interpolates = true

  /// Pictures are kept to be found again up to this many bytes: a logo on a thousand pages is
  /// written once.
  private static let keptBytes = 64 << 20

  init(packs: Bool, output: @escaping ([UInt8]) throws -> Void) throws {
    file = try PDFFile(packs: packs, output: output)
  }

  func note(_ flaw: PDFFlaw, count: Int = 1) {
    if count > 0 { flaws[flaw, default: 0] += count }
  }

  /// Notes that a font forbids embedding, once for each font.
  func note(restricted font: Font) {
    if restricted.insert(font.id).inserted { note(.restricted) }
  }

  func reserve() -> PDFReference { file.reserve() }

  func write(_ reference: PDFReference, _ body: (inout PDFSyntax) -> Void) throws {
    try file.write(reference, body)
  }

  func write(
    _ reference: PDFReference, stream bytes: [UInt8], isPacked: Bool = false,
    _ entries: (inout PDFSyntax) -> Void = { _ in }
  ) throws {
    try file.write(reference, stream: bytes, isPacked: isPacked, entries)
  }

  // MARK: Fonts

  /// A font whose glyphs are embedded as outlines; `nil` for one that is drawn glyph by glyph.
  func font(_ font: Font) -> PDFFont? {
    if let known = fonts[font.id] { return known }
    guard PDFFont.canEmbed(font) else { return nil }
    let made = PDFFont(font, name: "F\(fonts.count + 1)", reserve())
    fonts[font.id] = made
    return made
  }

  /// The glyphs of a font that are drawings.
  func drawnFont(_ font: Font) -> PDFDrawnFont {
    if let known = drawnFonts[font.id] { return known }
    let made = PDFDrawnFont(font, name: "G\(drawnFonts.count + 1)")
    drawnFonts[font.id] = made
    return made
  }

  // MARK: Graphics states

  /// The state of an opacity and a blend mode, and its name.
  func state(alpha: Double, blend: String? = nil) throws -> (name: String, PDFReference) {
    let alpha = (min(max(alpha, 0), 1) * 255).rounded()
    let name = "S\(Int(alpha))\(blend ?? "")"
    if let known = states[name] { return (name, known) }
    let reference = reserve()
    try write(reference) { syntax in
      syntax.dictionary {
        $0.entry("ca", number: alpha / 255)
        $0.entry("CA", number: alpha / 255)
        if let blend { $0.entry("BM", name: blend) }
      }
    }
    states[name] = reference
    return (name, reference)
  }

  // MARK: Pictures

  /// A picture, written at its first use.
  func image(_ bitmap: Bitmap, isSmooth: Bool = true) throws -> PDFReference {
    if let known = images[bitmap.id] { return known.reference }
    let reference = try PDFImage.write(bitmap, isSmooth: isSmooth, to: self)
    if imageBytes + bitmap.byteCount > Self.keptBytes { (images, imageBytes) = ([:], 0) }
    images[bitmap.id] = (bitmap, reference)
    imageBytes += bitmap.byteCount
    return reference
  }

  // MARK: The end

  /// Writes the fonts.
  func writeFonts() throws {
    for font in fonts.values.sorted(by: { $0.reference.number < $1.reference.number }) {
      try font.write(to: self)
    }
    for font in drawnFonts.values.sorted(by: { $0.name < $1.name }) { try font.write(to: self) }
  }

  /// Ends the file.
  func finish(catalog: PDFReference, info: PDFReference?) throws {
    try file.finish(catalog: catalog, info: info)
  }
}

/// A thing that a file shows otherwise than a picture does.
enum PDFFlaw: Hashable, CaseIterable {
  case rasterized, restricted, innerShadow, cut, wide, nested, oddSize, missing

  /// The sentence about a number of them; `nil` for those that are told elsewhere.
  func sentence(_ count: Int) -> String? {
    let things = count == 1 ? "1 thing is" : "\(count) things are"
    switch self {
    case .rasterized:
      return "\(things) drawn as pixels: shadows, filters, masks and perspectives have no shapes"
    case .restricted:
      return "the makers of \(count == 1 ? "a font" : "\(count) fonts") forbid embedding: the text "
        + "is drawn as shapes, and cannot be searched"
    case .innerShadow: return "inner shadows of text are left out"
    case .cut:
      return "\(count == 1 ? "1 line is" : "\(count) lines are") higher than a sheet, and cut off"
    case .wide:
      return (count == 1 ? "1 line is" : "\(count) lines are") + " longer than a sheet, and cut off"
    // Standards alone forbid these.
    case .nested, .oddSize: return nil
    // Characters without a glyph are noted where text is laid out.
    case .missing: return nil
    }
  }
}
