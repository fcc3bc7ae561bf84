// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// A source made ready for the parser: without the tags of elements that lie too deep, and, for
/// XHTML, with the end tags of empty elements and without the marks of CDATA sections.
///
/// The parser's time grows with the depth of its stack, so that depth is bounded before it. What is
/// open is estimated from the tags and from the end tags that HTML implies.
struct MarkupSource {
  let bytes: [UInt8]
  let isXHTML: Bool
  private(set) var flattened = 0
  private(set) var crowdedTags = 0
  /// The most attributes of a tag: the parser compares each with all before it.
  static let attributeLimit = 256
  private let depth: Int
  /// What replaces parts of the source, in order.
  private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
  private var open: [(name: Name, isKept: Bool)] = []
  private var kept = 0

  /// The SVG and MathML elements that are open.
  private var foreign = 0

  /// A hash of an element's name in lower case.
  private typealias Name = UInt64

  init(
    _ bytes: [UInt8], syntax: MarkupSyntax, depth: Int, cancellation: Cancellation
  ) throws {
    self.bytes = bytes
    self.depth = depth
    isXHTML =
      switch syntax {
      case .html: false
      case .xhtml: true
      case .detected: Self.looksLikeXHTML(bytes)
      }
    try scan(cancellation)
  }

  /// The source with its edits and a last byte of zero, and where the bytes of the result lie in
  /// the source.
  func edited() -> (bytes: [UInt8], places: Places) {
    var (result, places, end) = ([UInt8](), Places(), 0)
    result.reserveCapacity(bytes.count + 16 * edits.count)
    for edit in edits {
      result += bytes[end..<edit.range.lowerBound]
      result += edit.bytes
      end = edit.range.upperBound
      places.shifts.append((result.count, end - result.count))
    }
    return (result + bytes[end...] + [0], places)
  }

  /// The offsets in the source of the bytes of an edited source.
  struct Places {
    /// From each offset on, what is to be added.
    var shifts: [(from: Int, by: Int)] = []

    func source(_ offset: Int) -> Int {
      var (low, high) = (0, shifts.count)
      while low < high {
        let middle = (low + high) / 2
        if shifts[middle].from <= offset { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? offset : offset + shifts[low - 1].by
    }
  }

  private static func looksLikeXHTML(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(2000), as: UTF8.self)
    let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if start.hasPrefix("<?xml") { return true }
    // A document of HTML 5 may have the name space, too.
    return head.contains("XHTML") && head.contains("xmlns=\"http://www.w3.org/1999/xhtml\"")
  }

  // MARK: Tags

  private mutating func scan(_ cancellation: Cancellation) throws {
    var (i, tags) = (0, 0)
    while let start = bytes[i...].firstIndex(of: UInt8(ascii: "<")), start + 1 < bytes.count {
      tags += 1
      if tags % 1000 == 0 { try cancellation.check() }
      let next = bytes[start + 1]
      if has("<!--", at: start) {
        i = endOfComment(start + 4)
      } else if isXHTML, has("<![CDATA[", at: start) {
        i = end(of: "]]>", from: start + 9)
        edits.append((start..<i, Self.escaped(bytes[start + 9..<max(start + 9, i - 3)])))
      } else if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        i = end(of: ">", from: start + 1)
      } else if next == UInt8(ascii: "/"), start + 2 < bytes.count, Self.isLetter(bytes[start + 2])
      {
        i = end(of: ">", from: start + 2)
        endTag(start..<i)
      } else if Self.isLetter(next) {
        i = endOfTag(start)
        i = startTag(start..<i)
      } else {
        i = start + 1
      }
    }
  }

  private mutating func startTag(_ tag: Range<Int>) -> Int {
    let (name, nameEnd) = name(at: tag.lowerBound + 1)
    if tag.count > 2 * Self.attributeLimit { dropAttributes(nameEnd..<tag.upperBound) }
    let isEmpty = tag.count > 3 && bytes[tag.upperBound - 2] == UInt8(ascii: "/")
    if (foreign > 0 ? Names.breaking : Names.void).contains(name) { return tag.upperBound }
    if foreign > 0, isEmpty, !isXHTML { return tag.upperBound }
    if isXHTML, isEmpty {
      let spelled = bytes[tag.lowerBound + 1..<nameEnd]
      edits.append(
        (tag.upperBound - 2..<tag.upperBound, Array("></".utf8) + spelled + [UInt8(ascii: ">")]))
      return tag.upperBound
    }
    if Names.raw.contains(name) {
      let spelled = Array("</".utf8) + bytes[tag.lowerBound + 1..<nameEnd]
      var end = tag.upperBound
      while end < bytes.count, !has(spelled, at: end) { end += 1 }
      if isXHTML, name == Names.style || name == Names.script { unmark(tag.upperBound..<end) }
      return end
    }
    imply(before: name)
    // The parser makes `html`, `head` and `body` itself.
    let isKept = kept < depth - 3
    open.append((name, isKept))
    if Names.foreign.contains(name) { foreign += 1 }
    if isKept {
      kept += 1
    } else {
      edits.append((tag, []))
      flattened += 1
    }
    return tag.upperBound
  }

  /// Leaves out the attributes of a tag beyond the limit.
  ///
  /// - Parameter rest: The tag behind its name.
  private mutating func dropAttributes(_ rest: Range<Int>) {
    var (count, isInWord, quote) = (0, false, UInt8(0))
    for i in rest.dropLast() {
      let byte = bytes[i]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if isInWord, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        bytes[i - 1] == UInt8(ascii: "=")
      {
        quote = byte
      } else if byte <= 0x20 || byte == UInt8(ascii: "/") {
        isInWord = false
      } else if !isInWord {
        isInWord = true
        count += 1
        if count > Self.attributeLimit {
          crowdedTags += 1
          return edits.append((i..<rest.upperBound - 1, []))
        }
      }
    }
  }

  private mutating func endTag(_ tag: Range<Int>) {
    let (name, nameEnd) = name(at: tag.lowerBound + 2)
    if isXHTML, Names.void.contains(name) { return edits.append((tag, [])) }
    let found = open.suffix(1024).lastIndex { $0.name == name }
    if let found, !open[found].isKept {
      edits.append((tag, []))
    } else if tag.count > 2 * Self.attributeLimit, nameEnd < tag.upperBound - 1 {
      // Attributes of end tags mean nothing, and the parser compares each with all before it.
      edits.append((nameEnd..<tag.upperBound - 1, []))
    }
    guard let index = found else { return }
    // HTML, §13.2.6.4.7: some end tags close all within their scope, a form's and those of
    // formatting the element alone, and others nothing where a special element stands between.
    if Names.scoped.contains(name) {
      if isOpen(Names.tables.contains(name) ? Names.tableScopes : Names.scopes, within: index) {
        return
      }
    } else if isOpen(Names.special, within: index) {
      guard Names.formatting.contains(name) || name == Names.form else { return }
      if open.remove(at: index).isKept { kept -= 1 }
      return
    }
    close(through: index)
  }

  /// Whether one of some elements is kept and open within another one.
  private func isOpen(_ names: Set<Name>, within index: Int) -> Bool {
    (index + 1..<open.count).contains { open[$0].isKept && names.contains(open[$0].name) }
  }

  /// Closes the elements whose end tags HTML leaves out before the start of another one.
  private mutating func imply(before name: Name) {
    guard let closed = Names.closed[name] ?? (Names.blocks.contains(name) ? [Names.p] : nil) else {
      return
    }
    if name == Names.option, open.last?.name != name { return }
    if Names.annotations.contains(name),
      !open.suffix(1024).contains(where: { $0.name == Names.ruby })
    {
      return
    }
    var (index, found) = (open.count, Int?.none)
    while index > 0, open.count - index < 1024 {
      let other = open[index - 1].name
      index -= 1
      if closed.contains(other) {
        found = index
      } else if !Names.formatting.contains(other) {
        break
      }
    }
    if let found { close(through: found) }
  }

  private mutating func close(through index: Int) {
    while open.count > index {
      // One by one, since a slice of the list would make a copy of all of it at each end tag.
      let element = open.removeLast()
      if element.isKept { kept -= 1 }
      if Names.foreign.contains(element.name) { foreign -= 1 }
    }
  }

  /// Leaves out the marks of CDATA sections and resolves the references of a style sheet.
  private mutating func unmark(_ range: Range<Int>) {
    var i = range.lowerBound
    while i < range.upperBound {
      let found = Names.marks.first { has($0.mark, at: i) }
      if let found { edits.append((i..<i + found.mark.count, found.text)) }
      i += found?.mark.count ?? 1
    }
  }

  // MARK: Bytes

  private func has(_ word: some Collection<UInt8>, at start: Int) -> Bool {
    guard start + word.count <= bytes.count else { return false }
    var i = start
    for byte in word {
      if Self.lower(bytes[i]) != Self.lower(byte) { return false }
      i += 1
    }
    return true
  }

  private func has(_ word: StaticString, at start: Int) -> Bool {
    has("\(word)".utf8, at: start)
  }

  /// The offset after the next occurrence of a word, or the end of the source.
  private func end(of word: String, from start: Int) -> Int {
    let word = Array(word.utf8)
    var i = start
    while i < bytes.count {
      if bytes[i] == word[0], has(word, at: i) { return i + word.count }
      i += 1
    }
    return bytes.count
  }

  /// The offset after a comment, from behind its `<!--` (HTML, §13.2.5.43 to 51).
  private func endOfComment(_ start: Int) -> Int {
    if has(">", at: start) { return start + 1 }
    if has("->", at: start) { return start + 2 }
    var i = start
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "-") {
        if has("-->", at: i) { return i + 3 }
        if has("--!>", at: i) { return i + 4 }
      }
      i += 1
    }
    return i
  }

  /// The offset after the `>` of a start tag; those in quoted values do not count.
  private func endOfTag(_ start: Int) -> Int {
    var (i, quote) = (start + 1, UInt8(0))
    while i < bytes.count {
      let byte = bytes[i]
      i += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        return i
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        bytes[i - 2] == UInt8(ascii: "=") || Self.isSpace(bytes[i - 2])
      {
        quote = byte
      }
    }
    return i
  }

  private func name(at start: Int) -> (name: Name, end: Int) {
    var (i, name) = (start, Names.seed)
    while i < bytes.count, !Self.isSpace(bytes[i]), bytes[i] != UInt8(ascii: ">"),
      bytes[i] != UInt8(ascii: "/")
    {
      name = Names.hash(name, Self.lower(bytes[i]))
      i += 1
    }
    return (name, i)
  }

  private static func escaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.flatMap { byte in
      switch byte {
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      default: [byte]
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
  }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 32 : byte
  }

  /// The names of elements that the scan knows (HTML, §13.1.2).
  private enum Names {
    static let void = names(
      """
      area base basefont bgsound br col embed frame hr img input keygen link meta param source \
      track wbr
      """
    )
    static let raw = names("script style title textarea xmp iframe noembed noframes plaintext")
    static let formatting = names("a b big code em font i nobr s small span strike strong tt u")
    static let blocks = names(
      """
      address article aside blockquote center details dialog dir div dl fieldset figcaption figure \
      footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section summary table ul
      """)
    static let p = name("p"), style = name("style"), script = name("script")
    static let form = name("form"), option = name("option"), ruby = name("ruby")
    static let annotations = names("rb rt rp rtc")
    static let foreign = names("svg math")
    /// Elements without contents whose start tags end SVG and MathML.
    static let breaking = names("br embed hr img meta")
    /// The elements whose end tags close all that is open within them.
    static let scoped = blocks.subtracting([form]).union(
      names(
        """
        li dd dt button listing search select applet marquee object template
        """)
    ).union(tables)
    static let tables = names("table td th tr tbody thead tfoot caption body html")
    /// The elements in which those end tags close nothing around them.
    static let scopes = names("applet caption html table td th marquee object template")
    static let tableScopes = names("html table template")
    static let special = scoped.union(void).union(raw).union(
      names("form colgroup frameset head hgroup noscript"))
    /// The elements whose end another one's start implies.
    static let closed: [Name: Set<Name>] = {
      var result: [Name: Set<Name>] = [:]
      for (opened, closed) in [
        ("li", "li p"), ("dt dd", "dt dd p"), ("option", "option"), ("optgroup", "option optgroup"),
        ("rb rt rp rtc", "rb rt rp"), ("td th", "td th p"), ("tr", "tr td th p"),
        ("tbody thead tfoot", "tbody thead tfoot tr td th p"),
      ] {
        for name in names(opened) { result[name] = names(closed) }
      }
      return result
    }()
    static let marks: [(mark: [UInt8], text: [UInt8])] = [
      ("<![CDATA[", ""), ("]]>", ""), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&"),
      ("&quot;", "\""),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    static func name(_ text: some StringProtocol) -> Name {
      text.utf8.reduce(seed, hash)
    }
    static let seed: Name = 0xcbf2_9ce4_8422_2325
    static func hash(_ name: Name, _ byte: UInt8) -> Name { (name ^ Name(byte)) &* 0x100_0000_01b3 }
    static func names(_ text: String) -> Set<Name> { Set(text.split(separator: " ").map(name)) }
  }
}
