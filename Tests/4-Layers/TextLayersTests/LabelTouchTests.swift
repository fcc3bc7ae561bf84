// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Dispatch
import LayerCompositing
import LayerModel
import Testing
import TextLayers
import TextModel
import TextTestSupport

/// Touches of links and attachments.
@MainActor
@Suite struct LabelTouchTests {
  static let link = TextLink("x", highlight: TextHighlight(background: .red, cornerRadius: 0))

  static func layer(_ change: (inout AttributedText) -> Void = { _ in }) async throws -> TextLayer {
    var text = AttributedText("abc link def")
    text[link: TextRange(4, 8)] = link
    change(&text)
    let layer = TextLayer(text, fonts: BundledFonts.collection)
    layer.bounds = Rect(width: 300, height: 50)
    _ = try await latestCommit(of: layer)
    return layer
  }

  /// The middle of a range of the text.
  static func middle(_ layer: TextLayer, _ range: TextRange) throws -> Point {
    let rect = try #require(layer.layOutNow()?.rectangles(for: range).first)
    return Point(x: rect.midX, y: rect.midY)
  }

  private func next(_ events: inout AsyncStream<TextEvent>.Iterator) async -> String {
    switch await events.next(isolation: MainActor.shared) {
    case .tap(let item): "tap \(item.range.start)"
    case .longPress(let item): "long \(item.range.start)"
    case .sizeChanged: "size"
    case .imageFailed: "failed"
    case nil: "end"
    }
  }

  @Test func tapOrLongPress() async throws {
    let layer = try await Self.layer()
    var events = layer.events.makeAsyncIterator()
    let on = try Self.middle(layer, TextRange(4, 8))
    #expect(layer.touch(.began, at: on, time: .zero))
    #expect(layer.pressedItem?.range == TextRange(4, 8))
    #expect(layer.touch(.ended, at: on, time: .milliseconds(100)))
    #expect(layer.pressedItem == nil)
    #expect(await next(&events) == "tap 4")
    // A long press, told while the finger is down; no tap follows.
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.moved, at: on, time: .milliseconds(499))
    layer.touch(.moved, at: on, time: .milliseconds(500))
    layer.touch(.moved, at: on, time: .milliseconds(900))
    layer.touch(.ended, at: on, time: .milliseconds(901))
    #expect(await next(&events) == "long 4")
    // One that was not told of until its end.
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.ended, at: on, time: .milliseconds(700))
    #expect(await next(&events) == "long 4")
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.ended, at: on, time: .zero)
    #expect(await next(&events) == "tap 4")
  }

  @Test("Away from where it began, in the plain text, or cancelled, a touch is nothing")
  func noTap() async throws {
    let layer = try await Self.layer()
    var events = layer.events.makeAsyncIterator()
    let on = try Self.middle(layer, TextRange(4, 8))
    layer.touch(.began, at: on, time: .zero)
    #expect(!layer.touch(.moved, at: Point(x: on.x + 23, y: on.y), time: .zero))
    #expect(layer.pressedItem == nil)
    // Coming back does not help.
    layer.touch(.moved, at: on, time: .zero)
    #expect(layer.pressedItem == nil)
    layer.touch(.ended, at: on, time: .milliseconds(10))
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.cancelled, at: on, time: .zero)
    layer.touch(.ended, at: on, time: .zero)
    #expect(!layer.touch(.began, at: Point(x: 290, y: 10), time: .zero))
    layer.touch(.ended, at: Point(x: 290, y: 10), time: .zero)
    for point in [Point(x: .nan, y: 3), Point(x: .infinity, y: 3), Point(x: 1e300, y: -1e300)] {
      #expect(!layer.touch(.began, at: point, time: .zero))
      layer.touch(.ended, at: point, time: .zero)
    }
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.ended, at: Point(x: .nan, y: 0), time: .zero)
    // Only this one counts.
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.ended, at: on, time: .zero)
    #expect(await next(&events) == "tap 4")
    layer.string = ""
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.ended, at: on, time: .zero)
  }

  @Test func aLongPressComesByItself() async throws {
    let layer = try await Self.layer()
    var events = layer.events.makeAsyncIterator()
    let on = try Self.middle(layer, TextRange(4, 8))
    layer.touch(.began, at: on)
    #expect(await next(&events) == "long 4")
    #expect(layer.pressedItem == nil)
  }

  @Test func aPressedLinkIsRepaintedAlone() async throws {
    let layer = try await Self.layer()
    layer.longPressDuration = .seconds(3600)
    let plain = try #require(layer.contents)
    let before = try #require(layer.layOutNow())
    let on = try Self.middle(layer, TextRange(4, 8))
    layer.touch(.began, at: on, time: .zero)
    let pressed = try await latestCommit(of: layer)
    let after = try #require(layer.layOutNow())
    #expect(after.shaped === before.shaped && after !== before)
    let rect = try #require(after.rectangles(for: TextRange(4, 8)).first)
    #expect(pressed.image.rgba(Int(rect.minX) + 1, 1) == [255, 0, 0, 255])
    #expect(plain.rgba(Int(rect.minX) + 1, 1) == [0, 0, 0, 0])
    #expect(layer.text.paint.count == 1)
    layer.touch(.ended, at: on, time: .zero)
    let released = try await latestCommit(of: layer)
    #expect(released.image == plain)
  }

  @Test("S-032: pressing and cancelling restores the bytes")
  func s032() async throws {
    let layer = try await Self.layer()
    layer.longPressDuration = .seconds(3600)
    let plain = try #require(layer.contents)
    let on = try Self.middle(layer, TextRange(4, 8))
    layer.touch(.began, at: on, time: .zero)
    _ = try await latestCommit(of: layer)
    layer.touch(.cancelled, at: on, time: .zero)
    let restored = try await latestCommit(of: layer)
    #expect(restored.image == plain)
  }

  @Test func attachmentsAreItems() async throws {
    let layer = try await Self.layer {
      $0.append(TextAttachment(.reserved("r"), size: Size(width: 30, height: 10)))
    }
    var events = layer.events.makeAsyncIterator()
    let on = try Self.middle(layer, TextRange(12, 13))
    layer.touch(.began, at: on, time: .zero)
    layer.touch(.ended, at: on, time: .zero)
    #expect(await next(&events) == "tap 12")
    let item = try #require(layer.item(at: on))
    guard case .attachment = item.kind else {
      Issue.record("\(item)")
      return
    }
  }

  @Test func environments() async throws {
    let layer = try await Self.layer()
    let before = try #require(layer.layOutNow())
    layer.environment = TextEnvironment(colors: [.black: .white])
    _ = try await latestCommit(of: layer)
    let white = try #require(layer.layOutNow())
    #expect(white.text.paint.value(at: 0).color == .white && white.shaped === before.shaped)
    layer.environment = TextEnvironment(textScale: 2, language: "de")
    _ = try await latestCommit(of: layer)
    let large = try #require(layer.layOutNow())
    #expect(abs(large.lines[0].width - 2 * before.lines[0].width) < 0.1)
    #expect(large.text.shaping.value(at: 0).language == "de")
    #expect(layer.text.shaping.value(at: 0).size == 16)
    for factor in [0, -1, Double.nan, .infinity] {
      layer.environment = TextEnvironment(textScale: factor)
      _ = try await latestCommit(of: layer)
      #expect(layer.layOutNow()?.lines[0].width == before.lines[0].width)
    }
  }

  @Test func layersInText() async throws {
    let inner = Layer()
    inner.bounds = Rect(width: 24, height: 12)
    inner.backgroundColor = .red
    let layer = try await Self.layer { $0.append(TextAttachment(.layer(inner))) }
    let rect = try #require(layer.layOutNow()?.attachments.first?.rect)
    #expect(inner.superlayer === layer && inner.frame == rect)
    layer.string = "no layer"
    _ = try await latestCommit(of: layer)
    #expect(inner.superlayer == nil && layer.sublayers.isEmpty)
  }

  @Test func treesInText() async throws {
    let tree = try RenderTree(size: Size(width: 20, height: 20)) {
      Box().background(.blue).frame(0, 0, 20, 20)
    }
    let layer = try await Self.layer { $0.append(TextAttachment(.layer(tree))) }
    let rect = try #require(layer.layOutNow()?.attachments.first?.rect)
    #expect(layer.contents?.rgba(Int(rect.midX), Int(rect.midY)) == [0, 0, 255, 255])
  }
}
