// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerModel
import Testing

@Suite("Layer: autoresizing")
@MainActor
struct AutoresizingTests {
  private let above = Layer(Rect(width: 100, height: 100))
  private let layer = Layer(Rect(x: 10, y: 20, width: 30, height: 40))

  init() { above.addSublayer(layer) }

  @Test("Without a mask the frame stays")
  func none() {
    above.bounds.size = Size(width: 190, height: 10)
    #expect(layer.autoresizingMask == [])
    #expect(layer.frame == Rect(x: 10, y: 20, width: 30, height: 40))
  }

  /// The layer has the margins 10 and 60 and the width 30 of 100; the superlayer grows by 90.
  @Test(
    "What gives way along x takes its share of the change",
    arguments: [
      ([.layerWidthSizable], 10, 120), ([.layerMinXMargin], 100, 30),
      ([.layerMaxXMargin], 10, 30), ([.layerMinXMargin, .layerMaxXMargin], 55, 30),
      ([.layerWidthSizable, .layerMaxXMargin], 10, 60),
      ([.layerMinXMargin, .layerWidthSizable], 70, 60),
      ([.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin], 40, 60),
    ] as [(AutoresizingMask, Double, Double)])
  func along(mask: AutoresizingMask, x: Double, width: Double) {
    layer.autoresizingMask = mask
    above.bounds.size.width = 190
    #expect(layer.frame == Rect(x: x, y: 20, width: width, height: 40))
  }

  @Test("Height and both axes; a superlayer that shrinks")
  func bothAxes() {
    layer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    above.bounds.size = Size(width: 80, height: 160)
    #expect(layer.frame == Rect(x: 10, y: 20, width: 10, height: 100))
    // Less than nothing is nothing.
    above.bounds.size = Size(width: 50, height: 160)
    #expect(layer.frame.width == 0)
  }

  @Test("The frame comes to whole points: the corner before, the far side behind")
  func wholePoints() {
    layer.autoresizingMask = [.layerMinXMargin, .layerMaxXMargin]
    above.bounds.size.width = 101
    // 10.5 and 60.5: from 10 to 101 − 60.5 = 40.5, which is 31 points.
    #expect(layer.frame == Rect(x: 10, y: 20, width: 31, height: 40))
  }

  @Test("Levels below follow, by overrides too, and a mask does not")
  func levels() {
    final class Keeper: Layer {
      var sizes: [Size] = []
      override func resizeSublayers(withOldSize size: Size) { sizes.append(size) }
    }
    let (keeper, inner, mask) = (Keeper(), Layer(Rect(width: 5, height: 5)), Layer())
    keeper.addSublayer(Layer())
    keeper.frame = Rect(width: 30, height: 40)
    #expect(keeper.sizes == [.zero])
    keeper.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    inner.autoresizingMask = .layerWidthSizable
    layer.autoresizingMask = .layerWidthSizable
    layer.addSublayer(keeper)
    layer.addSublayer(inner)
    mask.frame = Rect(width: 7, height: 7)
    mask.autoresizingMask = .layerWidthSizable
    layer.mask = mask
    above.bounds.size.width = 110
    #expect(layer.bounds.width == 40 && keeper.bounds.width == 40 && inner.bounds.width == 15)
    #expect(keeper.sizes == [.zero, Size(width: 30, height: 40)])
    #expect(mask.bounds.width == 7)
  }
}
