// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// The fonts that one descriptor and language stand for, in the order in which they are tried.
///
/// Its answers depend on nothing but the collection, the descriptor, the language and the cluster asked for.
public final class FontCascade: Sendable {
  /// Why a font was chosen.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// It is one of the given files.
    case given(index: Int)
    /// Its family was asked for.
    case family(String)
    /// It is an embedded font.
    case embedded
    /// The host's answer for a character that no earlier font has.
    case system
    /// No font has the characters; this one draws its `.notdef`.
    case missing

    /// A sentence for people.
    public var description: String {
      switch self {
      case .given(let index): "font file \(index + 1) of those given"
      case .family(let name): "family \"\(name)\" was asked for"
      case .embedded: "embedded default font"
      case .system: "fallback of the host's fonts"
      case .missing: "no font has these characters"
      }
    }
  }

  /// The font for a cluster.
  public struct Choice: Sendable {
    /// The font.
    public let font: Font
    /// Whether it maps every character of the cluster, default-ignorables aside.
    public let isCovered: Bool
  }

  /// What was asked for.
  public let descriptor: FontDescriptor
  /// The language that chooses between regional forms, BCP 47.
  public let language: String

  init(collection: FontCollection, descriptor: FontDescriptor, language: String) {
    self.descriptor = descriptor
    self.language = language
  }

  /// The first font of all: it gives empty text its metrics.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  public var primary: Font {
    get throws(FontError) { throw FontError(.noFonts, reason: "no font") }
  }

  /// The font for a cluster: the first one that maps every character, default-ignorables aside.
  ///
  /// Emoji presentation tries fonts with colour glyphs first, text presentation those without. Where no font maps all of the
  /// cluster, the answer is the first font that maps its first character, else the first font of all.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  /// - Complexity: O(cluster) once the characters have been seen.
  public func font(
    for cluster: UnsafeBufferPointer<UInt32>, presentation: EmojiPresentation
  ) throws(FontError) -> Choice {
    throw FontError(.noFonts, reason: "no font")
  }

  /// The font for a cluster of one character; see ``font(for:presentation:)-(UnsafeBufferPointer,_)``.
  public func font(
    for scalar: Unicode.Scalar, presentation: EmojiPresentation = .unspecified
  ) throws(FontError) -> Choice {
    throw FontError(.noFonts, reason: "no font")
  }

  /// The font for a cluster, and why.
  public func explain(
    _ cluster: [Unicode.Scalar], presentation: EmojiPresentation = .unspecified
  ) throws(FontError) -> (choice: Choice, reason: Reason) {
    throw FontError(.noFonts, reason: "no font")
  }
}
