// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

/// Pictures and drawings in text.
@Suite struct AttachmentPainterTests {
  /// A picture of four colours, a quarter each.
  static func picture(_ width: Int, _ height: Int) throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    let (w, h) = (Double(width) / 2, Double(height) / 2)
    try context.fill(Rect(x: 0, y: 0, width: w, height: h), with: .red)
    try context.fill(Rect(x: w, y: 0, width: w, height: h), with: .lime)
    try context.fill(Rect(x: 0, y: h, width: w, height: h), with: .blue)
    try context.fill(Rect(x: w, y: h, width: w, height: h), with: .black)
    return context.makeBitmap()
  }

  static func layout(_ attachment: TextAttachment, _ before: String = "ab") throws -> TextLayout {
    var text = AttributedText(before, style: TextStyle(size: 17))
    text.append(attachment)
    text.append("cd", style: TextStyle(size: 17))
    return try TextLayout(text, fonts: BundledFonts.collection)
  }

  static func draw(
    _ layout: TextLayout, scale: Double = 1, at origin: Point = .zero, size: Size? = nil
  ) throws -> Bitmap {
    var context = try GraphicsContext(size: size ?? layout.size, scale: scale, background: .white)
    try context.draw(layout, at: origin)
    return context.makeBitmap()
  }

  @Test("A picture stands pixel for pixel, wherever its text begins", arguments: [1.0, 1.5, 2, 3])
  func pixels(scale: Double) throws {
    let picture = try Self.picture(24, 12)
    let layout = try Self.layout(TextAttachment(.bitmap(picture, scale: scale)))
    let placed = layout.attachments[0]
    #expect(placed.rect.width == 24 / scale)
    for shift in [0.0, 0.3, 0.5] {
      let image = try Self.draw(
        layout, scale: scale, at: Point(x: shift, y: shift),
        size: Size(width: 100, height: layout.size.height + 1))
      // By hand: the nearest whole pixels.
      let left = Int(((placed.rect.minX + shift) * scale + 0.5).rounded(.down))
      let top = Int(((placed.rect.minY + shift) * scale + 0.5).rounded(.down))
      for y in 0..<12 {
        for x in 0..<24 {
          #expect(
            image.pixel(x: left + x, y: top + y) == picture.pixel(x: x, y: y), "\(x) \(y)")
        }
      }
    }
  }

  @Test func contentModes() throws {
    func frame(_ mode: TextAttachment.ContentMode, _ natural: Size?) -> Rect {
      AttachmentPainter.frame(
        of: natural, mode, in: Rect(x: 10, y: 20, width: 40, height: 20))
    }
    let wide = Size(width: 80, height: 20)
    #expect(frame(.fill, wide) == Rect(x: 10, y: 20, width: 40, height: 20))
    #expect(frame(.aspectFit, wide) == Rect(x: 10, y: 25, width: 40, height: 10))
    #expect(frame(.aspectFill, wide) == Rect(x: -10, y: 20, width: 80, height: 20))
    #expect(frame(.center, wide) == Rect(x: -10, y: 20, width: 80, height: 20))
    #expect(frame(.center, Size(width: 4, height: 4)) == Rect(x: 28, y: 28, width: 4, height: 4))
    for bad in [nil, Size.zero, Size(width: .nan, height: 3), Size(width: .infinity, height: 3)] {
      #expect(frame(.aspectFit, bad) == Rect(x: 10, y: 20, width: 40, height: 20))
    }
    // What is larger than the box is cut off at its edges.
    let picture = try Self.picture(80, 20)
    let layout = try Self.layout(
      TextAttachment(
        .bitmap(picture), size: Size(width: 40, height: 20), contentMode: .aspectFill))
    let image = try Self.draw(layout)
    let rect = layout.attachments[0].rect
    let (left, top) = (Int((rect.minX + 0.5).rounded(.down)), Int(rect.minY.rounded()))
    #expect(image.rgba(left, top + 2) == [255, 0, 0, 255])
    #expect(image.rgba(left - 1, top + 2) == [255, 255, 255, 255])
    #expect(image.rgba(left + 39, top + 2) == [0, 255, 0, 255])
  }

  /// A drawing that counts its calls.
  struct Probe: AttachmentDrawing, Equatable, Hashable {
    final class Log: Sendable {
      let sizes = Mutex<[Size]>([])
    }
    let log: Log
    var naturalSize: Size? { Size(width: 20, height: 10) }

    func draw(
      in context: inout GraphicsContext, size: Size, cancellation: Cancellation
    ) throws {
      log.sizes.withLock { $0.append(size) }
      context.concatenate(.scale(x: 3, y: 3))
      try context.clip(to: Rect(x: 0, y: 0, width: 2, height: 1))
      try context.fill(Rect(x: 0, y: 0, width: 100, height: 100), with: .red)
    }

    static func == (a: Probe, b: Probe) -> Bool { a.log === b.log }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(log)) }
  }

  @Test func aDrawingHasItsOwnSpaceAndLeavesNoTrace() throws {
    let log = Probe.Log()
    let layout = try Self.layout(TextAttachment(Probe(log: log)), "")
    let image = try Self.draw(layout, scale: 2)
    #expect(log.sizes.withLock { $0 } == [Size(width: 20, height: 10)])
    let top = Int((layout.attachments[0].rect.minY * 2).rounded())
    #expect(image.rgba(0, top) == [255, 0, 0, 255] && image.rgba(11, top + 5) == [255, 0, 0, 255])
    #expect(image.rgba(12, top) == [255, 255, 255, 255])
    // Text after it is drawn as without it.
    let plain = try Self.draw(
      Self.layout(TextAttachment(.reserved("x"), size: Size(width: 20, height: 10)), ""), scale: 2)
    for x in 45..<image.width {
      for y in 0..<image.height { #expect(image.pixel(x: x, y: y) == plain.pixel(x: x, y: y)) }
    }
  }

  @Test func errorsAndCancellationEndTheDrawing() throws {
    struct Failing: AttachmentDrawing, Hashable {
      struct Failure: Error {}
      var naturalSize: Size? { Size(width: 5, height: 5) }
      func draw(
        in context: inout GraphicsContext, size: Size, cancellation: Cancellation
      ) throws { throw Failure() }
    }
    let layout = try Self.layout(TextAttachment(Failing()))
    #expect(throws: Failing.Failure.self) { try Self.draw(layout) }
  }

  @Test("Tiles and bands have the bytes of the whole")
  func tiles() throws {
    var text = AttributedText("")
    for index in 0..<12 {
      text.append("some text \(index) ", style: TextStyle(size: 15))
      text.append(
        TextAttachment(
          .bitmap(try Self.picture(20 + index, 30)), size: Size(width: 13.3, height: 22.1),
          alignment: TextAttachment.Alignment.allCases[index % 7]))
    }
    let layout = try TextLayout(
      text, in: TextContainer(width: 150), fonts: BundledFonts.collection)
    let whole = try Self.draw(layout, scale: 1.5)
    for y in stride(from: 0, to: whole.height, by: 37) {
      for x in stride(from: 0, to: whole.width, by: 61) {
        let part = PixelRect(
          x: x, y: y, width: min(61, whole.width - x), height: min(37, whole.height - y))
        var context = try GraphicsContext(
          pixels: PixelSize(width: part.width, height: part.height), background: .white)
        context.transform = AffineTransform(
          a: 1.5, b: 0, c: 0, d: 1.5, tx: Double(-x), ty: Double(-y))
        try context.draw(layout, at: .zero)
        let tile = context.makeBitmap()
        for row in 0..<part.height {
          for column in 0..<part.width {
            #expect(tile.pixel(x: column, y: row) == whole.pixel(x: x + column, y: y + row))
          }
        }
      }
    }
  }

  @Test func turnedText() throws {
    let layout = try Self.layout(TextAttachment(.bitmap(try Self.picture(40, 40))), "")
    var context = try GraphicsContext(size: Size(width: 100, height: 100), background: .white)
    context.concatenate(.translation(x: 100, y: 0))
    context.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    try context.draw(layout, at: .zero)
    let image = context.makeBitmap()
    let rect = layout.attachments[0].rect
    // (x, y) goes to (100 - y, x).
    #expect(image.rgba(99 - Int(rect.minY) - 10, 10) == [255, 0, 0, 255])
    #expect(image.rgba(99 - Int(rect.minY) - 10, 30) == [0, 255, 0, 255])
    #expect(image.rgba(99 - Int(rect.minY) - 30, 10) == [0, 0, 255, 255])
  }

  @Test func inkCountsTheBox() throws {
    let layout = try Self.layout(
      TextAttachment(
        .bitmap(try Self.picture(40, 40)), size: Size(width: 40, height: 40),
        margins: EdgeInsets(top: -30)))
    let ink = try layout.inkBounds()
    let rect = layout.attachments[0].rect
    #expect(rect.minY < 0 && ink.minY == rect.minY && ink.maxX >= rect.maxX)
  }
}
