// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextLayers
import TextTestSupport

/// Animations of `foregroundColor` show what the text would be in that colour.
@Suite("TextLayer: animated colours", .timeLimit(.minutes(30)))
@MainActor
struct TextColorAnimationTests {
  private func makeLayer(
    _ format: ContentsFormat, _ color: Color, _ change: (TextLayer) -> Void = { _ in }
  ) -> TextLayer {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.contentsFormat = format
    layer.frame = Rect(x: 10.3, y: 10.4, width: 60.5, height: 24.5)
    layer.string = "Wave"
    layer.foregroundColor = color
    change(layer)
    layer.displayAndWait()
    return layer
  }

  private func picture(_ layer: TextLayer, scale: Double, at time: Double) throws -> Bitmap {
    let root = Layer()
    root.frame = Rect(width: 100, height: 50)
    root.addSublayer(layer)
    var tree = RenderTree(root: root.node, size: root.frame.size, scale: scale, background: .white)
    tree.time = time
    return try Compositor.image(of: tree.presented)
  }

  /// The greatest difference between two bytes of pictures of one size.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    var most = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        for (p, q) in zip(a.rgba(x, y), b.rgba(x, y)) { most = max(most, abs(Int(p) - Int(q))) }
      }
    }
    return most
  }

  private static let blue = Color(red: 0, green: 0, blue: 1)

  /// From black to blue in a second, held there: with full colours no rounding differs.
  private func animate(_ layer: TextLayer) throws {
    var animation = LayerAnimation(
      "foregroundColor", from: .color(.red), to: .color(Self.blue), duration: 1, curve: .linear)
    animation.timing.fill = .both
    animation.timing.begin = 1
    try layer.add(animation, forKey: "color")
  }

  @Test(
    "The default format and coverage, pixel for pixel, at another scale, turned, with gravity",
    arguments: [ContentsFormat.rgba8, .automatic], [1.0, 3])
  func colors(format: ContentsFormat, scale: Double) throws {
    let changes: [(TextLayer) -> Void] = [
      { _ in }, { $0.transform = .rotation(0.2) }, { $0.contentsGravity = .center },
      { $0.opacity = 0.5 }, { $0.contentsRect = Rect(x: 0.25, y: 0, width: 0.5, height: 0.75) },
      { $0.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) },
      {
        // Its bitmap has a background.
        $0.isOpaque = true
        $0.backgroundColor = Color(red: 1, green: 1, blue: 0, alpha: 0.5)
      },
      {
        $0.isOpaque = true
        $0.transform = .rotation(0.2)
      },
    ]
    for (index, change) in changes.enumerated() {
      let layer = makeLayer(format, .black, change)
      let black = try picture(layer, scale: scale, at: 0)
      try animate(layer)
      for (time, color) in [(0.0, Color.red), (5, Self.blue)] {
        let expected = try picture(makeLayer(format, color, change), scale: scale, at: 0)
        let shown = try picture(layer, scale: scale, at: time)
        #expect(shown != black)
        // Tints and colours round once each.
        #expect(difference(shown, expected) <= 1, "\(index) at \(time)")
      }
    }
  }

  @Test("The presented value follows the animation in the default format")
  func presentedValue() async throws {
    let layer = makeLayer(.rgba8, .black)
    let root = Layer()
    root.addSublayer(layer)
    let clock = ManualClock(now: 100)
    let host = LayerHost(root: root, size: Size(width: 100, height: 50), clock: clock)
    _ = try await host.settledFrame()
    try layer.add(
      LayerAnimation(
        "foregroundColor", from: .color(.red), to: .color(Self.blue), duration: 1, curve: .linear))
    _ = try await host.settledFrame()
    let half = try #require(layer.presentation(at: 100.5)).value(forKeyPath: "foregroundColor")
    #expect(half == .color(Color(red: 0.5, green: 0, blue: 0.5)))
    withExtendedLifetime(host) {}
  }

  @Test("Text in a flipped layer stands upright on the pixels of its bitmap, and is hit there")
  func flipped() throws {
    for scale in [1.0, 2.5] {
      let frame = Rect(x: 10, y: 8, width: 60, height: 24)
      let upright = makeLayer(.rgba8, .black) {
        $0.frame = Rect(x: 10, y: 50 - 32, width: 60, height: 24)
      }
      let expected = try picture(upright, scale: scale, at: 0)
      let layer = makeLayer(.rgba8, .black) { $0.frame = frame }
      let root = Layer()
      root.frame = Rect(width: 100, height: 50)
      root.isGeometryFlipped = true
      root.addSublayer(layer)
      let tree = RenderTree(
        root: root.node, size: root.frame.size, scale: scale, background: .white)
      let most = difference(try Compositor.image(of: tree), expected)
      // A drawing under a map with rounding differs by a level; a bitmap does not.
      #expect(most <= (scale == 1 ? 0 : 2))
      #expect(layer.contentsAreFlipped)
    }
  }
}
