// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import HostViews

/// Layers that show other things in their own way: copies, scrolled layers, tiles and particles.
@MainActor
enum Containers {
  static func all(_ ledger: Ledger) async throws {
    try await ring(ledger)
    try await reflection(ledger)
    try await scrolling(ledger)
    try await tiles(ledger)
    try await particles(ledger)
    try await fire(ledger)
  }

  static func ring(_ ledger: Ledger) async throws {
    // The listing's 600², moved by 200 to the right so that all of the ring is seen.
    let containerView = HostView(frame: Rect(width: 1000, height: 1000))
    containerView.backgroundColor = .black
    let middle = HostView(frame: Rect(x: 200, y: 0, width: 600, height: 600))
    containerView.addSubview(middle)
    ledger.listing("a ring of copies", original: 26)
    let replicator = ReplicatorLayer()
    replicator.frame = middle.bounds
    middle.layer.addSublayer(replicator)
    replicator.instanceCount = 10
    var transform = Transform3D.identity
    transform = transform.translated(x: 0, y: 200, z: 0)
    transform = transform.rotated(.pi / 5, x: 0, y: 0, z: 1)
    transform = transform.translated(x: 0, y: -200, z: 0)
    replicator.instanceTransform = transform
    // Each copy has less blue and green than the one before.
    replicator.instanceBlueOffset = -0.1
    replicator.instanceGreenOffset = -0.1
    let layer = Layer()
    layer.frame = Rect(x: 100, y: 100, width: 100, height: 100)
    layer.backgroundColor = .white
    replicator.addSublayer(layer)
    ledger.listingEnds()

    // About (300, 500) of the replicator: 200 below its middle. Copy k is turned by k · 36°.
    let picture = try await shown(containerView)
    for k in 0..<10 {
      let angle = Double(k) * .pi / 5
      // The middle of the square is at (150, 150), so (−150, −350) from there.
      let x = 200 + 300 - 150 * cos(angle) + 350 * sin(angle)
      let y = 500 - 150 * sin(angle) - 350 * cos(angle)
      let grey = Int((255 * (1 - 0.1 * Double(k))).rounded())
      for (dx, dy) in [(0.0, 0.0), (-46, -46), (46, 46)] {
        let place = (
          x: x + dx * cos(angle) - dy * sin(angle), y: y + dx * sin(angle) + dy * cos(angle)
        )
        ledger.pixel(
          picture, Int(place.x), Int(place.y), RGB(255, grey, grey), within: 1, "copy \(k)")
      }
    }
    ledger.pixel(picture, 500, 500, .black, "the middle of the ring")
  }

  static func reflection(_ ledger: Ledger) async throws {
    ledger.listing("a reflecting view", original: 42)
    final class ReflectionView: HostView {
      override class func makeLayer() -> Layer { ReplicatorLayer() }
      override init(frame: Rect = .zero) {
        super.init(frame: frame)
        guard let layer = layer as? ReplicatorLayer else { return }
        layer.instanceCount = 2
        // Below, and upside down.
        var transform = Transform3D.identity
        let verticalOffset = bounds.height + 2
        transform = transform.translated(x: 0, y: verticalOffset, z: 0)
        transform = transform.scaled(x: 1, y: -1, z: 0)
        layer.instanceTransform = transform
        layer.instanceAlphaOffset = -0.6
      }
    }
    let reflectionView = ReflectionView(frame: Rect(x: 50, y: 20, width: 100, height: 80))
    let imageView = HostView(frame: reflectionView.bounds)
    reflectionView.addSubview(imageView)
    ledger.listingEnds()

    let view = HostView(frame: Rect(width: 200, height: 200))
    view.backgroundColor = .white
    view.addSubview(reflectionView)
    // The upper quarter red, the rest blue.
    imageView.layer.contents = try image(100, 80) {
      try $0.fill(Rect(width: 100, height: 80), with: .blue)
      try $0.fill(Rect(width: 100, height: 20), with: .red)
    }
    let picture = try await shown(view)
    // The view is at 20 … 100, its image from 102 on, with four tenths of its opacity.
    let (paleBlue, paleRed) = (RGB(153, 153, 255), RGB(255, 153, 153))
    for (y, color) in [
      (20, RGB.red), (39, .red), (40, .blue), (99, .blue), (100, .white), (101, .white),
      (102, paleBlue), (161, paleBlue), (162, paleRed), (181, paleRed), (182, .white),
    ] { ledger.pixel(picture, 100, y, color, "reflection") }
    ledger.pixel(picture, 49, 120, .white, "beside the reflection")
  }

  static func scrolling(_ ledger: Ledger) async throws {
    ledger.listing("a scrolling view", original: 36)
    final class ScrollView: HostView {
      override class func makeLayer() -> Layer { ScrollLayer() }
      override init(frame: Rect = .zero) {
        super.init(frame: frame)
        layer.masksToBounds = true
      }
      func pan(by translation: Size) {
        // The offset is the origin of the bounds, less what the finger moved.
        var offset = bounds.origin
        offset.x -= translation.width
        offset.y -= translation.height
        (layer as? ScrollLayer)?.scroll(to: offset)
      }
    }
    let scrollView = ScrollView(frame: Rect(x: 50, y: 50, width: 100, height: 100))
    ledger.listingEnds()

    let view = HostView(frame: Rect(width: 200, height: 200))
    view.addSubview(scrollView)
    // Columns of 20 points: the k-th has the grey of 10 k.
    let strip = HostView(frame: Rect(width: 400, height: 300))
    strip.layer.contents = try image(400, 300) { context in
      for k in 0..<20 {
        try context.fill(
          Rect(x: 20 * Double(k), y: 0, width: 20, height: 300),
          with: Color(white: 10 * Double(k) / 255))
      }
    }
    scrollView.addSubview(strip)
    for (step, offset) in [
      (Size.zero, 0), (Size(width: -60, height: -10), 60), (Size(width: 20, height: 0), 40),
    ] {
      scrollView.pan(by: step)
      ledger.expect(scrollView.bounds.minX == Double(offset), "offset \(scrollView.bounds.minX)")
      let picture = try await shown(view)
      for x in stride(from: 0, to: 100, by: 20) {
        let grey = 10 * ((x + offset) / 20)
        for dx in [0, 19] {
          ledger.pixel(
            picture, 50 + x + dx, 100, RGB(grey, grey, grey), within: 0, "scrolled by \(offset)")
        }
      }
      ledger.pixel(picture, 49, 100, .silver, "cut off")
      ledger.pixel(picture, 150, 100, .silver, "cut off")
    }
    ledger.expect(
      strip.layer.visibleRect == Rect(x: 40, y: 10, width: 100, height: 100),
      "visible is \(strip.layer.visibleRect)")
  }

  static func tiles(_ ledger: Ledger) async throws {
    let scrollView = HostView(frame: Rect(width: 320, height: 480))
    ledger.listing("tiled layer", original: 36)
    final class Controller: LayerDelegate {
      func drawing(for layer: Layer) -> LayerDrawing? {
        guard let layer = layer as? TiledLayer else { return nil }
        let (size, scale) = (Double(layer.tileSize.width), layer.contentsScale)
        return { context in
          // The place of the tile, from the clip.
          let bounds = context.clipBounds
          let x = (bounds.minX / size * scale).rounded(.down)
          let y = (bounds.minY / size * scale).rounded(.down)
          // In place of a picture's file: a colour of its own for each tile.
          try context.fill(bounds, with: Color(red: x * 30 / 255, green: y * 30 / 255, blue: 1))
        }
      }
    }
    let controller = Controller()
    let tileLayer = TiledLayer()
    tileLayer.frame = Rect(width: 2048, height: 2048)
    tileLayer.delegate = controller
    tileLayer.fadeDuration = 0
    scrollView.layer.addSublayer(tileLayer)
    tileLayer.setNeedsDisplay()
    ledger.listingEnds()

    for (scale, side) in [(1.0, 256), (2.0, 128)] {
      tileLayer.contentsScale = scale
      tileLayer.setNeedsDisplay()
      for origin in [Point.zero, Point(x: 600, y: 1000)] {
        scrollView.layer.bounds.origin = origin
        let picture = try await shown(scrollView, scale: 1)
        for (x, y) in [(0, 0), (127, 127), (128, 128), (255, 300), (319, 479), (170, 100)] {
          let (column, row) = ((Int(origin.x) + x) / side, (Int(origin.y) + y) / side)
          ledger.pixel(
            picture, x, y, RGB(min(255, column * 30), min(255, row * 30), 255),
            "tile \(column), \(row)")
        }
        scrollView.layer.bounds.origin = .zero
      }
    }
  }

  /// The frame of a tree at a time of its own clock.
  private static func frame(
    _ layer: Layer, size: Size, at time: Double, background: RGB
  ) async throws -> Picture {
    let clock = ManualClock(now: 0)
    let host = LayerHost(root: layer, size: size, background: background.color, clock: clock)
    defer { host.close() }
    _ = try await host.settledFrame()
    clock.set(to: time)
    // Any change: a settled frame shows the tree at the time of the clock.
    host.background = RGB(background.red, background.green, min(255, background.blue ^ 1)).color
    return Picture(bitmap: try await host.settledFrame().image)
  }

  static func particles(_ ledger: Ledger) async throws {
    let root = Layer()
    root.frame = Rect(width: 240, height: 40)
    ledger.listing("an emitter of one direction", original: 16)
    let emitter = EmitterLayer()
    emitter.frame = root.bounds
    root.addSublayer(emitter)
    emitter.emitterPosition = Point(x: 20, y: 20)
    var cell = EmitterCell()
    cell.contents = try image(4, 4) { try $0.fill(Rect(width: 4, height: 4), with: .red) }
    cell.birthRate = 10
    cell.lifetime = 1.5
    cell.velocity = 100
    emitter.emitterCells = [cell]
    ledger.listingEnds()

    // Ten births a second at 100 points a second: one each ten points, up to 150 from the start.
    let picture = try await frame(root, size: root.bounds.size, at: 5, background: .white)
    let isInk = (0..<240).map { picture[$0, 20].green < 128 }
    let starts = (1..<240).filter { isInk[$0] && !isInk[$0 - 1] }
    ledger.expect((14...16).contains(starts.count), "\(starts.count) particles")
    ledger.expect(
      zip(starts, starts.dropFirst()).allSatisfy { (9...11).contains($1 - $0) },
      "they begin at \(starts)")
    ledger.expect((starts.first ?? 0) >= 17 && (starts.last ?? 0) <= 170, "from 20 to 170")
    let rows = (0..<40).filter { y in (0..<240).contains { picture[$0, y].green < 128 } }
    ledger.expect(rows.first == 18 && rows.last == 21, "in the rows \(rows)")
  }

  static func fire(_ ledger: Ledger) async throws {
    let containerView = Layer()
    containerView.frame = Rect(width: 600, height: 600)
    let spark = try image(8, 8) { try $0.fillEllipse(in: Rect(width: 8, height: 8), with: .white) }
    ledger.listing("an explosion of sparks", original: 28)
    let emitter = EmitterLayer()
    emitter.frame = containerView.bounds
    containerView.addSublayer(emitter)
    emitter.renderMode = .additive
    emitter.emitterPosition = Point(x: emitter.frame.width / 2, y: emitter.frame.height / 2)
    var cell = EmitterCell()
    cell.contents = spark
    cell.birthRate = 150
    cell.lifetime = 5
    cell.color = Color(red: 1, green: 0.5, blue: 0.1, alpha: 1)
    cell.alphaSpeed = -0.4
    cell.velocity = 50
    cell.velocityRange = 50
    cell.emissionRange = .pi * 2
    emitter.emitterCells = [cell]
    ledger.listingEnds()

    let picture = try await frame(
      containerView, size: containerView.bounds.size, at: 8, background: .black)
    var (light, x, y, farthest) = (0.0, 0.0, 0.0, 0.0)
    var isOrange = true
    for row in 0..<600 {
      for column in 0..<600 {
        let p = picture[column, row]
        if p.red < 8 { continue }
        light += Double(p.red)
        x += Double(p.red) * (Double(column) + 0.5 - 300)
        y += Double(p.red) * (Double(row) + 0.5 - 300)
        let (dx, dy) = (Double(column) + 0.5 - 300, Double(row) + 0.5 - 300)
        farthest = max(farthest, (dx * dx + dy * dy).squareRoot())
        if p.red < 250, p.red < p.green || p.green < p.blue { isOrange = false }
      }
    }
    // On all sides: the middle of the light is that of the layer.
    ledger.expect(light > 0, "sparks are seen")
    ledger.near(x / max(light, 1), 0, within: 25, "the middle of the light, across")
    ledger.near(y / max(light, 1), 0, within: 25, "the middle of the light, down")
    // They have faded after 2.5 s, at 100 points a second at most.
    ledger.expect(farthest > 120 && farthest <= 256, "the farthest is \(farthest) away")
    ledger.expect(isOrange, "more red than green, more green than blue")
  }
}
