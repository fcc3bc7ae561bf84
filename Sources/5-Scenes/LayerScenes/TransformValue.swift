// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
import DocumentJSON
internal import StyledDocuments
internal import SystemConcurrency

/// Reading of transforms: 16 numbers, single elements of the identity, or a list of steps.
enum TransformValue {
  /// Reads a transform in any of its forms.
  static func transform(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Transform3D {
    switch value {
    case .object(let object): return try elements(object, key)
    case .array(let values, _):
      if case .number? = values.first { return try matrix(value, key) }
      var transform = Transform3D.identity
      var list = try key.list(value)
      while let (key, value) = try list.next() {
        // As with Core Animation's functions, a step acts in the space that earlier steps made.
        transform = try step(value, key).concatenating(transform)
      }
      return transform
    default: throw key.typeError("16 numbers, an object or a list of steps", value)
    }
  }

  private static func matrix(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Transform3D {
    guard let transform = Transform3D(elements: try key.numbers(value, 16...16)) else {
      throw key.error("16 numbers are wanted")
    }
    return transform
  }

  /// The names of the elements, row by row.
  static let elementNames = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }

  private static func elements(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> Transform3D {
    var elements = Transform3D.identity.elements
    let cancellation = object.members.count < 64 ? Cancellation.never : parent.cancellation
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      guard let index = elementNames.firstIndex(of: member.name) else {
        throw key.error("no element of a transform; write m11 to m44, or a list of steps")
      }
      elements[index] = try key.number(member.value)
    }
    return Transform3D(elements: elements) ?? .identity
  }

  private static func step(
    _ value: JSONValue, _ parent: DocumentKey
  ) throws(DocumentError) -> Transform3D {
    let object = try parent.object(value)
    guard object.members.count == 1, let member = object.members.first else {
      throw parent.error("a step has one of translate, scale, rotate and matrix")
    }
    let key = parent.at(member)
    switch member.name {
    case "translate":
      let n = try key.numbers(member.value, 2...3)
      return .translation(x: n[0], y: n[1], z: n.count > 2 ? n[2] : 0)
    case "scale":
      let n = try key.numbers(member.value, 2...3)
      return .scale(x: n[0], y: n[1], z: n.count > 2 ? n[2] : 1)
    case "rotate":
      let n = try key.numbers(member.value, 4...4)
      return .rotation(n[0] * .pi / 180, x: n[1], y: n[2], z: n[3])
    case "matrix": return try matrix(member.value, key)
    default: throw key.error("no step; write translate, scale, rotate or matrix")
    }
  }
}
