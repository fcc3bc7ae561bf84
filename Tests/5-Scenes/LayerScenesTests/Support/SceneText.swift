// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import Testing

@testable import LayerCompositing
@testable import LayerScenes

/// Scenes of tests.
enum SceneText {
  /// The folder of the scenes in files.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenes").path

  /// Reads a scene.
  static func read(_ json: String, _ options: SceneOptions? = nil) throws -> Scene {
    try Scene(json: Array(json.utf8), options: options ?? SceneOptions(folder: folder))
  }

  /// Reads a scene of one layer, and returns the layer.
  static func layer(_ json: String, notes: [String] = []) throws -> RenderNode {
    let scene = try read(#"{"size":[100,100],"layers":["# + json + "]}")
    #expect(scene.notes == notes)
    return try #require(scene.tree.root.sublayers.first)
  }

  /// The frames of all layers, a layer before its sublayers.
  static func frames(of scene: Scene) -> [[Double]] {
    func list(_ nodes: [RenderNode]) -> [[Double]] {
      nodes.flatMap { node in
        let frame = node.properties.untransformedFrame
        return [[frame.minX, frame.minY, frame.width, frame.height]]
          + list(node.sublayersInOrder)
      }
    }
    return list(scene.tree.root.sublayersInOrder)
  }

  /// The picture of a scene in a file.
  ///
  /// - Parameters:
  ///   - scale: In place of the scene's own.
  ///   - time: In place of the scene's own.
  static func image(
    file name: String, scale: Double? = nil, time: Double? = nil
  ) throws -> Bitmap {
    let url = URL(filePath: folder).appending(path: name)
    let options = SceneOptions(folder: folder, scale: scale, time: time, isStrict: true)
    let scene = try Scene(json: Array(Data(contentsOf: url)), options: options)
    return try TreeRenderer().renderNow(scene.tree).image
  }
}
