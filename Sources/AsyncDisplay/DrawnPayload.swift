// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What a drawing returned, behind one reference, and the bytes it holds.
///
/// An object is its own reference, and nothing (`Void`) needs none.
package struct DrawnPayload: Sendable {
  /// What the drawing returned, if that is an object; else a `PayloadBox` that holds it, or `nil` for nothing.
  package let object: (any AnyObject & Sendable)?
  // As small as it can be: a ticket carries it from thread to thread. The bytes, or their complement where the task itself
  // is the payload.
  private let bytes: Int32

  /// About how many bytes go with it.
  package var byteCount: Int { Int(isTask ? ~bytes : bytes) }

  /// Whether whoever drew the task puts it here.
  var isTask: Bool { bytes < 0 }

  /// A payload that is an object.
  package init(object: any AnyObject & Sendable, byteCount: Int) {
    self.object = object
    bytes = Int32(clamping: max(0, byteCount))
  }

  private init(taskOf byteCount: Int) {
    object = nil
    bytes = ~Int32(clamping: max(0, byteCount))
  }

  /// What a task returns that is its own payload: whoever drew it puts the task in its place.
  package static func task(byteCount: Int) -> DrawnPayload { DrawnPayload(taskOf: byteCount) }

  init<Payload: Sendable>(_ payload: Payload, byteCount: Int) {
    if Payload.self == Void.self {
      object = nil
    } else if Payload.self is AnyObject.Type {
      // A reference to an object of a sendable class.
      object = unsafe unsafeBitCast(payload, to: (any AnyObject & Sendable).self)
    } else {
      object = PayloadBox(payload)
    }
    bytes = Int32(clamping: max(0, byteCount))
  }

  /// Lets the object go, later and elsewhere: no reference to it is left here while somebody else frees it.
  consuming func release(to queue: ReleaseQueue) {
    var object = object
    let byteCount = byteCount
    _ = consume self
    queue.release(&object, byteCount: byteCount)
  }

  package var value: any Sendable {
    guard let object else { return () }
    return (object as? PayloadBox)?.value ?? object
  }
}

/// A payload that is no object.
private final class PayloadBox: Sendable {
  let value: any Sendable

  init(_ value: any Sendable) { self.value = value }
}
