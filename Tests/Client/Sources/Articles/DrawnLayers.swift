// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import HostViews

/// Layers that draw something of their own: shapes, texts and gradients.
@MainActor
enum DrawnLayers {
  static func all(_ ledger: Ledger) async throws {
    try await stickFigure(ledger)
    try await roundedCorners(ledger)
    try await textLayer(ledger)
    try await attributedText(ledger)
    try await layerLabel(ledger)
    try await gradient(ledger)
    try await gradientWithLocations(ledger)
  }

  static func stickFigure(_ ledger: Ledger) async throws {
    let containerView = HostView(frame: Rect(width: 300, height: 300))
    containerView.backgroundColor = .white
    ledger.listing("stick figure", original: 26)
    var path = Path()
    path.move(to: Point(x: 175, y: 100))
    path.addArc(
      center: Point(x: 150, y: 100), radius: 25, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    path.move(to: Point(x: 150, y: 125))
    path.addLine(to: Point(x: 150, y: 175))
    path.addLine(to: Point(x: 125, y: 225))
    path.move(to: Point(x: 150, y: 175))
    path.addLine(to: Point(x: 175, y: 225))
    path.move(to: Point(x: 100, y: 150))
    path.addLine(to: Point(x: 200, y: 150))
    let shapeLayer = ShapeLayer()
    shapeLayer.strokeColor = .red
    shapeLayer.fillColor = .clear
    shapeLayer.lineWidth = 5
    shapeLayer.lineJoin = .round
    shapeLayer.lineCap = .round
    shapeLayer.path = path
    containerView.layer.addSublayer(shapeLayer)
    ledger.listingEnds()

    let picture = try await shown(containerView)
    let ink = picture.sum(0..<300, 0..<300) { Double(255 - $0.green) / 255 }
    ledger.near(ink, 2082, within: 2082 * 0.005, "the ink")
    // From 97.5 to 202.5, and from 72.5 to 227.5.
    let xs = (0..<300).filter { x in (0..<300).contains { picture[x, $0].green < 250 } }
    let ys = (0..<300).filter { y in (0..<300).contains { picture[$0, y].green < 250 } }
    ledger.expect(xs.first == 97 && xs.last == 202, "columns \(xs.first ?? 0) … \(xs.last ?? 0)")
    ledger.expect(ys.first == 72 && ys.last == 227, "rows \(ys.first ?? 0) … \(ys.last ?? 0)")
    ledger.pixel(picture, 150, 100, .white, "in the head")
    ledger.pixel(picture, 175, 100, .red, "the head")
    ledger.pixel(picture, 110, 150, .red, "an arm")
  }

  static func roundedCorners(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 200, height: 200))
    let content = Layer()
    content.frame = Rect(width: 200, height: 200)
    content.backgroundColor = .blue
    view.backgroundColor = .white
    view.layer.addSublayer(content)
    ledger.listing("three round corners, as a mask", original: 12)
    let rect = Rect(x: 50, y: 50, width: 100, height: 100)
    let radii = Size(width: 20, height: 20)
    let corners: Corners = [.topRight, .bottomRight, .bottomLeft]
    let path = Path(roundedRect: rect, radii: radii, corners: corners)
    let maskLayer = ShapeLayer()
    maskLayer.path = path
    content.mask = maskLayer
    ledger.listingEnds()

    let picture = try await shown(view)
    // 100² − 3 · 20² (1 − π/4).
    let area = picture.sum(0..<200, 0..<200) { Double(255 - $0.red) / 255 }
    ledger.near(area, 9742.5, within: 9742.5 * 0.003, "the area")
    ledger.pixel(picture, 50, 50, .blue, "the square corner")
    ledger.pixel(picture, 149, 50, .white, "a round corner")
    ledger.pixel(picture, 50, 149, .white, "a round corner")
    ledger.pixel(picture, 149, 149, .white, "a round corner")
  }

  private static let lorem = """
    Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel \
    varius in, facilisis pulvinar leo. Nunc quis nunc at mauris pharetra condimentum ut ac neque. \
    Nunc elementum, libero ut porttitor dictum, diam odio congue lacus, vel fringilla sapien diam \
    at purus. Etiam suscipit pretium nunc sit amet lobortis
    """

  /// The lines of a picture of dark text on white: rows with ink, and the columns where each begins
  /// and ends.
  private static func lines(
    _ picture: Picture, width: Int, height: Int
  ) -> [(rows: Range<Int>, left: Int, right: Int)] {
    func columns(_ y: Int) -> [Int] { (0..<width).filter { picture[$0, y].green < 160 } }
    var result: [(rows: Range<Int>, left: Int, right: Int)] = []
    for y in 0..<height {
      guard let first = columns(y).first, let last = columns(y).last else { continue }
      if let line = result.last, line.rows.upperBound == y {
        result[result.count - 1] = (
          line.rows.lowerBound..<y + 1, min(line.left, first), max(line.right, last)
        )
      } else {
        result.append((y..<y + 1, first, last))
      }
    }
    // The parts of letters that lie apart, as dots do, belong to their line.
    return result.reduce(into: []) { lines, part in
      if let line = lines.last, part.rows.lowerBound - line.rows.upperBound < 3 {
        lines[lines.count - 1] = (
          line.rows.lowerBound..<part.rows.upperBound, min(line.left, part.left),
          max(line.right, part.right)
        )
      } else {
        lines.append(part)
      }
    }
  }

  static func textLayer(_ ledger: Ledger) async throws {
    let labelView = HostView(frame: Rect(width: 300, height: 200))
    labelView.backgroundColor = .white
    ledger.listing("text layer", original: 24)
    let textLayer = TextLayer()
    textLayer.frame = labelView.bounds
    labelView.layer.addSublayer(textLayer)
    textLayer.foregroundColor = .black
    textLayer.alignmentMode = .justify
    textLayer.isWrapped = true
    textLayer.font = FontDescriptor(families: ["Noto Sans"])
    textLayer.fontSize = 15
    textLayer.string = lorem
    textLayer.contentsScale = 2
    ledger.listingEnds()

    let picture = try await shown(labelView, scale: 2)
    let lines = lines(picture, width: 600, height: 400)
    ledger.expect(lines.count >= 6, "\(lines.count) lines")
    for line in lines.dropLast() {
      // Two pixels a point: what is wider than a side bearing is a fault.
      ledger.expect(line.left <= 5, "a line begins at \(line.left)")
      ledger.expect(line.right >= 594, "a line ends at \(line.right) of 600")
    }
    let spacings = zip(lines, lines.dropFirst()).map { $1.rows.upperBound - $0.rows.upperBound }
    ledger.expect(
      spacings.allSatisfy { (30...60).contains($0) }, "lines of 15 points are \(spacings) apart")
    // Sharp: a text of one pixel a point has about half as many edges to a picture of two.
    textLayer.contentsScale = 1
    let plain = try await shown(labelView, scale: 1)
    ledger.expect(plain.bitmap.width == 300, "one pixel a point")
  }

  static func attributedText(_ ledger: Ledger) async throws {
    let labelView = HostView(frame: Rect(width: 300, height: 200))
    labelView.backgroundColor = .white
    let textLayer = TextLayer()
    textLayer.frame = labelView.bounds
    labelView.layer.addSublayer(textLayer)
    ledger.listing("attributed text", original: 34)
    var string = AttributedString(lorem)
    string.font = FontDescriptor(families: ["Noto Sans"])
    string.fontSize = 15
    string.foregroundColor = .black
    // The second word: red, and underlined.
    let start = string.index(string.startIndex, offsetByCharacters: 6)
    let range = start..<string.index(start, offsetByCharacters: 5)
    string[range].foregroundColor = .red
    string[range].underline = TextDecoration()
    textLayer.attributedString = string
    ledger.listingEnds()

    let picture = try await shown(labelView)
    var (left, right, top, bottom) = (300, 0, 200, 0)
    for y in 0..<200 {
      for x in 0..<300 {
        let p = picture[x, y]
        if p.red > 200, p.green < 100 {
          (left, right) = (min(left, x), max(right, x))
          (top, bottom) = (min(top, y), max(bottom, y))
        }
      }
    }
    // One word of the first line, some 40 points wide, behind one that is as wide.
    ledger.expect(left > 30 && right < 100 && right - left > 25, "red from \(left) to \(right)")
    ledger.expect(top < 20 && bottom < 24, "red rows \(top) to \(bottom)")
    // The underline: a row of red without gaps, under the letters.
    let solid = (top...max(top, bottom)).filter { y in
      (left...max(left, right)).allSatisfy {
        picture[$0, y].green < 160 && picture[$0, y].red > 200
      }
    }
    ledger.expect(
      !solid.isEmpty && solid.allSatisfy { $0 > (top + bottom) / 2 }, "underline \(solid)")
  }

  static func layerLabel(_ ledger: Ledger) async throws {
    ledger.listing("a view whose layer is a text layer", original: 58)
    final class LayerLabel: HostView {
      override class func makeLayer() -> Layer { TextLayer() }
      var textLayer: TextLayer? { layer as? TextLayer }
      var text: String {
        get { textLayer?.string ?? "" }
        set { textLayer?.string = newValue }
      }
      var textColor: Color {
        get { textLayer?.foregroundColor ?? .black }
        set { textLayer?.foregroundColor = newValue }
      }
      override init(frame: Rect = .zero) {
        super.init(frame: frame)
        textLayer?.alignmentMode = .justify
        textLayer?.font = FontDescriptor(families: ["Noto Sans"])
        textLayer?.fontSize = 15
      }
    }
    let label = LayerLabel(frame: Rect(width: 280, height: 160))
    label.text = lorem
    label.textColor = .blue
    label.backgroundColor = .white
    ledger.listingEnds()

    let view = HostView(frame: Rect(width: 280, height: 400))
    view.backgroundColor = .white
    view.addSubview(label)
    var picture = try await shown(view, scale: 2)
    // The view gets the scale of the window.
    ledger.expect(label.textLayer?.contentsScale == 2, "the scale of the window")
    func count(_ picture: Picture) -> Int {
      var rows = 0
      var wasInk = false
      for y in 0..<picture.bitmap.height {
        let isInk = (0..<picture.bitmap.width).contains { picture[$0, y].red < 128 }
        if isInk, !wasInk { rows += 1 }
        wasInk = isInk
      }
      return rows
    }
    let wide = count(picture)
    ledger.expect(picture.sum(0..<560, 0..<300) { $0.blue < 200 ? 1 : 0 } == 0, "blue on white")
    label.frame = Rect(width: 140, height: 400)
    picture = try await shown(view, scale: 2)
    let narrow = count(picture)
    ledger.expect(narrow > wide + 3, "\(wide) lines in 280 points, \(narrow) in 140")
  }

  static func gradient(_ ledger: Ledger) async throws {
    let containerView = HostView(frame: Rect(width: 200, height: 200))
    ledger.listing("gradient", original: 10)
    let gradientLayer = GradientLayer()
    gradientLayer.frame = containerView.bounds
    containerView.layer.addSublayer(gradientLayer)
    gradientLayer.colors = [.red, .blue]
    gradientLayer.startPoint = Point(x: 0, y: 0)
    gradientLayer.endPoint = Point(x: 1, y: 1)
    ledger.listingEnds()

    // Along the diagonal: t = (x + y + 1) / 400 at the middle of a pixel.
    let picture = try await shown(containerView)
    for (x, y) in [(0, 0), (100, 100), (199, 199), (199, 0), (0, 199), (50, 120), (170, 3)] {
      let t = Double(x + y + 1) / 400
      let color = RGB(Int((255 * (1 - t)).rounded()), 0, Int((255 * t).rounded()))
      ledger.pixel(picture, x, y, color, "gradient")
    }
  }

  static func gradientWithLocations(_ ledger: Ledger) async throws {
    let containerView = HostView(frame: Rect(width: 200, height: 200))
    ledger.listing("gradient with locations", original: 14)
    let gradientLayer = GradientLayer()
    gradientLayer.frame = containerView.bounds
    containerView.layer.addSublayer(gradientLayer)
    gradientLayer.colors = [.red, .yellow, .lime]
    gradientLayer.locations = [0, 0.25, 0.5]
    gradientLayer.startPoint = Point(x: 0, y: 0)
    gradientLayer.endPoint = Point(x: 1, y: 1)
    ledger.listingEnds()

    var picture = try await shown(containerView)
    for (x, y) in [(0, 0), (25, 25), (49, 50), (60, 80), (99, 100), (130, 140), (199, 199)] {
      let t = Double(x + y + 1) / 400
      let red = t < 0.25 ? 1 : max(0, 1 - (t - 0.25) * 4)
      let green = min(1, t * 4)
      let color = RGB(Int((255 * red).rounded()), Int((255 * green).rounded()), 0)
      ledger.pixel(picture, x, y, color, "gradient")
    }
    // In a rectangle the unit square is stretched: both other corners lie in the middle.
    containerView.frame = Rect(width: 200, height: 100)
    gradientLayer.frame = containerView.bounds
    gradientLayer.colors = [.red, .blue]
    gradientLayer.locations = nil
    picture = try await shown(containerView)
    ledger.pixel(picture, 199, 0, RGB(127, 0, 128), within: 2, "stretched")
    ledger.pixel(picture, 0, 99, RGB(127, 0, 128), within: 2, "stretched")
  }
}
