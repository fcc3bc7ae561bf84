// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The languages of documents of markup. The raw value is the name of the member of a line that has
/// such a document.
public enum MarkupLanguage: String, CaseIterable, Sendable, Hashable {
  /// HTML, by its standard.
  case html
  /// Markdown: CommonMark with the extensions of GitHub.
  case markdown

  /// The media type (RFC 7763 has that of Markdown).
  package var mediaType: String { "text/\(rawValue)" }

  /// The endings of the names of files.
  package var endings: [String] {
    switch self {
    case .html: ["html", "htm", "xhtml", "xht"]
    case .markdown: ["md", "markdown"]
    }
  }

  /// The language of a file, by the ending of its name; `nil` for others.
  package init?(file: String) {
    guard let dot = file.lastIndex(of: ".") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    guard let language = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = language
  }
}
