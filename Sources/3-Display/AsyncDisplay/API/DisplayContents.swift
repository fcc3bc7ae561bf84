// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import CanvasDrawing
import TextModel

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
  public let generation: UInt64
  package let drawnPayload: DrawnPayload

  /// Returns the bitmap's memory to its pool, if this is the last reference to it.
  consuming func recycle() {
    var image: Bitmap? = image
    _ = consume self
    Bitmap.recycle(&image)
  }
}

/// The value that a drawing returned, type-erased behind at most one reference.
package struct DrawnPayload: Sendable {
  private enum Storage: Sendable {
    /// `Void`.
    case none
    /// The value, which is an object itself, or a ``PayloadBox`` around it.
    case object(any AnyObject & Sendable)
    /// The display task itself; replaced by ``object`` once it has been drawn.
    case task
  }

  private let storage: Storage
  /// The approximate memory of the value, in bytes.
  package let byteCount: Int

  private init(_ storage: Storage, _ byteCount: Int) {
    self.storage = storage
    self.byteCount = max(0, byteCount)
  }

  /// Creates a payload that is an object.
  package init(object: any AnyObject & Sendable, byteCount: Int) {
    self.init(.object(object), byteCount)
  }

  /// A payload that stands for the display task, for tasks that are their own payload.
  package static func task(byteCount: Int) -> DrawnPayload { DrawnPayload(.task, byteCount) }

  init<Payload: Sendable>(_ payload: Payload, byteCount: Int) {
    if Payload.self == Void.self {
      self.init(.none, byteCount)
    } else if Payload.self is AnyObject.Type {
      // The type is a class, and its instances are sendable.
      let object = unsafe unsafeBitCast(payload, to: (any AnyObject & Sendable).self)
      self.init(.object(object), byteCount)
    } else {
      self.init(.object(PayloadBox(payload)), byteCount)
    }
  }

  /// The payload with the task in its place, where it stands for the task.
  func resolved(_ task: any DisplayTaskBody) -> DrawnPayload {
    if case .task = storage { return DrawnPayload(object: task, byteCount: byteCount) }
    return self
  }

  /// The value, if it is an object; else the box around it, or `nil` for `Void`.
  package var object: (any AnyObject & Sendable)? {
    if case .object(let object) = storage { return object }
    return nil
  }

  /// The value.
  package var value: any Sendable {
    guard let object else { return () }
    return (object as? PayloadBox)?.value ?? object
  }

  /// Hands the object to a release queue; no reference is left behind with the caller.
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
