// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews
import Testing

@MainActor
private final class Notes: HostWindowDelegate {
  var told: [String] = []

  func window(_ window: HostWindow, pointerIsOver hit: HostHit?) {
    told.append("over \(hit?.path ?? "-")")
  }
  func window(_ window: HostWindow, didTap hit: HostHit) { told.append("tap \(hit.path)") }
  func windowDidResize(_ window: HostWindow) { told.append("size") }
  func window(_ window: HostWindow, key: KeyEvent) -> Bool {
    told.append("key \(key.key)")
    return true
  }
  func windowDidClose(_ window: HostWindow) { told.append("closed") }
}

/// What a window does not tell its delegate, and which layers its events do not touch.
@Suite("HostWindow: what is not told", .timeLimit(.minutes(30)))
@MainActor
struct SilentWindowTests {
  private let window = HostWindow(size: Size(width: 100, height: 100))
  private let notes = Notes()
  private let scroll = ScrollLayer()
  private let card = Layer()
  private let other = Layer()

  init() {
    window.delegate = notes
    scroll.frame = Rect(width: 100, height: 100)
    scroll.name = "list"
    card.frame = Rect(x: 10, y: 10, width: 40, height: 290)
    card.name = "card"
    other.frame = Rect(x: 55, y: 10, width: 40, height: 290)
    other.name = "other"
    scroll.addSublayer(card)
    scroll.addSublayer(other)
    window.content = scroll
  }

  private func plain(_ frame: Rect) -> Layer {
    let layer = Layer()
    layer.frame = frame
    return layer
  }

  private enum Step: Sendable {
    case pointer(PointerEvent.Phase, Double, Double, Bool)
    case wheel(Double)
    case size(Double, Double, scale: Double)
    case key(String)
    case change(@MainActor @Sendable (SilentWindowTests) -> Void)

    static func down(_ x: Double, _ y: Double, touch: Bool = false) -> Step {
      .pointer(.down, x, y, touch)
    }
    static func move(_ x: Double, _ y: Double, touch: Bool = false) -> Step {
      .pointer(.move, x, y, touch)
    }
    static func up(_ x: Double, _ y: Double, touch: Bool = false) -> Step {
      .pointer(.up, x, y, touch)
    }
  }

  private func send(_ steps: [Step]) {
    for step in steps {
      switch step {
      case .pointer(let phase, let x, let y, let isTouch):
        window.send(.pointer(PointerEvent(phase, at: Point(x: x, y: y), isTouch: isTouch)))
      case .wheel(let height):
        window.send(
          .wheel(WheelEvent(at: Point(x: 20, y: 20), delta: Size(width: 0, height: height))))
      case .size(let width, let height, let scale):
        window.send(.resized(Size(width: width, height: height), scale: scale))
      case .key(let key): window.send(.key(KeyEvent(.down, key)))
      case .change(let change): change(self)
      }
    }
  }

  @Test("Each row: what happens, and all that is told")
  func table() {
    let rows: [(String, [Step], [String])] = [
      ("the same place again", [.move(20, 20), .move(20, 20), .move(22, 25)], ["over list/card"]),
      ("beyond the window", [.move(500, 20), .move(-5, 20)], []),
      ("up without down", [.up(20, 20)], []),
      ("down alone", [.down(20, 20)], []),
      ("down and cancelled", [.down(20, 20), .pointer(.cancel, 20, 20, false)], []),
      ("up twice", [.down(20, 20), .up(20, 20), .up(20, 20)], ["tap list/card"]),
      ("up far away", [.down(20, 20), .up(20, 29)], []),
      ("up within the slop", [.down(20, 20), .up(20, 28)], ["tap list/card"]),
      ("up on a neighbour", [.down(48, 20), .up(56, 20)], []),
      ("up beyond the window", [.down(2, 50), .up(-2, 50)], []),
      ("moved while down", [.down(20, 20), .move(60, 20), .move(20, 20)], []),
      (
        "a finger that comes back",
        [.down(20, 80, touch: true), .move(20, 60, touch: true), .move(20, 80, touch: true)]
          + [.up(20, 80, touch: true)], []
      ),
      (
        "down, other content, up",
        [.down(20, 20), .change { $0.window.content = $0.plain(Rect(width: 100, height: 100)) }]
          + [.up(20, 20)], []
      ),
      (
        "down, removed, up",
        [.down(20, 20), .change { $0.card.removeFromSuperlayer() }, .up(20, 20)], []
      ),
      ("down, hidden, up", [.down(20, 20), .change { $0.card.isHidden = true }, .up(20, 20)], []),
      (
        "down, moved away, up",
        [.down(20, 20), .change { $0.card.frame.origin.x = 60 }, .up(20, 20)], []
      ),
      ("a hidden layer", [.change { $0.scroll.isHidden = true }, .down(20, 20), .up(20, 20)], []),
      ("the same size", [.size(100, 100, scale: 1)], []),
      ("no size", [.size(-4, 100, scale: 1), .size(.nan, 0, scale: .infinity)], []),
      ("a size, and the same again", [.size(90, 80, scale: 1), .size(90, 80, scale: 1)], ["size"]),
      ("a scale", [.size(100, 100, scale: 2), .size(100, 100, scale: 2)], ["size"]),
      ("a size by the program", [.change { $0.window.setSize(Size(width: 70, height: 70)) }], []),
      ("a wheel", [.wheel(10), .wheel(1e9), .wheel(-1e9)], []),
      ("a key that scrolls", [.key("ArrowDown")], []),
      ("a key that cannot", [.key("ArrowUp"), .key("a")], ["key ArrowUp", "key a"]),
      ("no delegate", [.change { $0.window.delegate = nil }, .down(20, 20), .up(20, 20)], []),
    ]
    for (name, steps, told) in rows {
      let fresh = SilentWindowTests()
      fresh.send(steps)
      #expect(fresh.notes.told == told, "\(name)")
    }
  }

  @Test("Keys scroll neither what has left the window, at any depth, nor what is hidden")
  func whatIsNotShownIsNotScrolled() {
    let page = plain(Rect(width: 100, height: 100))
    let (inner, tall) = (ScrollLayer(), plain(Rect(width: 90, height: 300)))
    inner.frame = Rect(width: 100, height: 100)
    inner.addSublayer(tall)
    page.addSublayer(inner)
    window.content = page
    send([.wheel(50)])
    #expect(inner.bounds.origin.y == 50)
    window.content = scroll
    send([.key("ArrowDown")])
    #expect(inner.bounds.origin.y == 50 && scroll.bounds.origin.y == 40)
    window.content = page
    send([.wheel(10)])
    #expect(inner.bounds.origin.y == 60)
    page.isHidden = true
    send([.key("ArrowDown"), .key("PageDown")])
    #expect(inner.bounds.origin.y == 60 && notes.told == ["key ArrowDown", "key PageDown"])
    page.isHidden = false
    send([.key("ArrowUp")])
    #expect(inner.bounds.origin.y == 20)
  }

  @Test("A finger does not scroll on what has left the window meanwhile")
  func aFingerOnWhatHasLeft() {
    let page = plain(Rect(width: 100, height: 100))
    page.addSublayer(scroll)
    window.content = page
    send([.down(20, 80, touch: true), .move(20, 60, touch: true)])
    #expect(scroll.bounds.origin.y == 20)
    scroll.removeFromSuperlayer()
    send([.move(20, 50, touch: true), .up(20, 50, touch: true)])
    #expect(scroll.bounds.origin.y == 20 && notes.told.isEmpty)
  }

  @Test("A finger goes on in a list that hides or removes the row under it")
  func aRowThatGoes() {
    send([.down(20, 80, touch: true), .move(20, 60, touch: true)])
    card.isHidden = true
    send([.move(20, 50, touch: true)])
    #expect(scroll.bounds.origin.y == 30)
    card.removeFromSuperlayer()
    send([.move(20, 45, touch: true), .up(20, 45, touch: true)])
    #expect(scroll.bounds.origin.y == 35)
  }
}
