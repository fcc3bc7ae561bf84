// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs

/// A format of answers with pictures.
enum PictureType: String, CaseIterable, Sendable {
  case png, jpeg, webp, svg
  /// Rows of straight (not premultiplied) RGBA without padding.
  case rgba
  /// Rows of opacity, one byte a pixel, without padding.
  case a8

  /// The media type.
  var type: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .svg: "image/svg+xml"
    case .rgba, .a8: "application/octet-stream"
    }
  }

  /// Whether this build writes it.
  var isBuilt: Bool {
    switch self {
    case .jpeg: ImageCodec.jpg.isBuilt
    case .webp: ImageCodec.webp.isBuilt
    case .png, .svg, .rgba, .a8: true
    }
  }

  /// The format of a name.
  ///
  /// - Throws: ``ServiceRefusal`` with 400.
  static func named(_ name: String) throws(ServiceRefusal) -> PictureType {
    guard let format = PictureType(rawValue: name == "jpg" ? "jpeg" : name) else {
      throw .malformed("format", "It must be one of \(builtNames).")
    }
    guard format.isBuilt else {
      throw ServiceRefusal(
        400, "unsupported", member: "format", "This build writes \(builtNames) only.")
    }
    return format
  }

  private static var builtNames: String {
    allCases.filter(\.isBuilt).map(\.rawValue).joined(separator: ", ")
  }

  /// The formats that `Accept` chooses among.
  static let negotiated: [PictureType] = [.png, .jpeg, .webp, .svg, .rgba]

  /// The format that a header field `Accept` prefers; of equal ones the first of the list.
  ///
  /// - Throws: ``ServiceRefusal`` with 406.
  ///
  /// Source: RFC 9110, section 12.5.1.
  static func accepted(
    _ accept: String?, of types: [PictureType] = negotiated
  ) throws(ServiceRefusal) -> PictureType {
    var ranges: [(range: Substring, quality: Double)] = []
    for part in (accept ?? "").split(separator: ",") {
      let pieces = part.split(separator: ";").map { trimmed($0) }
      guard let range = pieces.first, !range.isEmpty else { continue }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") || $0.hasPrefix("Q=") }
      let quality = weight.flatMap { Double($0.dropFirst(2)) } ?? 1
      ranges.append((range, min(1, max(0, quality))))
    }
    if ranges.isEmpty { return .png }
    var best: (format: PictureType, quality: Double)?
    for format in types where format.isBuilt {
      let quality = quality(of: format.type, in: ranges)
      if quality > best?.quality ?? 0 { best = (format, quality) }
    }
    guard let best else {
      throw ServiceRefusal(
        406, "notAcceptable", "There are \(builtNames); Accept does not name a8.")
    }
    return best.format
  }

  /// The quality of the most specific range that holds a type.
  private static func quality(
    of type: String, in ranges: [(range: Substring, quality: Double)]
  ) -> Double {
    let family = type.prefix { $0 != "/" } + "/*"
    // Raw pixels only for who names them.
    let isRaw = type == PictureType.rgba.type
    for wanted in isRaw ? [Substring(type)] : [Substring(type), family, "*/*"] {
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
