// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A link before overlaps are decided.
struct LinkCandidate {
  var range: Range<Int>
  var url: String
  /// Whether the link is a URL with a scheme and a host; a mail address inside it is no link.
  var hasAuthority = false
}

/// Finds URLs: with one of the known schemes, and bare domains with a known top-level domain.
struct URLScanner {
  /// The longest URL, in UTF-16 code units; a longer one is no link.
  static let maximumLength = 8192
  /// The deepest nesting of brackets inside a URL, which ends before deeper brackets. The bound
  /// keeps the time linear where brackets are opened and never closed.
  static let maximumDepth = 8

  let text: ScannedText
  private var hosts: HostScanner { HostScanner(text: text) }

  init(text: ScannedText) { self.text = text }

  /// All URLs in the order of the text.
  ///
  /// - Complexity: O(length of the text).
  func links(limits: LinkSearchLimits) throws -> [LinkCandidate] {
    try text.links(limits: limits) { offset, scalar, next, links in
      guard scalar.isSpacedWordScalar, let found = link(at: offset) else { return next }
      if let url = found.candidate { links.append(url) }
      return max(next, found.resume)
    }
  }

  /// The URL at an offset, and where the search goes on.
  private func link(at start: Int) -> (candidate: LinkCandidate?, resume: Int)? {
    let before = text.scalar(before: start).scalar
    if canStart(after: before) {
      if let body = endOfScheme(from: start) { return linkWithHost(start, body) }
      if text.hasPrefix("mailto:", at: start) { return mailto(start) }
      if text.hasPrefix("tel:", at: start) { return telephone(start) }
    }
    guard canStart(after: before), before != "_", before != "-", before != ".", before != "/",
      !before.isSpacedWordScalar,
      let (end, scanned) = hosts.endOfDomain(from: start, anyScript: false),
      text.unit(scanned) != .ascii("@")
    else { return nil }
    let tail = self.tail(from: endOfPort(from: end))
    let range = start..<tail.end
    guard range.count <= Self.maximumLength else { return (nil, tail.end) }
    return (LinkCandidate(range: range, url: "https://" + text.string(range)), tail.end)
  }

  /// Whether an address may follow a character: not inside a word, a mention or a hashtag.
  private func canStart(after scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "@", "\u{FF20}", "#", "\u{FF03}", "$": false
    default: scalar.value >= 0x80 || !UInt16(scalar.value).isASCIIAlphanumeric
    }
  }

  /// The end of a scheme with `://` at an offset.
  private func endOfScheme(from start: Int) -> Int? {
    if text.hasPrefix("http://", at: start) { return start + 7 }
    if text.hasPrefix("https://", at: start) { return start + 8 }
    if text.hasPrefix("ftp://", at: start) { return start + 6 }
    if text.hasPrefix("ftps://", at: start) { return start + 7 }
    return nil
  }

  private func linkWithHost(_ start: Int, _ body: Int) -> (LinkCandidate?, Int)? {
    let host = endOfUserInformation(from: body) ?? body
    guard let hostEnd = hosts.endWithScheme(from: host) else { return nil }
    var tail = self.tail(from: endOfPort(from: hostEnd))
    if hostEnd - host == 4, text.hasPrefix("t.co", at: host), text.unit(hostEnd) == .ascii("/") {
      guard let slug = endOfSlug(from: hostEnd) else { return (nil, tail.end) }
      tail = text.unit(slug) == .ascii("?") ? self.tail(from: slug) : (slug, slug)
    }
    let range = start..<tail.end
    guard range.count <= Self.maximumLength else { return (nil, tail.end) }
    return (LinkCandidate(range: range, url: text.string(range), hasAuthority: true), tail.end)
  }

  /// The end of the path of a t.co address, which is one word of at most 40 letters and digits, so
  /// that text right after the word is no part of the URL (twitter-text, `validTcoUrl`).
  private func endOfSlug(from slash: Int) -> Int? {
    var end = slash + 1
    while text.unit(end).isASCIIAlphanumeric, end - slash <= 41 { end += 1 }
    return end - slash - 1 <= 40 ? end : nil
  }

  /// The end of `user@` or `user:password@`.
  private func endOfUserInformation(from start: Int) -> Int? {
    for offset in start..<min(text.count, start + 128) {
      switch Unicode.Scalar(text.unit(offset)) {
      case "@"?: return offset > start ? offset + 1 : nil
      case "."?, "_"?, "~"?, "%"?, "!"?, "$"?, "&"?, "*"?, "+"?, ","?, ";"?, "="?, ":"?, "-"?:
        continue
      default: if !text.unit(offset).isASCIIAlphanumeric { return nil }
      }
    }
    return nil
  }

  /// The end of a port at an offset; the offset itself if there is none.
  private func endOfPort(from start: Int) -> Int {
    guard text.unit(start) == .ascii(":") else { return start }
    var end = start + 1
    var port = 0
    while text.unit(end).isASCIIDigit, end - start <= 5 {
      port = port * 10 + Int(text.unit(end) - 0x30)
      end += 1
    }
    return end > start + 1 && port <= 65535 && !text.unit(end).isASCIIDigit ? end : start
  }

  private func mailto(_ start: Int) -> (LinkCandidate?, Int)? {
    guard let mail = MailScanner(text: text).address(from: start + 7) else { return nil }
    let end =
      text.unit(mail.upperBound) == .ascii("?")
      ? tail(from: mail.upperBound).end : mail.upperBound
    return (LinkCandidate(range: start..<end, url: text.string(start..<end)), end)
  }

  private func telephone(_ start: Int) -> (LinkCandidate?, Int)? {
    // The number consists of digits and visual separators (RFC 3966).
    var end = start + 4
    var digits = 0
    if text.unit(end) == .ascii("+") { end += 1 }
    var valid = end
    while digits <= 15, end - start < 64 {
      let unit = text.unit(end)
      if unit.isASCIIDigit {
        digits += 1
        valid = end + 1
      } else if unit != .ascii("-"), unit != .ascii("."), unit != .ascii("("), unit != .ascii(")") {
        break
      }
      end += 1
    }
    guard digits >= 3, digits <= 15 else { return nil }
    return (LinkCandidate(range: start..<valid, url: text.string(start..<valid)), valid)
  }

  /// The end of path, query and fragment at an offset, without punctuation at the end.
  ///
  /// Brackets that are opened inside must be closed inside. Text of scripts without spaces ends a
  /// URL.
  func tail(from start: Int) -> (end: Int, scanned: Int) {
    switch Unicode.Scalar(text.unit(start)) {
    case "/"?, "?"?, "#"?: break
    default: return (start, start)
    }
    var end = start
    // The open brackets: for each, its closing bracket, and where the URL ends if that is missing.
    var open: [(close: Unicode.Scalar, end: Int)] = []
    var offset = start
    scan: while offset < text.count {
      let (scalar, length) = text.scalar(at: offset)
      switch scalar {
      case "(", "[":
        if open.count == Self.maximumDepth { break scan }
        open.append((scalar == "(" ? ")" : "]", end))
      case ")", "]":
        guard open.last?.close == scalar else { break scan }
        open.removeLast()
        end = offset + length
      case "/", "+", "-", "=", "_", "#", "&":
        end = offset + length
      case ".", ",", ":", ";", "!", "?", "'", "@", "*", "~", "|", "$", "%", "\u{2013}":
        break
      default:
        guard scalar.isSpacedWordScalar else { break scan }
        end = offset + length
      }
      offset += length
    }
    // A bracket that is not closed does not belong to the URL, which ends before the bracket.
    if let first = open.first { end = first.end }
    return (end, offset)
  }
}
