// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Decorations of boxes: pixels that Chromium 156 shows, or that follow from the specifications.
struct BoxDecorationTests {
  /// A box of 120 × 80 at (20, 20), on white.
  private func picture(
    _ color: Color? = nil, _ change: (inout LayerProperties) -> Void
  ) throws -> Bitmap {
    try RenderTree(
      160, 120,
      [
        RenderNode(Rect(x: 20, y: 20, width: 120, height: 80), color) {
          change(&$0)
        }
      ]
    ).image
  }

  private func border(_ width: Double, _ style: LineStyle, _ color: Color) -> BoxBorder {
    BoxBorder(width: width, style: style, color: color)
  }

  /// The dark pixels of a row or column as text.
  private func dark(_ image: Bitmap, _ places: [(Int, Int)]) -> String {
    String(places.map { image.rgba($0.0, $0.1)[1] < 128 ? "#" : "." })
  }

  // MARK: Borders

  @Test func bordersLieBelowSublayersAndCornersAreMitred() throws {
    let child = RenderNode(Rect(width: 10, height: 10), .blue)
    let node = RenderNode(
      Rect(x: 20, y: 20, width: 120, height: 80), .white, sublayers: [child]
    ) {
      $0.borders = BoxBorders(
        top: border(10, .solid, .red), right: border(10, .solid, .lime),
        bottom: border(10, .solid, .blue), left: border(10, .solid, .black))
    }
    let image = try RenderTree(160, 120, [node]).image
    #expect(image.rgba(25, 25) == [0, 0, 255, 255])
    #expect(image.rgba(129, 22) == [255, 0, 0, 255] && image.rgba(138, 30) == [0, 255, 0, 255])
    // The line of the join runs through the middle of the pixel.
    #expect(abs(Int(image.rgba(139, 20)[0]) - 128) <= 1 && image.rgba(139, 20)[2] == 0)
    #expect(image.rgba(80, 30) == [255, 255, 255, 255])
  }

  @Test(arguments: [
    (3.0, 1, 1), (4, 1, 2), (5, 2, 1), (6, 2, 2), (7, 2, 3), (8, 3, 2), (10, 3, 4),
  ])
  func doubleBordersHaveEqualLines(_ width: Double, _ line: Int, _ gap: Int) throws {
    let image = try picture { $0.borders = BoxBorders(border(width, .double, .black)) }
    let wanted =
      String(repeating: "#", count: line) + String(repeating: ".", count: gap)
      + String(repeating: "#", count: line) + "."
    let places = (0..<wanted.count).map { (80, 20 + $0) }
    #expect(dark(image, places) == wanted)
  }

  @Test func dotsAndDashesAreThoseOfChromium() throws {
    func top(_ width: Double, _ style: LineStyle) throws -> String {
      let image = try picture { $0.borders = BoxBorders(border(width, style, .black)) }
      return dark(image, (20..<60).map { ($0, 20) })
    }
    #expect(try top(1, .dotted) == "##.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#")
    #expect(try top(2, .dotted) == "##.##..##..##..##..##..##..##..##..##..#")
    #expect(try top(3, .dotted) == "####...###...###...###...###...###...###")
    #expect(try top(5, .dashed) == "##########......##########.....#########")
  }

  @Test func shadesOfCarvedBorders() throws {
    let image = try picture { $0.borders = BoxBorders(border(5, .groove, .black)) }
    #expect(image.rgba(80, 20) == [84, 84, 84, 255] && image.rgba(80, 22) == [84, 84, 84, 255])
    #expect(image.rgba(80, 23) == [168, 168, 168, 255])
    // At the bottom and at the right the inner half is the greater one.
    #expect(image.rgba(80, 97) == [84, 84, 84, 255] && image.rgba(80, 98) == [168, 168, 168, 255])
    let inset = try picture {
      $0.borders = BoxBorders(border(9, .inset, Color(red8: 0xCC, green8: 0x66, blue8: 0x33)))
    }
    #expect(inset.rgba(80, 20) == [120, 60, 30, 255] && inset.rgba(20, 60) == [120, 60, 30, 255])
    #expect(
      inset.rgba(80, 99) == [255, 127, 63, 255] && inset.rgba(139, 60) == [255, 127, 63, 255])
  }

  /// Sides of one opacity do not show through each other where they meet, nor fainter ones through
  /// those that lie above them.
  @Test func sidesOfOneOpacityAreOnePicture() throws {
    let half = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    let image = try picture {
      $0.borders = BoxBorders(border(10, .dashed, half))
      $0.borders.top = border(10, .solid, .black)
    }
    #expect(image.rgba(80, 25) == [0, 0, 0, 255])
    #expect(image.rgba(135, 95) == [255, 127, 127, 255])
    #expect(image.rgba(125, 95) == [255, 127, 127, 255])
  }

  // MARK: Corners

  @Test func radiiThatDoNotFitAreReducedByOneFactor() {
    let radii = CornerRadii(
      topLeft: Size(width: 100, height: 50), topRight: Size(width: 100, height: 10))
    let shape = BoxShape(Rect(width: 100, height: 100), radii)
    #expect(shape.radii.topLeft == Size(width: 50, height: 25))
    #expect(shape.radii.topRight == Size(width: 50, height: 5))
    // The curve of the padding edge, and one that is moved outwards by more than the radius.
    let inner = shape.inset(by: BoxInsets(top: 5, left: 60))
    #expect(inner.radii.topLeft == .zero && inner.radii.topRight == .zero)
    #expect(CornerRadii(10).outset(by: 5).topLeft == Size(width: 15, height: 15))
    #expect(CornerRadii().outset(by: 5) == CornerRadii())
    #expect(abs(CornerRadii(5).outset(by: 10).topLeft.width - 13.75) < 1e-9)
  }

  @Test func ellipticalCornersCoverTheirArea() throws {
    let image = try picture(.black) {
      $0.cornerRadii = CornerRadii(
        topLeft: Size(width: 60, height: 20), bottomRight: Size(width: 20, height: 40))
    }
    var ink = 0.0
    for y in 0..<120 { for x in 0..<160 { ink += 1 - Double(image.rgba(x, y)[0]) / 255 } }
    let missing: Double = (60 * 20 + 20 * 40) * (1 - Double.pi / 4)
    let wanted: Double = 120 * 80 - missing
    #expect(abs(wanted - ink) < 2, "\(ink)")
  }

  /// `masksToBounds` cuts sublayers off at the padding edge.
  @Test func clipIsThePaddingBox() throws {
    let child = RenderNode(Rect(x: -50, y: -50, width: 300, height: 300), .blue)
    let node = RenderNode(Rect(x: 20, y: 20, width: 120, height: 80), sublayers: [child]) {
      $0.borders = BoxBorders(border(8, .solid, .red))
      $0.cornerRadii = CornerRadii(30)
      $0.masksToBounds = true
    }
    let image = try RenderTree(160, 120, [node]).image
    #expect(image.rgba(80, 27) == [255, 0, 0, 255] && image.rgba(80, 28) == [0, 0, 255, 255])
    #expect(image.rgba(21, 21) == [255, 255, 255, 255])
  }

  // MARK: Backgrounds and shadows

  @Test func tilesRepeatSpaceAndRound() throws {
    func columns(_ repetition: BoxRepeat, _ width: Double) throws -> [Int] {
      var gradient = GradientProperties()
      gradient.colors = [.black, .black, .white, .white]
      gradient.locations = [0, 0.5, 0.5, 1]
      (gradient.startPoint, gradient.endPoint) = (Point(x: 0, y: 0), Point(x: 1, y: 0))
      let image = try picture {
        $0.backgrounds = [
          BoxBackground(
            .unitGradient(gradient), size: Size(width: width, height: 80), repeatX: repetition)
        ]
      }
      func isDark(_ x: Int) -> Bool { image.rgba(x, 60)[0] < 128 }
      return (20..<140).filter { isDark($0) && !isDark($0 - 1) }.map { $0 - 20 }
    }
    #expect(try columns(.noRepeat, 40) == [0])
    #expect(try columns(.repeat, 50) == [0, 50, 100])
    #expect(try columns(.space, 50) == [0, 70])
    #expect(try columns(.round, 50) == [0, 60])
    #expect(try columns(.repeat, 8).count == 15)
  }

  @Test func dropShadowsLieOutsideAndInsetOnesInside() throws {
    let image = try picture {
      $0.borders = BoxBorders(border(5, .solid, .lime))
      $0.boxShadows = [
        BoxShadow(color: .red, offset: Size(width: 10, height: 8)),
        BoxShadow(color: .blue, spread: 4, isInset: true),
      ]
    }
    #expect(image.rgba(145, 60) == [255, 0, 0, 255] && image.rgba(80, 105) == [255, 0, 0, 255])
    #expect(image.rgba(22, 60) == [0, 255, 0, 255] && image.rgba(27, 60) == [0, 0, 255, 255])
    // The box is transparent, and no shadow lies below it.
    #expect(image.rgba(80, 60) == [255, 255, 255, 255])
  }

  /// A blurred edge is half as dark at the edge of the shape: the radius is twice the deviation.
  @Test func blurOfShadows() throws {
    let image = try picture { $0.boxShadows = [BoxShadow(blur: 12, spread: 10)] }
    let (outside, edge) = (image.rgba(80, 9)[0], image.rgba(80, 10)[0])
    #expect(abs((Int(outside) + Int(edge)) / 2 - 128) <= 2)
  }

  // MARK: Effects

  @Test(arguments: [
    (LayerFilter.brightness(0.6), [122, 61, 31]), (.contrast(1.7), [255, 84, 0]),
    (.grayscale(1), [121, 121, 121]), (.hueRotate(90), [51, 149, 36]),
    (.invert(1), [51, 153, 204]), (.saturate(0), [120, 120, 120]), (.sepia(1), [168, 150, 117]),
    (.opacity(0.5), [230, 179, 153]),
  ])
  func filtersOfColors(_ filter: LayerFilter, _ wanted: [Int]) throws {
    let color = Color(red8: 204, green8: 102, blue8: 51)
    let pixel = try picture(color) { $0.filters = [filter] }.rgba(80, 60)
    for (value, wanted) in zip(pixel, wanted) { #expect(abs(Int(value) - wanted) <= 1, "\(pixel)") }
  }

  @Test func blurAndBackdrop() throws {
    let blurred = try picture(.black) { $0.filters = [.blur(4)] }
    #expect(blurred.rgba(80, 60) == [0, 0, 0, 255] && blurred.rgba(80, 4) == [255, 255, 255, 255])
    let edge = (Int(blurred.rgba(80, 19)[0]) + Int(blurred.rgba(80, 20)[0])) / 2
    #expect(abs(edge - 128) <= 2)
    let stripes = (0..<8).map { RenderNode(Rect(x: 20 * Double($0), width: 10, height: 120), .red) }
    let glass = RenderNode(Rect(x: 20, y: 20, width: 120, height: 80)) {
      $0.backdropFilters = [.invert(1)]
      $0.clipPath = ClipPath(Path(rect: Rect(width: 60, height: 80)))
    }
    let image = try RenderTree(160, 120, stripes + [glass]).image
    #expect(image.rgba(42, 60) == [0, 255, 255, 255] && image.rgba(52, 60) == [0, 0, 0, 255])
    #expect(image.rgba(82, 60) == [255, 0, 0, 255] && image.rgba(42, 10) == [255, 0, 0, 255])
  }

  /// A picture has the same bits in bands of any height.
  @Test(arguments: 0..<12) func bandsAreTheWhole(_ seed: Int) throws {
    var model = try RandomTree(seed: UInt64(1000 + seed), decorates: true)
    for _ in 0..<40 { model.edit() }
    let tree = model.tree()
    let plan = try CompositionPlan(tree)
    let whole = try tree.image
    let surface = try SharedSurface(pixels: PixelSize(width: 160, height: 120))
    for y in stride(from: 0, to: 120, by: 7) {
      var painter = PlanPainter(
        plan, on: surface, area: PixelRect(x: 0, y: y, width: 160, height: min(7, 120 - y)))
      try painter.paint()
    }
    let bands = PixelDifference(surface.freeze(), whole)
    #expect(bands.count == 0, "\(bands)")
  }

  // MARK: Animations

  @Test func valuesBetweenDecorations() throws {
    let (thin, thick) = (border(2, .solid, .black), border(6, .solid, .white))
    let mixed = LayerValue.box(.borders(BoxBorders(thin)))
      .mixed(with: .box(.borders(BoxBorders(thick))), 0.5)
    guard case .box(.borders(let borders)) = mixed else {
      Issue.record("\(mixed)")
      return
    }
    #expect(borders.left.width == 4 && borders.left.color == Color(white: 0.5))
    let filters = LayerValue.box(.filters([.blur(2)])).mixed(with: .box(.filters([.blur(4)])), 0.5)
    #expect(filters == .box(.filters([.blur(3)])))
    let others = LayerValue.box(.filters([.blur(2)])).mixed(with: .box(.filters([.sepia(1)])), 0.6)
    #expect(others == .box(.filters([.sepia(1)])))
  }
}
