// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import ImageLoading
public import SystemConcurrency
public import TextModel
public import TextPainting

/// An image to be loaded, as the content of an attachment.
///
/// A ``TextLayer`` loads the images of its text while it shows placeholders, a ``TextRenderer``
/// before it draws. Before an image is loaded, and if it cannot be, the attachment is a box in the
/// colour of the placeholder.
public struct ImageAttachment: AttachmentDrawing {
  /// The request for the image.
  public let request: ImageRequest
  /// The colour of the box while there is no image.
  public let placeholder: Color
  /// The image; `nil` until it is loaded.
  public let bitmap: Bitmap?

  /// A light grey that is visible on white and on black.
  public static let defaultPlaceholder = Color(white: 0.5, alpha: 0.2)

  /// Creates content.
  public init(_ request: ImageRequest, placeholder: Color = defaultPlaceholder) {
    self.init(request, placeholder: placeholder, bitmap: nil)
  }

  private init(_ request: ImageRequest, placeholder: Color, bitmap: Bitmap?) {
    self.request = request
    self.placeholder = placeholder
    self.bitmap = bitmap
  }

  /// The same content with its image.
  func with(_ bitmap: Bitmap?) -> ImageAttachment {
    ImageAttachment(request, placeholder: placeholder, bitmap: bitmap)
  }

  /// The size of the image in points; `nil` until it is loaded.
  public var naturalSize: Size? {
    bitmap.map { request.size(ofPixels: PixelSize(width: $0.width, height: $0.height)) }
  }

  /// Whether another content is the same image of the same request.
  public func isEqual(to other: any AttachmentContent) -> Bool {
    guard let other = other as? ImageAttachment else { return false }
    let isSameBitmap =
      switch (bitmap, other.bitmap) {
      case (nil, nil): true
      case (let a?, let b?): a === b
      default: false
      }
    return request == other.request && placeholder == other.placeholder && isSameBitmap
  }

  /// Hashes the request.
  public func hash(into hasher: inout Hasher) { hasher.combine(request) }

  /// Draws the image, or the placeholder.
  public func draw(
    in context: inout GraphicsContext, size: Size, cancellation: Cancellation
  ) throws {
    try cancellation.check()
    let rect = Rect(origin: .zero, size: size)
    if let bitmap {
      try context.draw(bitmap, in: rect)
    } else {
      try context.fill(rect, with: placeholder)
    }
  }
}

extension AttachmentContent where Self == ImageAttachment {
  /// An image that is loaded.
  public static func image(
    _ request: ImageRequest, placeholder: Color = ImageAttachment.defaultPlaceholder
  ) -> Self {
    ImageAttachment(request, placeholder: placeholder)
  }
}

extension AttributedText {
  /// The requests of all images of the text, each once, in the order of the text.
  ///
  /// - Complexity: O(runs of elements).
  public var imageRequests: [ImageRequest] {
    var known: Set<ImageRequest> = []
    var result: [ImageRequest] = []
    for run in 0..<elements.count {
      guard let image = elements.value(ofRun: run).attachment?.content as? ImageAttachment,
        known.insert(image.request).inserted
      else { continue }
      result.append(image.request)
    }
    return result
  }

  /// Whether the size of some image is known only once it is loaded.
  var hasImagesOfUnknownSize: Bool {
    for run in 0..<elements.count {
      let attachment = elements.value(ofRun: run).attachment
      if attachment?.content is ImageAttachment, attachment?.size == nil { return true }
    }
    return false
  }

  /// The text with the images that a function returns; those for which it returns `nil` stay.
  ///
  /// - Complexity: O(runs of elements).
  func withImages(_ bitmap: (ImageRequest) -> Bitmap?) -> AttributedText {
    var changed = RunColumn(TextElement.none, length: 0)
    var isSame = true
    for run in 0..<elements.count {
      var element = elements.value(ofRun: run)
      if let image = element.attachment?.content as? ImageAttachment,
        let found = bitmap(image.request)
      {
        element.attachment?.content = image.with(found)
        isSame = false
      }
      changed.append(element, count: elements.range(of: run).count)
    }
    if isSame { return self }
    return AttributedText(
      utf16: utf16, shaping: shaping, paragraphs: paragraphs, paint: paint, elements: changed)
  }
}
