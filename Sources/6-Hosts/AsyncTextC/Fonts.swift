// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The C header asynctext.h gives the functions their names.

package import CAsyncText
internal import DocumentJSON
internal import StyledDocuments
internal import TextDefaultFonts
internal import TextFonts
internal import TextModel

/// A set of fonts behind a handle.
final class Fonts: HandleObject {
  static let kind = HandleKind.fonts

  let collection: FontCollection

  init(_ collection: FontCollection) { self.collection = collection }

  /// The fonts for a document: the files that the document names, then the fonts of this set.
  ///
  /// - Throws: `FontError`.
  func collection(for document: StyledDocument) throws(FontError) -> FontCollection {
    if document.fonts.isEmpty, document.usesSystemFonts { return collection }
    if self === Fonts.standard { return try FontCache.shared.fonts(of: document) }
    var sources: [FontSource] = []
    for reference in document.fonts { sources.append(try FontCache.shared.face(reference)) }
    return FontCollection(
      given: sources + collection.given, defaultFonts: collection.defaultFonts,
      includesSystemFonts: collection.includesSystemFonts && document.usesSystemFonts)
  }

  /// The built-in fonts, then the host's.
  static let standard = Fonts(.embeddedAndSystem)
}

@c @implementation
package func at_fonts_create(
  _ files: UnsafePointer<at_font_file>!, _ count: Int, _ flags: UInt32,
  _ fonts: UnsafeMutablePointer<at_fonts>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: fonts, "fonts") {
    try check(flags, of: UInt32(AT_FONTS_BUILT_IN) | UInt32(AT_FONTS_SYSTEM))
    let (hasBuiltIn, hasSystem) = (
      flags & UInt32(AT_FONTS_BUILT_IN) != 0, flags & UInt32(AT_FONTS_SYSTEM) != 0
    )
    guard count > 0 || hasBuiltIn || hasSystem else {
      throw CallError(
        AT_NO_FONTS, "neither files are given nor AT_FONTS_BUILT_IN or AT_FONTS_SYSTEM")
    }
    var sources: [FontSource] = []
    let given = try unsafe UnsafeBufferPointer(start: files, counted: count, "files")
    for index in given.indices { sources += try unsafe faces(of: given[index]) }
    let collection = FontCollection(
      given: sources, defaultFonts: hasBuiltIn ? DefaultFonts.all : [],
      includesSystemFonts: hasSystem)
    return Fonts(collection)
  }
}

@c @implementation
package func at_fonts_characters(
  _ fonts: at_fonts, _ characters: UnsafeMutablePointer<at_data>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: characters, "characters") {
    let faces = try HandleTable.shared.object(fonts, as: Fonts.self).collection.given
    var ranges: [ClosedRange<UInt32>] = []
    for range in faces.flatMap(\.face.coverage.ranges).sorted(by: {
      $0.lowerBound < $1.lowerBound
    }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    var writer = JSONWriter()
    writer.beginArray()
    for range in ranges {
      writer.beginArray()
      writer.number(Int(range.lowerBound))
      writer.number(Int(range.upperBound))
      writer.endArray()
    }
    writer.endArray()
    return Bytes(writer.bytes)
  }
}

/// The faces of a font file of the caller.
private func faces(of given: at_font_file) throws -> [FontSource] {
  let (path, bytes, count, face) = unsafe (given.path, given.bytes, given.count, Int(given.face))
  let file: FontFile
  if let bytes = unsafe bytes {
    guard unsafe path == nil else {
      throw CallError.invalidArgument("a font file has a path or bytes, not both")
    }
    guard 0...TextLimits.fontFileBytes ~= count else {
      throw CallError(AT_TOO_LARGE, "a font file has at most \(TextLimits.fontFileBytes >> 20) MiB")
    }
    file = try FontFile(
      data: unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  } else {
    guard let path = unsafe path else {
      throw CallError.invalidArgument("a font file has neither a path nor bytes")
    }
    file = try FontFile(path: unsafe String(cString: path))
  }
  guard face < 0 else { return [try FontSource(file, index: face)] }
  var faces: [FontSource] = []
  for index in 0..<file.faceCount { faces.append(try FontSource(file, index: index)) }
  return faces
}
