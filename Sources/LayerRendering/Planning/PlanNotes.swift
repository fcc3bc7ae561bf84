// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// What a plan leaves out, as it is found.
struct PlanNotes: Sendable {
  private struct Entry {
    let code: FrameNote.Code
    let node: RenderNode
    let message: String
  }

  private struct Key: Hashable {
    let code: FrameNote.Code
    let node: ObjectIdentifier
  }

  /// The most notes of a frame, besides the one that tells how many more there are.
  static let limit = 32

  private var entries: [Entry] = []
  private var known: Set<Key> = []

  /// Adds a note about a layer. Copies of a layer have one note.
  mutating func add(_ code: FrameNote.Code, _ node: RenderNode, _ message: String) {
    guard known.insert(Key(code: code, node: ObjectIdentifier(node))).inserted else { return }
    if entries.count < Self.limit {
      entries.append(Entry(code: code, node: node, message: message))
    }
  }

  /// The notes, with the places of their layers in a tree.
  ///
  /// - Complexity: O(1) without notes, otherwise O(layers of the tree).
  func notes(in root: RenderNode) -> [FrameNote] {
    if entries.isEmpty { return [] }
    let paths = self.paths(in: root)
    var notes = entries.map { entry in
      FrameNote(
        code: entry.code, name: entry.node.name, id: entry.node.id,
        path: paths[ObjectIdentifier(entry.node)] ?? entry.node.name ?? "of a copy",
        message: entry.message)
    }
    if known.count > entries.count {
      notes.append(
        FrameNote(
          code: .more, name: nil, id: nil, path: "",
          message: "\(known.count - entries.count) more layers are not shown as a whole"))
    }
    return notes
  }

  /// The paths of the layers that have notes. Layers that lie too deep for pictures have those of
  /// the layers above them only as far as they are looked at.
  private func paths(in root: RenderNode) -> [ObjectIdentifier: String] {
    var wanted = Set(entries.map { ObjectIdentifier($0.node) })
    var paths: [ObjectIdentifier: String] = [:]
    var left: [(node: RenderNode, path: String, level: Int)] = [(root, "", 1)]
    while let (node, path, level) = left.popLast(), !wanted.isEmpty {
      let id = ObjectIdentifier(node)
      if wanted.remove(id) != nil { paths[id] = path }
      if level > TextLimits.layerDepth { continue }
      let start = path.isEmpty ? "" : path + "/"
      if let mask = node.mask { left.append((mask, start + (mask.name ?? "mask"), level + 1)) }
      for (index, sublayer) in node.sublayers.enumerated().reversed() {
        left.append((sublayer, start + (sublayer.name ?? String(index)), level + 1))
      }
      for sublayers in node.copies ?? [] {
        for (index, sublayer) in sublayers.enumerated().reversed() {
          left.append((sublayer, start + (sublayer.name ?? String(index)), level + 1))
        }
      }
    }
    return paths
  }
}
