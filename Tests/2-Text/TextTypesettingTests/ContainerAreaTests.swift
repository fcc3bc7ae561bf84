// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import Testing
import TextModel
import TextTestSupport

@testable import TextTypesetting

private let prose = String(
  repeating:
    "Der Wald steht schwarz und schweiget, und aus den Wiesen steiget der weiße Nebel wunderbar. ",
  count: 6)

private func text(
  _ string: String = prose, size: Double = 12, _ style: ParagraphStyle = .default
) -> AttributedText {
  AttributedText(
    string, style: TextStyle(shaping: ShapingStyle(size: size), paragraph: style))
}

private func circle(_ x: Double, _ y: Double, _ radius: Double) -> Path {
  var path = Path()
  path.addEllipse(in: Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
  return path
}

@Suite("Lines in shapes and around exclusions") struct ContainerAreaTests {
  private static func layout(_ text: AttributedText, _ container: TextContainer) throws
    -> TextLayout
  {
    try TextLayout(text, in: container, fonts: BundledFonts.collection)
  }

  /// The distance from a rectangle to a point.
  private static func distance(_ rect: Rect, _ point: Point) -> Double {
    let x = max(rect.minX - point.x, point.x - rect.maxX, 0)
    let y = max(rect.minY - point.y, point.y - rect.maxY, 0)
    return (x * x + y * y).squareRoot()
  }

  @Test("In a circle every line lies inside, and nothing is lost", arguments: WritingMode.allCases)
  func inCircle(mode: WritingMode) throws {
    var container = TextContainer()
    container.writingMode = mode
    container.shape = .path(circle(200, 200, 200))
    let layout = try Self.layout(text(), container)
    #expect(layout.size == Size(width: 400, height: layout.size.height) || mode.isVertical)
    #expect(!layout.isTruncated)
    #expect(layout.lines.last?.range.end == prose.utf16.count)
    #expect(layout.lines.count > 10)
    for line in layout.lines {
      let frame = line.frame
      for x in [frame.minX, frame.maxX] {
        for y in [frame.minY, frame.maxY] {
          let radius = ((x - 200) * (x - 200) + (y - 200) * (y - 200)).squareRoot()
          #expect(radius < 200.1, "line \(line.index)")
        }
      }
    }
    let longest = layout.lines.map { max($0.width, $0.height) }.max() ?? 0
    #expect(longest > 350)
  }

  @Test(
    "Around a circle lines keep its margin, in pieces of a row", arguments: WritingMode.allCases)
  func aroundCircle(mode: WritingMode) throws {
    var container = TextContainer(width: 400, height: 400)
    container.writingMode = mode
    let middle =
      switch mode {
      case .horizontal: Point(x: 200, y: 90)
      case .verticalRL: Point(x: 310, y: 200)
      case .verticalLR: Point(x: 90, y: 200)
      }
    container.exclusions = [Exclusion(circle(middle.x, middle.y, 60), margin: 8)]
    let layout = try Self.layout(text(), container)
    var nearest = Double.infinity
    for line in layout.lines where line.inlineExtent > 0 {
      nearest = min(nearest, Self.distance(line.frame, middle))
    }
    // Not nearer than the margin, and as near as that somewhere.
    #expect(nearest > 67.9)
    #expect(nearest < 75)
    // Rows of two pieces: the circle is not at the edge.
    let starts = layout.lines.map(\.blockStart)
    let pairs = zip(starts, starts.dropFirst()).count { $0 == $1 }
    #expect(pairs >= 5)
    #expect(
      layout.lines.map(\.range).reduce(0) { $0 == $1.start ? $1.end : -1 } == prose.utf16.count)
    // Hits find the pieces.
    for line in layout.lines {
      for cluster in layout.clusters(inLine: line.index) {
        let middle = Point(x: cluster.rect.midX, y: cluster.rect.midY)
        #expect(layout.grapheme(at: middle) == cluster.range)
      }
    }
  }

  @Test("Right-to-left text fills the right place of a row first")
  func rightToLeft() throws {
    var container = TextContainer(width: 300)
    container.exclusions = [Exclusion(Rect(x: 130, y: 0, width: 40, height: 30))]
    let words = String(repeating: "سلام بر شما ", count: 12)
    let layout = try Self.layout(text(words), container)
    let (first, second) = (layout.lines[0], layout.lines[1])
    #expect(first.blockStart == second.blockStart)
    #expect(first.frame.minX >= 170 && second.frame.maxX <= 130)
    #expect(abs(first.frame.maxX - 300) < 1 && abs(second.frame.maxX - 130) < 1)
  }

  @Test("A selection over two pieces of a row has two rectangles")
  func selection() throws {
    var container = TextContainer(width: 400)
    container.exclusions = [Exclusion(Rect(x: 150, y: 0, width: 100, height: 14))]
    let layout = try Self.layout(text(), container)
    let range = TextRange(layout.lines[0].range.start, layout.lines[1].range.end)
    let rects = layout.rectangles(for: range)
    #expect(rects.count == 2)
    #expect(rects.allSatisfy { $0.maxX <= 150.01 || $0.minX >= 249.99 })
  }

  @Test("Slots are those that points of the band allow")
  func slots() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<24 {
      // Polygons that cross themselves, with level and upright edges among others.
      let corners = (0..<Int.random(in: 3...9, using: &random)).map { _ in
        Point(
          x: Double(Int.random(in: 0...20, using: &random) * 5),
          y: Double(Int.random(in: 0...20, using: &random) * 5))
      }
      var path = Path()
      path.addLines(between: corners)
      path.closeSubpath()
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      let edges = try #require(try path.edges(limit: 100, .never))
      let outline = AreaOutline(edges, rule: rule)
      for _ in 0..<8 {
        let top = Double.random(in: -5...95, using: &random)
        let bottom = top + Double.random(in: 1...20, using: &random)
        let insides = try outline.insides(from: top, to: bottom, .never)
        let touched = try outline.touched(from: top, to: bottom, .never)
        for step in 0..<51 {
          let x = 2 * Double(step) + 0.137
          // Points of the band at this x, by the independent hit test of paths.
          let hits = (0..<16).map { index in
            path.contains(
              Point(x: x, y: top + (bottom - top) * (Double(index) + 0.5) / 16), rule: rule)
          }
          if insides.contains(where: { $0.left < x && x < $0.right }) {
            #expect(hits.allSatisfy { $0 })
          }
          if hits.contains(true) {
            #expect(touched.contains { $0.left <= x && x <= $0.right })
          }
        }
      }
    }
  }

  @Test("Text in the middle and at the end of a shape")
  func aligned() throws {
    var container = TextContainer(verticalAlignment: .center)
    container.shape = .path(circle(150, 150, 150))
    let few = text("Ein paar Worte in der Mitte eines Kreises, nicht mehr.", size: 14)
    let layout = try Self.layout(few, container)
    let used = layout.usedRect
    #expect(abs(used.midY - 150) < 4)
    container.verticalAlignment = .bottom
    let low = try Self.layout(few, container)
    #expect(low.usedRect.minY > used.minY + 40)
    #expect(!low.isTruncated)
  }

  @Test("Text grows to the largest size that fits, and no further")
  func grows() throws {
    var container = TextContainer(width: 300, height: 200)
    container.maximumScale = 10
    let few = text("Drei Worte wachsen", size: 10)
    let layout = try Self.layout(few, container)
    #expect(layout.scale > 3)
    #expect(!layout.isTruncated && layout.usedRect.maxY <= 200.01)
    var fixed = container
    fixed.maximumScale = 1
    let next = few.scaled(by: layout.scale + 1.0 / 64)
    let larger = try Self.layout(next, fixed)
    // A word would be broken, or a line left out.
    let words = larger.lines.dropLast().allSatisfy {
      larger.text.utf16[$0.range.end - 1] == 0x20
    }
    #expect(larger.isTruncated || !words)
    container.shape = .path(circle(150, 100, 100))
    let bubble = try Self.layout(few, container)
    #expect(bubble.scale < layout.scale && bubble.scale > 1.5)
  }

  // MARK: Columns

  @Test(
    "Columns are filled one after the other, and a hit finds its column",
    arguments: WritingMode.allCases)
  func columns(mode: WritingMode) throws {
    var container =
      mode.isVertical
      ? TextContainer(width: 130, height: 400) : TextContainer(width: 400, height: 130)
    container.writingMode = mode
    container.columns = TextColumns(count: 2, gap: 20)
    let layout = try Self.layout(text(), container)
    let first = layout.lines.filter { $0.inlineStart < 190 }
    let second = layout.lines.filter { $0.inlineStart >= 210 }
    #expect(first.count + second.count == layout.lines.count && first.count > 5)
    #expect((first.last?.index ?? 0) < (second.first?.index ?? 0))
    #expect(second.first?.blockStart == first.first?.blockStart)
    for line in layout.lines {
      for cluster in layout.clusters(inLine: line.index) {
        let middle = Point(x: cluster.rect.midX, y: cluster.rect.midY)
        #expect(layout.grapheme(at: middle) == cluster.range)
        #expect(layout.lineIndex(at: middle) == line.index)
      }
    }
    // By rows from the first line to the last: into the next column.
    var position = TextPosition(1)
    for index in layout.lines.indices {
      #expect(layout.lineIndex(containing: position) == index)
      position = layout.position(after: position, by: .line)
    }
  }

  @Test("Columns without a height are about equal", arguments: [2, 3, 5])
  func balanced(count: Int) throws {
    var container = TextContainer(width: 600)
    container.columns = TextColumns(count: count, gap: 10)
    let layout = try Self.layout(text(), container)
    #expect(!layout.isTruncated)
    let lines = (0..<count).map { column in
      let step = 610.0 / Double(count)
      return layout.lines.count { Int($0.inlineStart / step) == column }
    }
    #expect(lines.reduce(0, +) == layout.lines.count)
    // No column could be a line lower.
    let most = lines.max() ?? 0
    #expect((most - 1) * count < layout.lines.count)
    #expect(layout.size.height == Double(most) * layout.lines[0].height)
  }

  // MARK: What makes no sense

  @Test("Everything excluded: no line, and that is said")
  func everythingExcluded() throws {
    var container = TextContainer(width: 200, height: 100)
    container.exclusions = [Exclusion(Rect(x: -10, y: -10, width: 300, height: 300))]
    let layout = try Self.layout(text(), container)
    #expect(layout.lines.isEmpty && layout.isTruncated)
    #expect(layout.position(at: Point(x: 5, y: 5)) == TextPosition(0))
    #expect(layout.rectangles(for: TextRange(0, 10)).isEmpty)
    #expect(layout.caret(at: TextPosition(3)) == .zero)
    // Without a height the text begins below, however far that is.
    container.height = nil
    container.exclusions = [Exclusion(Rect(x: -10, y: -10, width: 300, height: 1e7))]
    let below = try Self.layout(text("kurz"), container)
    #expect(below.lines.count == 1 && below.lines[0].frame.minY > 9.9e6)
  }

  @Test("Empty, crossing and endless paths give a defined result")
  func strangePaths() throws {
    var crossing = Path()
    crossing.addLines(between: [
      Point(x: 0, y: 0), Point(x: 200, y: 200), Point(x: 200, y: 0), Point(x: 0, y: 200),
    ])
    var endless = Path()
    endless.addLines(between: [
      Point(x: .nan, y: 0), Point(x: .infinity, y: 200), Point(x: 200, y: -.infinity),
    ])
    var flat = Path()
    flat.addLines(between: [Point(x: 0, y: 5), Point(x: 100, y: 5)])
    for path in [Path(), crossing, endless, flat] {
      for rule in [FillRule.nonZero, .evenOdd] {
        var container = TextContainer(width: 200, height: 200)
        container.shape = .path(path, rule: rule)
        let layout = try Self.layout(text("Worte hier und da"), container)
        #expect(layout.lines.count <= 20)
        if path == crossing { #expect(!layout.lines.isEmpty) }
        if path != crossing { #expect(layout.isTruncated && layout.lines.isEmpty) }
        var around = TextContainer(width: 200, height: 200)
        around.exclusions = [Exclusion(path, margin: .nan), Exclusion(path, margin: 3)]
        let lines = try Self.layout(text("Worte hier und da"), around).lines
        #expect(!lines.isEmpty)
      }
    }
  }

  @Test("Places narrower than a letter are skipped; a long word is broken where all are narrow")
  func narrow() throws {
    var container = TextContainer(width: 100, height: 400)
    container.exclusions = [
      Exclusion(Rect(x: 3, y: 0, width: 94, height: 50)),
      Exclusion(Rect(x: 40, y: 60, width: 2, height: 400)),
    ]
    let layout = try Self.layout(text("Donaudampfschifffahrtsgesellschaft"), container)
    #expect(layout.lines.count >= 3)
    #expect(layout.lines.allSatisfy { $0.frame.minY >= 50 && $0.frame.maxX <= 100.01 })
    var shape = TextContainer()
    shape.shape = .path(Path(rect: Rect(x: 10, y: 10, width: 60, height: 300)))
    let broken = try Self.layout(text("Donaudampfschifffahrtsgesellschaft"), shape)
    #expect(broken.lines.count > 3 && !broken.isTruncated)
    #expect(broken.lines.allSatisfy { $0.frame.minX >= 10 && $0.frame.maxX <= 70.01 })
    var hair = TextContainer()
    hair.shape = .path(Path(rect: Rect(x: 0, y: 0, width: 1, height: 300)))
    // No place is wide enough for a letter: each stands in the widest one, as in a narrow box.
    let letters = try Self.layout(text("Worte"), hair)
    #expect(letters.lines.count == 5 && !letters.isTruncated)
  }

  @Test("Lines below an area count, and the last one is cut to the whole width")
  func linesBelowAnArea() throws {
    let words = text(String(repeating: "Worte hier und da ", count: 60))
    for rect in [Rect(x: 0, y: 0, width: 40, height: 50), Rect(x: 60, y: 0, width: 9, height: 50)] {
      var container = TextContainer(width: 200)
      container.exclusions = [Exclusion(rect)]
      for count in 1...20 {
        container.maximumLines = count
        let layout = try Self.layout(words, container)
        #expect(Set(layout.lines.map(\.frame.minY)).count == count)
        #expect(layout.isTruncated)
        let last = try #require(layout.lines.last)
        if last.frame.minY >= 50 { #expect(last.frame.minX == 0 && last.width > 120) }
      }
    }
  }

  @Test("Columns of no height and absurd numbers of columns")
  func strangeColumns() throws {
    var container = TextContainer(width: 100, height: 0)
    for count in [-5, 0, 3, .max] {
      container.columns = TextColumns(count: count, gap: .nan)
      let layout = try Self.layout(text("Worte hier und da"), container)
      #expect(layout.lines.count >= 1)
      #expect(layout.size.height == 0)
    }
    container.height = nil
    container.columns = TextColumns(count: 4, gap: 1e9)
    #expect(try Self.layout(text("Worte"), container).lines.count >= 1)
  }

  @Test("Too many edges, and exclusions without a known place, are errors that name the property")
  func errors() throws {
    var path = Path()
    path.addLines(between: (0..<300_000).map { Point(x: Double($0 % 2) * 50, y: Double($0) / 900) })
    var container = TextContainer(width: 100)
    container.exclusions = [Exclusion(path)]
    do {
      _ = try Self.layout(text(), container)
      Issue.record("no error")
    } catch let error as TypesettingError {
      #expect(error.code == .badContainer && error.property == "exclusions")
    }
    var unbounded = TextContainer(height: 100)
    unbounded.writingMode = .verticalRL
    unbounded.exclusions = [Exclusion(Rect(x: 0, y: 0, width: 5, height: 5))]
    #expect(throws: TypesettingError.self) { try Self.layout(text(), unbounded) }
  }

  @Test("The last line of a shape ends in the token, within its place")
  func truncated() throws {
    var container = TextContainer()
    container.shape = .path(circle(60, 60, 60))
    let layout = try Self.layout(text(), container)
    #expect(layout.isTruncated)
    let token = try #require(layout.tokenRect)
    for corner in token.corners {
      let (x, y) = (corner.x - 60, corner.y - 60)
      #expect((x * x + y * y).squareRoot() < 60.1)
    }
  }
}
