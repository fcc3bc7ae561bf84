// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageLoading
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

/// Elements of the token in place of text that is left out.
@MainActor
@Suite struct LabelTokenTests {
  static let link = TextLink("more", highlight: TextHighlight(background: .red, cornerRadius: 0))

  /// A line too long for its container, and a token with a picture and a link.
  static let text = AttributedText("one two three four five six seven eight nine ten")
  static var token: AttributedText {
    var token = AttributedText("\u{2026} ")
    token.append(TextAttachment(.image("a"), size: Size(width: 12, height: 10)))
    token.append(" more", style: .default)
    token[link: TextRange(4, 8)] = link
    return token
  }

  static func layer(_ store: ImageStore) async throws -> TextLayer {
    let layer = LabelImageTests.label(text, store)
    layer.bounds = Rect(width: 150, height: 24)
    layer.maximumLines = 1
    layer.truncationToken = token
    layer.longPressDuration = .seconds(3600)
    _ = try await latestCommit(of: layer)
    return layer
  }

  private static func colors(of image: Bitmap, in rect: Rect) -> Set<UInt32> {
    var colors: Set<UInt32> = []
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) { colors.insert(image.pixel(x: x, y: y)) }
    }
    return colors
  }

  @Test("A token's picture is loaded, drawn, and needs a format with colours")
  func picture() async throws {
    let loader = LabelImageTests.HeldLoader()
    let layer = try await Self.layer(LabelImageTests.store(loader))
    layer.contentsFormat = .automatic
    try await loader.answer("a", .success(try LabelImageTests.png(24, 20, .lime)))
    try await until {
      guard let layout = layer.layOutNow(), let rect = layout.attachments.first?.rect else {
        return false
      }
      let (x, y) = (Int(rect.midX), Int(rect.midY))
      return layer.contents?.format == .rgba8 && layer.contents?.rgba(x, y) == [0, 255, 0, 255]
    }
    let placed = try #require(layer.layOutNow()?.attachments.first)
    #expect(placed.offset == layer.layOutNow()?.visibleRange.end)
    #expect(placed.rect.size == Size(width: 12, height: 10))
  }

  @Test("A renderer loads the pictures of a token")
  func renderer() async throws {
    let loader = LabelImageTests.HeldLoader()
    var renderer = TextRenderer(fonts: BundledFonts.collection)
    renderer.imageStore = LabelImageTests.store(loader)
    let container = TextContainer(
      width: 150, maximumLines: 1, truncation: .end, token: Self.token)
    async let rendered = renderer.render(Self.text, in: container)
    try await loader.answer("a", .success(try LabelImageTests.png(24, 20, .lime)))
    let result = try await rendered
    let rect = try #require(result.layout.attachments.first?.rect)
    #expect(result.image.rgba(Int(rect.midX), Int(rect.midY)) == [0, 255, 0, 255])
    async let failing = renderer.render(
      Self.text,
      in: TextContainer(
        width: 150, maximumLines: 1, truncation: .end,
        token: LabelImageTests.text(["b"])))
    try await loader.answer("b", .failure(CancellationError()))
    #expect(try await failing.failedImages.map(\.request.name) == ["b"])
  }

  @Test("The environment is that of the token too")
  func environment() async throws {
    let layer = try await Self.layer(LabelImageTests.store(LabelImageTests.HeldLoader()))
    let before = try #require(layer.layOutNow()?.tokenRect)
    layer.environment = TextEnvironment(textScale: 0.5, colors: [.black: .blue])
    layer.bounds = Rect(width: 75, height: 12)
    let image = try await latestCommit(of: layer).image
    let after = try #require(layer.layOutNow()?.tokenRect)
    #expect(abs(after.width - before.width / 2) < 0.5)
    // Nothing is darker than the blue that stands for black.
    for pixel in Self.colors(of: image, in: after) { #expect(pixel >> 16 & 255 >= pixel & 255) }
    #expect(layer.truncationToken == Self.token)
  }

  @Test("A pressed link of a token is highlighted until the touch ends")
  func pressedLink() async throws {
    let layer = try await Self.layer(LabelImageTests.store(LabelImageTests.HeldLoader()))
    let token = try #require(layer.layOutNow()?.tokenRect)
    let plain = try #require(layer.contents)
    let shaped = layer.layOutNow()?.shaped
    let on = Point(x: token.maxX - 10, y: token.midY)
    #expect(layer.touch(.began, at: on, time: .zero))
    #expect(layer.pressedItem?.kind == .token(Self.link))
    let pressed = try await latestCommit(of: layer).image
    let red = Color.red.premultiplied8
    #expect(Self.colors(of: pressed, in: token).contains(red))
    #expect(!Self.colors(of: plain, in: token).contains(red))
    #expect(layer.layOutNow()?.shaped === shaped)
    layer.touch(.ended, at: on, time: .zero)
    let ended = try await latestCommit(of: layer).image
    #expect(!Self.colors(of: ended, in: token).contains(red))
    // Another token has nothing of it.
    layer.touch(.began, at: on, time: .zero)
    layer.truncationToken = AttributedText("!")
    #expect(layer.pressedItem == nil)
    _ = try await latestCommit(of: layer)
    #expect(layer.layOutNow()?.attachments.isEmpty == true)
  }
}
