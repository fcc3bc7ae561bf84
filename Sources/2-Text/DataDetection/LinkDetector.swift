// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency
public import TextModel

/// Finds links in text: mail addresses, URLs, telephone numbers, numbers, and the matches of custom
/// rules.
///
/// If two finds overlap, the kind decides: custom rules in their order, then mail, URL, phone,
/// number. Inside a URL with a scheme and a host, only custom rules find links: the address in
/// `https://example.com/?to=a@b.com` is part of the URL.
///
/// ```swift
/// let detector = LinkDetector()
/// detector.links(in: "Write to ann@example.com")[0].url  // "mailto:ann@example.com"
/// ```
///
/// A detector is a value that any thread may use. The same text gives the same links, in linear
/// time: no pattern backtracks, and URLs, hosts, addresses and numbers have a greatest length.
public struct LinkDetector: Sendable {
  /// A kind that can be switched off; custom rules always apply.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Mail addresses: `ann@example.com`, also with `mailto:` and a query.
    case mail
    /// URLs: `http`, `https`, `ftp`, `ftps`, `mailto`, `tel`, and bare domains that end with a
    /// top-level domain of the Internet's root zone.
    case url
    /// Telephone numbers: 7 to 15 digits in usual groups, and Chinese mobile numbers.
    case phone
    /// Numbers: digits with separators.
    case number
  }

  /// The greatest length of a URL, in UTF-16 code units; longer ones are no links.
  package static let maximumURLLength = URLScanner.maximumLength
  /// The greatest length of a number, in UTF-16 code units; longer ones are no links.
  package static let maximumNumberLength = 64

  /// The kinds of links that are detected, besides those of custom rules.
  public var kinds: Set<Kind>
  /// The user's rules, the most important first.
  public var custom: [CustomRule]
  /// The most links of one text; further ones are not detected.
  public var maximumCount: Int

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of links to detect; by default, all but numbers.
  ///   - custom: The user's rules, the most important first.
  ///   - maximumCount: The most links of one text; negative values count as zero.
  public init(
    kinds: Set<Kind> = [.mail, .url, .phone], custom: [CustomRule] = [],
    maximumCount: Int = 10_000
  ) {
    self.kinds = kinds
    self.custom = custom
    self.maximumCount = max(0, maximumCount)
  }

  /// The links of a string; ranges are in its UTF-16 code units.
  ///
  /// - Complexity: O(*n* × instructions of the patterns).
  public func links(in string: String) -> [DetectedLink] { links(in: Array(string.utf16)) }

  /// The links of a text in UTF-16.
  ///
  /// - Complexity: O(*n* × instructions of the patterns).
  package func links(in utf16: [UInt16]) -> [DetectedLink] {
    // A search that is never cancelled throws nothing.
    (try? detect(in: utf16))?.links ?? []
  }

  /// The links of a text with styles, whether or not it has links already.
  ///
  /// - Complexity: O(*n* × instructions of the patterns).
  public func links(in text: AttributedText) -> [DetectedLink] { links(in: text.utf16) }

  /// The links of a text, and whether a bound ended the search.
  ///
  /// - Parameters:
  ///   - utf16: The text. Only the first `TextLimits.textLength` units are searched.
  ///   - cancellation: Polled every few thousand units.
  /// - Throws: `CancellationError` if the search is cancelled.
  /// - Complexity: O(*n* × instructions of the patterns).
  public func detect(
    in utf16: [UInt16], cancellation: Cancellation = .never
  ) throws -> LinkDetection {
    let limit = TextLimits.textLength
    let text = ScannedText(units: utf16.count <= limit ? utf16 : Array(utf16[..<limit]))
    let limits = LinkSearchLimits(cancellation: cancellation, maximumCount: maximumCount)
    var choice = LinkChoice(text: text, limits: limits)
    choice.isIncomplete = utf16.count > limit
    for rule in custom { try choice.add(rule) }
    let urls = kinds.contains(.url) ? try URLScanner(text: text).links(limits: limits) : []
    if kinds.contains(.mail) {
      let mails = try MailScanner(text: text).links(limits: limits)
      choice.add(Self.outside(urls, mails), kind: .mail)
    }
    choice.add(urls, kind: .url)
    if kinds.contains(.phone) {
      choice.add(try PhoneScanner(text: text).links(limits: limits), kind: .phone)
    }
    if kinds.contains(.number) {
      choice.add(try NumberScanner(text: text).links(limits: limits), kind: .number)
    }
    return choice.detection()
  }

  /// The candidates that do not lie inside a URL with a scheme and a host; both are sorted.
  private static func outside(
    _ urls: [LinkCandidate], _ candidates: [LinkCandidate]
  ) -> [LinkCandidate] {
    var next = 0
    return candidates.filter { candidate in
      while next < urls.count, urls[next].range.upperBound <= candidate.range.lowerBound {
        next += 1
      }
      guard next < urls.count, urls[next].hasAuthority else { return true }
      return !urls[next].range.overlaps(candidate.range)
    }
  }
}

/// The bounds of a search: a cancellation, and the most links.
struct LinkSearchLimits {
  let cancellation: Cancellation
  let maximumCount: Int

  func check() throws { try cancellation.check() }
}
