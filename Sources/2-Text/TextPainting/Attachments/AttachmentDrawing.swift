// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency
public import TextModel

/// Content of an attachment that draws itself, into any context and on any thread.
///
/// `naturalSize` gives its size; ``draw(in:size:cancellation:)`` is called when the text is drawn.
/// Equal contents must draw the same, since a text whose contents are equal is not drawn again.
///
/// ```swift
/// struct Dot: AttachmentDrawing, Hashable {
///   var naturalSize: Size? { Size(width: 12, height: 12) }
///
///   func draw(
///     in context: inout GraphicsContext, size: Size, cancellation: Cancellation
///   ) throws {
///     try context.fill(Path(ellipseIn: Rect(origin: .zero, size: size)), with: .black)
///   }
/// }
///
/// text.append(TextAttachment(Dot()))
/// ```
public protocol AttachmentDrawing: AttachmentContent {
  /// Draws the content.
  ///
  /// - Parameters:
  ///   - context: A context whose user space is in points, with the content's upper left corner as
  ///     its origin; its state is restored afterwards.
  ///   - size: The size to fill, in points.
  ///   - cancellation: To be polled by work that takes more than a millisecond.
  /// - Throws: Any error; drawing the text then throws the same error.
  func draw(
    in context: inout GraphicsContext, size: Size, cancellation: Cancellation
  ) throws
}

/// A picture that is in memory, as the content of an attachment.
public struct BitmapAttachment: AttachmentDrawing {
  /// The picture; two are equal if they are the same bitmap.
  public let bitmap: Bitmap
  /// The pixels of the picture for each point of its natural size.
  public let scale: Double

  /// Creates content; a scale that is not above 0 counts as 1.
  public init(_ bitmap: Bitmap, scale: Double = 1) {
    self.bitmap = bitmap
    self.scale = scale > 0 && scale.isFinite ? scale : 1
  }

  /// The size in points: the pixels over ``scale``.
  public var naturalSize: Size? {
    Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
  }

  /// Whether another content is the same picture at the same scale.
  public func isEqual(to other: any AttachmentContent) -> Bool {
    guard let other = other as? BitmapAttachment else { return false }
    return bitmap === other.bitmap && scale == other.scale
  }

  /// Hashes size and scale.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bitmap.width)
    hasher.combine(bitmap.height)
    hasher.combine(scale)
  }

  /// Draws the picture, averaged where it shrinks and interpolated where it grows.
  public func draw(
    in context: inout GraphicsContext, size: Size, cancellation: Cancellation
  ) throws {
    try cancellation.check()
    try context.draw(bitmap, in: Rect(origin: .zero, size: size))
  }
}

extension AttachmentContent where Self == BitmapAttachment {
  /// A picture that is in memory, with a number of pixels for each point of its natural size.
  public static func bitmap(_ bitmap: Bitmap, scale: Double = 1) -> Self {
    BitmapAttachment(bitmap, scale: scale)
  }
}
