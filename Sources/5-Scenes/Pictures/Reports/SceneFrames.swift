// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON
package import LayerCompositing
internal import StyledDocuments
package import SystemConcurrency
internal import TextLayers

/// The places of layers and of their texts, as JSON.
///
/// Frames are points in the superlayer's space, before transforms. Quads of texts are pixels of the
/// picture, after all transforms; a text that replicators copy has quads for each copy. Parts that
/// are clipped, masked or covered by other layers have quads, too. Texts in attachments of a text,
/// and in delayed copies of a replicator, have no quads.
package struct SceneFrames {
  /// The tree with all animations applied at the tree's time.
  private let tree: RenderTree
  private var writer = JSONWriter()
  private let cancellation: Cancellation
  /// The clusters that may still be written, copies included.
  private var clustersLeft = clusterLimit

  /// The most clusters of texts whose places are written.
  private static let clusterLimit = 1_000_000

  /// The places as one JSON object.
  ///
  /// - Parameter cancellation: Polled for each layer, and between clusters of texts.
  /// - Throws: `DocumentError` with `tooLarge` if there are more copies of layers than a picture
  ///   may show, or more clusters of texts than the limit; `CancellationError`.
  package static func json(
    of tree: RenderTree, _ cancellation: Cancellation = .never
  ) throws -> [UInt8] {
    do {
      try tree.checkCopies()
    } catch {
      throw DocumentError(.tooLarge, nil, error.message)
    }
    var frames = SceneFrames(tree: tree.presented, cancellation)
    try frames.write()
    return frames.writer.takeBytes()
  }

  private init(tree: RenderTree, _ cancellation: Cancellation) {
    (self.tree, self.cancellation) = (tree, cancellation)
  }

  private mutating func write() throws {
    writer.beginObject()
    writer.name("size")
    writer.beginArray()
    writer.number(tree.size.width)
    writer.number(tree.size.height)
    writer.endArray()
    try write(
      tree.root.sublayersInOrder, named: "layers", SublayerSpace(around: tree).inside(tree.root))
    writer.endObject()
  }

  /// - Parameter space: The maps from the layers' space to the picture; `nil` if the copies of a
  ///   replicator are delayed, and so differ.
  private mutating func write(
    _ nodes: [RenderNode], named name: StaticString, _ space: SublayerSpace?
  ) throws {
    writer.name(name)
    writer.beginArray()
    for node in nodes { try write(node, space) }
    writer.endArray()
  }

  private mutating func write(
    _ node: RenderNode, _ space: SublayerSpace?
  ) throws {
    try writer.makeRoom(cancellation)
    writer.beginObject()
    if let name = node.name { writer.member("name", name) }
    writer.member("frame", node.properties.untransformedFrame)
    if case .vector(let vector) = node.contents, let text = vector as? TextContents, let space {
      try write(text, in: node, space.maps(of: node))
    }
    if !node.sublayers.isEmpty {
      try write(
        node.sublayersInOrder, named: "sublayers",
        node.hasDelayedCopies ? nil : space?.inside(node))
    }
    writer.endObject()
  }

  /// Writes the quads of a text under the maps of its copies.
  private mutating func write(
    _ text: TextContents, in node: RenderNode, _ maps: [Projection]
  ) throws {
    guard let first = maps.first else { return }
    let quads = try TextQuads(
      text, in: node.properties.bounds, scale: tree.scale, cancellation)
    let (count, overflows) = quads.clusterCount.multipliedReportingOverflow(by: maps.count)
    guard !overflows, count <= clustersLeft else {
      throw DocumentError(
        .tooLarge, nil,
        "the places of \(Self.clusterLimit) characters are told at most, copies included")
    }
    clustersLeft -= count
    writer.name("text")
    try quads.write(under: first, to: &writer, cancellation)
    guard maps.count > 1 else { return }
    writer.name("copies")
    writer.beginArray()
    for map in maps.dropFirst() { try quads.write(under: map, to: &writer, cancellation) }
    writer.endArray()
  }
}
