// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import ImageCodecs
  import Foundation
  import Testing
  import CanvasDrawing
  import HTTPServing
  import TextTestSupport

  @testable import BrowserHost
  @testable import LayerCompositing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Viewers that are slow, many or broken.
  @Suite("BrowserServer under load", .serialized, .timeLimit(.minutes(30)))
  struct BrowserLoadTests {
    private let source = TestSource()

    @Test("A viewer that never reads holds one message, and the others get every newest frame")
    func slowViewer() async throws {
      let (server, port) = try await source.server()
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
      let (server, port) = try await source.server()
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
      let (server, port) = try await source.server { $0.memoryLimit = 3 * message }
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

    @Test("A viewer that asks and never reads holds one answer, that to its newest question")
    func pings() async throws {
      let (server, port) = try await source.server { $0.messageRateLimit = 10_000_000 }
      let client = try await RawClient.connect(port, reads: false)
      client.send(TestViewer.request(port))
      try await eventually { source.viewers.count == 1 }
      let before = Self.privateMemory
      let ping = TestViewer.frame([UInt8](repeating: 7, count: 125), opcode: 9)
      let many = Array(repeatElement(ping, count: 2_000).joined())
      for _ in 0..<150 { try await client.sendAll(many) }
      let newest = (0..<125).map { UInt8($0) }
      try await client.sendAll(TestViewer.frame(newest, opcode: 9))
      client.send(TestViewer.frame(Array(#"{"type":"key","phase":"up","key":"last"}"#.utf8)))
      try await eventually { source.events.contains { "\($0)".contains("last") } }
      // The answers to 300,000 would be 38 MB, and several times that with what belongs to them.
      #expect(Self.privateMemory <= before + (12 << 20))
      try await client.beginReading()
      let answer: [UInt8] = [0x8A, 125] + newest
      try await until {
        client.peek { $0.suffix(answer.count).elementsEqual(answer) }
      }
      #expect(client.received.count < 20_000_000)
      client.close()
      await server.stop()
    }

    @Test("Questions count among the messages that a viewer may send")
    func pingRate() async throws {
      let (server, port) = try await source.server { $0.messageRateLimit = 50 }
      let viewer = try await TestViewer.connect(port)
      for _ in 0..<200 { viewer.send([1], opcode: 9) }
      try await viewer.update { $0.client.isClosed }
      #expect(viewer.closeCode == 1008)
      await server.stop()
    }

    @Test("Files on their way count: beyond the bound there are no more until they have left")
    func files() async throws {
      // More than the system takes off the server's hands.
      let noise = try (0..<2).map { try Self.noise(seed: UInt64($0), sequence: $0, height: 2000) }
      let size = try await noise[0].image.pngData().count
      try #require(size > 5_000_000)
      let (server, port) = try await source.server { $0.memoryLimit = size * 3 / 2 }
      source.show(noise[0])
      try await eventually { await server.statistics().frames == 1 }
      let get = "GET /frame.png HTTP/1.1\r\nHost: localhost\r\n\r\n"
      var slow: [RawClient] = []
      for _ in 0..<3 {
        slow.append(try await RawClient.connect(port, reads: false))
        slow.last?.send(get)
      }
      try await eventually { await server.statistics().pendingBytes > 0 }
      // They share their bytes.
      #expect(await server.statistics().pendingBytes == size)
      source.show(noise[1])
      try await eventually { await server.statistics().frames == 2 }
      let refused = try #require(try await RawAnswer.get("/frame.png", port: port))
      #expect(refused.status == 503 && refused.head.contains("Retry-After"))
      #expect(await server.statistics().pendingBytes == size)
      // A viewer's picture goes before files.
      source.show(try Self.noise(seed: 2, sequence: 2, height: 900))
      try await eventually { await server.statistics().frames == 3 }
      let viewer = try await TestViewer.connect(port)
      try await viewer.update { $0.pictures == 1 }
      for client in slow { try await client.beginReading() }
      try await until { slow.allSatisfy(\.isClosed) }
      try await eventually { await server.statistics().pendingBytes == 0 }
      #expect(slow.contains { $0.received.count < size })
      #expect(try await RawAnswer.get("/frame.png", port: port)?.status == 200)
      #expect(await server.statistics().pendingBytes == 0)
      await server.stop()
    }

    @Test(
      "A picture of more bytes than may be on their way closes its viewer, and nothing else",
      arguments: [BrowserConfiguration.Encoding.raw, .png])
    func largePicture(_ encoding: BrowserConfiguration.Encoding) async throws {
      let (server, port) = try await source.server {
        ($0.encoding, $0.memoryLimit) = (encoding, 60_000)
      }
      source.show(try Self.noise(seed: 1, sequence: 0, width: 100, height: 100))
      let viewer = try await TestViewer.connect(port)
      try await viewer.update { $0.pictures + $0.files.count == 1 }
      source.show(try Self.noise(seed: 2, sequence: 1, width: 200, height: 100))
      try await viewer.update { $0.client.isClosed }
      #expect(viewer.closeCode == 1013)
      try await eventually { await server.statistics().viewers == 0 }
      #expect(await server.statistics().closedViewers == 1)
      #expect(try await RawAnswer.get("/frame.png", port: port)?.status == 503)
      source.show(try Self.noise(seed: 3, sequence: 2, width: 100, height: 100))
      try await eventually { await server.statistics().frames == 3 }
      #expect(try await RawAnswer.get("/frame.png", port: port)?.status == 200)
      await server.stop()
    }

    @Test("The soft limit of descriptors follows the connections of a server")
    func descriptorLimit() async throws {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let wanted = Int(clamping: limit.rlim_cur) - DescriptorLimit.reserve + 50
      let (server, _) = try await source.server { $0.connectionLimit = wanted }
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let isRaised = Int(clamping: limit.rlim_cur) >= wanted + DescriptorLimit.reserve
      #expect(isRaised || limit.rlim_cur == limit.rlim_max)
      await server.stop()
    }

    /// A frame that no packing makes smaller.
    private static func noise(
      seed: UInt64, sequence: Int, width: Int = 1300, height: Int = 1000
    ) throws -> Frame {
      var generator = SeededGenerator(seed: seed)
      var buffer = try BitmapBuffer(width: width, height: height)
      buffer.withUnsafeMutableBytes { bytes in
        for at in stride(from: 0, to: bytes.count, by: 4) {
          let pixel = UInt32(truncatingIfNeeded: generator.next()) | 0xFF00_0000
          bytes.storeBytes(of: pixel.littleEndian, toByteOffset: at, as: UInt32.self)
        }
      }
      let image = buffer.freeze()
      let report = FrameReport(
        layerCount: 1, copyCount: 0, paintedPixels: 0, drawnPixels: 0, layers: [], isCutOff: false)
      return Frame(
        image: image, scale: 1, damage: DamageRegion(PixelRect(width: width, height: height)),
        time: Double(sequence), sequence: sequence, report: report)
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
      let (server, port) = try await source.server {
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
      // The clients are in this process, too; Scripts/tests/browser measures a server by itself.
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
