// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// The published result of one display: the bitmap and everything that was made with it, from one
/// snapshot.
public struct DisplayContents: Sendable {
  /// The drawn bitmap.
  public let image: Bitmap
  /// The value that the drawing returned.
  public var payload: any Sendable { drawnPayload.value }
  /// The size that was drawn, in points.
  public let size: Size
  /// Device pixels per point.
  public let scale: Double
  /// The generation of the display.
  package let generation: UInt64
  @usableFromInline package let drawnPayload: DrawnPayload

  /// The payload, if it is an object of a type.
  @inlinable
  package func payload<Payload>(as type: Payload.Type) -> Payload? {
    drawnPayload.object as? Payload
  }

  /// Returns the bitmap's memory to its pool, if this is the last reference to it.
  consuming func recycle() {
    var image: Bitmap? = image
    _ = consume self
    Bitmap.recycle(&image)
  }
}

/// The value that a drawing returned, type-erased behind at most one reference.
@usableFromInline package struct DrawnPayload: Sendable {
  /// The value, if it is an object; else the box around it, or `nil` for `Void`.
  @usableFromInline package let object: (any AnyObject & Sendable)?
  /// The approximate memory of the value, in bytes.
  package let byteCount: Int

  /// Creates a payload that is an object.
  package init(object: (any AnyObject & Sendable)?, byteCount: Int) {
    self.object = object
    self.byteCount = max(0, byteCount)
  }

  init<Payload: Sendable>(_ payload: Payload, byteCount: Int) {
    if Payload.self == Void.self {
      self.init(object: nil, byteCount: byteCount)
    } else if Payload.self is AnyObject.Type {
      // The cast is sound: the type is a class, and its instances are sendable.
      let object = unsafe unsafeBitCast(payload, to: (any AnyObject & Sendable).self)
      self.init(object: object, byteCount: byteCount)
    } else {
      self.init(object: PayloadBox(payload), byteCount: byteCount)
    }
  }

  package var value: any Sendable {
    guard let object else { return () }
    return (object as? PayloadBox)?.value ?? object
  }

  /// Moves the object to a release queue; the caller keeps no reference.
  consuming func release(to queue: ReleaseQueue) {
    var object = object
    let byteCount = byteCount
    _ = consume self
    queue.release(&object, byteCount: byteCount)
  }
}

/// A payload that is not an object.
private final class PayloadBox: Sendable {
  let value: any Sendable

  init(_ value: any Sendable) { self.value = value }
}
