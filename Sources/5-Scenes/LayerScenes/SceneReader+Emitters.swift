// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency

extension SceneReader {
  /// Reads the particles of a layer.
  ///
  /// - Parameter members: The members of the layer.
  mutating func emitter(
    _ members: LayerMembers, _ key: DocumentKey
  ) throws(DocumentError) -> NodeContents {
    var system = ParticleSystem()
    for (row, member) in members.only(of: .emitter) {
      let (value, key) = (member.value, key.at(member))
      switch row.name {
      case .seed: system.seed = UInt64(try key.integer(value))
      case .time: system.beginTime = -(try key.number(value))
      case .ranges: system.rangeMeaning = try key.keyword(value)
      case .changes: break
      default:
        guard let name = row.name.emitterMember else { continue }
        try read(name, value, key, into: &system.emitter)
      }
    }
    if let member = members[.changes] {
      system.changes = try changes(member.value, key.at(member), of: system.emitter)
    }
    return .vector(ParticleContents(system))
  }

  /// The most changes of an emitter, since each frame goes through all of them.
  private static let mostChanges = 4_096

  /// Reads the changes of an emitter, sorted by time. Values that a change does not name stay as
  /// they are.
  private mutating func changes(
    _ value: JSONValue, _ key: DocumentKey, of emitter: ParticleEmitter
  ) throws(DocumentError) -> [ParticleSystem.Change] {
    var read: [(time: Double, members: [(EmitterMember, JSONValue, DocumentKey)])] = []
    var list = try key.list(value)
    while let (key, value) = try list.next() {
      var unknown: [UnknownKey] = []
      let members = try ObjectMembers<EmitterMember>(value, key, &unknown)
      for key in unknown { try noteUnknown(key) }
      guard let at = members[.at] else { continue }
      let time = try at.key.number(at.value)
      read.append(
        (
          time,
          EmitterMember.allCases.compactMap { name in
            members[name].map { (name, $0.value, $0.key) }
          }
        ))
    }
    if read.count > Self.mostChanges {
      throw key.error("\(Self.mostChanges) changes at most", .tooLarge)
    }
    var (emitter, changes) = (emitter, [ParticleSystem.Change]())
    let order = read.indices.sorted { (read[$0].time, $0) < (read[$1].time, $1) }
    for index in order {
      for (name, value, key) in read[index].members {
        try self.read(name, value, key, into: &emitter)
      }
      changes.append(ParticleSystem.Change(at: read[index].time, emitter))
    }
    return changes
  }

  private mutating func read(
    _ name: EmitterMember, _ value: JSONValue, _ key: DocumentKey,
    into emitter: inout ParticleEmitter
  ) throws(DocumentError) {
    switch name {
    case .at: break
    case .emitterPosition: emitter.position = try key.point(value)
    case .emitterSize: emitter.size = try key.size(value)
    case .emitterShape: emitter.shape = try key.keyword(value)
    case .emitterMode: emitter.mode = try key.keyword(value)
    case .renderMode: emitter.renderMode = try key.keyword(value)
    case .emitsOutward: emitter.emitsOutward = try key.bool(value)
    case .cells:
      emitter.cells = try cells(value, key)
      var count = 0
      for cell in emitter.cells { count += cell.cellCount }
      if count > LayerLimits.emitterCells {
        note(key, "cells beyond the first \(LayerLimits.emitterCells) are left out")
      }
    default:
      let number = LayerValue.number(try key.number(value))
      do {
        try emitter.setValue(number, forKeyPath: name.rawValue)
      } catch {
        throw key.error(error.message)
      }
    }
  }

  private mutating func cells(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> [EmitterCell] {
    var cells: [EmitterCell] = []
    var list = try key.list(value)
    while let (key, value) = try list.next() {
      let cell = try cell(try key.object(value), key)
      // One cell above the limit is kept, so that the caller sees that the limit is exceeded.
      if cells.count <= LayerLimits.emitterCells { cells.append(cell) }
    }
    return cells
  }

  private mutating func cell(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> EmitterCell {
    var cell = EmitterCell()
    for member in object.members {
      try cancellation.checkReading()
      let (key, value) = (parent.at(member), member.value)
      guard let name = CellMember(rawValue: member.name) else {
        try noteUnknown(key, member.name, known: CellMember.keys)
        continue
      }
      if case .null = value { continue }
      switch name {
      case .name: cell.name = try key.string(value)
      case .enabled: cell.isEnabled = try key.bool(value)
      case .contents:
        let picture = try contents(try key.object(value), key)
        cell.contents = try pixels(of: picture, scale: 1, key)
      case .contentsRect: cell.contentsRect = try key.rect(value)
      case .magnificationFilter: cell.magnificationFilter = try key.keyword(value)
      case .minificationFilter: cell.minificationFilter = try key.keyword(value)
      case .color: cell.color = try key.color(value)
      case .emitterCells:
        let cells = try cells(value, key)
        cell.emitterCells = cells
        if cell.emitterCells != cells {
          note(
            key,
            "cells deeper than \(LayerLimits.emitterCellDepth) levels or beyond the first "
              + "\(LayerLimits.emitterCells) are left out")
        }
      case .lifetime:
        if case .string("infinite") = value {
          cell.lifetime = .infinity
        } else {
          guard case .number = value else {
            throw key.typeError("a number or \"infinite\"", value)
          }
          cell.lifetime = try key.number(value)
        }
      default:
        if let path = EmitterCell.number(named: name.rawValue) {
          cell[keyPath: path] = try key.number(value)
        }
      }
    }
    return cell
  }
}
