// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews
import Testing
import TextTestSupport

@Suite("The articles' views", .timeLimit(.minutes(30)))
@MainActor
struct ArticleViewTests {
  @Test("LayerLabel draws as a text layer does")
  func layerLabel() async throws {
    let label = LayerLabel(frame: Rect(width: 120, height: 60))
    label.text = "A label whose layer is a text layer"
    label.textColor = .blue
    label.fontSize = 15
    #expect(label.text.hasSuffix("layer") && label.textColor == .blue && label.fontSize == 15)
    let window = HostWindow(size: Size(width: 120, height: 60), scale: 2)
    window.contentView = label
    let frame = try await window.host.settledFrame()

    let layer = TextLayer()
    layer.alignmentMode = .justify
    layer.string = label.text
    layer.foregroundColor = .blue
    layer.fontSize = 15
    layer.bounds = Rect(width: 120, height: 60)
    layer.contentsScale = 2
    layer.displayAndWait()
    #expect(try await label.layer.contents?.pngData() == layer.contents?.pngData())
    #expect(frame.image.pixelSize == PixelSize(width: 240, height: 120))
  }

  @Test("ReflectionView shows its inside upside down and paler below a gap")
  func reflectionView() async throws {
    let view = ReflectionView(frame: Rect(width: 40, height: 40))
    let red = HostView(frame: Rect(x: 0, y: 0, width: 40, height: 10))
    red.backgroundColor = .red
    let blue = HostView(frame: Rect(x: 0, y: 10, width: 40, height: 30))
    blue.backgroundColor = .blue
    view.addSubview(red)
    view.addSubview(blue)
    let outer = HostView()
    outer.addSubview(view)
    let window = HostWindow(size: Size(width: 40, height: 82))
    window.contentView = outer
    view.frame = Rect(width: 40, height: 40)
    let image = try await window.host.settledFrame().image
    #expect(image.rgba(20, 5) == [255, 0, 0, 255] && image.rgba(20, 39) == [0, 0, 255, 255])
    #expect(image.rgba(20, 40) == [255, 255, 255, 255])
    // Below the gap the nearest is the lower half, at 40 % on white.
    #expect(image.rgba(20, 43) == [153, 153, 255, 255])
    #expect(image.rgba(20, 80) == [255, 153, 153, 255])
  }
}
