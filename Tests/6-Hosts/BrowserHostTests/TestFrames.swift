// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BrowserHost
import CanvasDrawing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Frames of coloured boxes that change at random, with the damage that their pixels have.
struct TestFrames {
  private var generator: SeededGenerator
  private var nodes: [RenderNode] = []
  private(set) var size: PixelSize
  private(set) var scale = 1.0
  private(set) var last: Frame?
  private let background: Color?

  init(seed: UInt64, width: Int = 40, height: Int = 30, background: Color? = .white) {
    generator = SeededGenerator(seed: seed)
    size = PixelSize(width: width, height: height)
    self.background = background
  }

  /// A frame in which some boxes have changed.
  mutating func next() throws -> Frame {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      if nodes.count > 12 { nodes.remove(at: Int.random(in: 0..<nodes.count, using: &generator)) }
      let (w, h) = (Double(size.width), Double(size.height))
      let frame = Rect(
        x: .random(in: -4...w, using: &generator), y: .random(in: -4...h, using: &generator),
        width: .random(in: 1...max(2, w / 3), using: &generator),
        height: .random(in: 1...max(2, h / 3), using: &generator))
      nodes.append(.box(frame, color()))
    }
    return try compose()
  }

  /// A frame in which every pixel has another colour.
  mutating func nextWhole() throws -> Frame {
    nodes = [
      .box(Rect(width: Double(size.width), height: Double(size.height)), color())
    ]
    return try compose(isWhole: true)
  }

  /// A frame of another size.
  mutating func resized() throws -> Frame {
    size = PixelSize(
      width: .random(in: 8...60, using: &generator), height: .random(in: 8...60, using: &generator))
    return try next()
  }

  /// The first frame of another host with the same boxes.
  mutating func restarted() throws -> Frame {
    last = nil
    return try next()
  }

  private mutating func color() -> Color {
    Color(
      red: .random(in: 0...1, using: &generator), green: .random(in: 0...1, using: &generator),
      blue: .random(in: 0...1, using: &generator),
      alpha: Bool.random(using: &generator) ? 1 : .random(in: 0...1, using: &generator))
  }

  private mutating func compose(isWhole: Bool = false) throws -> Frame {
    let bounds = Rect(width: Double(size.width), height: Double(size.height))
    let root = RenderNode.box(bounds, sublayers: nodes)
    let whole = try Compositor.frame(
      of: RenderTree(root: root, size: bounds.size, scale: scale, background: background))
    var damage = DamageRegion(PixelRect(width: whole.image.width, height: whole.image.height))
    if !isWhole, let last, last.image.pixelSize == whole.image.pixelSize {
      damage = Self.difference(last.image, whole.image)
    }
    let sequence = last.map { $0.sequence + 1 } ?? 0
    let frame = Frame(
      image: whole.image, scale: scale, damage: damage, time: Double(sequence) / 60,
      sequence: sequence, report: whole.report)
    last = frame
    return frame
  }

  /// Squares of 4 pixels that differ.
  private static func difference(_ a: Bitmap, _ b: Bitmap) -> DamageRegion {
    var region = DamageRegion()
    for top in stride(from: 0, to: b.height, by: 4) {
      for left in stride(from: 0, to: b.width, by: 4) {
        let area = PixelRect(
          x: left, y: top, width: min(4, b.width - left), height: min(4, b.height - top))
        let differs = (area.y..<area.maxY).contains { y in
          (area.x..<area.maxX).contains { a.pixel(x: $0, y: y) != b.pixel(x: $0, y: y) }
        }
        if differs { region.add(area) }
      }
    }
    return region
  }
}

extension RenderNode {
  /// A layer that fills a rectangle.
  static func box(
    _ frame: Rect, _ color: Color? = nil, sublayers: [RenderNode] = []
  ) -> RenderNode {
    var properties = LayerProperties()
    properties.bounds = Rect(width: frame.width, height: frame.height)
    properties.position = Point(x: frame.minX + frame.width / 2, y: frame.minY + frame.height / 2)
    properties.backgroundColor = color
    return RenderNode(properties: properties, sublayers: sublayers)
  }
}

/// The picture of a viewer, as the page keeps it: straight RGBA without padding.
struct ViewerPicture: Equatable {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var pixels: [UInt8] = []
  private(set) var sequence = -1
  private(set) var scale = 0.0

  init() {}

  /// What a frame looks like.
  init(of frame: Frame) {
    (width, height) = (frame.image.width, frame.image.height)
    (sequence, scale) = (frame.sequence, frame.scale)
    pixels = frame.image.straightPixels(in: PixelRect(width: width, height: height))
  }

  /// A message that is not of the form.
  struct Malformed: Error {}

  /// Takes a message of raw pixels.
  mutating func take(_ message: [UInt8]) throws {
    func number(_ at: Int, _ bytes: Int = 4) -> UInt64 {
      (0..<bytes).reduce(0) { $0 | UInt64(message[at + $1]) << UInt64(8 * $1) }
    }
    guard message.count >= 40, message[0] == 1, message[1] == 1 else { throw Malformed() }
    let (count, isWhole) = (Int(number(2, 2)), number(12) == 1)
    let size = (Int(number(4)), Int(number(8)))
    if isWhole {
      (width, height) = size
      pixels = [UInt8](repeating: 77, count: width * height * 4)
    }
    guard (width, height) == size else { throw Malformed() }
    scale = Double(bitPattern: number(24, 8))
    sequence = Int(number(32, 8))
    var at = 40 + 16 * count
    for i in 0..<count {
      let field = { Int(number(40 + 16 * i + 4 * $0)) }
      let (x, y, w, h) = (field(0), field(1), field(2), field(3))
      guard w > 0, h > 0, x + w <= width, y + h <= height else { throw Malformed() }
      for row in y..<y + h {
        let start = (row * width + x) * 4
        pixels.replaceSubrange(start..<start + w * 4, with: message[at..<at + w * 4])
        at += w * 4
      }
    }
    guard at == message.count else { throw Malformed() }
  }
}

extension FrameMessage {
  /// The whole message.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var span = bytes.mutableSpan
    write(to: &span)
    return bytes
  }
}
