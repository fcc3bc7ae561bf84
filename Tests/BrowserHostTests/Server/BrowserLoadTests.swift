// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import BrowserHost
  import Foundation
  import Testing
  import TextRuntime
  import TextTestSupport

  @testable import LayerRendering

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Viewers that are slow, many or broken.
  @Suite("BrowserServer under load", .serialized, .timeLimit(.minutes(20)))
  struct BrowserLoadTests {
    private let source = TestSource()

    private func server(
      _ source: TestSource, _ change: (inout BrowserConfiguration) -> Void = { _ in }
    ) async throws -> (BrowserServer, Int) {
      var configuration = BrowserConfiguration()
      change(&configuration)
      let server = BrowserServer(source: source, configuration: configuration)
      return (server, try await server.start().port)
    }

    @Test("A viewer that never reads holds one message, and the others get every newest frame")
    func slowViewer() async throws {
      let (server, port) = try await server(source)
      var frames = TestFrames(seed: 1, width: 800, height: 800)
      source.show(try frames.nextWhole())
      let slow = try await RawClient.connect(port, reads: false)
      slow.send(TestViewer.request(port))
      try await eventually { await server.statistics().viewers == 1 }
      let fast = try await TestViewer.connect(port)
      for i in 1...40 {
        let frame = try frames.nextWhole()
        source.show(frame)
        try await fast.update { $0.picture.sequence == i }
        #expect(fast.picture == ViewerPicture(of: frame))
      }
      #expect(fast.pictures == 41)
      let statistics = await server.statistics()
      let message = 800 * 800 * 4 + 56
      #expect(statistics.viewers == 2)
      // The slow one has one on its way, or some that the system took off the server's hands.
      #expect(statistics.pendingBytes <= message)
      #expect(statistics.sentPictures <= 41 + 8)
      slow.close()
      await server.stop()
    }

    @Test("A viewer that reads late gets the newest frame at once, not those that it missed")
    func lateViewer() async throws {
      let (server, port) = try await server(source)
      var frames = TestFrames(seed: 2, width: 1200, height: 1200)
      source.show(try frames.nextWhole())
      let viewer = try await TestViewer.connect(port)
      for _ in 0..<30 {
        source.show(try frames.nextWhole())
        try await Task.sleep(for: .milliseconds(1))
      }
      let newest = try #require(frames.last)
      try await viewer.update { $0.picture.sequence == newest.sequence }
      #expect(viewer.picture == ViewerPicture(of: newest))
      await server.stop()
    }

    @Test("Beyond the bound of memory the viewer that has waited longest is closed")
    func memoryLimit() async throws {
      let message = 1000 * 1000 * 4 + 56
      let (server, port) = try await server(source) { $0.memoryLimit = 3 * message }
      var frames = TestFrames(seed: 3, width: 1000, height: 1000)
      var slow: [RawClient] = []
      // Each waits for another frame.
      for i in 0..<8 {
        source.show(try frames.nextWhole())
        try await eventually { await server.statistics().frames == i + 1 }
        let client = try await RawClient.connect(port, reads: false)
        client.send(TestViewer.request(port))
        slow.append(client)
        try await eventually { source.viewers.count == i + 1 }
      }
      try await eventually { await server.statistics().closedViewers >= 1 }
      #expect(await server.statistics().pendingBytes <= 3 * message)
      for client in slow { client.close() }
      await server.stop()
    }

    @Test("After 1,000 connections of all kinds, memory and descriptors are as before")
    func manyConnections() async throws {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      if limit.rlim_cur < 4096 {
        limit.rlim_cur = min(4096, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      }
      let source = TestSource(keepsEvents: false)
      try #require(limit.rlim_cur >= 2500, "two descriptors for each connection")
      let (server, port) = try await server(source) {
        ($0.requestTimeLimit, $0.idleTimeLimit) = (3, 4)
      }
      var frames = TestFrames(seed: 4, width: 16, height: 16)
      source.show(try frames.next())
      let viewer = try await TestViewer.connect(port)
      try await viewer.update { $0.pictures == 1 }
      var figures: [(descriptors: Int, memory: Int)] = []
      for _ in 0..<4 {
        var clients: [RawClient] = []
        for i in 0..<1000 {
          let client = try await RawClient.connect(port, reads: i % 5 != 4)
          clients.append(client)
          switch i % 10 {
          case 0: break
          case 1: client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
          case 2: client.send((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ i) })
          case 3, 4: client.send(TestViewer.request(port))
          case 5:
            client.send(TestViewer.request(port))
            client.send(TestViewer.frame(Array("{\"type\":".utf8)))
          case 6: client.send("GET /frame.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
          case 7:
            client.send(TestViewer.request(port))
            client.close()
          case 8: client.close()
          default: client.send(TestViewer.request(port).replacing("http:", with: "https:x"))
          }
          if i % 50 == 0 {
            source.show(try frames.next())
            try viewer.update()
          }
        }
        let top = await server.statistics()
        #expect(top.connections > 100 && top.refusedConnections == 0)
        let newest = try frames.next()
        source.show(newest)
        try await viewer.update { $0.picture.sequence == newest.sequence }
        #expect(viewer.picture == ViewerPicture(of: newest))
        for client in clients { client.close() }
        clients = []
        try await eventually { await server.statistics().connections == 1 }
        // Connections that were ended gently are kept for a second.
        try await Task.sleep(for: .milliseconds(1200))
        figures.append((Self.descriptors, Self.privateMemory))
      }
      // The clients are in this process, too; Scripts/test-browser measures a server by itself.
      #expect(figures[3].descriptors <= figures[0].descriptors)
      #expect(figures[3].memory <= figures[0].memory + (12 << 20))
      await server.stop()
    }

    private static var descriptors: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// Private memory without what the allocator has free, in bytes.
    private static var privateMemory: Int {
      if let trim = dlsym(nil, "malloc_trim") {
        _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> CInt).self)(0)
      }
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
      return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) << 10
    }
  }
#endif
