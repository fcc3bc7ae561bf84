// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextLayers
import TextPainting
import TextTestSupport

@Suite("TextLayer: drawn from its layout")
@MainActor
struct TextLayerTransformTests {
  private func makeLayer(_ change: (TextLayer) -> Void = { _ in }) -> TextLayer {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.frame = Rect(x: 10, y: 10, width: 60, height: 24)
    layer.string = "Wave"
    change(layer)
    layer.displayAndWait()
    return layer
  }

  private func picture(of layer: TextLayer, scale: Double = 1) throws -> Bitmap {
    let root = Layer()
    root.frame = Rect(width: 100, height: 100)
    root.addSublayer(layer)
    return try Compositor.image(
      of: RenderTree(root: root.node, size: root.frame.size, scale: scale, background: .white))
  }

  @Test("S-134: under another scale the text is the layout's picture, not the stretched bitmap")
  func s134_otherScale() throws {
    let layer = makeLayer()
    let expected = try picture(of: makeLayer { $0.contentsScale = 4 }, scale: 4)
    #expect(try picture(of: layer, scale: 4) == expected)
    // The bitmap itself, stretched, is another picture.
    layer.contents = layer.contents
    #expect(try picture(of: layer, scale: 4) != expected)
  }

  @Test("S-134: turned and in perspective the text is that of vector contents")
  func s134_otherTransform() throws {
    for transform in [
      Transform3D.rotation(0.5), .scale(x: 1, y: 2), .scale(x: -1, y: 1),
      .rotation(1, x: 0, y: 1, z: 0),
    ] {
      let layer = makeLayer { $0.transform = transform }
      let vector = Layer()
      vector.frame = Rect(x: 10, y: 10, width: 60, height: 24)
      vector.transform = transform
      vector.vectorContents = TextContents(try #require(layer.layOutNow()))
      let root = Layer()
      root.frame = Rect(width: 100, height: 100)
      root.addSublayer(vector)
      vector.masksToBounds = true
      let expected = try Compositor.image(
        of: RenderTree(root: root.node, size: root.frame.size, background: .white))
      #expect(try picture(of: layer) == expected)
    }
  }

  @Test("The text is cut off at the bounds, and fades as one picture")
  func cutAndFaded() throws {
    let layer = makeLayer {
      $0.bounds.size = Size(width: 22, height: 60)
      $0.isWrapped = false
      $0.truncationMode = .none
      $0.fontSize = 40
      $0.opacity = 0.5
    }
    let image = try picture(of: layer, scale: 3)
    let frame = layer.frame
    var ink = 0
    for y in 0..<300 {
      for x in 0..<300 where image.rgba(x, y)[0] < 255 {
        ink += 1
        #expect(image.rgba(x, y)[0] >= 127)
        let point = Point(x: (Double(x) + 0.5) / 3, y: (Double(y) + 0.5) / 3)
        #expect(frame.insetBy(dx: -0.5, dy: -0.5).contains(point))
      }
    }
    #expect(ink > 300)
  }

  @Test("An opaque layer is shown as its bitmap, with its background")
  func opaque() throws {
    let layer = makeLayer {
      $0.isOpaque = true
      $0.backgroundColor = .red
    }
    let image = try picture(of: layer, scale: 3)
    layer.contents = layer.contents
    #expect(try picture(of: layer, scale: 3) == image)
    #expect(image.rgba(200, 80) == [255, 0, 0, 255])
  }

  @Test("Coverage in a tint has the same picture as colours")
  func coverage() throws {
    func image(_ format: ContentsFormat) throws -> Bitmap {
      let layer = makeLayer {
        $0.contentsFormat = format
        $0.foregroundColor = .blue
        $0.transform = .rotation(0.3)
      }
      return try picture(of: layer)
    }
    #expect(try image(.automatic) == image(.rgba8))
  }
}
