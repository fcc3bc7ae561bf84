// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A key path of an emitter, read once: a property of the emitter or of one of its cells, and the
/// fields below that property.
struct EmitterKeyPath: Sendable {
  private enum Target: Sendable {
    case emitter(EmitterKey)
    case cell(CellName, CellKey)
  }

  let text: String
  private let target: Target
  private let fields: [LayerField]

  /// Reads a path; `nil` for one that no emitter has.
  init?(_ text: String) {
    self.text = text
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let key = EmitterKey.named(names[0]) {
      (target, fields) = (.emitter(key), LayerField.fields(names.dropFirst()))
      return
    }
    guard names[0] == CellName.list, names.count > 2 else { return nil }
    // A cell's name may contain dots, so the last component that is a key is the property, and the
    // components after it are fields.
    for place in stride(from: names.count - 1, through: 2, by: -1) {
      guard let key = CellKey.named(names[place]) else { continue }
      target = .cell(CellName(names[1..<place]), key)
      fields = LayerField.fields(names[(place + 1)...])
      return
    }
    return nil
  }

  /// The effect of the property.
  var part: EmitterPart {
    switch target {
    case .emitter(let key): key.part
    case .cell(_, let key): key.part
    }
  }

  /// The value; `nil` if there is no such cell or field.
  func value(in emitter: ParticleEmitter) -> LayerValue? {
    var value: LayerValue
    switch target {
    case .emitter(let key): value = key.row.read(emitter)
    case .cell(let name, let key):
      guard let cell = name.cell(in: emitter.cells) else { return nil }
      value = key.row.read(cell)
    }
    for field in fields {
      guard let next = value.field(field) else { return nil }
      value = next
    }
    return value
  }

  /// Sets the value.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  func set(_ value: LayerValue, in emitter: inout ParticleEmitter) throws(LayerKeyError) {
    switch target {
    case .emitter(let key):
      try key.row.set(try whole(value, key.row.read(emitter)), in: &emitter, keyPath: text)
    case .cell(let name, let key):
      guard var cell = name.cell(in: emitter.cells) else { throw Self.unknown(text) }
      try key.row.set(try whole(value, key.row.read(cell)), in: &cell, keyPath: text)
      name.replace(with: cell, in: &emitter.cells)
    }
  }

  /// The new value of the whole property, of which the path may name only a field.
  private func whole(_ value: LayerValue, _ old: LayerValue) throws(LayerKeyError) -> LayerValue {
    fields.isEmpty ? value : try old.setting(value, at: fields[...], of: text)
  }

  static func unknown(_ path: String) -> LayerKeyError {
    LayerKeyError(.unknownKey, keyPath: path, "An emitter has no property \(path).")
  }
}

/// The name of a cell, or the path to a cell inside others: `rocket.emitterCells.spark`.
private struct CellName: Sendable {
  static let list = "emitterCells"

  private let whole: String
  /// The names of the cells from the outermost one down to the named one.
  private let nested: [String]

  init(_ names: ArraySlice<String>) {
    whole = names.joined(separator: ".")
    nested = names.split(separator: Self.list).map { $0.joined(separator: ".") }
  }

  /// The cell; if several have the name, the first one.
  func cell(in cells: [EmitterCell]) -> EmitterCell? {
    if let cell = cells.first(where: { $0.name == whole }) { return cell }
    guard nested.count > 1 else { return nil }
    var found: EmitterCell?
    for name in nested {
      guard let cell = (found?.emitterCells ?? cells).first(where: { $0.name == name }) else {
        return nil
      }
      found = cell
    }
    return found
  }

  /// Puts a cell in the place of the one with the name.
  func replace(with cell: EmitterCell, in cells: inout [EmitterCell]) {
    if let index = cells.firstIndex(where: { $0.name == whole }) {
      cells[index] = cell
    } else {
      Self.replace(nested[...], with: cell, in: &cells)
    }
  }

  private static func replace(
    _ names: ArraySlice<String>, with cell: EmitterCell, in cells: inout [EmitterCell]
  ) {
    guard let name = names.first, let index = cells.firstIndex(where: { $0.name == name }) else {
      return
    }
    if names.count == 1 {
      cells[index] = cell
    } else {
      replace(names.dropFirst(), with: cell, in: &cells[index].emitterCells)
    }
  }
}
