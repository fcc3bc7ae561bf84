// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A format of pictures: of files, and of the bytes that answer a request.
///
/// All that depends on the format alone stands in its ``row``; pixels are packed by
/// ``data(of:_:cancellation:)``, and SVG and PDF are written by modules above.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg, webp
  /// Black and white pixels alone, for printers of receipts and labels.
  case pbm
  /// Everything that a PNG shows, as shapes.
  case svg
  /// Only the outlines of glyphs, for programs that read outlines.
  case outlines = "svg-outlines"
  /// Text, shapes and pictures on pages, for print.
  case pdf
  /// Rows of straight (not premultiplied) RGBA without padding.
  case rgba
  /// Rows of opacity, one byte a pixel, without padding.
  case a8

  private struct Row {
    /// The name of the format, which is also that of its package trait if it has one.
    let name: String
    let mediaType: String
    /// The endings of its files in lower case, the usual one first.
    let endings: [String]
    var isBuilt = true
    var hasQuality = false
    var hasEffort = false
    var isVector = false
    /// Whether layers can be written as shapes, too, and not texts alone.
    var drawsLayers = true
    var isRaw = false
    /// Whether pixels are black or white alone.
    var isOneBit = false
  }

  private var row: Row {
    switch self {
    case .png: Row(name: "PNG", mediaType: "image/png", endings: ["png"])
    case .jpeg:
      Row(
        name: "JPEG", mediaType: "image/jpeg", endings: ["jpg", "jpeg", "jpe", "jfif"],
        isBuilt: Self.hasJPEG, hasQuality: true)
    case .webp:
      Row(
        name: "WebP", mediaType: "image/webp", endings: ["webp"], isBuilt: Self.hasWebP,
        hasQuality: true, hasEffort: true)
    case .pbm:
      Row(
        name: "PBM", mediaType: "image/x-portable-bitmap", endings: ["pbm"], isOneBit: true)
    case .svg: Row(name: "SVG", mediaType: "image/svg+xml", endings: ["svg"], isVector: true)
    case .outlines:
      Row(
        name: "SVG", mediaType: "image/svg+xml", endings: ["svg"], isVector: true,
        drawsLayers: false)
    case .pdf: Row(name: "PDF", mediaType: "application/pdf", endings: ["pdf"], isVector: true)
    case .rgba, .a8:
      Row(
        name: rawValue, mediaType: "application/octet-stream", endings: [rawValue], isRaw: true)
    }
  }

  package var name: String { row.name }
  package var mediaType: String { row.mediaType }
  /// The usual ending of its files.
  package var ending: String { row.endings[0] }
  /// Whether this build writes the format.
  package var isBuilt: Bool { row.isBuilt }
  /// Whether the picture is shapes, which are drawn at any scale.
  package var isVector: Bool { row.isVector }
  /// Whether scenes and pages can be written in the format, and not texts alone.
  package var drawsLayers: Bool { row.drawsLayers }
  /// Whether the bytes are the pixels themselves.
  package var isRaw: Bool { row.isRaw }
  /// Whether its pixels are black or white alone.
  package var isOneBit: Bool { row.isOneBit }
  /// Whether the format has a quality that can be chosen.
  package var hasQuality: Bool { row.hasQuality }
  /// Whether the time that is taken for a small file can be chosen.
  package var hasEffort: Bool { row.hasEffort }

  #if JPEG
    private static let hasJPEG = true
  #else
    private static let hasJPEG = false
  #endif
  #if WebP
    private static let hasWebP = true
  #else
    private static let hasWebP = false
  #endif

  // MARK: Names

  /// The format of a word: its name here, or an ending of its files.
  package init?(word: String) {
    guard let format = Self(rawValue: word) ?? Self(ending: word) else { return nil }
    self = format
  }

  /// Whether its files have an ending, in lower case.
  package func hasEnding(_ ending: String) -> Bool { row.endings.contains(ending) }

  /// The format of files with an ending in lower case; of several formats the first.
  package init?(ending: String) {
    guard let format = Self.allCases.first(where: { $0.hasEnding(ending) }) else {
      return nil
    }
    self = format
  }

  /// The words of the formats that this build writes.
  package static var builtWords: [String] { allCases.filter(\.isBuilt).map(\.rawValue) }

  /// The endings of their files that are no such words.
  package static var builtEndings: [String] {
    allCases.filter(\.isBuilt).flatMap(\.row.endings).filter { Self(rawValue: $0) == nil }
  }

  /// The formats of files that hold packed pixels.
  package static let files = allCases.filter { !$0.isVector && !$0.isRaw }

  /// The endings of files in formats that are never written as a picture, in lower case.
  private static let foreignEndings: Set = [
    "jp2", "jxl", "gif", "apng", "avif", "heic", "heif", "bmp", "tif", "tiff", "tga", "ico", "icns",
    "ppm", "pgm", "pnm", "pam", "qoi", "exr", "hdr", "psd", "ps", "eps", "svgz",
    "xcf",
    "mp4", "webm", "html",
  ]

  /// Whether an ending in lower case names a format that is never written as a picture.
  package static func isForeign(_ ending: String) -> Bool { foreignEndings.contains(ending) }

  /// The ending of a file name in lower case, without the dot; `nil` if it has none.
  package static func ending(of path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }
}
