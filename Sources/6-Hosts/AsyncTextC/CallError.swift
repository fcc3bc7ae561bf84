// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import Pictures

/// What a call returns in place of a result: a status of the header and a sentence.
struct CallError: Error, Hashable {
  let status: at_status
  let message: String
  /// The offset of the error in the JSON, in bytes; -1 if the error is about no place in it.
  var offset = -1

  init(_ status: Int, _ message: String) {
    (self.status, self.message) = (at_status(status), message)
  }

  static func invalidArgument(_ message: String) -> CallError {
    CallError(AT_INVALID_ARGUMENT, message)
  }

  static func invalidHandle(_ handle: UInt64, wanted: HandleKind?) -> CallError {
    let digits = String(handle, radix: 16)
    let wanted = wanted.map { "no handle of the kind '\($0)'" } ?? "no handle"
    return CallError(
      AT_INVALID_HANDLE, handle == 0 ? "the handle is 0" : "\(digits) is \(wanted), or it was freed"
    )
  }

  static let cancelled = CallError(AT_CANCELLED, "the call was cancelled")

  /// Converts the error of another module.
  init(_ error: any Error) {
    if let error = error as? CallError {
      self = error
    } else if let error = PictureError(error) {
      self.init(error)
    } else {
      self = .cancelled
    }
  }

  private init(_ error: PictureError) {
    let status =
      switch error.code {
      case .malformed, .unknownKey, .unsupported: AT_MALFORMED
      case .unreadable: AT_UNREADABLE
      case .tooLarge: AT_TOO_LARGE
      case .noFonts: AT_NO_FONTS
      case .outOfMemory: AT_OUT_OF_MEMORY
      case .failed, .engine: AT_FAILED
      }
    self.init(status, error.description)
    offset = error.offset ?? -1
  }

  /// The error in the form of the header.
  var structure: at_error {
    var error = at_error()
    error.status = status
    error.offset = Int64(offset)
    let text = text(room: MemoryLayout.size(ofValue: error.message))
    unsafe withUnsafeMutableBytes(of: &error.message) { unsafe $0.copyBytes(from: text) }
    return error
  }

  /// The message as UTF-8 with a zero at its end, cut to a number of bytes.
  private func text(room: Int) -> [UInt8] {
    let isWhole = message.utf8.count < room
    // A message that is cut ends with "…" (3 bytes); every message ends with a zero byte.
    let limit = isWhole ? room - 1 : room - 4
    var text: [UInt8] = []
    for scalar in message.unicodeScalars {
      let encoded = UTF8.encode(scalar == "\0" ? "\u{FFFD}" : scalar)
      guard let encoded, text.count + encoded.count <= limit else { break }
      text += encoded
    }
    return text + Array((isWhole ? "" : "…").utf8) + [0]
  }
}

/// Runs the body of a function of the header.
///
/// All code that takes locks runs within this function, so that ``ForkGuard`` can tell whether a
/// fork may have copied a lock while it was held.
///
/// - Returns: The status; an error is written to `error`.
@discardableResult
func call(
  _ error: UnsafeMutablePointer<at_error>?, _ body: () throws -> Void
) -> at_status {
  do {
    try ForkGuard.shared.enter()
    defer { ForkGuard.shared.leave() }
    try body()
    return at_status(AT_OK)
  } catch let caught {
    let failure = CallError(caught)
    unsafe error?.pointee = failure.structure
    return failure.status
  }
}

/// Runs the body of a function of the header that gives a handle to the caller.
///
/// - Parameters:
///   - handle: The caller's memory for the handle.
///   - name: Its name in the header.
///   - make: Makes the object that the handle is for.
/// - Returns: The status; an error is written to `error`.
func call(
  _ error: UnsafeMutablePointer<at_error>?, giving handle: UnsafeMutablePointer<UInt64>?,
  _ name: String, _ make: () throws -> any HandleObject
) -> at_status {
  unsafe call(error) {
    guard let handle = unsafe handle else { throw CallError.invalidArgument("'\(name)' is null") }
    unsafe handle.pointee = HandleTable.shared.insert(try make())
  }
}
