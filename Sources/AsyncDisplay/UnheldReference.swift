// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextRuntime

/// An object that is not held: as if it were `weak`.
///
/// A `weak` variable gives its object a table beside it, and each holding of that object is counted there from then on,
/// also by who knows nothing of the variable. This here holds the memory of the object (`unowned`), not the object, and asks its
/// own count whether it still lives. The memory goes with the last reference. The object is of a Swift class without an
/// Objective-C one above it. Any thread may ask.
@safe struct UnheldReference<Object: AnyObject> {
  /// Keeps the memory, with the count in it; never read.
  private unowned let memory: Object
  private let word: UInt

  init(_ object: Object) {
    memory = object
    word = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// Counts the object for the caller, unless its last holder has let it go.
  @inline(__always)
  func retain() -> UnsafeMutableRawPointer? {
    guard let object = unsafe UnsafeMutableRawPointer(bitPattern: word),
      unsafe swift_tryRetain(object) != nil
    else { return nil }
    return unsafe object
  }

  /// The object, unless its last holder has let it go.
  var object: Object? {
    unsafe retain().map { unsafe Unmanaged.fromOpaque($0).takeRetainedValue() }
  }
}

extension UnheldReference: Sendable where Object: Sendable {}
