// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Notes about what a plan leaves out, collected while the plan is made.
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

  /// The most notes of a frame, besides the note with the number of further ones.
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

  /// Adds the notes of a nested plan: those about its root become notes about the layer `node`.
  mutating func add(_ other: PlanNotes, of root: RenderNode, as node: RenderNode) {
    for entry in other.entries {
      add(entry.code, entry.node === root ? node : entry.node, entry.message)
    }
    // Notes beyond the limit have no entry and are only counted, so their keys are added as well.
    let (id, newID) = (ObjectIdentifier(root), ObjectIdentifier(node))
    for key in other.known {
      known.insert(Key(code: key.code, node: key.node == id ? newID : key.node))
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

  /// The paths of the layers that have notes. Layers below the depth limit are not visited and have
  /// no path; no text is made for layers without notes.
  private func paths(in root: RenderNode) -> [ObjectIdentifier: String] {
    var wanted = Set(entries.map { ObjectIdentifier($0.node) })
    var paths: [ObjectIdentifier: String] = [:]
    // The path to the layer that is visited, from below the root on.
    var way: [Step] = []
    var left = [Step(node: root, index: nil, level: 0)]
    while let step = left.popLast(), !wanted.isEmpty {
      let node = step.node
      if step.level > 0 {
        way.removeSubrange((step.level - 1)...)
        way.append(step)
      }
      let id = ObjectIdentifier(node)
      if wanted.remove(id) != nil { paths[id] = way.lazy.map(\.name).joined(separator: "/") }
      let level = step.level + 1
      if level > LayerLimits.depth { continue }
      if let mask = node.mask { left.append(Step(node: mask, index: nil, level: level)) }
      func add(_ sublayers: [RenderNode]) {
        for index in sublayers.indices.reversed() {
          left.append(Step(node: sublayers[index], index: index, level: level))
        }
      }
      add(node.sublayers)
      for sublayers in node.copies ?? [] { add(sublayers) }
    }
    return paths
  }

  /// A layer on the way down from the root.
  private struct Step {
    let node: RenderNode
    /// The place among its siblings; `nil` for a mask.
    let index: Int?
    /// The number of layers above it.
    let level: Int

    var name: String { node.name ?? index.map { String($0) } ?? "mask" }
  }
}
