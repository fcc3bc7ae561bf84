// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasDrawing
import CanvasGeometry
import DataDetection
import FoundationEssentials
import LayerCompositing
import TextDefaultFonts
import TextFonts
import TextLayers
import TextModel
import TextShaping
import TextTypesetting

// The code of the article, whose first block is also in README.md; `GuideArticleTests` compares them.

func exampleProgram() async throws -> (RenderedText, AttributedText, [MissingCharacter]) {
  var text = AttributedText("Hello, мир\n", style: TextStyle(size: 28, weight: 700))
  text.append("Drawn off the main thread.", style: TextStyle(size: 16, color: Color(white: 0.4)))
  let renderer = TextRenderer()
  let picture = try await renderer.render(
    text, in: TextContainer(width: 420), scale: 2, background: .white)
  try await picture.image.write(to: "hello.png", on: .shared)  // packed on a lane
  let missing = picture.missing  // characters for which no font had a glyph
  return (picture, text, missing)
}

func exampleTree() async throws -> Bitmap {
  let tree = try RenderTree(size: Size(width: 400, height: 300), scale: 2) {
    Box(.white).frame(20, 20, 360, 260).cornerRadius(8).shadow(radius: 6)
    Text("Hello, мир", size: 28).position(200, 150)
  }
  let card = try await TreeRenderer().render(tree).image
  return card
}

@MainActor
func exampleLayer(_ show: (Bitmap) -> Void) async -> TextLayer {
  let label = TextLayer()
  label.bounds = Rect(width: 320, height: 96)
  label.contentsScale = 2
  label.string = "Hello, мир"  // or .text, or .attributedString
  for await commit in label.commits {  // the present contents first, then each new picture
    show(commit.image)  // bitmap, layout, size and scale of one snapshot
  }
  return label
}

@MainActor
func exampleLinks(_ label: TextLayer, _ point: Point, _ open: (String) -> Void) async {
  var message = AttributedText("See https://example.org ")
  message.addLinks(from: LinkDetector(), highlight: TextHighlight(color: .white))
  message.append(TextAttachment(.image("cat.png"), alignment: .center, plainText: ":cat:"))
  label.text = message
  label.touch(.began, at: point)
  for await event in label.events {
    if case .tap(let item) = event, case .link(let link) = item.kind { open(link.url) }
  }
}

@MainActor
func exampleFailure(_ label: TextLayer, _ report: (String) -> Void) async {
  for await outcome in label.displayOutcomes {
    if case .failed(let error) = outcome { report(error.message) }
  }
}

@MainActor
func exampleMeasuring(_ label: TextLayer, _ point: Point) async throws -> (Int?, Size) {
  let offset = label.layOutNow()?.position(at: point).offset
  let size = try await label.size(thatFits: Size(width: 320, height: 0))  // measured on a lane
  return (offset, size)
}

func exampleStages(_ text: AttributedText) throws -> (Bitmap, [Rect]) {
  let layout = try TextLayout(text, in: TextContainer(width: 600), fonts: .embedded)
  let selection = layout.rectangles(for: TextRange(0, 5))
  var canvas = try GraphicsContext(size: layout.size, scale: 2)
  try canvas.draw(layout, at: .zero)
  let bitmap = canvas.makeBitmap()
  return (bitmap, selection)
}

@MainActor
func exampleAttributedString(_ label: TextLayer) {
  var string = AttributedString("Small capitals, underlined")
  string.fontSize = 20
  string.font = FontDescriptor(families: ["Noto Serif"], weight: 600)
  string.fontFeatures = [FontFeature("smcp")]
  if let word = string.range(of: "underlined") { string[word].underline = TextDecoration() }
  label.attributedString = string  // or AttributedText(string), for a renderer
}

@MainActor
func exampleFonts(_ label: TextLayer) throws {
  label.fonts = try FontCollection(files: ["Brand-Regular.otf", "Brand-Bold.otf"])
}
