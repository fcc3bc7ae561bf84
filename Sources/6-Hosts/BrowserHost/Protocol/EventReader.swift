// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import HostViews

/// Reads the messages of a viewer's page: an event as a JSON object.
///
/// | `type` | members |
/// |---|---|
/// | `pointer` | `phase` (`down`, `move`, `up`, `cancel`), `x`, `y`, `id`, `touch` |
/// | `wheel` | `x`, `y`, `dx`, `dy` |
/// | `key` | `phase` (`down`, `up`), `key` |
/// | `resize` | `width`, `height`, `scale` |
/// | `action` | `name`, `value` |
///
/// Places and sizes are in points. The first three may have `modifiers`, a list of `shift`,
/// `control`, `alt`, `meta`. Unknown members are ignored.
package struct EventReader {
  package enum Limits {
    /// The farthest place from the corner, in points.
    package static let distance = 1.0e6
    /// The longest side of a viewer, in points.
    package static let side = 16_384.0
    /// Device pixels per point.
    package static let scale = 0.25...8.0
    /// The most bytes of a key's name or of an action's name.
    package static let nameBytes = 64
    /// The most bytes of an action's text.
    package static let textBytes = 1024
    package static let depth = 4
  }

  private let object: JSONObject

  /// Reads a message.
  ///
  /// - Parameter bytes: UTF-8, at most ``MessageAssembler/byteLimit`` bytes.
  /// - Throws: The reason why the connection is to be closed.
  package static func event(_ bytes: [UInt8]) throws(CloseReason) -> BrowserEvent {
    if bytes.count > MessageAssembler.byteLimit { throw .tooLarge }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw .malformed("no UTF-8")
    }
    let object: JSONObject
    do throws(JSONError) {
      object = try JSONReader.object(of: bytes, depth: Limits.depth).object
    } catch {
      throw .malformed("\(error.message), at byte \(error.offset)")
    }
    return try EventReader(object: object).event()
  }

  private func event() throws(CloseReason) -> BrowserEvent {
    switch try text("type") {
    case "pointer":
      guard let phase = PointerEvent.Phase(rawValue: try text("phase")) else {
        throw bad("phase")
      }
      return .input(
        .pointer(
          PointerEvent(
            phase, at: try point(), pointerID: Int(try number("id", in: -2e9...2e9, or: 0)),
            isTouch: try flag("touch"), modifiers: try modifiers())))
    case "wheel":
      let range = -Limits.distance...Limits.distance
      return .input(
        .wheel(
          WheelEvent(
            at: try point(),
            delta: Size(
              width: try number("dx", in: range), height: try number("dy", in: range)),
            modifiers: try modifiers())))
    case "key":
      guard let phase = KeyEvent.Phase(rawValue: try text("phase")) else { throw bad("phase") }
      return .input(.key(KeyEvent(phase, try name("key"), modifiers: try modifiers())))
    case "resize": return .input(try resize())
    case "action": return .action(try name("name"), value: try value())
    default: throw bad("type")
    }
  }

  private func bad(_ name: String) -> CloseReason { .malformed("a bad \(name)") }

  private func text(_ name: String) throws(CloseReason) -> String {
    guard case .string(let text)? = object[name] else { throw bad(name) }
    return text
  }

  /// A short text without control characters.
  private func name(_ name: String) throws(CloseReason) -> String {
    let text = try text(name)
    guard (1...Limits.nameBytes).contains(text.utf8.count),
      text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { throw bad(name) }
    return text
  }

  private func number(
    _ name: String, in range: ClosedRange<Double>, or missing: Double? = nil
  ) throws(CloseReason) -> Double {
    if object[name] == nil, let missing { return missing }
    guard case .number(let number)? = object[name], range.contains(number) else {
      throw bad(name)
    }
    return number
  }

  private func flag(_ name: String) throws(CloseReason) -> Bool {
    switch object[name] {
    case nil: return false
    case .bool(let value): return value
    default: throw bad(name)
    }
  }

  private func point() throws(CloseReason) -> Point {
    let range = -Limits.distance...Limits.distance
    return Point(x: try number("x", in: range), y: try number("y", in: range))
  }

  private static let modifierNames: [String: KeyModifiers] = [
    "shift": .shift, "control": .control, "alt": .alt, "meta": .meta,
  ]

  private func modifiers() throws(CloseReason) -> KeyModifiers {
    guard let value = object["modifiers"] else { return [] }
    guard case .array(let names, _) = value, names.count <= 4 else { throw bad("modifiers") }
    var modifiers: KeyModifiers = []
    for name in names {
      guard case .string(let name) = name, let modifier = Self.modifierNames[name] else {
        throw bad("modifiers")
      }
      modifiers.insert(modifier)
    }
    return modifiers
  }

  private func resize() throws(CloseReason) -> HostEvent {
    let size = Size(
      width: try number("width", in: 1...Limits.side),
      height: try number("height", in: 1...Limits.side))
    let scale = try number("scale", in: Limits.scale)
    let side = Double(CanvasLimits.bitmapSide)
    guard size.width * scale <= side, size.height * scale <= side,
      size.width * scale * size.height * scale * 4 <= Double(CanvasLimits.bitmapBytes)
    else { throw bad("size") }
    return .resized(size, scale: scale)
  }

  private func value() throws(CloseReason) -> BrowserValue? {
    switch object["value"] {
    case nil, .null: return nil
    case .bool(let value): return .bool(value)
    case .number(let value) where value.isFinite: return .number(value)
    case .string(let value) where value.utf8.count <= Limits.textBytes: return .text(value)
    default: throw bad("value")
    }
  }
}
