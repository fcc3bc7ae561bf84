// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import Foundation
  import Glibc
  import HTTPServing
  import Testing
  import TextTestSupport

  /// The memory of connections that wait for a request.
  @Suite("Idle connections", .timeLimit(.minutes(30)))
  struct IdleMemoryTests {
    @Test("An idle connection takes few KiB, also after a long body")
    func memory() async throws {
      await #expect(processExitsWith: .success) {
        for bodySize in [0, 100_000] {
          let bytes = try await IdleMemoryTests.bytesOfEach(count: 1000, bodySize: bodySize)
          print("An idle connection takes \(bytes) bytes after a body of \(bodySize).")
          if bytes > (bodySize == 0 ? 12 << 10 : 20 << 10) { exit(1) }
        }
      }
    }

    private static func bytesOfEach(count: Int, bodySize: Int) async throws -> Int {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = min(8192, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let server = try await TestServer.start(connectionLimit: 3000, readSize: 8 << 10)
      // The first connections, for what is made once.
      var sockets = (0..<100).compactMap { _ in ask(server.port, bodySize) }
      let before = privateMemory
      sockets += (0..<count).compactMap { _ in ask(server.port, bodySize) }
      let after = privateMemory
      guard sockets.count == 100 + count, server.connections.count == 100 + count else { exit(2) }
      for socket in sockets { close(socket) }
      try await server.stop()
      return (after - before) / count
    }

    /// Connects, sends a request and reads the answer; no more is kept than a descriptor.
    private static func ask(_ port: Int, _ bodySize: Int) -> CInt? {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isConnected = withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(bodySize)\r\n\r\n"
      let request = Array(head.utf8) + [UInt8](repeating: 32, count: bodySize)
      var answer = [UInt8](repeating: 0, count: 1000)
      guard isConnected, send(descriptor, request, request.count, 0) == request.count,
        recv(descriptor, &answer, answer.count, 0) > 0
      else { return nil }
      return descriptor
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
