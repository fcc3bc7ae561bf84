// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Formats of images that are never written, by the endings of their file names.
package enum ForeignImageFormat {
  /// The endings, in lower case. (SVG is left out: some callers write SVG files.)
  private static let endings = [
    "jpg", "jpeg", "jpe", "jfif", "jp2", "jxl", "gif", "apng", "webp", "avif", "heic", "heif",
    "bmp",
    "tif", "tiff", "tga", "ico", "icns", "ppm", "pgm", "pbm", "pnm", "pam", "qoi", "exr", "hdr",
    "psd", "pdf", "ps", "eps", "svgz", "xcf", "mp4", "webm", "html",
  ]

  /// Whether an ending names one of these formats.
  ///
  /// - Parameter ending: The ending in lower case, without the dot.
  package static func contains(_ ending: String) -> Bool { endings.contains(ending) }

  /// The ending of a file name in lower case, without the dot; `nil` if it has none.
  package static func ending(of path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }
}
