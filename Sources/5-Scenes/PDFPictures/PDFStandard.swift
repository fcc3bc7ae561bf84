// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension PDFWriter {
  /// A standard that a file says it follows.
  public enum Standard: String, CaseIterable, Hashable, Sendable {
    /// PDF/A-2u, for archives (ISO 19005-2): all that the pages need is in the file, and all text
    /// has characters.
    case archive = "a-2u"
    /// PDF/UA-1, for all readers (ISO 14289-1): the file has a title and a language, and what is
    /// read aloud has an order, headings without gaps and pictures with alternatives.
    case accessible = "ua-1"

    var title: String {
      switch self {
      case .archive: "PDF/A-2u"
      case .accessible: "PDF/UA-1"
      }
    }
  }

  /// Why a file does not follow a standard, in phrases; empty if it does.
  func obstacles(to standard: Standard) -> [String] {
    var obstacles: [String] = []
    if let count = document.flaws[.missing] {
      obstacles.append(count == 1 ? "1 glyph is missing" : "\(count) glyphs are missing")
    }
    if standard == .archive {
      if document.flaws[.nested] != nil {
        obstacles.append("its graphics states lie over 28 deep")
      }
      if document.flaws[.oddSize] != nil {
        obstacles.append("a side of a page is below 3 points or above 14,400")
      }
    }
    guard standard == .accessible else { return obstacles }
    if metadata.title.isEmpty { obstacles.append("it has no title") }
    if metadata.language.isEmpty { obstacles.append("it has no language") }
    let (pictures, restricted) = (structure.undescribed, document.flaws[.restricted] ?? 0)
    if pictures > 0 {
      obstacles.append(
        pictures == 1
          ? "1 picture has no alternative" : "\(pictures) pictures have no alternatives")
    }
    if structure.skipsLevels { obstacles.append("its headings leave out levels") }
    if restricted > 0 { obstacles.append("text is drawn as shapes") }
    return obstacles
  }
}
