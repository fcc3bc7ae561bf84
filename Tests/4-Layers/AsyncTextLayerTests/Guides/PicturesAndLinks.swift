// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import AsyncTextLayer
import CanvasDrawing
import CanvasGeometry
import DataDetection
import LayerModel
import SystemConcurrency
import Testing
import TextLayers
import TextModel
import TextPainting
import TextTestSupport
import TextTypesetting

// The code of the article PicturesAndLinks, block by block; `GuideArticleTests` compares them.

func greeting(_ logo: Bitmap) -> AttributedText {
  var text = AttributedText("From ", style: TextStyle(size: 16))
  text.append(TextAttachment(.bitmap(logo, scale: 2), alignment: .center, plainText: "us"))
  text.append(" with ", style: TextStyle(size: 16))
  text.append(TextAttachment(.image("cat.png"), plainText: ":cat:"))
  return text
}

struct Dot: AttachmentDrawing, Hashable {
  let color: Color
  var naturalSize: Size? { Size(width: 10, height: 10) }

  func draw(
    in context: inout GraphicsContext, size: Size, cancellation: Cancellation
  ) throws {
    try context.fill(Path(ellipseIn: Rect(origin: .zero, size: size)), with: color)
  }
}

func linked(_ string: String) -> AttributedText {
  var text = AttributedText(string)
  let pressed = TextHighlight(background: Color(white: 0.5, alpha: 0.3), cornerRadius: 4)
  for link in text.addLinks(from: LinkDetector(), highlight: pressed) {
    text.updatePaint(link.range) { $0.underline = TextDecoration() }
  }
  return text
}

@MainActor
func follow(_ label: TextLayer, open: (String) -> Void) async {
  for await event in label.events {
    switch event {
    case .tap(let item):
      if case .link(let link) = item.kind { open(link.url) }
    case .longPress: break
    case .sizeChanged(let size): label.bounds.size.height = size.height
    case .imageFailed(let request, let error): print("\(request.name): \(error)")
    }
  }
}

@MainActor
@Suite("Guides: pictures, links and touches")
struct PicturesAndLinksGuide {
  @Test func attachments() throws {
    let logo = try GraphicsContext(
      pixels: PixelSize(width: 20, height: 20), background: .red
    ).makeBitmap()
    var text = greeting(logo)
    text.append(TextAttachment(Dot(color: .blue)))
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    #expect(layout.attachments.map(\.rect.width) == [10, 16, 10])
    #expect(text.imageRequests == ["cat.png"])
  }

  @Test func links() async throws {
    let label = TextLayer(linked("see https://example.org now"), fonts: BundledFonts.collection)
    label.bounds = Rect(width: 300, height: 40)
    label.longPressDuration = .seconds(3600)
    _ = try await latestCommit(of: label)
    let rect = try #require(label.layOutNow()?.rectangles(for: TextRange(4, 23)).first)
    var opened: [String] = []
    let following = Task { @MainActor in await follow(label) { opened.append($0) } }
    // Each turn, since an event without a subscriber is lost.
    try await until {
      label.touch(.began, at: Point(x: rect.midX, y: rect.midY))
      label.touch(.ended, at: Point(x: rect.midX, y: rect.midY))
      return !opened.isEmpty
    }
    following.cancel()
    #expect(opened.first == "https://example.org")
  }
}

/// Waits until a layer shows everything that was set.
@MainActor
private func latestCommit(of layer: AsyncLayer) async throws -> DisplayContents {
  try await finish {
    for await commit in layer.commits where !layer.needsDisplay { return commit }
    throw CancellationError()
  }
}
