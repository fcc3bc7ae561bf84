// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs

extension PictureFormat {
  /// The formats that `Accept` chooses among: all but outlines and A8.
  static let negotiated = allCases.filter { $0 != .outlines && $0 != .a8 }
  /// Those of them whose pictures are pixels, as tiles are.
  static let negotiatedPixels = negotiated.filter { !$0.isVector }

  /// The format that a header field `Accept` prefers; among equally good formats the first one in
  /// `formats`.
  ///
  /// - Throws: ``ServiceRefusal`` with 406.
  ///
  /// Source: RFC 9110, section 12.5.1.
  static func accepted(
    _ accept: String?, of formats: [PictureFormat] = negotiated
  ) throws(ServiceRefusal) -> PictureFormat {
    var ranges: [(range: Substring, quality: Double)] = []
    for part in (accept ?? "").split(separator: ",") {
      let pieces = part.split(separator: ";").map { trimmed($0) }
      guard let range = pieces.first, !range.isEmpty else { continue }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") || $0.hasPrefix("Q=") }
      let quality = weight.flatMap { Double($0.dropFirst(2)) } ?? 1
      ranges.append((range, min(1, max(0, quality))))
    }
    if ranges.isEmpty { return .png }
    var best: (format: PictureFormat, quality: Double)?
    for format in formats where format.isBuilt {
      let quality = format.quality(in: ranges)
      if quality > best?.quality ?? 0 { best = (format, quality) }
    }
    guard let best else { throw notAcceptable(formats) }
    return best.format
  }

  /// The refusal of a field `Accept` that names none of some formats.
  static func notAcceptable(_ formats: [PictureFormat]) -> ServiceRefusal {
    let words = formats.filter(\.isBuilt).map(\.rawValue)
    return ServiceRefusal(
      406, "notAcceptable", "Accept chooses among \(words.joined(separator: ", ")).")
  }

  /// The quality of the most specific range that holds the format's media type.
  private func quality(in ranges: [(range: Substring, quality: Double)]) -> Double {
    let family = mediaType.prefix { $0 != "/" } + "/*"
    // A range with a star means pictures in colour: no raw pixels, and no pages.
    for wanted in !mediaType.hasPrefix("image/") || isOneBit
      ? [Substring(mediaType)] : [Substring(mediaType), family, "*/*"]
    {
      if let found = ranges.first(where: { $0.range.lowercased() == wanted }) {
        return found.quality
      }
    }
    return 0
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
