// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import BrowserHost
import FoundationEssentials
import HostViews
import SystemConcurrency
import Testing
import TextTestSupport

@testable import LayerScenes
@testable import TextRenderCommand

@Suite("show", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct ShownFileTests {
  private let folder = NSTemporaryDirectoryPath.make()

  private func write(_ text: String, _ name: String = "s.json") throws {
    // As editors do: another file takes the name.
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: path + "~"))
    try FileManager.default.removeItemIfThere(path)
    try FileManager.default.moveItem(atPath: path + "~", toPath: path)
  }

  private func shown(
    _ name: String = "s.json", time: Double? = nil, console: CommandConsole = CommandConsole(),
    clock: any LayerClock = SystemClock.shared
  ) throws -> (ShownFile, LiveSession) {
    var options = SceneOptions(folder: folder)
    options.fonts = { try FontCache.shared.collection(for: $0) }
    options.time = time
    let shown = try ShownFile("\(folder)/\(name)", options, console, clock: clock)
    let session = LiveSession(shown.window, title: name, end: ShowEnd())
    shown.session = session
    session.content = shown
    shown.begin()
    return (shown, session)
  }

  private let scene = #"""
    {"size":[60,40],"background":"white","layers":[
      {"type":"scroll","name":"list","frame":[0,0,30,40],"scrollMode":"vertically",
       "sublayers":[{"name":"a","frame":[0,0,30,100],"backgroundColor":"red"}]},
      {"type":"shape","frame":[30,0,30,40],"path":{"circle":[15,20,10]},"fillColor":"blue"},
      {"type":"replicator","frame":[30,0,30,40],"instanceCount":3,
       "instanceTransform":[{"translate":[6,0,0]}],
       "sublayers":[{"frame":[2,1,4,4],"backgroundColor":"lime","animations":
         [{"key":"opacity","from":0,"to":1,"duration":2}]}]}]}
    """#

  /// The frame of a window at rest.
  private func frame(_ window: HostWindow) async throws -> Bitmap {
    try await window.host.settledFrame().image
  }

  @Test("A scene is shown as textrender scene draws it, at a time that stands still")
  func sceneFrames() async throws {
    try write(scene)
    for time in [0.0, 0.5, 1.5, 3] {
      let (shown, session) = try shown(time: time)
      let image = try await frame(shown.window)
      let run = ToolRun("scene", "\(folder)/s.json", "--time", "\(time)")
      #expect(try await image.pngData() == run.output)
      session.close()
    }
  }

  @Test("A file that changes is shown; an error is told, and the picture stays")
  func changes() async throws {
    try write(scene)
    let (shown, session) = try shown(time: 0)
    defer { session.close() }
    let window = shown.window
    _ = try await frame(window)
    try write(#"{"size":[20,10],"background":"red"}"#)
    try await until { window.size == Size(width: 20, height: 10) }
    let red = try await frame(window)
    #expect(red.pixelSize == PixelSize(width: 20, height: 10))
    #expect(red.rgba(5, 5) == [255, 0, 0, 255])
    var notes: [String] = []
    let reading = Task { @MainActor in
      for await message in session.messages() where message.name == "notes" {
        notes.append(message.json)
      }
    }
    try write(#"{"size":[20,10],"background":7}"#)
    try await until { notes.contains { $0.contains("background") } }
    #expect(try await frame(window).rgba(5, 5) == [255, 0, 0, 255])
    try write(#"{"size":[20,10],"background":"lime"}"#)
    try await until { window.host.background?.green == 1 }
    try await until { notes.last == "[]" }
    reading.cancel()
  }

  @Test("A picture that the file names counts as well, another file of the folder does not")
  func pictures() async throws {
    func png(_ color: String) -> [UInt8] {
      ToolRun("scene", "-", input: #"{"size":[4,4],"background":"\#(color)"}"#).output
    }
    try Data(png("red")).write(to: URL(filePath: folder + "/p.png"))
    try write(
      #"{"size":[4,4],"layers":[{"frame":[0,0,4,4],"contents":{"image":"p.png"}}]}"#)
    let (shown, session) = try shown()
    defer { session.close() }
    #expect(try await frame(shown.window).rgba(1, 1) == [255, 0, 0, 255])
    let content = try #require(shown.window.content)
    try Data(png("blue")).write(to: URL(filePath: folder + "/other.png"))
    try Data(png("lime")).write(to: URL(filePath: folder + "/p.png"))
    try await until { shown.window.content !== content }
    #expect(try await frame(shown.window).rgba(1, 1) == [0, 255, 0, 255])
  }

  @Test("Scroll layers of a scene scroll by the wheel, and hits have the names of the scene")
  func scrolling() async throws {
    try write(scene)
    let (shown, session) = try shown(time: 0)
    defer { session.close() }
    let window = shown.window
    #expect(window.hit(at: Point(x: 5, y: 5))?.path.hasSuffix("list/a") == true)
    session.take(
      .input(.wheel(WheelEvent(at: Point(x: 5, y: 30), delta: Size(width: 3, height: 500)))),
      from: ViewerID(number: 1))
    let scroll = try #require(window.content?.layer(named: "list") as? ScrollLayer)
    #expect(scroll.bounds.origin == Point(x: 0, y: 60) && scroll.scrollMode == .vertically)
  }

  @Test("A document fills the window, wraps to its width, and its links are tapped")
  func documents() async throws {
    try write(
      #"""
      {"text":"A document that is much longer than the window is wide, www.example.org at its end",
       "detect":["url"]}
      """#, "d.json")
    let (shown, session) = try shown("d.json")
    defer { session.close() }
    let window = shown.window
    func page() -> Layer? { window.content?.sublayers.first }
    try await until { page()?.vectorContents != nil }
    let wide = try #require(page()).frame.height
    session.take(
      .input(.resized(Size(width: 200, height: 50), scale: 2)), from: ViewerID(number: 1))
    try await until { (page()?.frame.height ?? 0) > wide }
    let image = try await frame(window)
    #expect(image.pixelSize == PixelSize(width: 400, height: 100))
    session.take(.input(.key(KeyEvent(.down, "End"))), from: ViewerID(number: 1))
    #expect((window.content?.bounds.minY ?? 0) > 0)
  }

  @Test(
    "A file that changes while its page is resized is not lost, nor one that becomes a document")
  func changesAndSizes() async throws {
    try write(#"{"text":"one"}"#, "d.json")
    let (shown, session) = try shown("d.json")
    defer { session.close() }
    let window = shown.window
    let viewer = ViewerID(number: 1)
    func text() -> String? {
      (window.content?.sublayers.first?.vectorContents as? TextContents)?.layout.text.string
    }
    for number in 0..<6 {
      try write(#"{"text":"text \#(number)"}"#, "d.json")
      for step in 0..<20 {
        session.take(
          .input(.resized(Size(width: 300 + Double(step), height: 200), scale: 1)), from: viewer)
        try await Task.sleep(for: .milliseconds(3))
      }
      try await until { text() == "text \(number)" }
    }
    try write(#"{"size":[30,20],"background":"red"}"#, "d.json")
    try await until { window.size == Size(width: 30, height: 20) }
    session.take(.input(.resized(Size(width: 200, height: 100), scale: 1)), from: viewer)
    #expect(window.size == Size(width: 30, height: 20))
    try write(#"{"text":"again"}"#, "d.json")
    try await until { text() == "again" }
    session.take(.input(.resized(Size(width: 220, height: 100), scale: 1)), from: viewer)
    #expect(window.size == Size(width: 220, height: 100))
  }

  @Test("Hits of layers at absurd places are told, and messages of a name replace each other")
  func absurdPlaces() async throws {
    try write(
      #"{"size":[20,20],"layers":[{"bounds":[1e20,1e20,1e20,1e20],"position":[10,10]}]}"#)
    let (shown, session) = try shown()
    withExtendedLifetime(shown) {}
    for number in 1...500 {
      session.take(
        .input(.pointer(PointerEvent(.move, at: Point(x: Double(number % 30), y: 5)))),
        from: ViewerID(number: 1 + number % 3))
    }
    session.close()
    let messages = try await finish {
      var messages: [BrowserMessage] = []
      for await message in session.messages() { messages.append(message) }
      return messages
    }
    #expect(messages.contains { $0.name == "title" } && messages.count < 20)
  }

  /// Lets the lanes and the main queue do what there is to do.
  private func settle() async throws {
    for _ in 0..<3 {
      await DisplayCoordinator.main.drain()
      try await RenderLanes.shared.perform(priority: .idle) { _ in }
    }
    await DisplayCoordinator.main.drain()
  }

  @Test("Without a viewer a scene that moves composes nothing, and asks the clock for nothing")
  func unwatched() async throws {
    try write(
      #"""
      {"size":[60,40],"background":"white","duration":4,"layers":[
        {"frame":[0,0,10,10],"backgroundColor":"red",
         "animations":[{"key":"position.x","from":5,"to":55,"duration":4}]},
        {"type":"replicator","frame":[0,20,60,20],"instanceCount":3,
         "instanceTransform":[{"translate":[16,0,0]}],
         "sublayers":[{"frame":[0,0,4,4],"backgroundColor":"lime",
           "animations":[{"key":"opacity","from":0,"to":1,"duration":1}]}]}]}
      """#)
    let clock = ManualClock(now: 100)
    let (shown, session) = try shown(clock: clock)
    defer { session.close() }
    session.awaitViewers()
    let host = shown.window.host
    let first = try await host.settledFrame().sequence
    try await settle()
    let looks = try #require(shown.lateNotes).lookCount
    #expect(clock.pendingCallCount == 0)
    for _ in 0..<100 {
      clock.advance(by: 0.1)
      #expect(clock.pendingCallCount == 0)
    }
    try await settle()
    #expect(host.frame?.sequence == first && shown.lateNotes?.lookCount == looks)
    // A still of the moment is one frame and one look.
    _ = try await host.currentFrame()
    try await settle()
    #expect(host.frame?.sequence == first + 1 && shown.lateNotes?.lookCount == looks + 1)
    #expect(clock.pendingCallCount == 0)

    // With a viewer it moves, and notes are looked for once a second.
    let viewer = ViewerID(number: 1)
    // Set before motion goes on: its first frame may end at once, and the next ones are counted
    // from it. Sums of sixty-fourths are exact: a frame comes at each time that is waited for.
    host.preferredFramesPerSecond = 64
    session.take(.opened, from: viewer)
    for _ in 1...24 {
      clock.advance(by: 0.125)
      try await until { (host.frame?.time ?? 0) >= clock.now }
      try await settle()
    }
    let watched = try #require(shown.lateNotes).lookCount
    #expect((looks + 3...looks + 4).contains(watched))
    session.take(.closed, from: viewer)
    try await settle()
    #expect(shown.lateNotes?.lookCount == watched + 1 && clock.pendingCallCount == 0)
    let last = host.frame?.sequence
    for _ in 0..<100 { clock.advance(by: 0.1) }
    try await settle()
    #expect(host.frame?.sequence == last && shown.lateNotes?.lookCount == watched + 1)
  }

  @Test("What a frame does not show is told without a viewer, too, once")
  func lateNotesWithoutAViewer() async throws {
    try write(#"{"size":[20,20],"background":"white"}"#)
    let clock = ManualClock(now: 100)
    let told = Mutex<[String]>([])
    let (shown, session) = try shown(
      console: CommandConsole(report: { note in told.withLock { $0.append(note) } }), clock: clock)
    defer { session.close() }
    session.awaitViewers()
    _ = try await frame(shown.window)
    try await settle()
    #expect(told.withLock { $0 }.isEmpty)
    // No pixel differs.
    try write(
      #"""
      {"size":[20,20],"background":"white","layers":[
        {"name":"flat","frame":[0,0,9,9],"backgroundColor":"red","transform":[{"scale":[1,0,1]}]}]}
      """#)
    try await until { !told.withLock { $0 }.isEmpty }
    _ = try await frame(shown.window)
    _ = try await shown.window.host.currentFrame()
    try await settle()
    let notes = told.withLock { $0 }
    #expect(notes.count == 1 && notes[0].contains("flat is not shown"), "\(notes)")
    #expect(clock.pendingCallCount == 0)
  }

  @Test("Without a file, with a wrong one or too many words the command is refused")
  func refused() throws {
    #expect(ToolRun("show").status == 2)
    #expect(ToolRun("show", "-").status == 2)
    #expect(ToolRun("show", "a", "b").status == 2)
    #expect(ToolRun("show", "--feed", "a").status == 2)
    #expect(ToolRun("show", "a", "--token", "short").status == 2)
    #expect(ToolRun("show", "a", "--window", "--port", "80").status == 2)
    let batch = ToolRun("batch", input: #"{"id":1,"args":["show","a.json"]}"#)
    #expect(batch.text.contains("cannot stand in a batch"))
    #if !Browser
      #expect(ToolRun("show", "a").errors.contains("package trait Browser"))
    #endif
    #if !SDL
      #expect(ToolRun("show", "a", "--window").errors.contains("package trait SDL"))
    #endif
  }
}

/// A folder for a test.
private enum NSTemporaryDirectoryPath {
  static func make() -> String {
    let path =
      FileManager.default.temporaryDirectory.path + "/show-\(UInt64.random(in: 0...UInt64.max))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }
}

extension FileManager {
  fileprivate func removeItemIfThere(_ path: String) throws {
    if fileExists(atPath: path) { try removeItem(atPath: path) }
  }
}
