// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import ImageCodecs
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency

/// A line of a batch, and the work of its reply, on a lane.
///
/// Its time counts from when its work begins: lines of a batch wait for each other as long as they
/// must.
final class BatchLine: Sendable {
  private struct State {
    /// As it stands in the line.
    var id = Array("null".utf8)
    var job: ServiceJob?
    var isLate = false
  }

  /// `nil` for a line that was too long.
  private let line: [UInt8]?
  private let request: ServiceRequest
  private let share: AdmittedShare
  private let service: TextService

  private let state = Mutex(State())

  init(
    _ line: [UInt8]?, _ request: ServiceRequest, _ share: AdmittedShare, _ service: TextService
  ) {
    (self.line, self.request, self.share, self.service) = (line, request, share, service)
  }

  /// Queues the work.
  ///
  /// - Parameter completion: Called once, on any thread, with the reply; with `nil` if the work was
  ///   cancelled before there was one.
  func begin(_ completion: @escaping @Sendable ([UInt8]?) -> Void) -> ServiceJob {
    let job = ServiceJob(
      service, in: request.band, { [self] in try answer($0) },
      completion: { [self] answer in completion(answer?.body ?? lateReply) })
    let isLate = state.withLock { state in
      state.job = job
      return state.isLate
    }
    if isLate { job.cancel() }
    return job
  }

  /// The time is over.
  private func expire() {
    let job = state.withLock { state in
      state.isLate = true
      return state.job
    }
    job?.abandon()
    job?.cancel()
  }

  private var lateReply: [UInt8]? {
    let (id, isLate) = state.withLock { ($0.id, $0.isLate) }
    return isLate ? Self.reply(.late, id: id) : nil
  }

  private static func reply(_ refusal: ServiceRefusal, id: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    refusal.write(to: &writer, id: id)
    writer.newline()
    return writer.takeBytes()
  }

  /// Makes the reply: the body of an answer whose status is that of the line.
  ///
  /// - Throws: `CancellationError`.
  func answer(_ cancellation: Cancellation) throws -> ServiceAnswer {
    defer { service.deadlines.remove(self) }
    do {
      guard let line else {
        throw ServiceRefusal(
          413, "tooLarge", "A line has \(service.configuration.bodyLimit) bytes at most.")
      }
      try share.take(line.count, for: "The line")
      let work = ServiceWork(request, line, share, service)
      let (object, notes) = try work.object(line, cancellation)
      // Read first, so that the reply to an invalid line has its id; in UTF-8, even if the line is
      // not.
      if let member = object.member("id") {
        let id = Array(String(decoding: line[member.bytes], as: UTF8.self).utf8)
        state.withLock { $0.id = id }
      }
      return try reply(to: object, notes, work, cancellation)
    } catch {
      if cancellation.isCancelled { throw CancellationError() }
      let refusal = ServiceRefusal(error)
      return ServiceAnswer(
        status: refusal.status, body: Self.reply(refusal, id: state.withLock { $0.id }))
    }
  }

  private func reply(
    to object: JSONObject, _ notes: [String], _ work: ServiceWork, _ cancellation: Cancellation
  ) throws -> ServiceAnswer {
    let wanted = try PictureLine(
      object, upon: request.parameters.options, otherOptions: ServiceParameters.ofLines)
    let parameters = try request.parameters.with(wanted)
    let limit = service.configuration.timeLimit
    service.deadlines.add(self, seconds: min(parameters.timeLimit ?? limit, limit)) {
      [self] in expire()
    }
    let (drawn, bytes, drawnNotes) = try work.drawn(
      wanted.request(parameters.options), line?.count ?? 0, cancellation)
    try share.take(bytes.count * 2, for: "The reply")
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("id")
    writer.raw(state.withLock { $0.id })
    writer.member("status", 200)
    writer.member("type", drawn.format.mediaType)
    writer.member("size", [drawn.size.width, drawn.size.height])
    writer.name("notes")
    writer.beginArray()
    for note in request.notes + notes + drawnNotes { writer.string(note) }
    writer.endArray()
    if let frames = drawn.frames {
      writer.name("frames")
      writer.raw(frames)
    }
    writer.name("data")
    var reply = writer.takeBytes()
    reply.reserveCapacity(reply.count + (bytes.count + 2) / 3 * 4 + 4)
    reply.append(UInt8(ascii: "\""))
    for start in stride(from: 0, to: bytes.count, by: Self.piece) {
      try cancellation.check()
      let end = min(start + Self.piece, bytes.count)
      reply += Base64.encode(Array(bytes[start..<end]))
    }
    reply += "\"}\n".utf8
    return ServiceAnswer(status: 200, body: reply)
  }

  /// The bytes of a picture that are encoded between two polls; a multiple of 3.
  private static let piece = 3 << 14
}
