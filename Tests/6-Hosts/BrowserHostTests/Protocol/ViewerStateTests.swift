// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BrowserHost
import CanvasDrawing
import HostViews
import ImageCodecs
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

@Suite("ViewerState", .timeLimit(.minutes(30)))
struct ViewerStateTests {
  @Test(
    "After any order of frames, gaps, sizes, restarts and slow writes, a viewer has the newest frame",
    arguments: 0..<40)
  func anyOrder(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var frames = TestFrames(
      seed: UInt64(seed) + 1000, background: seed % 2 == 0 ? .white : nil)
    var (state, picture) = (ViewerState(), ViewerPicture())
    var onItsWay: [UInt8]?
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: state.take(try frames.resized())
      case 1: state.take(try frames.restarted())
      case 2:
        // A frame that never comes.
        _ = try frames.next()
        state.take(try frames.next())
      case 3...5: state.take(try frames.next())
      case 6...7:
        guard let update = state.next() else { break }
        #expect(onItsWay == nil, "one picture at a time")
        #expect(update.region.rectangles.count <= DamageRegion.rectangleLimit)
        onItsWay = FrameMessage(update).bytes
      default:
        guard let message = onItsWay else { break }
        try picture.take(message)
        onItsWay = nil
        state.sent()
      }
    }
    if let onItsWay {
      try picture.take(onItsWay)
      state.sent()
    }
    if let update = state.next() { try picture.take(FrameMessage(update).bytes) }
    state.sent()
    let rest = state.next()
    #expect(rest == nil)
    let newest = try #require(state.newest)
    #expect(picture.pixels == ViewerPicture(of: newest).pixels)
    #expect(picture.width == newest.image.width && picture.height == newest.image.height)
  }

  @Test("A viewer that is slow is sent the union of what it has missed, once")
  func union() throws {
    var frames = TestFrames(seed: 7)
    var state = ViewerState()
    state.take(try frames.next())
    let first = state.next()
    #expect(first?.isWhole == true)
    var missed = DamageRegion()
    for _ in 0..<20 {
      let frame = try frames.next()
      missed.formUnion(frame.damage)
      state.take(frame)
      let other = state.next()
      #expect(other == nil, "one is on its way")
    }
    state.sent()
    let next = state.next()
    let update = try #require(next)
    #expect(!update.isWhole && update.region == missed)
    #expect(update.frame.sequence == 20)
  }

  @Test("A gap, a step back, another size or another scale make the picture whole")
  func whole() throws {
    func frame(_ sequence: Int, width: Int = 8, scale: Double = 1) throws -> Frame {
      let tree = RenderTree(
        root: RenderNode(), size: Size(width: Double(width), height: 8), scale: 1)
      let image = try Compositor.frame(of: tree)
      return Frame(
        image: image.image, scale: scale,
        damage: DamageRegion(PixelRect(x: 1, y: 1, width: 2, height: 2)), time: 0,
        sequence: sequence, report: image.report)
    }
    let second = try [
      frame(1), frame(2), frame(0), frame(1, width: 9), frame(1, scale: 2),
    ]
    let isWhole = try second.map { next in
      var state = ViewerState()
      state.take(try frame(0))
      _ = state.next()
      state.sent()
      state.take(next)
      return state.next()?.isWhole
    }
    #expect(isWhole == [false, true, true, true, true])
  }

  @Test("A frame without damage sends nothing")
  func noDamage() throws {
    var frames = TestFrames(seed: 3)
    let first = try frames.next()
    var state = ViewerState()
    state.take(first)
    _ = state.next()
    state.sent()
    state.take(
      Frame(
        image: first.image, scale: 1, damage: DamageRegion(), time: 1, sequence: 1,
        report: first.report))
    let update = state.next()
    #expect(update == nil)
  }
}

@Suite("FrameMessage")
struct FrameMessageTests {
  @Test("The header says what the picture is, in little-endian numbers")
  func header() throws {
    var frames = TestFrames(seed: 1, width: 300, height: 20)
    let frame = try frames.next()
    let bytes = FrameMessage(ViewerState.Update(whole: frame)).bytes
    #expect(Array(bytes[0..<16]) == [1, 1, 1, 0, 44, 1, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0])
    #expect(Array(bytes[24..<32]) == [0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    #expect(Array(bytes[32..<40]) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(
      Array(bytes[40..<56]) == [0, 0, 0, 0, 0, 0, 0, 0, 44, 1, 0, 0, 20, 0, 0, 0])
    #expect(bytes.count == 56 + 300 * 20 * 4)
  }

  @Test("Pixels are straight: opaque ones as they are, others divided by their opacity")
  func straight() throws {
    let tree = RenderTree(
      root: .box(
        Rect(width: 2, height: 1),
        sublayers: [
          .box(Rect(width: 1, height: 1), Color(red: 1, green: 0.5, blue: 0, alpha: 0.5))
        ]), size: Size(width: 2, height: 1))
    let frame = try Compositor.frame(of: tree)
    let bytes = FrameMessage(ViewerState.Update(whole: frame)).bytes
    #expect(frame.image.pixel(x: 0, y: 0) == 0x80_00_40_80)
    #expect(Array(bytes[56...]) == [255, 128, 0, 128, 0, 0, 0, 0])
  }

  @Test("A file takes the place of pixels")
  func png() throws {
    var frames = TestFrames(seed: 1)
    let bytes = FrameMessage(ViewerState.Update(whole: try frames.next()), png: [9, 8, 7]).bytes
    #expect(bytes[1] == 2 && Array(bytes[56...]) == [9, 8, 7])
  }
}
