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

  /// Writes the error into memory of the caller.
  func write(to error: UnsafeMutablePointer<at_error>?) {
    guard let error = unsafe error else { return }
    unsafe error.pointee.status = status
    unsafe error.pointee.offset = Int64(offset)
    unsafe withUnsafeMutableBytes(of: &error.pointee.message) { room in
      var count = 0
      let isWhole = message.utf8.count < room.count
      // A message that is cut ends with "…" (3 bytes); every message ends with a zero byte.
      let limit = isWhole ? room.count - 1 : room.count - 4
      for scalar in message.unicodeScalars {
        let encoded = UTF8.encode(scalar == "\0" ? "\u{FFFD}" : scalar)
        guard let encoded, count + encoded.count <= limit else { break }
        for byte in encoded {
          unsafe room[count] = byte
          count += 1
        }
      }
      for byte in (isWhole ? "" : "…").utf8 {
        unsafe room[count] = byte
        count += 1
      }
      unsafe room[count] = 0
    }
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
    unsafe failure.write(to: error)
    return failure.status
  }
}
