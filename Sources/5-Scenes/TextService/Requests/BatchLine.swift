// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import ImageCodecs
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency

/// A line of a batch, and the work that makes its reply, on a lane.
///
/// The time limit of a line counts from when its work has parsed the line, since lines of a batch
/// may wait for a lane, and for each other, without limit.
final class BatchLine: Sendable {
  private struct State {
    /// The member `id` as JSON; `null` until the line has been parsed, or if the line has none.
    var id = Array("null".utf8)
    var job: ServiceJob?
    var isLate = false
  }

  /// The bytes of the line; `nil` if the line was too long.
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
  ///   cancelled before there was a reply.
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

  /// Cancels the work, since the time of the line is over; the reply is then ``lateReply``.
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

  /// Makes the reply, as the body of an answer; the status of the answer is the status of the line.
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
      // The id is read first, so that the reply to an invalid line has it, too. Ill-formed UTF-8 is
      // repaired, since the reply must be UTF-8.
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

  /// The bytes that are encoded in base64 between two polls; a multiple of 3, so that the pieces
  /// need no padding.
  private static let piece = 3 << 14
}
