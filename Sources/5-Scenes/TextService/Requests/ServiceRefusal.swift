// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures

/// The reason why a request is refused or failed: a status code and a sentence, which become an
/// answer in JSON.
package struct ServiceRefusal: Error, Hashable {
  package let status: Int
  /// A word for programs.
  package let code: String
  /// The member of the body, the parameter, or the part of the address (named as in the module's
  /// documentation) that the refusal is about.
  package var member: String?
  /// The offset of the member's value, in bytes of the body.
  package var offset: Int?
  package let message: String
  /// The number of seconds after which another try may succeed.
  var retryAfter: Int?
  /// The value of `Allow`: the methods of the address.
  var allowed: String?
  /// The value of `WWW-Authenticate`.
  var challenge: String?
  /// The content codings of bodies that are read.
  var acceptedCoding: String?

  init(_ status: Int, _ code: String, member: String? = nil, _ message: String) {
    (self.status, self.code, self.member, self.message) = (status, code, member, message)
  }

  /// Converts the error of another module. The message never contains a path of this machine.
  package init(_ error: any Error) {
    if let refusal = error as? ServiceRefusal {
      self = refusal
    } else if let error = PictureError(error) {
      self.init(error)
    } else {
      self = .hidden
    }
  }

  private init(_ error: PictureError) {
    let status: Int
    switch error.code {
    case .malformed, .unknownKey, .unsupported, .unreadable: status = 400
    case .tooLarge: status = 413
    case .failed: status = 500
    case .outOfMemory:
      self = .noMemory
      return
    case .noFonts, .engine:
      self = .hidden
      return
    }
    self.init(status, error.code.rawValue, member: error.subject, error.message)
    offset = error.offset
  }

  /// The refusal for an internal failure, whose details are not revealed.
  private static let hidden = ServiceRefusal(500, "failed", "The text could not be drawn.")

  package static func malformed(_ member: String, _ message: String) -> ServiceRefusal {
    ServiceRefusal(400, "malformed", member: member, message)
  }

  /// The refusal of a client without a key, or with an unknown one.
  ///
  /// - Parameter challenge: The scheme and its parameters. Source: RFC 6750, section 3.
  static func unauthorized(
    _ code: String, _ message: String, _ challenge: String
  ) -> ServiceRefusal {
    var refusal = ServiceRefusal(401, code, message)
    refusal.challenge = challenge
    return refusal
  }

  /// The refusal at the limit of requests.
  static let busy = refusal(503, "busy", "The service has as much work as it takes on.", retry: 1)
  /// The refusal at the limit of memory.
  static let noMemory = refusal(
    503, "noMemory", "The memory that pictures may take is in use.", retry: 1)
  static let preconditionFailed = ServiceRefusal(
    412, "preconditionFailed", "What is there is not what the request is for.")
  static let late = refusal(504, "late", "The picture was not ready in time.", retry: nil)

  private static func refusal(
    _ status: Int, _ code: String, _ message: String, retry: Int?
  ) -> ServiceRefusal {
    var refusal = ServiceRefusal(status, code, message)
    refusal.retryAfter = retry
    return refusal
  }

  /// The answer: `{"error":{"status":…,"code":…,"member":…,"offset":…,"message":…}}`.
  var answer: ServiceAnswer {
    var writer = JSONWriter()
    write(to: &writer)
    writer.newline()
    var fields = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
    if let retryAfter { fields.append(("Retry-After", "\(retryAfter)")) }
    if let allowed { fields.append(("Allow", allowed)) }
    if let challenge { fields.append(("WWW-Authenticate", challenge)) }
    if let acceptedCoding { fields.append(("Accept-Encoding", acceptedCoding)) }
    return ServiceAnswer(status: status, fields: fields, body: writer.takeBytes())
  }

  /// Writes the object of the answer.
  ///
  /// - Parameter id: The id of a batch line, as JSON.
  func write(to writer: inout JSONWriter, id: [UInt8]? = nil) {
    writer.beginObject()
    if let id {
      writer.name("id")
      writer.raw(id)
    }
    writer.name("error")
    writer.beginObject()
    writer.member("status", status)
    writer.member("code", code)
    if let member { writer.member("member", member) }
    if let offset { writer.member("offset", offset) }
    writer.member("message", message)
    writer.endObject()
    writer.endObject()
  }
}
