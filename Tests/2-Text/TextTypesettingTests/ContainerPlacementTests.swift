// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

@Suite struct ContainerPlacementTests {
  private let insets = EdgeInsets(top: 100, leading: 200, bottom: 300, trailing: 400)

  private func layout(
    _ string: String, width: Double? = nil, height: Double? = nil, insets: EdgeInsets = .zero,
    _ alignment: TextContainer.VerticalAlignment = .top, lines: Int = 0,
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    try TextLayout(
      Fixture.text(string, change),
      in: TextContainer(
        width: width, height: height, maximumLines: lines, insets: insets,
        verticalAlignment: alignment), fonts: Fixture.fonts)
  }

  @Test func insetsSurroundTheLines() throws {
    let plain = try layout("one two", width: 4000)
    let inset = try layout("one two", width: 4600, insets: insets)
    #expect(inset.size == Size(width: 4600, height: plain.size.height + 400))
    #expect(inset.lines.map(\.range) == plain.lines.map(\.range))
    #expect(inset.lines[0].origin == Point(x: 200, y: 100))
    #expect(near(inset.lines[0].baseline, plain.lines[0].baseline + 100))
    #expect(inset.usedRect.origin == Point(x: 200, y: 100))
    #expect(near(inset.usedRect.height, plain.size.height))
    let unbounded = try layout("one two", insets: insets)
    #expect(near(unbounded.size.width, try Fixture.width("one two") + 600))
    #expect(inset.position(at: Point(x: 0, y: 0)).offset == 0)
    #expect(inset.lineRange(fromY: inset.size.height - 200, toY: inset.size.height).isEmpty)
  }

  @Test func insetsFollowTheDirection() throws {
    let right = try layout("שלום", width: 5000, insets: insets)
    #expect(near(right.lines[0].frame.maxX, 4800))
    let left = try layout("left", width: 5000, insets: insets) { $0.alignment = .end }
    #expect(near(left.lines[0].frame.maxX, 4600))
  }

  @Test func badInsetsCountAsNone() throws {
    for bad in [-5.0, .nan, -.infinity] {
      let cut = try layout("one two", width: 4000, insets: EdgeInsets(bad))
      #expect(cut.size == (try layout("one two", width: 4000)).size)
      #expect(cut.lines[0].origin == .zero)
    }
    let huge = try layout("one two", width: 4000, height: 9000, insets: EdgeInsets(.infinity))
    #expect(huge.lines.count == 1 && huge.isCutOff)
    #expect(huge.size.width == 4000 && huge.size.height.isFinite)
    #expect(try layout("one", width: 100, insets: EdgeInsets(.infinity)).size.height.isFinite)
  }

  @Test func linesAreAlignedInTheHeight() throws {
    let h = try layout("one").size.height
    func y(_ alignment: TextContainer.VerticalAlignment) throws -> Double {
      let cut = try layout("one\ntwo", height: 5000, insets: insets, alignment)
      #expect(cut.size.height == (alignment == .top ? 2 * h + 400 : 5000))
      #expect(near(cut.lines[1].origin.y, cut.lines[0].origin.y + h))
      return cut.lines[0].origin.y
    }
    let room = 5000.0 - 400
    #expect(near(try y(.top), 100))
    #expect(near(try y(.center), 100 + (room - 2 * h) / 2))
    #expect(near(try y(.bottom), 100 + room - 2 * h))
  }

  @Test func lettersAreCentred() throws {
    for string in ["one", "one\ntwo\nthree"] {
      for (alignment, letter) in [
        (TextContainer.VerticalAlignment.xHeightCenter, 536.0), (.capHeightCenter, 714.0),
      ] {
        let cut = try layout(string, height: 9000, alignment)
        let above = cut.lines[0].baseline - letter
        let below = 9000 - cut.lines[cut.lines.count - 1].baseline
        #expect(near(above, below, 1), "\(alignment) \(above) \(below)")
      }
    }
    // Where there is no room, the lines stay inside.
    let h = try layout("one").size.height
    let tight = try layout("one", height: h, .xHeightCenter)
    #expect(near(tight.lines[0].origin.y, 0))
  }

  @Test func withoutAHeightNothingIsAligned() throws {
    let plain = try layout("one\ntwo")
    let cut = try layout("one\ntwo", .bottom)
    #expect(cut.size == plain.size && cut.lines[0].origin == plain.lines[0].origin)
  }
}
