// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import LayerRendering
internal import TextLayers

/// The places of layers and of their texts, as JSON.
///
/// Frames are points in the superlayer's space, before transforms. Quads of texts are pixels of the
/// picture, after all transforms.
struct SceneFrames {
  /// The tree as it is at its time.
  private let tree: RenderTree

  init(_ tree: RenderTree) { self.tree = tree.presented }

  /// Writes one object.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("size")
    writer.beginArray()
    writer.number(tree.size.width)
    writer.number(tree.size.height)
    writer.endArray()
    write(
      tree.root.sublayersInOrder, named: "layers",
      SublayerSpace(around: tree).inside(tree.root), &writer)
    writer.endObject()
  }

  private func write(
    _ nodes: [RenderNode], named name: StaticString, _ space: SublayerSpace,
    _ writer: inout JSONWriter
  ) {
    writer.name(name)
    writer.beginArray()
    for node in nodes { write(node, space, &writer) }
    writer.endArray()
  }

  private func write(_ node: RenderNode, _ space: SublayerSpace, _ writer: inout JSONWriter) {
    writer.beginObject()
    if let name = node.name { writer.member("name", name) }
    writer.member("frame", node.properties.untransformedFrame)
    if case .vector(let vector) = node.contents, let text = vector as? TextContents {
      let maps = space.maps(of: node)
      if let first = maps.first {
        let quads = TextQuads(text, in: node.properties.bounds)
        writer.name("text")
        quads.write(under: first, to: &writer)
        if maps.count > 1 {
          writer.name("copies")
          writer.beginArray()
          for map in maps.dropFirst() { quads.write(under: map, to: &writer) }
          writer.endArray()
        }
      }
    }
    if !node.sublayers.isEmpty {
      write(node.sublayersInOrder, named: "sublayers", space.inside(node), &writer)
    }
    writer.endObject()
  }
}
