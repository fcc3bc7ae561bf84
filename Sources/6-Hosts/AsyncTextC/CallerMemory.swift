// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import TextModel

/// Refuses flags that the header does not name.
func check(_ flags: UInt32, of known: UInt32) throws(CallError) {
  if flags & ~known != 0 {
    throw .invalidArgument("the flags 0x\(String(flags & ~known, radix: 16)) are not known")
  }
}

extension UnsafeBufferPointer {
  /// The elements at a pointer, which may be null if there are none.
  init(start: UnsafePointer<Element>?, counted count: Int, _ name: String) throws(CallError) {
    // Swift imports `size_t` as `Int`, so a size over half of its range is negative here.
    guard count >= 0 else { throw CallError(AT_TOO_LARGE, "'\(name)' is too long") }
    guard unsafe start != nil || count == 0 else {
      throw .invalidArgument("'\(name)' is null, and its length is \(count)")
    }
    unsafe self.init(start: start, count: count)
  }
}

/// Copies UTF-8 from memory of the caller.
///
/// - Parameter limit: The most bytes.
func bytes(
  _ start: UnsafePointer<CChar>?, _ count: Int, _ name: String, limit: Int
) throws(CallError) -> [UInt8] {
  let given = try unsafe UnsafeBufferPointer(start: start, counted: count, name)
  guard count <= limit else {
    throw CallError(AT_TOO_LARGE, "'\(name)' has \(count) bytes; it has at most \(limit)")
  }
  return unsafe given.withMemoryRebound(to: UInt8.self) { unsafe Array($0) }
}
