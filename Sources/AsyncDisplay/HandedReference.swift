// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A reference that is counted once, however often it is handed on.
///
/// Copies are not counted. So each is handed to one holder after the other, and the last one takes the object, once;
/// queues that go away take what is left in them. An object that every display hands through four queues would
/// else be counted up and down a dozen times, by two processors in turn.
// @unchecked Sendable: as an object of a sendable class is; it holds nothing else.
@safe struct HandedReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let reference: Unmanaged<Object>

  /// Holds an object from now on.
  @inline(__always)
  init(_ object: Object) { unsafe reference = unsafe .passRetained(object) }

  /// A reference to an object that somebody else holds, or that was left to the caller.
  @inline(__always)
  init(lending object: Object) { unsafe reference = unsafe .passUnretained(object) }

  /// The reference as a number; above all small ones.
  @inline(__always)
  var word: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

  /// A reference that was a number in between.
  @inline(__always)
  init(word: UInt) {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else {
      preconditionFailure("no object lies there")
    }
    unsafe reference = unsafe .fromOpaque(address)
  }

  /// The object, for as long as the reference is held.
  @inline(__always)
  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Lends the object, uncounted; somebody else must hold the reference until the body has ended, or take it there.
  @inline(__always)
  func withObject<R>(_ body: (Object) -> R) -> R {
    unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// Whether nobody else holds the object.
  @inline(__always)
  var isTheOnlyOne: Bool {
    var reference = unsafe reference
    return unsafe withUnsafeMutablePointer(to: &reference) { reference in
      unsafe reference.withMemoryRebound(to: Object.self, capacity: 1) { object in
        unsafe isKnownUniquelyReferenced(&object.pointee)
      }
    }
  }

  /// Ends the holding.
  @inline(__always)
  func take() -> Object { unsafe reference.takeRetainedValue() }
}
