// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews
import Testing
import TextTestSupport

@MainActor
private final class Notes: HostWindowDelegate {
  var hovered: [String] = []
  var taps: [HostHit] = []
  var keys: [String] = []
  var isClosed = false

  func window(_ window: HostWindow, pointerIsOver hit: HostHit?) {
    hovered.append(hit?.path ?? "-")
  }
  func window(_ window: HostWindow, didTap hit: HostHit) { taps.append(hit) }
  func window(_ window: HostWindow, key: KeyEvent) -> Bool {
    keys.append(key.key)
    return true
  }
  func windowDidClose(_ window: HostWindow) { isClosed = true }
}

/// A view that uses pointers and wheels.
private final class Knob: HostView {
  var events: [PointerEvent] = []
  var turns = 0.0

  override func pointer(_ event: PointerEvent) -> Bool {
    events.append(event)
    return true
  }
  override func wheel(_ event: WheelEvent) -> Bool {
    turns += event.delta.height
    return true
  }
}

@Suite("HostWindow", .timeLimit(.minutes(30)))
@MainActor
struct HostWindowTests {
  private let window = HostWindow(size: Size(width: 100, height: 100))
  private let notes = Notes()
  private let scroll = ScrollLayer()
  private let card = Layer()

  init() {
    window.delegate = notes
    scroll.frame = Rect(width: 100, height: 100)
    scroll.name = "list"
    card.frame = Rect(x: 10, y: 10, width: 50, height: 290)
    card.name = "card"
    scroll.addSublayer(card)
    window.content = scroll
  }

  private func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, touch: Bool = false) {
    window.send(.pointer(PointerEvent(phase, at: Point(x: x, y: y), isTouch: touch)))
  }

  /// Shows a label with the links that are found in a text.
  private func showLabel(_ string: String, width: Double) async throws -> TextLayer {
    let label = TextLayer()
    var text = AttributedText(string)
    text.addLinks(from: LinkDetector())
    label.text = text
    label.frame = Rect(width: width, height: 30)
    window.content = label
    _ = try await window.host.settledFrame()
    return label
  }

  @Test("Hits have a path and a place; what lies under the pointer is told when it changes")
  func hits() throws {
    let hit = try #require(window.hit(at: Point(x: 15, y: 30)))
    #expect(hit.path == "list/card" && hit.point == Point(x: 5, y: 20))
    #expect(window.hit(at: Point(x: 200, y: 0)) == nil)
    #expect(window.hit(at: Point(x: .nan, y: 0)) == nil)
    pointer(.move, 15, 30)
    pointer(.move, 16, 31)
    pointer(.move, 5, 5)
    pointer(.move, 500, 5)
    #expect(notes.hovered == ["list/card", "list", "-"])
  }

  @Test("Where there is no content nothing is hit, told or tapped")
  func besideTheContent() {
    let content = Layer()
    content.frame = Rect(x: 10, y: 10, width: 20, height: 20)
    for shown in [content, nil] {
      window.content = shown
      #expect(window.hit(at: Point(x: 50, y: 50)) == nil)
      pointer(.move, 50, 50)
      pointer(.down, 50, 50)
      pointer(.up, 50, 50)
    }
    #expect(notes.hovered.isEmpty && notes.taps.isEmpty)
  }

  @Test("A wheel scrolls within what the layer holds, and then the layer above")
  func wheel() {
    func turn(_ height: Double) {
      window.send(
        .wheel(WheelEvent(at: Point(x: 20, y: 20), delta: Size(width: 0, height: height))))
    }
    turn(50)
    #expect(scroll.bounds.origin == Point(x: 0, y: 50))
    turn(1e6)
    #expect(scroll.bounds.origin == Point(x: 0, y: 200))
    turn(-1e6)
    turn(.nan)
    turn(.infinity)
    #expect(scroll.bounds.origin == .zero)
    let inner = ScrollLayer()
    inner.frame = Rect(x: 10, y: 10, width: 40, height: 40)
    let tall = Layer()
    tall.frame = Rect(width: 40, height: 60)
    inner.addSublayer(tall)
    scroll.addSublayer(inner)
    turn(30)
    #expect(inner.bounds.origin.y == 20 && scroll.bounds.origin.y == 0)
    turn(30)
    #expect(inner.bounds.origin.y == 20 && scroll.bounds.origin.y == 30)
  }

  @Test("Keys do not scroll a layer that has left the window")
  func keysOfARemovedLayer() {
    window.send(
      .wheel(WheelEvent(at: Point(x: 20, y: 20), delta: Size(width: 0, height: 50))))
    #expect(scroll.bounds.origin.y == 50)
    let other = ScrollLayer()
    other.frame = Rect(width: 100, height: 100)
    let tall = Layer()
    tall.frame = Rect(width: 40, height: 300)
    other.addSublayer(tall)
    window.content = other
    window.send(.key(KeyEvent(.down, "ArrowDown")))
    #expect(scroll.bounds.origin.y == 50 && other.bounds.origin.y > 0)
  }

  @Test("A press on a link and a release on the one beside it is no tap")
  func linksBesideEachOther() async throws {
    let label = try await showLabel("https://a.org https://b.org", width: 300)
    let layout = try #require(label.layOutNow())
    let first = try #require(layout.rectangles(for: TextRange(0, 13)).first)
    let second = try #require(layout.rectangles(for: TextRange(14, 27)).first)
    let (from, to) = (first.maxX - 1, second.minX + 1)
    try #require(to - from < 8)
    pointer(.down, from, first.midY)
    pointer(.up, to, first.midY)
    #expect(notes.taps.isEmpty)
    pointer(.down, from, first.midY)
    pointer(.up, from - 2, first.midY)
    #expect(notes.taps.count == 1)
  }

  @Test("Keys scroll, and others are told")
  func keys() {
    func press(_ key: String, _ modifiers: KeyModifiers = []) {
      window.send(.key(KeyEvent(.down, key, modifiers: modifiers)))
    }
    press("ArrowDown")
    #expect(scroll.bounds.origin.y == 40)
    press("PageDown")
    #expect(scroll.bounds.origin.y == 100)
    press("End")
    #expect(scroll.bounds.origin.y == 200)
    press(" ", .shift)
    #expect(scroll.bounds.origin.y == 140)
    press("Home")
    press("ArrowUp")
    press("x")
    press("ArrowDown", .control)
    #expect(scroll.bounds.origin.y == 0 && notes.keys == ["ArrowUp", "x", "ArrowDown"])
  }

  @Test("A finger scrolls and does not tap; a press that stays taps")
  func fingers() {
    pointer(.down, 20, 80, touch: true)
    pointer(.move, 20, 60, touch: true)
    pointer(.move, 20, 50, touch: true)
    pointer(.up, 20, 50, touch: true)
    #expect(scroll.bounds.origin.y == 30 && notes.taps.isEmpty)
    pointer(.down, 20, 80)
    pointer(.up, 21, 81)
    #expect(notes.taps.map(\.path) == ["list/card"])
    pointer(.down, 20, 80)
    pointer(.cancel, 20, 80)
    #expect(notes.taps.count == 1)
    // Each pointer by itself; of too many the rest is left out.
    for id in 0..<100 {
      window.send(.pointer(PointerEvent(.down, at: Point(x: 20, y: 20), pointerID: id)))
    }
    for id in 0..<100 {
      window.send(.pointer(PointerEvent(.up, at: Point(x: 20, y: 20), pointerID: id)))
    }
    #expect(notes.taps.count == 33)
  }

  @Test("Pointers of one place are not those of another, and end with it")
  func places() throws {
    func send(_ phase: PointerEvent.Phase, _ x: Double, from source: Int) {
      window.send(.pointer(PointerEvent(phase, at: Point(x: x, y: 20))), from: source)
    }
    send(.down, 20, from: 1)
    send(.move, 21, from: 2)
    #expect(notes.hovered == ["list/card"])
    send(.down, 20, from: 2)
    window.cancelPointers(from: 1)
    send(.up, 20, from: 1)
    #expect(notes.taps.isEmpty)
    send(.up, 20, from: 2)
    #expect(notes.taps.count == 1)
    // A place that presses all it can leaves the others theirs.
    for id in 0..<100 {
      window.send(.pointer(PointerEvent(.down, at: Point(x: 20, y: 20), pointerID: id)), from: 3)
    }
    send(.down, 20, from: 4)
    send(.up, 20, from: 4)
    #expect(notes.taps.count == 2)
  }

  @Test("A second press of a pointer ends the first; content that leaves ends all")
  func pressesEnd() async throws {
    let label = try await showLabel("www.example.org", width: 100)
    pointer(.down, 5, 8)
    #expect(label.pressedItem != nil)
    pointer(.down, 90, 90)
    #expect(label.pressedItem == nil)
    pointer(.down, 5, 8)
    window.content = nil
    #expect(label.pressedItem == nil)
    pointer(.up, 5, 8)
    #expect(notes.taps.isEmpty)
  }

  @Test("Leaving a link within its label is told")
  func leavingALink() async throws {
    _ = try await showLabel("www.example.org and plain", width: 400)
    pointer(.move, 5, 8)
    pointer(.move, 6, 8)
    #expect(notes.hovered == ["0"] && window.hit(at: Point(x: 6, y: 8))?.item != nil)
    pointer(.move, 170, 8)
    pointer(.move, 172, 8)
    #expect(notes.hovered == ["0", "0"] && window.hit(at: Point(x: 172, y: 8))?.item == nil)
  }

  @Test("A link is highlighted while it is pressed, and then tapped; also in the text of a scene")
  func links() async throws {
    let label = try await showLabel("www.example.org", width: 100)
    pointer(.move, 5, 8)
    pointer(.down, 5, 8)
    #expect(label.pressedItem != nil)
    pointer(.up, 5, 8)
    #expect(label.pressedItem == nil)
    guard case .link(let link)? = notes.taps.last?.item?.kind else {
      Issue.record("no link was tapped")
      return
    }
    #expect(link.url == "https://www.example.org")

    let plain = Layer()
    plain.frame = Rect(width: 100, height: 30)
    plain.vectorContents = TextContents(try TextLayout(label.text, in: TextContainer(width: 100)))
    window.content = plain
    pointer(.down, 5, 8)
    pointer(.up, 5, 8)
    #expect(notes.taps.last?.item != nil && notes.taps.count == 2)
  }

  @Test("A view that uses a pointer has it until it goes up, in its own space")
  func views() {
    let (outer, knob) = (HostView(), Knob(frame: Rect(x: 20, y: 20, width: 30, height: 30)))
    outer.addSubview(knob)
    window.contentView = outer
    pointer(.down, 25, 30)
    pointer(.move, 90, 90)
    pointer(.up, 90, 90)
    #expect(knob.events.map(\.phase) == [.down, .move, .up])
    #expect(knob.events.map(\.location.x) == [5, 70, 70])
    window.send(.wheel(WheelEvent(at: Point(x: 25, y: 25), delta: Size(width: 0, height: 7))))
    #expect(knob.turns == 7)
  }

  @Test("Sizes that are no sizes change nothing; a fixed window takes the scale alone")
  func sizes() {
    for size in [
      Size(width: -1, height: 5), Size(width: .nan, height: 1), Size(width: 1e9, height: 9),
    ] {
      window.send(.resized(size, scale: .nan))
    }
    #expect(window.size == Size(width: 100, height: 100) && window.scale == 1)
    window.send(.resized(Size(width: 50, height: 60), scale: 2))
    #expect(window.size == Size(width: 50, height: 60) && window.scale == 2)
    let fixed = HostWindow(size: Size(width: 10, height: 10), sizing: .fixed)
    fixed.send(.resized(Size(width: 50, height: 60), scale: 2))
    #expect(fixed.size == Size(width: 10, height: 10) && fixed.scale == 2)
    fixed.keepsScale = true
    fixed.send(.resized(Size(width: 50, height: 60), scale: 1))
    #expect(fixed.scale == 2)
    window.send(.closed)
    #expect(notes.isClosed)
  }
}
