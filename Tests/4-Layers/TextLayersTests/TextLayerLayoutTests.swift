// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes
@testable import TextFonts
@testable import TextLayers
@testable import TextModel
@testable import TextTypesetting

@Suite("TextLayer: the layout of the contents")
@MainActor
struct TextLayerLayoutTests {
  private static let long = String(repeating: "a text that is not short ", count: 20)

  private func makeLayer(_ string: String, coordinator: DisplayCoordinator = .main) -> TextLayer {
    let layer = TextLayer(coordinator: coordinator)
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 100, height: 40)
    layer.string = string
    return layer
  }

  @Test("The layout of a short text is made when it is asked for, and kept until the next commit")
  func shortText() throws {
    let layer = makeLayer("short")
    #expect(layer.layout == nil && layer.layOutNow() == nil)
    layer.displayAndWait()
    #expect(layer.layout == nil)
    let layout = try #require(layer.layOutNow())
    #expect(layer.layout === layout && layer.layOutNow() === layout)
    layer.string = "other"
    layer.displayAndWait()
    #expect(layer.layout == nil)
    #expect(layer.layOutNow()?.text.string == "other")
  }

  @Test("The layout of a long text is kept, however often the text is measured")
  func longText() async throws {
    let layer = makeLayer(Self.long)
    layer.displayAndWait()
    let layout = try #require(layer.layout)
    for width in 50..<60 {
      _ = try await layer.size(thatFits: Size(width: Double(width), height: 0))
    }
    #expect(layer.layout === layout && layer.layOutNow() === layout)
  }

  @Test("The layout of a measured text is kept")
  func measuredText() async throws {
    let layer = makeLayer("short")
    _ = try await layer.size(thatFits: Size(width: 100, height: 0))
    layer.displayAndWait()
    #expect(layer.layout != nil)
  }

  @Test("Asking for a layout neither shapes nor lays out on the main queue, unless it says so")
  func work() async throws {
    let coordinator = DisplayCoordinator(
      lanes: RenderLanes(count: 1))
    coordinator.metrics.isEnabled = true
    for string in ["short", Self.long] {
      let layer = makeLayer(string, coordinator: coordinator)
      layer.display()
      await coordinator.drain()
      let count = coordinator.metrics.histogram(.layout).count
      for _ in 0..<3 { _ = layer.layout }
      #expect(coordinator.metrics.histogram(.layout).count == count)
      #expect((layer.layout == nil) == (string == "short"))
    }
  }

  @Test("Layout, tint and text are those of the contents, whatever was set since")
  func ofTheCommit() throws {
    for string in ["shown", Self.long] {
      let layer = makeLayer(string)
      layer.contentsFormat = .alpha8
      layer.displayAndWait()
      layer.style.paint.color = Color(red: 1, green: 0, blue: 0)
      layer.string = "set"
      layer.fonts = try BundledFonts.collection(of: ["NotoSerif-Regular.ttf"])
      layer.maximumLines = 1
      layer.bounds.size.width = 50
      let layout = try #require(layer.layOutNow())
      #expect(layout.text.string == string)
      #expect(layout.container.width == 100 && layout.container.maximumLines == 0)
      #expect(layout.shaped.paragraphs[0].runs[0].font.face === BundledFonts.sansFace)
      #expect(layer.contentsTint == .black)
      layer.displayAndWait()
      #expect(layer.layOutNow()?.text.string == "set")
      #expect(layer.contentsTint == Color(red: 1, green: 0, blue: 0))
    }
  }
}

extension BundledFonts {
  /// The face of the embedded collection for Latin letters.
  fileprivate static var sansFace: FontFace? {
    (try? TextLayout(AttributedText("a"), fonts: collection))?
      .shaped.paragraphs[0].runs[0].font.face
  }
}
