// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Text with its styles, as flat columns: text, shaping, paragraph, paint, elements.
///
/// The text is stored as UTF-16, the unit of ICU and HarfBuzz. Each stage reads only the columns
/// that it depends on, so a new colour shapes nothing. Copy-on-write; copying is O(1).
///
/// A text longer than ``TextLimits/textLength`` can be made, and be the text of a `TextDocument`,
/// which shapes paragraph by paragraph; shaping it as a whole throws an error.
public struct AttributedText: Sendable {
  /// Text and styles.
  @usableFromInline
  package struct Content: Hashable, Sendable {
    @usableFromInline package fileprivate(set) var utf16: [UInt16]
    @usableFromInline package fileprivate(set) var shaping: RunColumn<ShapingStyle>
    @usableFromInline package fileprivate(set) var paragraphs: RunColumn<ParagraphStyle>
    @usableFromInline package fileprivate(set) var paint: RunColumn<PaintStyle>
    @usableFromInline package fileprivate(set) var elements: RunColumn<TextElement>
  }

  // @unchecked Sendable: mutated only while uniquely referenced, which `makeUnique` ensures;
  // `AttributedTextTests` checks that a change to one copy leaves the others as they are.
  @usableFromInline
  final class Storage: @unchecked Sendable {
    // Only the single owner of the storage mutates it, so Swift's exclusivity check is disabled.
    @exclusivity(unchecked) @usableFromInline var stored: Content

    init(_ content: Content) { unsafe stored = content }

    @inlinable var content: Content {
      @inline(__always) _read { yield unsafe stored }
      @inline(__always) _modify { yield unsafe &stored }
    }
  }

  /// The copy-on-write storage. Copying a text changes one reference count, that of the storage;
  /// the counts of the styles, which texts on other threads share, are not touched.
  @usableFromInline var storage: Storage

  /// The content, read in place without counting references.
  @inlinable package var content: Content {
    @inline(__always) _read { yield unsafe storage.stored }
  }

  /// An uncounted reference to the storage of a run's shaping style, valid as long as the text.
  ///
  /// Texts on all threads share styles. If every read counted a reference, the threads would
  /// contend for the cache line of the reference count.
  @unsafe package func shapingStorage(ofRun run: Int) -> Unmanaged<ShapingStyle.Storage> {
    if content.shaping.runs.isEmpty {
      return unsafe .passUnretained(content.shaping.first.storage)
    }
    return unsafe .passUnretained(content.shaping.runs[run].value.storage)
  }

  /// An uncounted reference to the storage of a run's paragraph style, valid as long as the text.
  @unsafe package func paragraphStorage(ofRun run: Int) -> Unmanaged<ParagraphStyle.Storage> {
    if content.paragraphs.runs.isEmpty {
      return unsafe .passUnretained(content.paragraphs.first.storage)
    }
    return unsafe .passUnretained(content.paragraphs.runs[run].value.storage)
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.content) }
  }

  /// The code units.
  @inlinable public var utf16: [UInt16] { content.utf16 }
  /// The shaping styles.
  @inlinable public var shaping: RunColumn<ShapingStyle> { content.shaping }
  /// The paragraph styles; each paragraph has the style of its first character.
  @inlinable public var paragraphs: RunColumn<ParagraphStyle> { content.paragraphs }
  /// The paint styles.
  @inlinable public var paint: RunColumn<PaintStyle> { content.paint }
  /// Attachments, links, bindings and rubies.
  @inlinable public var elements: RunColumn<TextElement> { content.elements }

  /// Creates a text in one style.
  ///
  /// - Complexity: O(*n*) in the text's length.
  public init(_ string: String = "", style: TextStyle = .default) {
    self.init(utf16: [UInt16](utf16Of: string), style: style)
  }

  /// Creates a text from UTF-8, for example the bytes of a file; ill-formed parts are read as
  /// U+FFFD.
  ///
  /// - Complexity: O(*n*) in the number of bytes; takes no memory besides the text's.
  public init(utf8: Span<UInt8>, style: TextStyle = .default) {
    self.init(utf16: [UInt16](utf8: utf8), style: style)
  }

  /// Creates a text from UTF-16; a lone surrogate is read as U+FFFD by every stage.
  public init(utf16: [UInt16], style: TextStyle = .default) {
    let length = utf16.count
    storage = Storage(
      Content(
        utf16: utf16, shaping: RunColumn(style.shaping, length: length),
        paragraphs: RunColumn(style.paragraph, length: length),
        paint: RunColumn(style.paint, length: length),
        elements: RunColumn(.none, length: length)))
  }

  /// Creates a text from columns that were built elsewhere.
  ///
  /// - Parameter elements: The attachments, links, bindings and rubies; `nil` for none.
  /// - Precondition: Every column has the length of `utf16`.
  package init(
    utf16: [UInt16], shaping: RunColumn<ShapingStyle>, paragraphs: RunColumn<ParagraphStyle>,
    paint: RunColumn<PaintStyle>, elements: RunColumn<TextElement>? = nil
  ) {
    let elements = elements ?? RunColumn(.none, length: utf16.count)
    precondition(
      shaping.length == utf16.count && paragraphs.length == utf16.count
        && paint.length == utf16.count && elements.length == utf16.count,
      "a column that does not cover its text")
    storage = Storage(
      Content(
        utf16: utf16, shaping: shaping, paragraphs: paragraphs, paint: paint, elements: elements))
  }

  /// The number of UTF-16 code units.
  @inlinable public var length: Int { content.utf16.count }

  /// The range of the whole text.
  @inlinable public var range: TextRange { TextRange(0, content.utf16.count) }

  /// The text without its styles.
  public var string: String { String(decoding: utf16, as: UTF16.self) }

  /// Appends text in a given style.
  ///
  /// - Complexity: O(length of the added text), amortised.
  public mutating func append(_ string: String, style: TextStyle) {
    append(string, style: style, element: .none)
  }

  /// Appends text in a given style, with an element.
  ///
  /// - Complexity: O(length of the added text), amortised.
  package mutating func append(_ string: String, style: TextStyle, element: TextElement) {
    if utf16.isEmpty {
      self = AttributedText(string, style: style)
      if !element.isNone { updateElements(range) { $0 = element } }
      return
    }
    makeUnique()
    let start = storage.content.utf16.count
    storage.content.utf16.append(utf16Of: string)
    let count = storage.content.utf16.count - start
    storage.content.shaping.append(style.shaping, count: count)
    storage.content.paragraphs.append(style.paragraph, count: count)
    storage.content.paint.append(style.paint, count: count)
    storage.content.elements.append(element, count: count)
  }

  /// Appends a text with its styles and elements.
  ///
  /// - Complexity: O(length of the added text + its runs), amortised.
  public mutating func append(_ other: AttributedText) {
    if utf16.isEmpty {
      if !other.utf16.isEmpty { self = other }
      return
    }
    makeUnique()
    storage.content.utf16 += other.utf16
    func add<Value>(_ column: RunColumn<Value>, to own: inout RunColumn<Value>) {
      for run in 0..<column.count {
        own.append(column.value(ofRun: run), count: column.range(of: run).count)
      }
    }
    add(other.shaping, to: &storage.content.shaping)
    add(other.paragraphs, to: &storage.content.paragraphs)
    add(other.paint, to: &storage.content.paint)
    add(other.elements, to: &storage.content.elements)
  }

  /// A part of the text with its styles and elements; the range is clamped to the text. An empty
  /// part has the styles of the character before it, and no elements.
  ///
  /// - Complexity: O(length of the part + its runs).
  public subscript(range: TextRange) -> AttributedText {
    let range = range.clamped(to: self.range)
    return AttributedText(
      utf16: Array(utf16[range.range]), shaping: shaping.slice(range),
      paragraphs: paragraphs.slice(range), paint: paint.slice(range),
      elements: range.isEmpty ? nil : elements.slice(range))
  }

  /// Changes the shaping style of a range, which is clamped to the text.
  public mutating func updateShaping(_ range: TextRange, _ change: (inout ShapingStyle) -> Void) {
    makeUnique()
    storage.content.shaping.update(range, change)
  }

  /// Changes the paragraph style of a range, which is clamped to the text.
  public mutating func updateParagraphs(
    _ range: TextRange, _ change: (inout ParagraphStyle) -> Void
  ) {
    makeUnique()
    storage.content.paragraphs.update(range, change)
  }

  /// Changes the paint style of a range, which is clamped to the text.
  public mutating func updatePaint(_ range: TextRange, _ change: (inout PaintStyle) -> Void) {
    makeUnique()
    storage.content.paint.update(range, change)
  }

  /// Changes the elements of a range, which is clamped to the text.
  public mutating func updateElements(_ range: TextRange, _ change: (inout TextElement) -> Void) {
    makeUnique()
    storage.content.elements.update(range, change)
  }
}

extension AttributedText: Hashable {
  /// Whether code units and styles are the same; two copies of one text compare in constant time.
  public static func == (a: AttributedText, b: AttributedText) -> Bool {
    // The columns are compared one by one, since comparing whole contents would retain and release
    // styles that other threads share.
    a.storage === b.storage
      || (a.utf16 == b.utf16 && a.shaping == b.shaping && a.paragraphs == b.paragraphs
        && a.paint == b.paint && a.elements == b.elements)
  }

  /// Hashes the text and its styles.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
