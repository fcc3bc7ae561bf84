// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Why a document of markup was not read.
public struct MarkupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Sendable {
    /// The library is built without the package trait `HTML`, or `Markdown`.
    case unavailable
    /// The source is longer than ``MarkupLimits/bytes``.
    case tooLarge
    /// The tree would need more memory than ``MarkupLimits/memory``.
    case outOfMemory
    /// The source would take longer than ``MarkupLimits/seconds``.
    case tooSlow
  }

  /// What went wrong.
  public let code: Code
  /// The reason, as a sentence.
  public let description: String
  /// The language of the source.
  package var language = MarkupLanguage.html
}

/// The bounds of a document of markup.
public struct MarkupLimits: Sendable, Hashable {
  /// The longest source, in bytes.
  public var bytes = 16 << 20
  /// The memory that the parser may use, in bytes.
  public var memory = 256 << 20
  /// The elements that may be open at a time; those beyond are left out and their contents kept, as
  /// in browsers.
  public var depth = 512
  /// The time of the processor in which Markdown is converted, in seconds. Usual documents take a
  /// hundredth of a second a megabyte, but some that are made for it take a time that grows with the
  /// square of their length.
  public var seconds = 10.0

  /// The limits of a page: 16 MiB, of which 256 MiB may be made, 512 elements deep, and 10 seconds
  /// for the conversion of Markdown.
  public init() {}
}

/// How the tags of a source are read.
public enum MarkupSyntax: Sendable {
  /// XHTML if the source begins with `<?xml` or has a document type and the name space of XHTML.
  case detected
  /// HTML: `<div/>` opens an element.
  case html
  /// HTML in which `<div/>` is an empty element and `<![CDATA[` marks text, as in XML.
  case xhtml
}
