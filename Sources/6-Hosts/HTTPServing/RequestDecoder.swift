// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import NIOCore
  internal import NIOHTTP1

  /// Reads requests with the decoder of SwiftNIO. That has one error for everything that is too
  /// long, and one error for unknown methods and for bytes that are no HTTP, so this decoder looks
  /// at the bytes to tell these cases apart.
  final class RequestDecoder: ByteToMessageDecoder {
    typealias InboundOut = HTTPServerRequestPart

    /// What the bytes that the decoder has not read yet begin with: a part of a request.
    private enum Rest {
      /// Nothing, or the first line of a request.
      case line
      case target
      case field
    }

    private let decoder: HTTPRequestDecoder
    private let bounds: HTTPBounds
    private let fault: RequestFault
    private var rest = Rest.line

    init(_ decoder: HTTPRequestDecoder, _ bounds: HTTPBounds, _ fault: RequestFault) {
      (self.decoder, self.bounds, self.fault) = (decoder, bounds, fault)
    }

    func decoderAdded(context: ChannelHandlerContext) { decoder.decoderAdded(context: context) }

    func decoderRemoved(context: ChannelHandlerContext) {
      decoder.decoderRemoved(context: context)
    }

    func decode(
      context: ChannelHandlerContext, buffer: inout ByteBuffer
    ) throws -> DecodingState {
      let before = buffer
      do {
        let state = try decoder.decode(context: context, buffer: &buffer)
        if buffer.readableBytes > 0, buffer.readerIndex > before.readerIndex {
          rest = Self.rest(behind: before.readableBytesView.prefix(upTo: buffer.readerIndex))
        } else if buffer.readableBytes == 0 {
          rest = .line
        }
        return state
      } catch {
        note(error, before.readableBytesView)
        throw error
      }
    }

    func decodeLast(
      context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
      try decoder.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF)
    }

    /// The part of a request that begins behind the bytes that were read. The decoder reads a
    /// target, a field's name or a field's value only when its end has come.
    private static func rest(behind read: ByteBufferView) -> Rest {
      let last = read.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      guard read.last == UInt8(ascii: " "), let last else { return .field }
      return last == UInt8(ascii: ":") ? .field : .target
    }

    private func note(_ error: any Error, _ bytes: ByteBufferView) {
      switch error {
      case HTTPParserError.headerOverflow:
        let words = Self.words(bytes)
        let target =
          switch rest {
          case .line: words.dropFirst().first?.count ?? 0
          case .target: words.first?.count ?? 0
          case .field: 0
          }
        if target > bounds.targetSize { fault.note(.targetTooLong(bounds)) }
      case HTTPParserError.invalidMethod:
        if Self.hasUnknownMethod(bytes) { fault.note(.unknownMethod) }
      case HTTPParserError.invalidVersion:
        // The parser has this error also for a line without any version.
        if !Self.hasVersion(bytes) { fault.note(.malformed("it has no version")) }
      default: break
      }
    }

    /// The words of the first line.
    private static func words(_ bytes: ByteBufferView) -> [ByteBufferView] {
      bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        .split(separator: UInt8(ascii: " "), maxSplits: 2)
    }

    /// Whether the first request with an unknown method has a word in its place, and no noise.
    private static func hasUnknownMethod(_ bytes: ByteBufferView) -> Bool {
      var rest = bytes
      let blank = Array("\r\n\r\n".utf8)
      while let method = words(rest).first {
        if case .RAW = HTTPMethod(rawValue: String(decoding: method, as: UTF8.self)) {
          return method.allSatisfy(isTokenByte)
        }
        // The search goes on with the request behind the next empty line.
        guard
          let end = rest.indices.first(where: { rest[$0...].starts(with: blank) })
        else { return false }
        rest = rest[(end + blank.count)...]
      }
      return false
    }

    /// Whether a first line ends with a version other than those that are read.
    private static func hasVersion(_ bytes: ByteBufferView) -> Bool {
      bytes.split(separator: UInt8(ascii: "\n")).contains { line in
        let version = line.suffix(9)
        return version.count == 9 && version.starts(with: "HTTP/".utf8)
          && version.last == UInt8(ascii: "\r")
          && !version.starts(with: "HTTP/1.0".utf8) && !version.starts(with: "HTTP/1.1".utf8)
      }
    }

    /// Source: RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
  }
#endif
