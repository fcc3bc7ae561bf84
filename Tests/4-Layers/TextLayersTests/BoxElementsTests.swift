// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import SystemConcurrency
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

/// Rows, columns, grids and spacers. Expected frames are computed by hand.
struct BoxElementsTests {
  private func frames(
    width: Double? = 100, height: Double? = 60, rounds: Bool = false, scale: Double = 1,
    @TreeBuilder _ content: () throws -> [any TreeElement]
  ) throws -> [Rect] {
    func list(_ nodes: [RenderNode]) -> [Rect] {
      nodes.flatMap { [$0.properties.frame] + list($0.sublayersInOrder) }
    }
    let tree = try RenderTree(
      width: width, height: height, scale: scale, roundsBoxes: rounds, content)
    return [tree.root.properties.frame] + list(tree.root.sublayersInOrder)
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  @Test func aRowFillsThePicture() throws {
    let found = try frames {
      Row(gap: 5, align: .center) {
        Box(.red).width(20).height(10)
        Spacer()
        Box(.red).width(.percent(50)).height(.percent(50))
      }.padding(10)
    }
    // 80 × 40 between the paddings.
    #expect(
      found == [
        rect(0, 0, 100, 60), rect(0, 0, 100, 60), rect(10, 25, 20, 10), rect(35, 30, 10, 0),
        rect(50, 20, 40, 20),
      ])
  }

  @Test func aColumnIsAsHighAsWhatItHolds() throws {
    let found = try frames(height: nil) {
      Column(gap: 4) {
        Box().height(10)
        Row {
          Box().height(7).grow()
          Box().height(9).grow(3)
        }
      }.padding(vertical: 2, horizontal: 10)
    }
    #expect(
      found == [
        rect(0, 0, 100, 27), rect(0, 0, 100, 27), rect(10, 2, 80, 10), rect(10, 16, 80, 9),
        rect(0, 0, 20, 7), rect(20, 0, 60, 9),
      ])
  }

  @Test func aGridWithAnAreaAndABadge() throws {
    let found = try frames {
      Grid(columns: [.fr(1), .points(30)], rows: [.points(20)], gap: 10) {
        Box()
        Box().justifySelf(.end).alignSelf(.start).width(5).height(6)
        Box().gridColumn(.span(2)).height(8)
        Box().absolute(top: 3, right: 4).width(9).height(9)
      }
    }
    #expect(
      found.dropFirst(2) == [
        rect(0, 0, 60, 20), rect(95, 0, 5, 6), rect(0, 30, 100, 8), rect(87, 3, 9, 9),
      ])
  }

  @Test func rowsWrapAndBeginAtTheRight() throws {
    let found = try frames {
      Row(gap: 10, align: .start, wraps: true) {
        for _ in 0..<3 { Box().width(40).height(10).shrink(0) }
      }.direction(.rightToLeft).layout { $0.alignContent = .start }
    }
    #expect(
      found.dropFirst(2) == [rect(60, 0, 40, 10), rect(10, 0, 40, 10), rect(60, 20, 40, 10)])
  }

  @Test func framesAreKeptAndBoundsAreSizes() throws {
    let found = try frames {
      Row(align: .start) {
        Box().frame(3, 4, 5, 6)
        Box().bounds(rect(0, 0, 7, 8))
        Box().bounds(rect(0, 0, 4, 4)).position(50, 50)
        Group { Box().frame(1, 1, 2, 2) }.width(9).height(9)
      }
    }
    #expect(
      found.dropFirst(2) == [
        rect(3, 4, 5, 6), rect(0, 0, 7, 8), rect(48, 48, 4, 4), rect(7, 0, 9, 9),
        rect(1, 1, 2, 2),
      ])
  }

  @Test func aRowWithoutAContainerIsAsLargeAsItsLayers() throws {
    let found = try frames {
      Group {
        Row(gap: 2) {
          Box().width(10).height(5)
          Box().width(20).height(9)
        }
      }.frame(50, 40, 30, 20)
    }
    #expect(
      found.dropFirst() == [
        rect(50, 40, 30, 20), rect(0, 0, 32, 9), rect(0, 0, 10, 5), rect(12, 0, 20, 9),
      ])
    let framed = try frames {
      Row { Box().grow() }.frame(5, 5, 20, 10)
    }
    #expect(framed.dropFirst() == [rect(5, 5, 20, 10), rect(0, 0, 20, 10)])
  }

  @Test func textsAreLaidOutInTheirBoxes() throws {
    let string = "Some words that need several lines in a narrow column"
    let tree = try RenderTree(width: 120, height: nil) {
      Column {
        Text(string, size: 12).padding(6)
        Text(string, size: 12).maximumLines(1)
      }
    }
    let nodes = tree.root.sublayers[0].sublayers
    let texts = nodes.compactMap { node -> TextContents? in
      guard case .vector(let vector) = node.contents else { return nil }
      return vector as? TextContents
    }
    // The same as a text that is laid out by itself.
    let alone = try TextLayout(
      AttributedText(string, style: TextStyle(size: 12)), in: TextContainer(width: 108))
    #expect(texts[0].origin == Point(x: 6, y: 6) && texts[0].layout.lines.count > 2)
    #expect(texts[0].layout.size.height == alone.size.height)
    #expect(nodes[0].properties.frame.height == alone.size.height + 12)
    #expect(texts[1].layout.isTruncated && texts[1].layout.lines.count == 1)
    #expect(tree.size.height == (nodes[1].properties.frame.maxY).rounded(.up))
  }

  @Test func aTextIsAsWideAsItsLongestWordAtLeast() throws {
    let tree = try RenderTree(size: Size(width: 60, height: 60)) {
      Row {
        Text("wide wide wide wide", size: 12)
        Box().width(200)
      }
    }
    let alone = try TextLayout(AttributedText("wide", style: TextStyle(size: 12)))
    let frame = tree.root.sublayers[0].sublayers[0].properties.frame
    #expect(abs(frame.width - alone.size.width) < 1e-6)
  }

  @Test func picturesKeepTheirRatio() throws {
    let bitmap = try GraphicsContext(size: Size(width: 40, height: 20), scale: 1).makeBitmap()
    let found = try frames {
      Row(align: .start) {
        Image(bitmap)
        Image(bitmap).contentsScale(2)
        Image(bitmap).width(20).contentsGravity(.resizeAspect)
      }
    }
    #expect(found.dropFirst(2) == [rect(0, 0, 40, 20), rect(40, 0, 20, 10), rect(60, 0, 20, 10)])
  }

  @Test func edgesAreMovedToWholePixels() throws {
    let found = try frames(rounds: true) {
      Row { for _ in 0..<3 { Box().grow() } }
    }
    #expect(found.dropFirst(2).map(\.minX) == [0, 33, 67])
    let fine = try frames(rounds: true, scale: 2) {
      Row { for _ in 0..<3 { Box().grow() } }
    }
    #expect(fine.dropFirst(2).map(\.minX) == [0, 33.5, 66.5])
  }

  @Test func treesAreMadeOnLanes() async throws {
    let frame = try await TreeRenderer().render { cancellation in
      try RenderTree(width: 30, height: nil, cancellation: cancellation) {
        Row { Box(Color(red: 1, green: 0, blue: 0)).grow().height(12) }
      }
    }
    #expect(frame.image.pixelSize == PixelSize(width: 30, height: 12))
    #expect(frame.image.rgba(29, 11) == [255, 0, 0, 255])
  }

  @Test func cancelledLayoutsThrow() throws {
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      try RenderTree(width: 30, height: nil, cancellation: Cancellation(flag: flag)) {
        Row { Text("text") }
      }
    }
  }

  @Test func boxesThatLieTooDeepAreRefused() throws {
    var element: any TreeElement = Box()
    for _ in 0..<300 {
      let inner = element
      element = Row { inner }
    }
    #expect(throws: BoxLayoutError.tooDeep) {
      try RenderTree(width: 30, height: 30) { element }
    }
  }
}
