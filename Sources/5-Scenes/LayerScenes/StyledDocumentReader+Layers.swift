// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import LayerCompositing
package import StyledDocuments
internal import TextLayers

extension StyledDocumentReader {
  /// The most texts that may be nested: a text with an attachment that is a layer with a text, and
  /// so on.
  private static let attachmentDepth = 4

  /// Creates a reader of documents whose attachments may be layers.
  package init(options: SceneOptions = SceneOptions()) {
    self.init(options, SceneFiles(options))
  }

  init(_ options: SceneOptions, _ files: SceneFiles) {
    self.init(files: files.documents, isStrict: options.isStrict) {
      value, key, size throws(DocumentError) in
      guard options.attachmentDepth < Self.attachmentDepth else {
        throw key.error(
          "texts lie deeper than \(Self.attachmentDepth) levels in layers", .tooLarge)
      }
      var inner = options
      inner.attachmentDepth += 1
      var reader = SceneReader(inner, files)
      return try reader.attachment(value, key, size: size)
    }
  }
}

extension SceneReader {
  /// Reads the layer of an attachment. The attachment's natural size reaches from the origin to the
  /// lower right corner of the layer's frame; if the frame does not reach beyond the origin, the
  /// natural size is the size given for the attachment.
  fileprivate mutating func attachment(
    _ value: JSONValue, _ key: DocumentKey, size: Size?
  ) throws(DocumentError) -> AttachedLayer {
    room = UnplacedLayer.Room(width: size?.width, height: size?.height)
    let layer = try layer(value, key)
    noteCut(of: layer)
    let frame = layer.properties.frame
    let natural = Size(width: frame.maxX, height: frame.maxY)
    let isSized = natural.width > 0 && natural.height > 0
    guard let size = isSized ? natural : size else {
      throw key.error("its frame is empty, and the attachment has no size")
    }
    var properties = LayerProperties()
    properties.frame = Rect(origin: .zero, size: size)
    let root = RenderNode(properties: properties, sublayers: [layer])
    return AttachedLayer(
      TreeAttachment(RenderTree(root: root, size: size)), unknownKeys: unknownKeys, notes: notes)
  }
}
