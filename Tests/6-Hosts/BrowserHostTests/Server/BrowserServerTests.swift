// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import AsyncTextLayer
  import BrowserHost
  import Foundation
  import HostViews
  import LayerScenes
  import LayerModel
  import Testing
  import CanvasDrawing
  import TextTestSupport

  @testable import LayerCompositing

  @Suite("BrowserServer", .timeLimit(.minutes(30)))
  struct BrowserServerTests {
    private let source = TestSource()

    @Test("The picture of the server has the bytes of the file that the same tree is written to")
    func a14_streamedBytesAreTheFiles() async throws {
      let json = """
        {"size":[160,90],"background":"#fff","layers":[
         {"type":"gradient","frame":[10,10,100,60],"colors":["#f00","#00f8"],"cornerRadius":12},
         {"type":"text","frame":[8,40,150,40],"document":{"text":"Live","style":{"size":28}}}]}
        """
      let scene = try Scene(json: Array(json.utf8))
      let frame = try TreeRenderer().renderNow(scene.tree)
      let (server, port) = try await source.server()
      let early = try #require(try await RawAnswer.get("/frame.png", port: port))
      #expect(early.status == 503 && early.head.contains("Retry-After: 1"))
      source.show(frame)
      try await eventually { await server.statistics().frames == 1 }
      let answer = try #require(try await RawAnswer.get("/frame.png", port: port))
      #expect(answer.status == 200 && answer.head.contains("image/png"))
      #expect(answer.body == (try await frame.image.pngData()))
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).png")
      defer { try? FileManager.default.removeItem(at: file) }
      try await frame.image.write(to: file.path)
      #expect(answer.body == [UInt8](try Data(contentsOf: file)))
      // What goes over the connection of viewers are the same pixels.
      let viewer = try await TestViewer.connect(port)
      try await viewer.update { $0.pictures == 1 }
      let decoded = try Bitmap(png: answer.body)
      #expect(decoded == frame.image)
      #expect(viewer.picture == ViewerPicture(of: frame))
      await server.stop()
    }

    @Test("Without a viewer a picture is that of the moment, with one the newest that was sent")
    func currentPicture() async throws {
      var frames = TestFrames(seed: 11)
      let (sent, current) = (try frames.nextWhole(), try frames.nextWhole())
      let (server, port) = try await source.server()
      source.show(sent)
      source.setCurrent(current)
      try await eventually { await server.statistics().frames == 1 }
      let alone = try #require(try await RawAnswer.get("/frame.png", port: port))
      #expect(try Bitmap(png: alone.body) == current.image)
      let viewer = try await TestViewer.connect(port)
      try await viewer.update { $0.pictures == 1 }
      let watched = try #require(try await RawAnswer.get("/frame.png", port: port))
      #expect(try Bitmap(png: watched.body) == sent.image)
      await server.stop()
    }

    @Test("Over the connection, the rectangles of frames add up to the newest one, bit for bit")
    func accumulatedDamage() async throws {
      let (server, port) = try await source.server { $0.picturesPerSecond = 1_000 }
      var frames = TestFrames(seed: 5, width: 120, height: 80, background: nil)
      source.show(try frames.next())
      let viewer = try await TestViewer.connect(port)
      for i in 0..<100 {
        source.show(try i % 30 == 29 ? frames.resized() : frames.next())
        if i % 3 == 0 { try await Task.sleep(for: .milliseconds(2)) }
        try viewer.update()
      }
      let newest = try #require(frames.last)
      try await viewer.update { $0.picture.sequence == newest.sequence }
      #expect(viewer.picture == ViewerPicture(of: newest))
      #expect(viewer.pictures > 3)
      await server.stop()
    }

    @Test("Frames that come faster than screens show them are left out, but not the last one")
    func rateOfPictures() async throws {
      let (server, port) = try await source.server { $0.picturesPerSecond = 20 }
      var frames = TestFrames(seed: 7)
      source.show(try frames.next())
      let viewer = try await TestViewer.connect(port)
      try await viewer.update { $0.pictures == 1 }
      let start = ContinuousClock.now
      for _ in 0..<200 {
        source.show(try frames.next())
        try await Task.sleep(for: .milliseconds(2))
        try viewer.update()
      }
      let newest = try #require(frames.last)
      try await viewer.update { $0.picture.sequence == newest.sequence }
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      let elapsed = Double(seconds) + Double(attoseconds) * 1e-18
      #expect(viewer.picture == ViewerPicture(of: newest))
      #expect(Double(viewer.pictures) <= elapsed * 20 + 4 && viewer.pictures > 4)
      await server.stop()
    }

    @Test("As PNG, a viewer gets whole pictures")
    func png() async throws {
      let (server, port) = try await source.server { $0.encoding = .png }
      var frames = TestFrames(seed: 5)
      source.show(try frames.next())
      let viewer = try await TestViewer.connect(port)
      try await viewer.update { $0.files.count == 1 }
      let newest = try frames.next()
      source.show(newest)
      try await viewer.update { $0.files.count == 2 }
      #expect(Array(viewer.files[1][56...]) == (try await newest.image.pngData()))
      await server.stop()
    }

    @Test("Pointers, wheels, keys, sizes and actions arrive, in their order")
    func events() async throws {
      let (server, port) = try await source.server()
      let viewer = try await TestViewer.connect(port)
      viewer.send(#"{"type":"resize","width":300,"height":200,"scale":2}"#)
      viewer.send(#"{"type":"pointer","phase":"down","x":3,"y":4,"id":1}"#)
      viewer.send(Array(#"{"type":"wheel","x":1,"#.utf8), isLast: false)
      viewer.send([7], opcode: 9)
      viewer.send(Array(#""y":2,"dx":0,"dy":9}"#.utf8), opcode: 0)
      viewer.send(#"{"type":"key","phase":"down","key":"End"}"#)
      viewer.send(#"{"type":"action","name":"start","value":true}"#)
      try await until { source.events.count >= 6 }
      viewer.client.close()
      try await until { source.events.count >= 7 }
      #expect(
        source.events == [
          .opened, .input(.resized(Size(width: 300, height: 200), scale: 2)),
          .input(.pointer(PointerEvent(.down, at: Point(x: 3, y: 4), pointerID: 1))),
          .input(.wheel(WheelEvent(at: Point(x: 1, y: 2), delta: Size(width: 0, height: 9)))),
          .input(.key(KeyEvent(.down, "End"))), .action("start", value: .bool(true)), .closed,
        ])
      await server.stop()
    }

    @Test("Messages reach all viewers or one; what is kept reaches those that come later")
    func messages() async throws {
      source.tell(.title("A"))
      let (server, port) = try await source.server()
      let first = try await TestViewer.connect(port)
      try await first.update { $0.texts.count == 1 }
      let second = try await TestViewer.connect(port)
      try await second.update { $0.texts.count == 1 }
      try await until { source.viewers.count == 2 }
      source.tell(.hit("box", to: source.viewers[1]))
      source.tell(.title("B"))
      try await first.update { $0.texts.last == #"{"title":"B"}"# }
      try await second.update { $0.texts.last == #"{"title":"B"}"# }
      #expect(first.texts == [#"{"title":"A"}"#, #"{"title":"B"}"#])
      #expect(second.texts == [#"{"title":"A"}"#, #"{"hit":"box"}"#, #"{"title":"B"}"#])
      await server.stop()
    }

    @Test("Stopping closes viewers with 1001 and all else, and listens no more")
    func stop() async throws {
      let (server, port) = try await source.server()
      let viewer = try await TestViewer.connect(port)
      let half = try await RawClient.connect(port)
      half.send("GET / HT")
      let silent = try await RawClient.connect(port, reads: false)
      silent.send(TestViewer.request(port))
      try await eventually { await server.statistics().viewers == 2 }
      await server.stop()
      try await viewer.update { $0.client.isClosed }
      #expect(viewer.closeCode == 1001)
      try await until { half.isClosed }
      try await until {
        source.events.filter { $0 == .closed }.count == 2
      }
      await #expect(throws: (any Error).self) { _ = try await RawClient.connect(port) }
      silent.close()
      await server.stop()
      let error = await #expect(throws: BrowserError.self) { try await server.start() }
      #expect(error?.code == .wrongState)
    }

    @Test("Stopping a server that starts, or is being stopped, returns when nothing listens")
    func stopWhileStarting() async throws {
      // Below those that the system gives to others meanwhile (ip_local_port_range).
      var free: Int?
      while free == nil {
        let port = Int.random(in: 20_000..<30_000)
        guard let (first, _) = try? await source.server({ $0.port = port }) else { continue }
        await first.stop()
        free = port
      }
      let port = try #require(free)
      var configuration = BrowserConfiguration()
      configuration.port = port
      var (whileStarting, whileStopping) = (0, 0)
      for i in 0..<200 {
        let server = BrowserServer(source: source, configuration: configuration)
        let start = Task { try await server.start() }
        for _ in 0..<i % 20 { await Task.yield() }
        let other = Task { await server.stop() }
        await server.stop()
        // Another one can listen at once, which is an error while the first one does.
        let next = BrowserServer(source: source, configuration: configuration)
        #expect(try await next.start().port == port)
        await next.stop()
        await other.value
        switch await start.result {
        case .success: whileStopping += 1
        case .failure(let error): whileStarting += "\(error)".contains("while it started") ? 1 : 0
        }
      }
      #expect(whileStarting > 0, "\(whileStarting), \(whileStopping)")
    }

    @Test("A port that is taken is an error with a sentence")
    func takenPort() async throws {
      let (server, port) = try await source.server()
      var configuration = BrowserConfiguration()
      configuration.port = port
      let other = BrowserServer(source: source, configuration: configuration)
      let error = await #expect(throws: BrowserError.self) { try await other.start() }
      #expect(error?.code == .cannotListen && error?.message.contains("\(port)") == true)
      await server.stop()
    }
  }
#endif
