// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LayerModel
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import ImageLoading
@testable import SystemConcurrency
@testable import TextLayers
@testable import TextModel
@testable import TextPainting
@testable import TextTypesetting

/// Texts, attachments and containers in archives.
@Suite struct ArchiveTests {
  private static func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, _ json: String
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  static let image = TextAttachment(
    .image(
      ImageRequest(
        "cat.png", scale: 2, maximumSize: PixelSize(width: 30, height: 40), priority: .near),
      placeholder: .white),
    size: Size(width: 10, height: 12), alignment: .middle, contentMode: .aspectFill,
    margins: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4), plainText: ":cat:",
    wrap: .surround, side: .end)

  /// A text in which every column has several runs.
  static func sample() -> AttributedText {
    var text = AttributedText("one ", style: TextStyle(size: 12))
    text.append("два 😀 ", style: TextStyle(size: 20, weight: 700, color: .white))
    text.append("שלוש\n\u{0}\"\u{2028}", style: TextStyle(size: 20, alignment: .center))
    text.append(image)
    text.append("four", style: TextStyle(size: 12))
    text.append(TextAttachment(.reserved("r")))
    text[link: TextRange(2, 6)] = TextLink(
      "https://a.b/?c", highlight: TextHighlight(background: .white, cornerRadius: 3))
    text[binding: TextRange(10, 12)] = TextBinding(plainText: "<x>")
    text[binding: TextRange(12, 14)] = TextBinding(plainText: "<x>")
    text[ruby: TextRange(14, 15)] = RubyText("r", alignment: .center, overhang: .none)
    text[ruby: TextRange(15, 16)] = RubyText("r", alignment: .center, overhang: .none)
    text.updatePaint(TextRange(1, 3)) {
      $0.shadows = [TextShadow(color: .black, blurRadius: 2)]
      $0.overline = TextDecoration(style: .dashed)
    }
    return text
  }

  @Test func textsComeBack() throws {
    let text = Self.sample()
    let found = try Self.coded(text)
    #expect(found == text)
    #expect(found.elements.ends == text.elements.ends)
    for text in ["", "x", "naïve 😀\r\n", String(repeating: "long ", count: 5000)] {
      #expect(try Self.coded(AttributedText(text)) == AttributedText(text))
    }
    let empty = AttributedText("", style: TextStyle(size: 30, color: .white))
    #expect(try Self.coded(empty) == empty)
    // A lone surrogate is read as U+FFFD.
    let lone = AttributedText(utf16: [0x61, 0xD800, 0x62])
    #expect(try Self.coded(lone) == AttributedText("a\u{FFFD}b"))
  }

  @Test func aTextAndItsContainerGiveTheSameLayout() throws {
    struct Archive: Codable {
      var text: AttributedText
      var container: TextContainer
    }
    let archive = Archive(
      text: Self.sample(),
      container: TextContainer(
        width: 90, maximumLines: 3, insets: EdgeInsets(3), verticalAlignment: .center))
    let found = try Self.coded(archive)
    let fonts = BundledFonts.collection
    let layout = try TextLayout(archive.text, in: archive.container, fonts: fonts)
    let again = try TextLayout(found.text, in: found.container, fonts: fonts)
    #expect(layout.isTruncated && layout.lines.count == 3)
    #expect(again.lines.map(\.frame) == layout.lines.map(\.frame))
    #expect(again.lines.map(\.range) == layout.lines.map(\.range))
    #expect(again.accessibilityElements == layout.accessibilityElements)
  }

  @Test func plainTextIsSmall() throws {
    let json = try JSONEncoder().encode(AttributedText("hello"))
    #expect(String(decoding: json, as: UTF8.self) == #"{"text":"hello"}"#)
    // A style that returns is written once.
    var text = AttributedText("", style: TextStyle(size: 12))
    for _ in 0..<100 {
      text.append("ab", style: TextStyle(size: 12))
      text.append("cd", style: TextStyle(family: "Serif Family", size: 20))
    }
    let found = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    #expect(found.split(separator: "Serif Family").count == 2)
  }

  @Test func noColumnIsForgotten() throws {
    let content = Self.sample().content
    let columns = Mirror(reflecting: content).children.map { $0.label ?? "" }
    #expect(columns == ["utf16", "shaping", "paragraphs", "paint", "elements"])
    let text = Self.sample()
    #expect(text.shaping.count > 1 && text.paragraphs.count > 1 && text.paint.count > 1)
    let element = try #require(
      Mirror(reflecting: TextElement(link: TextLink("a")))
        .descendant("storage", "some", "fields"))
    #expect(Mirror(reflecting: element).children.count == 4)
    var all = TextElement(
      attachment: Self.image, link: TextLink("a"), binding: TextBinding(),
      ruby: RubyText("r", position: .under, alignment: .start, overhang: .none, scale: 0.3))
    #expect(try Self.coded(all) == all)
    all.attachment = nil
    #expect(try Self.coded(all) == all)
    #expect(try Self.coded(TextElement.none) == .none)
  }

  @Test func attachments() throws {
    // Every property differs from its default.
    // The lines of pages alone set the others, which are not archived.
    let others: Set = ["clear", "inlinePart"]
    func members(_ attachment: TextAttachment) -> [Mirror.Child] {
      Mirror(reflecting: attachment).children.filter { !others.contains($0.label ?? "") }
    }
    let image = members(Self.image)
    let plain = members(TextAttachment(.reserved("")))
    #expect(image.count == 8)
    for (own, standard) in zip(image, plain) {
      #expect(String(describing: own.value) != String(describing: standard.value))
    }
    #expect(try Self.coded(Self.image) == Self.image)
    #expect(try Self.coded(TextAttachment(.reserved("é"))) == TextAttachment(.reserved("é")))
    for alignment in TextAttachment.Alignment.allCases {
      for mode in TextAttachment.ContentMode.allCases {
        let box = TextAttachment(.reserved(""), alignment: alignment, contentMode: mode)
        #expect(try Self.coded(box) == box)
      }
    }
    // A picture that is there is not part of the archive.
    let text = try Self.bitmapText()
    let loaded = Self.sample().withImages { _ in text.bitmap }
    #expect(loaded != Self.sample())
    #expect(try Self.coded(loaded) == Self.sample())
  }

  private static func bitmapText() throws -> (text: AttributedText, bitmap: Bitmap) {
    var context = try GraphicsContext(
      pixels: PixelSize(width: 5, height: 4), background: Color(white: 0.3, alpha: 0.5))
    try context.fill(
      Rect(x: 1, y: 1, width: 2, height: 2), with: Color(red: 0.9, green: 0.1, blue: 0))
    let bitmap = context.makeBitmap()
    var text = AttributedText("a")
    text.append(TextAttachment(.bitmap(bitmap, scale: 2), plainText: "p"))
    return (text, bitmap)
  }

  @Test func bitmaps() throws {
    let (text, bitmap) = try Self.bitmapText()
    let found = try Self.coded(text)
    let attachment = try #require(found.elements.value(at: 1).attachment)
    let content = try #require(attachment.content as? BitmapAttachment)
    #expect(content.scale == 2 && attachment.plainText == "p")
    #expect(content.naturalSize == Size(width: 2.5, height: 2))
    #expect(content.bitmap == bitmap)
  }

  @Test @MainActor func contentThatCannotBeCoded() throws {
    struct Dot: AttachmentDrawing, Hashable {
      var naturalSize: Size? { nil }
      func draw(
        in context: inout GraphicsContext, size: Size, cancellation: Cancellation
      ) throws {}
    }
    for (attachment, name) in [
      (TextAttachment(Dot()), "Dot"), (TextAttachment(.layer(Layer())), "LayerAttachment"),
    ] {
      var text = AttributedText("a")
      text.append(attachment)
      do {
        _ = try JSONEncoder().encode(text)
        Issue.record("\(name) was encoded")
      } catch EncodingError.invalidValue(_, let context) {
        #expect(context.debugDescription.contains("type \(name) cannot be coded"))
      }
    }
  }

  @Test func containers() throws {
    var token = AttributedText("more", style: TextStyle(size: 9))
    token[link: TextRange(0, 4)] = TextLink("a")
    var container = TextContainer(
      width: 30, height: 40, maximumLines: 3, truncation: .middle, ellipsis: "..", token: token,
      insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4),
      verticalAlignment: .capHeightCenter, minimumScale: 0.5, isWrapped: false)
    container.writingMode = .verticalRL
    container.maximumScale = 3
    container.shape = .path(Path(rect: Rect(x: 1, y: 2, width: 30, height: 40)), rule: .evenOdd)
    container.exclusions = [Exclusion(Rect(x: 5, y: 6, width: 7, height: 8), margin: 2)]
    container.columns = TextColumns(count: 3, gap: 4, isBalanced: true)
    container.trim = TextBoxTrim(over: .ex, under: .ideographic)
    let (own, standard) = (Mirror(reflecting: container), Mirror(reflecting: TextContainer()))
    #expect(own.children.count == 11)
    for (own, standard) in zip(own.children, standard.children) {
      #expect(String(describing: own.value) != String(describing: standard.value))
    }
    #expect(try Self.coded(container) == container)
    #expect(try Self.coded(TextContainer()) == TextContainer())
    for over in TextBoxTrim.Over.allCases {
      for under in TextBoxTrim.Under.allCases {
        let trim = TextBoxTrim(over: over, under: under)
        #expect(try Self.coded([trim]) == [trim])
      }
    }
    for truncation in TextContainer.Truncation.allCases {
      #expect(try Self.coded([truncation]) == [truncation])
    }
    for alignment in TextContainer.VerticalAlignment.allCases {
      #expect(try Self.coded([alignment]) == [alignment])
    }
  }

  @Test(arguments: [
    #"{"text":"abc","shaping":{"values":[{}],"runs":[0,2]}}"#,
    #"{"text":"abc","shaping":{"values":[{}],"runs":[0,4]}}"#,
    #"{"text":"","elements":{"values":[{}],"runs":[0,1]}}"#,
    #"{"text":"😀","paint":{"values":[{}],"runs":[0,1]}}"#,
    #"{"text":"a","paragraphs":{"values":[],"runs":[]}}"#,
    #"{"text":"a","elements":{"values":[{"attachment":{}}],"runs":[0,1]}}"#,
    #"{"text":"a","elements":{"values":[{"attachment":{"content":{}}}],"runs":[0,1]}}"#,
    #"{"text":"a","elements":{"values":[{"attachment":{"content":{"layer":1}}}],"runs":[0,1]}}"#,
    #"""
    {"text":"a","elements":{"values":[{"attachment":{"content":
    {"reserved":{"id":"a"},"bitmap":{"png":"","scale":1}}}}],"runs":[0,1]}}
    """#,
    #"""
    {"text":"a","elements":{"values":[{"attachment":{"content":
    {"bitmap":{"png":"iVBORw0KGgo=","scale":1}}}}],"runs":[0,1]}}
    """#,
    "{}", "[]", "3", #"{"text":1}"#,
  ])
  func damagedTexts(_ json: String) {
    #expect(throws: DecodingError.self) { try Self.decoded(AttributedText.self, json) }
  }

  /// Bytes that are changed, removed and doubled: an error, or a text whose columns fit.
  @Test func mutatedArchives() throws {
    let encoder = JSONEncoder()
    let json = Array(try encoder.encode(Self.sample()))
    var random = SeededGenerator(seed: 7)
    let bytes = Array(#"0129-+.,:[]{}"\eEtnu "#.utf8) + [0, 0x80, 0xFF]
    var (decoded, failed) = (0, 0)
    for _ in 0..<6000 {
      var mutant = json
      for _ in 0...Int(random.next() % 3) {
        let at = Int(random.next() % UInt64(mutant.count))
        switch random.next() % 4 {
        case 0: mutant.remove(at: at)
        case 1: mutant.insert(mutant[at], at: at)
        default: mutant[at] = bytes[Int(random.next() % UInt64(bytes.count))]
        }
      }
      do {
        let text = try JSONDecoder().decode(AttributedText.self, from: Data(mutant))
        decoded += 1
        #expect(text.elements.length == text.length && text.paint.length == text.length)
        #expect(text.shaping.length == text.length && text.paragraphs.length == text.length)
        _ = text.plainText(in: text.range)
        #expect(try Self.coded(text) == text)
      } catch is DecodingError { failed += 1 }
    }
    #expect(decoded > 100 && failed > 100)
  }
}
