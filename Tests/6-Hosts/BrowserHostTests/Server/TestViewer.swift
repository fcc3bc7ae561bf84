// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import TextTestSupport

  /// A viewer of a server: its connection, its picture and what it was told.
  final class TestViewer {
    let client: RawClient
    private(set) var picture = ViewerPicture()
    private(set) var texts: [String] = []
    /// The messages with PNG files.
    private(set) var files: [[UInt8]] = []
    /// The numbers of pictures that came.
    private(set) var pictures = 0
    /// The number that the server closed with.
    private(set) var closeCode: Int?

    private init(client: RawClient) { self.client = client }

    /// The fields of a request for a WebSocket.
    static func fields(_ port: Int, host: String? = nil, origin: String? = nil) -> [String] {
      [
        "Host: \(host ?? "127.0.0.1:\(port)")", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
        "Origin: \(origin ?? "http://127.0.0.1:\(port)")",
      ]
    }

    /// Connects and waits until the connection is a WebSocket.
    static func connect(_ port: Int, query: String = "") async throws -> TestViewer {
      let client = try await RawClient.connect(port)
      client.send(request(port, query: query))
      try await until { client.peek { RawAnswer($0) != nil } }
      let answer = RawAnswer(client.received)
      guard answer?.status == 101 else { throw ViewerPicture.Malformed() }
      _ = client.take((answer?.head.utf8.count ?? 0) + 4)
      return TestViewer(client: client)
    }

    static func request(_ port: Int, query: String = "") -> String {
      "GET /live\(query) HTTP/1.1\r\n" + fields(port).map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// Sends a frame of WebSocket, masked as those of clients are.
    func send(_ bytes: [UInt8], opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true) {
      client.send(Self.frame(bytes, opcode: opcode, isLast: isLast, isMasked: isMasked))
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    static func frame(
      _ bytes: [UInt8], opcode: UInt8 = 1, isLast: Bool = true, isMasked: Bool = true
    ) -> [UInt8] {
      var frame: [UInt8] = [opcode | (isLast ? 0x80 : 0)]
      let bit: UInt8 = isMasked ? 0x80 : 0
      if bytes.count < 126 {
        frame.append(UInt8(bytes.count) | bit)
      } else {
        frame += [126 | bit, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
      }
      let mask: [UInt8] = [1, 2, 3, 4]
      if !isMasked { return frame + bytes }
      return frame + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    /// Takes what has come.
    func update() throws {
      while let (opcode, payload) = nextFrame() {
        switch opcode {
        case 1: texts.append(String(decoding: payload, as: UTF8.self))
        case 2 where payload[1] == 2: files.append(payload)
        case 2:
          try picture.take(payload)
          pictures += 1
        case 8: closeCode = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0
        case 9: send(payload, opcode: 10)
        default: break
        }
      }
    }

    /// Takes what comes until a condition holds.
    func update(until condition: (TestViewer) -> Bool) async throws {
      try await until {
        do { try update() } catch { return false }
        return condition(self)
      }
      // What came before the condition was seen to hold.
      try update()
    }

    private func nextFrame() -> (opcode: UInt8, payload: [UInt8])? {
      let size = client.peek { bytes -> (head: Int, payload: Int)? in
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1] & 127)
        let extra = short == 126 ? 2 : short == 127 ? 8 : 0
        guard bytes.count >= 2 + extra else { return nil }
        let payload = extra == 0 ? short : bytes[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
        return bytes.count >= 2 + extra + payload ? (2 + extra, payload) : nil
      }
      guard let size else { return nil }
      let frame = client.take(size.head + size.payload)
      return (frame[0] & 15, Array(frame[size.head...]))
    }
  }
#endif
