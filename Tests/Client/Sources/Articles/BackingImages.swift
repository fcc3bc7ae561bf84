// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews

/// Layers and their backing images: the first two chapters.
@MainActor
enum BackingImages {
  static func all(_ ledger: Ledger) async throws {
    try await layerInAView(ledger)
    try await contentsAndGravity(ledger)
    try await sprites(ledger)
    try await digitStrip(ledger)
    try await stretchableImage(ledger)
    try await drawingByDelegate(ledger)
  }

  static func layerInAView(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 300, height: 300))
    let layerView = HostView(frame: Rect(x: 50, y: 50, width: 200, height: 200))
    layerView.backgroundColor = .white
    view.addSubview(layerView)
    ledger.listing("a layer in a view", original: 8)
    let blueLayer = Layer()
    blueLayer.frame = Rect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = .blue
    layerView.layer.addSublayer(blueLayer)
    ledger.listingEnds()

    // The white square is at 50 … 250, the blue one at 100 … 200.
    let picture = try await shown(view)
    for (x, y, color) in [
      (100, 100, RGB.blue), (199, 199, .blue), (99, 150, .white), (200, 150, .white),
      (150, 99, .white), (150, 200, .white), (50, 50, .white), (249, 249, .white),
      (49, 150, .silver), (250, 150, .silver),
    ] { ledger.pixel(picture, x, y, color, "squares") }
    ledger.expect(blueLayer.superlayer === layerView.layer, "the layer lies in the view's")
  }

  static func contentsAndGravity(_ ledger: Ledger) async throws {
    // 80 × 40: the left half red, the right half yellow.
    let image = try image(80, 40) {
      try $0.fill(Rect(width: 40, height: 40), with: .red)
      try $0.fill(Rect(x: 40, y: 0, width: 40, height: 40), with: .yellow)
    }
    let layerView = HostView(frame: Rect(width: 100, height: 100))
    ledger.listing("backing image and contentsGravity", original: 10)
    layerView.layer.contents = image
    layerView.layer.contentsGravity = .resizeAspect
    ledger.listingEnds()

    // Drawn at (0, 25, 100, 50).
    var picture = try await shown(layerView)
    for (x, y, color) in [
      (0, 26, RGB.red), (48, 73, .red), (52, 50, .yellow), (99, 50, .yellow), (50, 23, .silver),
      (50, 76, .silver),
    ] { ledger.pixel(picture, x, y, color, "resizeAspect") }
    // In the middle, unscaled: (10, 30, 80, 40).
    layerView.layer.contentsGravity = .center
    picture = try await shown(layerView)
    for (x, y, color) in [
      (10, 30, RGB.red), (49, 69, .red), (50, 30, .yellow), (89, 69, .yellow), (9, 50, .silver),
      (90, 50, .silver), (50, 29, .silver), (50, 70, .silver),
    ] { ledger.pixel(picture, x, y, color, "center") }
    // Two pixels a point: (30, 40, 40, 20).
    let layer = Layer()
    layer.frame = Rect(width: 100, height: 100)
    layer.contents = image
    layer.contentsGravity = .center
    layer.contentsScale = 2
    picture = try await shown(layer)
    for (x, y, color) in [
      (31, 41, RGB.red), (48, 58, .red), (68, 58, .yellow), (29, 50, .silver), (70, 50, .silver),
      (50, 39, .silver), (50, 60, .silver),
    ] { ledger.pixel(picture, x, y, color, "center, contentsScale 2") }
    // Filled: (−50, 0, 200, 100), of which the layer keeps the middle.
    layer.contentsGravity = .resizeAspectFill
    layer.masksToBounds = true
    picture = try await shown(layer)
    ledger.pixel(picture, 0, 0, .red, "resizeAspectFill")
    ledger.pixel(picture, 47, 99, .red, "resizeAspectFill")
    ledger.pixel(picture, 52, 99, .yellow, "resizeAspectFill")
  }

  static func sprites(_ ledger: Ledger) async throws {
    let colors = [RGB.red, .lime, .blue, .yellow]
    let sheet = try image(128, 128) { context in
      for (i, color) in colors.enumerated() {
        try context.fill(
          Rect(x: Double(i % 2) * 64, y: Double(i / 2) * 64, width: 64, height: 64),
          with: color.color)
      }
    }
    let view = HostView(frame: Rect(width: 300, height: 80))
    let views = (0..<4).map { i in
      HostView(frame: Rect(x: 10 + 70 * Double(i), y: 8, width: 64, height: 64))
    }
    for coneView in views { view.addSubview(coneView) }
    ledger.listing("sprites by contentsRect", original: 26)
    func addSpriteImage(_ image: Bitmap, contentRect rect: Rect, to layer: Layer) {
      layer.contents = image
      // Scales to fit.
      layer.contentsGravity = .resizeAspect
      layer.contentsRect = rect
    }
    addSpriteImage(
      sheet, contentRect: Rect(x: 0, y: 0, width: 0.5, height: 0.5), to: views[0].layer)
    addSpriteImage(
      sheet, contentRect: Rect(x: 0.5, y: 0, width: 0.5, height: 0.5), to: views[1].layer)
    addSpriteImage(
      sheet, contentRect: Rect(x: 0, y: 0.5, width: 0.5, height: 0.5), to: views[2].layer)
    addSpriteImage(
      sheet, contentRect: Rect(x: 0.5, y: 0.5, width: 0.5, height: 0.5), to: views[3].layer)
    ledger.listingEnds()

    let picture = try await shown(view)
    for (i, color) in colors.enumerated() {
      let left = 10 + 70 * i
      for (x, y) in [(left, 8), (left + 63, 8), (left, 71), (left + 63, 71), (left + 31, 40)] {
        ledger.pixel(picture, x, y, color, within: 0, "sprite \(i)")
      }
      ledger.pixel(picture, left - 1, 40, .silver, "beside sprite \(i)")
      ledger.pixel(picture, left + 64, 40, .silver, "beside sprite \(i)")
    }
  }

  static func digitStrip(_ ledger: Ledger) async throws {
    // Ten digits, 8 × 12 pixels each: digit k in the grey of 25 k, with a black first column.
    let digits = try image(80, 12) { context in
      for k in 0..<10 {
        try context.fill(
          Rect(x: 8 * Double(k), y: 0, width: 8, height: 12),
          with: Color(white: 25 * Double(k) / 255))
        try context.fill(Rect(x: 8 * Double(k), y: 0, width: 1, height: 12), with: .black)
      }
    }
    let view = HostView(frame: Rect(width: 10 * 90, height: 120))
    let digitViews = (0..<10).map {
      HostView(frame: Rect(x: 90 * Double($0), y: 0, width: 80, height: 120))
    }
    for digitView in digitViews { view.addSubview(digitView) }
    ledger.listing("digits of a clock, magnified to the nearest pixel", original: 42)
    for digitView in digitViews {
      digitView.layer.contents = digits
      digitView.layer.contentsRect = Rect(x: 0, y: 0, width: 0.1, height: 1)
      digitView.layer.contentsGravity = .resizeAspect
      digitView.layer.magnificationFilter = .nearest
    }
    func setDigit(_ digit: Int, for view: HostView) {
      // Shows the part of the strip that holds the digit.
      view.layer.contentsRect = Rect(x: Double(digit) * 0.1, y: 0, width: 0.1, height: 1)
    }
    for (digit, digitView) in digitViews.enumerated() { setDigit(digit, for: digitView) }
    ledger.listingEnds()

    // Ten times as large: each digit has ten black columns and seventy of its own grey.
    let picture = try await shown(view)
    for k in 0..<10 {
      let grey = RGB(25 * k, 25 * k, 25 * k)
      for (x, color) in [(0, RGB.black), (9, .black), (10, grey), (40, grey), (79, grey)] {
        for y in [0, 119] { ledger.pixel(picture, 90 * k + x, y, color, within: 0, "digit \(k)") }
      }
    }
    // Magnified by the filter that mixes, too, the edges are those of the digit alone.
    for digitView in digitViews { digitView.layer.magnificationFilter = .linear }
    let smooth = try await shown(view)
    for k in 0..<10 {
      ledger.pixel(smooth, 90 * k, 60, .black, within: 0, "digit \(k), smooth")
      let grey = RGB(25 * k, 25 * k, 25 * k)
      ledger.pixel(smooth, 90 * k + 79, 60, grey, within: 0, "digit \(k), smooth")
    }
    // Pixel for pixel, with the filter that mixes: nothing of a neighbour.
    for k in 0..<10 {
      let layer = Layer()
      layer.frame = Rect(width: 8, height: 12)
      layer.contents = digits
      layer.contentsRect = Rect(x: Double(k) * 0.1, y: 0, width: 0.1, height: 1)
      let picture = try await shown(layer)
      ledger.pixel(picture, 0, 6, .black, within: 0, "digit \(k) of its own size")
      for x in [1, 7] {
        ledger.pixel(
          picture, x, 6, RGB(25 * k, 25 * k, 25 * k), within: 0, "digit \(k) of its own size")
      }
    }
  }

  static func stretchableImage(_ ledger: Ledger) async throws {
    // 40 × 40: corners of 10 red, sides blue, the middle yellow.
    let button = try image(40, 40) {
      try $0.fill(Rect(width: 40, height: 40), with: .red)
      try $0.fill(Rect(x: 10, y: 0, width: 20, height: 40), with: .blue)
      try $0.fill(Rect(x: 0, y: 10, width: 40, height: 20), with: .blue)
      try $0.fill(Rect(x: 10, y: 10, width: 20, height: 20), with: .yellow)
    }
    let view = HostView(frame: Rect(width: 300, height: 200))
    let button1 = HostView(frame: Rect(x: 10, y: 10, width: 200, height: 80))
    let button2 = HostView(frame: Rect(x: 220, y: 10, width: 60, height: 180))
    view.addSubview(button1)
    view.addSubview(button2)
    ledger.listing("stretchable image by contentsCenter", original: 14)
    func addStretchableImage(_ image: Bitmap, contentCenter rect: Rect, to layer: Layer) {
      layer.contents = image
      layer.contentsCenter = rect
    }
    let center = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    addStretchableImage(button, contentCenter: center, to: button1.layer)
    addStretchableImage(button, contentCenter: center, to: button2.layer)
    ledger.listingEnds()

    let picture = try await shown(view)
    for (left, top, width, height) in [(10, 10, 200, 80), (220, 10, 60, 180)] {
      let (right, bottom) = (left + width - 1, top + height - 1)
      for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
        ledger.pixel(picture, x, y, .red, within: 0, "corner")
      }
      // The inner corners of the corners, whose size stays.
      for (x, y) in [(left + 8, top + 8), (right - 8, top + 8), (left + 8, bottom - 8)] {
        ledger.pixel(picture, x, y, .red, "corner, inside")
      }
      let (middleX, middleY) = (left + width / 2, top + height / 2)
      for (x, y) in [(middleX, top), (middleX, bottom), (left, middleY), (right, middleY)] {
        ledger.pixel(picture, x, y, .blue, "side")
      }
      for (x, y) in [(middleX, top + 8), (middleX, bottom - 8), (left + 8, middleY)] {
        ledger.pixel(picture, x, y, .blue, "side, inside")
      }
      ledger.pixel(picture, middleX, middleY, .yellow, "middle")
    }
  }

  static func drawingByDelegate(_ ledger: Ledger) async throws {
    let layerView = HostView(frame: Rect(width: 200, height: 200))
    layerView.backgroundColor = .white
    ledger.listing("custom drawing by the delegate", original: 22)
    final class Controller: LayerDelegate {
      func drawing(for layer: Layer) -> LayerDrawing? {
        { context in
          // A thick red circle.
          try context.strokeEllipse(
            in: layer.bounds, with: .red, style: StrokeStyle(lineWidth: 10))
        }
      }
    }
    let controller = Controller()
    let blueLayer = Layer()
    blueLayer.frame = Rect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = .blue
    blueLayer.delegate = controller
    // The backing image has the scale of the screen.
    blueLayer.contentsScale = 1
    layerView.layer.addSublayer(blueLayer)
    blueLayer.display()
    ledger.listingEnds()

    let picture = try await shown(layerView)
    // Red on blue: the red channel is the coverage. A ring of radii 45 and 55 in a square of 100
    // has 2524.8 square points inside.
    let ink = picture.sum(50..<150, 50..<150) { Double($0.red) / 255 }
    ledger.near(ink, 2524.8, within: 2524.8 * 0.005, "the ink of the ring")
    // Cut off at the square: there are no pixels outside of it.
    for (x, y) in [(49, 100), (150, 100), (100, 49), (100, 150)] {
      ledger.pixel(picture, x, y, .white, "outside of the backing image")
    }
    ledger.pixel(picture, 100, 100, .blue, "the middle")
    ledger.pixel(picture, 51, 100, .red, "the ring")
  }
}
