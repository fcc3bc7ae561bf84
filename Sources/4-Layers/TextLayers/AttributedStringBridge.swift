// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import TextFonts
public import TextModel
import TextShaping

extension AttributedText {
  /// Creates a text from Foundation's attributed string.
  ///
  /// The string is traversed once, and takes about half a microsecond per run: where that matters,
  /// create the text once and keep it.
  ///
  /// - Parameters:
  ///   - string: A text with the attributes of `AttributeScopes.TextAttributes`.
  ///   - style: The values of attributes that are not set.
  /// - Complexity: O(characters + runs).
  public init(_ string: AttributedString, style: TextStyle = .default) {
    let characters = String(string.characters[...])
    let utf16 = Array(characters.utf16)
    let isASCII = utf16.count == characters.utf8.count
    var columns: Columns?
    var styles = StyleReader(base: style)
    let bytes = characters.utf8Span.span
    var offset = 0
    for run in string.runs {
      let utf8Count = string.utf8[run.range].count
      let end = min(offset + utf8Count, bytes.count)
      let count = isASCII ? end - offset : Self.utf16Count(bytes, offset, end)
      offset = end
      guard count > 0 else { continue }
      styles.read(run)
      if columns == nil { columns = Columns(styles) }
      columns?.append(styles, count: count)
    }
    if let columns, columns.shaping.length == utf16.count {
      self.init(
        utf16: utf16, shaping: columns.shaping, paragraphs: columns.paragraphs,
        paint: columns.paint, elements: columns.elements)
    } else {
      self.init(utf16: utf16, style: style)
    }
  }

  /// Returns the UTF-16 length of well-formed UTF-8 between two scalar boundaries.
  private static func utf16Count(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    var count = 0
    for i in start..<end {
      let byte = bytes[i]
      // UTF-16 has one unit for each lead byte, and two for the lead byte of a four-byte sequence.
      if byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 2 : 1 }
    }
    return count
  }
}

extension AttributedString {
  /// Creates an attributed string from a text, with its styles and elements as attributes of
  /// `AttributeScopes.TextAttributes`.
  ///
  /// A background that is a plain rectangle becomes a `backgroundColor`, any other a `background`.
  ///
  /// - Complexity: O(characters + runs).
  public init(_ text: AttributedText) {
    self.init()
    var start = 0
    while start < text.length {
      let shaping = text.shaping.run(at: start)
      let paragraph = text.paragraphs.run(at: start)
      let paint = text.paint.run(at: start)
      let element = text.elements.run(at: start)
      let end = min(
        text.shaping.end(of: shaping), text.paragraphs.end(of: paragraph),
        text.paint.end(of: paint), text.elements.end(of: element))
      let piece = String(decoding: text.utf16[start..<end], as: UTF16.self)
      var attributes = Self.attributes(
        text.shaping.value(ofRun: shaping), text.paragraphs.value(ofRun: paragraph))
      Self.add(text.paint.value(ofRun: paint), to: &attributes)
      Self.add(text.elements.value(ofRun: element), to: &attributes)
      append(AttributedString(piece, attributes: attributes))
      start = end
    }
  }

  private static func attributes(
    _ shaping: ShapingStyle, _ paragraph: ParagraphStyle
  ) -> AttributeContainer {
    typealias Key = AttributeScopes.TextAttributes
    var result = AttributeContainer()
    // `rest` keeps the properties that have no attribute of their own: they become one attribute.
    var rest = shaping
    rest.update { fields in
      let standard = ShapingStyle.Fields.standard
      result[Key.Font.self] = fields.font
      result[Key.FontSize.self] = fields.size
      (fields.font, fields.size) = (standard.font, standard.size)
      func take<Name: AttributedStringKey>(
        _ place: WritableKeyPath<ShapingStyle.Fields, Name.Value>, _ name: Name.Type
      ) where Name.Value: Equatable & Sendable {
        let value = fields[keyPath: place]
        guard value != standard[keyPath: place] else { return }
        result[name] = value
        fields[keyPath: place] = standard[keyPath: place]
      }
      take(\.features, Key.FontFeatures.self)
      take(\.language, Key.Language.self)
      take(\.letterSpacing, Key.Tracking.self)
      take(\.wordSpacing, Key.WordSpacing.self)
      take(\.baselineOffset, Key.BaselineOffset.self)
      take(\.textSpacingTrim, Key.SpacingTrim.self)
    }
    if rest != .default { result[Key.Shaping.self] = rest }
    if paragraph != .default { result[Key.Paragraph.self] = paragraph }
    return result
  }

  private static func add(_ paint: PaintStyle, to attributes: inout AttributeContainer) {
    typealias Key = AttributeScopes.TextAttributes
    attributes[Key.ForegroundColor.self] = paint.color
    if paint.isPlain { return }
    if let background = paint.background, background.shape == .plain {
      attributes[Key.BackgroundColor.self] = background.color
    } else {
      attributes[Key.Background.self] = paint.background
    }
    attributes[Key.Border.self] = paint.border
    attributes[Key.Underline.self] = paint.underline
    attributes[Key.Overline.self] = paint.overline
    attributes[Key.Strikethrough.self] = paint.strikethrough
    if !paint.shadows.isEmpty { attributes[Key.Shadows.self] = paint.shadows }
    attributes[Key.Stroke.self] = paint.stroke
    attributes[Key.Fill.self] = paint.fill
  }

  private static func add(_ element: TextElement, to attributes: inout AttributeContainer) {
    typealias Key = AttributeScopes.TextAttributes
    if element.isNone { return }
    attributes[Key.Link.self] = element.link
    attributes[Key.Attachment.self] = element.attachment
    attributes[Key.Binding.self] = element.binding
    attributes[Key.Ruby.self] = element.ruby
  }
}

/// The run columns of the text under construction.
private struct Columns {
  var shaping: RunColumn<ShapingStyle>
  var paragraphs: RunColumn<ParagraphStyle>
  var paint: RunColumn<PaintStyle>
  var elements: RunColumn<TextElement>

  init(_ styles: StyleReader) {
    shaping = RunColumn(styles.shaping, length: 0)
    paragraphs = RunColumn(styles.paragraph, length: 0)
    paint = RunColumn(styles.paint, length: 0)
    elements = RunColumn(styles.element, length: 0)
  }

  mutating func append(_ styles: StyleReader, count: Int) {
    shaping.append(styles.shaping, count: count)
    paragraphs.append(styles.paragraph, count: count)
    paint.append(styles.paint, count: count)
    elements.append(styles.element, count: count)
  }
}

/// Converts the attributes of successive runs into styles; a shaping style is made only where its
/// attributes differ from those of the previous run.
private struct StyleReader {
  private struct Shaping: Equatable {
    var font: FontDescriptor?
    var size: Double?
    var variations: [FontVariation]?
    var features: [FontFeature]?
    var letterSpacing: Double?
    var wordSpacing: Double?
    var baselineOffset: Double?
    var textSpacingTrim: TextSpacingTrim?
    var language: String?
    /// The style that the other attributes change; `nil` for the style of the whole text.
    var style: ShapingStyle?
  }

  private let base: TextStyle
  private var last = Shaping()
  var shaping: ShapingStyle
  var paragraph: ParagraphStyle
  var paint: PaintStyle
  var element = TextElement.none

  init(base: TextStyle) {
    self.base = base
    shaping = base.shaping
    paragraph = base.paragraph
    paint = base.paint
  }

  mutating func read(_ run: AttributedString.Runs.Run) {
    typealias Key = AttributeScopes.TextAttributes
    let attributes = Shaping(
      font: run[Key.Font.self], size: run[Key.FontSize.self],
      variations: run[Key.FontVariations.self], features: run[Key.FontFeatures.self],
      letterSpacing: run[Key.Tracking.self] ?? run[Key.Kern.self],
      wordSpacing: run[Key.WordSpacing.self], baselineOffset: run[Key.BaselineOffset.self],
      textSpacingTrim: run[Key.SpacingTrim.self],
      language: run[Key.Language.self]
        ?? run[AttributeScopes.FoundationAttributes.LanguageIdentifierAttribute.self],
      style: run[Key.Shaping.self])
    if attributes != last {
      last = attributes
      shaping = style(of: attributes)
    }
    paragraph = run[Key.Paragraph.self] ?? base.paragraph
    paint = paint(of: run)
    element = TextElement(
      attachment: run[Key.Attachment.self], link: link(of: run), binding: run[Key.Binding.self],
      ruby: run[Key.Ruby.self])
  }

  private func paint(of run: AttributedString.Runs.Run) -> PaintStyle {
    typealias Key = AttributeScopes.TextAttributes
    let base = base.paint
    var style = PaintStyle(
      color: run[Key.ForegroundColor.self] ?? base.color,
      background: run[Key.Background.self]
        ?? run[Key.BackgroundColor.self].map { TextBackground($0) } ?? base.background,
      border: run[Key.Border.self] ?? base.border,
      underline: run[Key.Underline.self] ?? base.underline,
      overline: run[Key.Overline.self] ?? base.overline,
      strikethrough: run[Key.Strikethrough.self] ?? base.strikethrough,
      shadows: run[Key.Shadows.self] ?? base.shadows, stroke: run[Key.Stroke.self] ?? base.stroke)
    if let fill = run[Key.Fill.self] ?? base.fill { style.fill = fill }
    return style
  }

  private func link(of run: AttributedString.Runs.Run) -> TextLink? {
    if let link = run[AttributeScopes.TextAttributes.Link.self] { return link }
    let url = run[AttributeScopes.FoundationAttributes.LinkAttribute.self]
    return url.map { TextLink($0.absoluteString) }
  }

  private func style(of attributes: Shaping) -> ShapingStyle {
    var style = attributes.style ?? base.shaping
    if attributes == Shaping(style: attributes.style) { return style }
    style.update { fields in
      if let font = attributes.font { fields.font = font }
      if let variations = attributes.variations { fields.font.variations += variations }
      if let size = attributes.size { fields.size = size }
      if let features = attributes.features { fields.features = features }
      if let language = attributes.language { fields.language = language }
      if let spacing = attributes.letterSpacing { fields.letterSpacing = spacing }
      if let spacing = attributes.wordSpacing { fields.wordSpacing = spacing }
      if let offset = attributes.baselineOffset { fields.baselineOffset = offset }
      if let trim = attributes.textSpacingTrim { fields.textSpacingTrim = trim }
    }
    return style
  }
}
