// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

struct CompositorTests {
  /// S-042, S-043: three layers, one inside another; with a clip the inner one is cut off.
  @Test(arguments: [false, true]) func s042Demo(_ masks: Bool) throws {
    let lay2 = RenderNode(
      Rect(x: 41, y: 56, width: 132, height: 194), Color(red: 0.5, green: 1, blue: 0))
    let lay1 = RenderNode(
      Rect(x: 113, y: 111, width: 132, height: 194), Color(red: 1, green: 0.4, blue: 1),
      sublayers: [lay2]
    ) { $0.masksToBounds = masks }
    let lay3 = RenderNode(Rect(x: 43, y: 197, width: 160, height: 230), .red)
    let image = try RenderTree(400, 460, [lay1, lay3]).image
    #expect(image.rgba(120, 120) == [255, 102, 255, 255])
    #expect(image.rgba(230, 290) == [128, 255, 0, 255])
    #expect(image.rgba(170, 250) == [255, 0, 0, 255])
    #expect(image.rgba(100, 300) == [255, 0, 0, 255])
    #expect(image.rgba(260, 350) == (masks ? [255, 255, 255, 255] : [128, 255, 0, 255]))
  }

  @Test func cardsGroupsMasksAndClips() throws {
    let card = RenderNode(Rect(x: 20, y: 20, width: 120, height: 80), .white) {
      $0.cornerRadius = 16
      $0.shadow = Shadow(opacity: 0.5, offset: Size(width: 0, height: 4), radius: 8)
      $0.borderWidth = 3
      $0.borderColor = .blue
    }
    let ring = RenderNode(
      Rect(x: 160, y: 20, width: 100, height: 100), nil,
      sublayers: [
        RenderNode(Rect(x: 0, y: 0, width: 60, height: 60), .red) { $0.cornerRadius = 30 },
        RenderNode(Rect(x: 30, y: 30, width: 60, height: 60), .lime) {
          $0.cornerRadius = 12
          $0.maskedCorners = [.topLeft, .bottomRight]
        },
      ]
    ) {
      $0.opacity = 0.5
      $0.shadow = Shadow(opacity: 0.8, offset: Size(width: 3, height: 6), radius: 4)
    }
    let turned = RenderNode(
      Rect(x: 40, y: 140, width: 80, height: 80), .lime,
      mask: RenderNode(Rect(x: 0, y: 0, width: 80, height: 80), .black) { $0.cornerRadius = 40 },
      sublayers: [RenderNode(Rect(x: 20, y: 20, width: 100, height: 20), .red)]
    ) { $0.transform = .rotation(0.3) }
    let clip = RenderNode(
      Rect(x: 160, y: 140, width: 90, height: 90), Color(red: 1, green: 0.8, blue: 0.2),
      sublayers: [
        RenderNode(Rect(x: 50, y: 50, width: 80, height: 80), .blue) { $0.blendMode = .multiply }
      ]
    ) {
      $0.cornerRadius = 24
      $0.masksToBounds = true
    }
    let image = try RenderTree(280, 250, scale: 2, [card, ring, turned, clip]).image
    func color(_ x: Double, _ y: Double) -> [UInt8] { image.rgba(Int(x * 2), Int(y * 2)) }
    let white: [UInt8] = [255, 255, 255, 255]
    // The card, its border, its shadow below.
    #expect(color(80, 60) == white && color(21.5, 60) == [0, 0, 255, 255])
    #expect(color(80, 103)[0] < 200)
    // A group of half opacity: the upper part alone where both lie, the lower one at its corner.
    #expect(color(190, 50) == [255, 127, 127, 255] && color(215, 75) == [127, 255, 127, 255])
    // Turned, under a round mask.
    #expect(color(60, 165) == [0, 255, 0, 255] && color(45, 145) == white)
    // Blue times yellow within a rounded clip, and what the clip hides.
    #expect(color(185, 180) == [255, 204, 51, 255] && color(225, 210) == [0, 0, 51, 255])
    #expect(color(161, 141) == white && color(255, 225) == white)
  }

  /// Drawing into a context ends with the context's cancellation, after the step under way.
  @Test func drawingInAContextIsCancelled() throws {
    let root = RenderNode(
      Rect(width: 9, height: 3),
      sublayers: [Color.red, .lime, .blue].enumerated().map { i, color in
        RenderNode(Rect(x: 3 * Double(i), y: 0, width: 3, height: 3), color)
      })
    /// The middles of the three layers, unless it was cancelled; and the number of polls.
    func drawn(cancelsAt last: Int) throws -> (colors: [UInt32], isWhole: Bool, polls: Int) {
      let polls = Mutex(0)
      var context = try GraphicsContext(pixels: PixelSize(width: 9, height: 3))
      context.cancellation = Cancellation(
        flag: CancellationFlag(poll: { flag in
          let number = polls.withLock {
            $0 += 1
            return $0
          }
          if number == last { flag.set() }
        }))
      var isWhole = true
      do { try Compositor.draw(root, in: &context) } catch is CancellationError { isWhole = false }
      let bitmap = context.makeBitmap()
      return ([1, 4, 7].map { bitmap.pixel(x: $0, y: 1) }, isWhole, polls.withLock { $0 })
    }
    let whole = try drawn(cancelsAt: .max)
    #expect(whole.colors == [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000] && whole.isWhole)
    // One after each of the three steps.
    let late = try drawn(cancelsAt: whole.polls)
    #expect(late.colors == whole.colors && !late.isWhole && late.polls == whole.polls)
    let early = try drawn(cancelsAt: whole.polls - 1)
    #expect(early.colors == [0xFF00_00FF, 0xFF00_FF00, 0] && !early.isWhole)
    #expect(early.polls == whole.polls - 1)
  }
}
