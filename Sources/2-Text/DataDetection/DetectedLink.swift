// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// The kind of a detected link.
public enum LinkKind: Hashable, Sendable {
  /// A match of a custom rule, with the rule's name.
  case custom(String)
  /// A mail address.
  case mail
  /// An address of the web, or any other with one of the known schemes.
  case url
  /// A telephone number.
  case phone
  /// A number: digits with separators.
  case number
}

/// A part of a text that was recognized as a link.
public struct DetectedLink: Hashable, Sendable {
  /// What was recognized: mail, URL, telephone number, number, or the match of a custom rule.
  public let kind: LinkKind
  /// The place in the text, in UTF-16 code units; never empty.
  public let range: TextRange
  /// The text at that place.
  public let text: String
  /// The address.
  ///
  /// - `mailto:` and the address for mail.
  /// - The text itself for URLs, with `https://` before a bare domain. Characters beyond ASCII are
  ///   left as they are written.
  /// - `tel:` and ASCII digits, after `+` if the number has one, for telephone numbers.
  /// - For numbers, the text with ASCII digits; this is no URL.
  /// - The result of the rule's own function for custom rules.
  public let url: String

  /// Creates a link.
  package init(kind: LinkKind, range: TextRange, text: String, url: String) {
    self.kind = kind
    self.range = range
    self.text = text
    self.url = url
  }
}

/// The links of a text.
public struct LinkDetection: Hashable, Sendable {
  /// The links in the order of the text; no two overlap.
  public let links: [DetectedLink]
  /// Whether a bound ended the search: the text or the list of links is too long, or the pattern of
  /// a custom rule took more steps than are allowed.
  public let isIncomplete: Bool
}
