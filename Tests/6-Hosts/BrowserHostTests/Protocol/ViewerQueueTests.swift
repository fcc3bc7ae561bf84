// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import HostViews
import Testing

@testable import BrowserHost
@testable import CanvasGeometry

@Suite("Queues of viewers")
struct ViewerQueueTests {
  private func move(_ x: Double, id: Int = 0) -> BrowserEvent {
    .input(.pointer(PointerEvent(.move, at: Point(x: x, y: 0), pointerID: id)))
  }

  private func wheel(_ dy: Double, x: Double = 0) -> BrowserEvent {
    .input(.wheel(WheelEvent(at: Point(x: x, y: 0), delta: Size(width: 1, height: dy))))
  }

  @Test("Movements that wait become one, wheels are added up, of sizes the last one stays")
  func merging() {
    var queue = EventQueue()
    let down = BrowserEvent.input(.pointer(PointerEvent(.down, at: .zero)))
    let sizes = [1.0, 2].map {
      BrowserEvent.input(.resized(Size(width: $0, height: 1), scale: 1))
    }
    for event in [
      sizes[0], sizes[1], move(1), move(2), move(3, id: 1), down, move(4), move(5), wheel(1),
      wheel(2), wheel(3, x: 1),
    ] {
      let isAdded = queue.add(event)
      #expect(isAdded)
    }
    let both = BrowserEvent.input(
      .wheel(WheelEvent(at: .zero, delta: Size(width: 2, height: 3))))
    let all = queue.takeAll()
    #expect(
      all == [
        sizes[1], move(2), move(3, id: 1), down, move(5), both, wheel(3, x: 1),
      ])
    #expect(queue.count == 0)
  }

  @Test("Events that cannot be merged have a bound; the end of the connection has room")
  func bound() {
    var queue = EventQueue()
    let key = BrowserEvent.input(.key(KeyEvent(.down, "a")))
    let added = (0...EventQueue.limit).map { _ in queue.add(key) }
    #expect(added.filter(\.self).count == EventQueue.limit && added.last == false)
    queue.addClosed()
    let all = queue.takeAll()
    #expect(all.count == EventQueue.limit + 1 && all.last == .closed)
    let isAdded = queue.add(key)
    #expect(isAdded)
  }

  @Test("Of messages with a name the newest is kept, within bounds of names and bytes")
  func messages() {
    var queue = MessageQueue()
    queue.add(.title("a"))
    queue.add(.notes(["x\"y"]))
    queue.add(.title("b"))
    let texts = queue.takeAll().map(\.text)
    #expect(texts == [#"{"notes":["x\"y"]}"#, #"{"title":"b"}"#])
    #expect(queue.isEmpty)
    let long = String(repeating: "1", count: BrowserMessage.byteLimit)
    let isAdded = queue.add(BrowserMessage("long", json: long))
    #expect(!isAdded)
    let added = (0..<70).filter { queue.add(BrowserMessage("name \($0)", json: "0")) }
    #expect(added.count == BrowserMessage.nameLimit)
    let isReplaced = queue.add(BrowserMessage("name 3", json: "1"))
    #expect(isReplaced)
  }

  @Test("Messages are written as the page reads them")
  func messageText() {
    let viewer = ViewerID(number: 1)
    #expect(BrowserMessage.hit(nil, to: viewer).text == #"{"hit":null}"#)
    #expect(BrowserMessage.link("https://a.b/", to: viewer).text == #"{"link":"https://a.b/"}"#)
    #expect(
      BrowserMessage.counters(
        columns: ["", "a"], rows: [[.text("n"), .number(1.5)], [.text("m"), .bool(true)]]
      ).text == #"{"counters":{"columns":["","a"],"rows":[["n",1.5],["m",true]]}}"#)
    #expect(
      BrowserMessage.controls([
        BrowserControl("go", label: "Go"),
        BrowserControl("on", label: "On", kind: .checkbox(isOn: true)),
        BrowserControl("v", label: "V", kind: .range(from: 0, to: 2, step: 0.5, value: 1)),
      ]).json
        == #"[{"action":"go","label":"Go","kind":"button"},"#
        + #"{"action":"on","label":"On","kind":"checkbox","value":true},"#
        + #"{"action":"v","label":"V","kind":"range","from":0,"to":2,"step":0.5,"value":1}]"#)
  }

  @Test("Messages have a rate: two seconds' at once, then as many as time brings")
  func rate() {
    var rate = RateLimit(rate: 10, now: 5)
    let first = (0..<30).filter { _ in rate.take(now: 5) }
    #expect(first.count == 20)
    let later = (0..<30).filter { _ in rate.take(now: 5.55) }
    #expect(later.count == 5)
    let early = rate.take(now: 1)
    #expect(!early, "a clock that goes back brings none")
    let full = (0..<30).filter { _ in rate.take(now: 1000) }
    #expect(full.count == 20)
  }

  @Test("A picture on its way counts once; the one that waits longest is known")
  func memory() {
    var memory = OutgoingMemory()
    memory.begin(1, bytes: 100, for: 7)
    memory.begin(1, bytes: 100, for: 8)
    memory.begin(2, bytes: 30, for: 9)
    #expect(memory.byteCount == 130 && memory.slowest == 7)
    memory.end(7)
    #expect(memory.byteCount == 130 && memory.slowest == 8)
    memory.end(8)
    #expect(memory.byteCount == 30 && memory.slowest == 9)
    memory.begin(3, bytes: 1, for: 9)
    #expect(memory.byteCount == 1)
    memory.end(9)
    memory.end(9)
    #expect(memory.byteCount == 0 && memory.slowest == nil)
  }
}
