// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

extension JSONObject {
  /// The approximate memory of a layer without a box, of a box, and of a span of text with its
  /// runs, in bytes; measured with 40,000 to 100,000 of each.
  private static let (layerCost, boxCost, spanCost) = (800, 2000, 1400)

  /// The members of scenes and layers that are lists of layers.
  private static let layerLists = ["layers", "sublayers"]

  /// The approximate memory of the layers, boxes and spans of a scene or a document while it is
  /// drawn, in bytes.
  ///
  /// - Complexity: O(*n*) in the values.
  var partMemory: Int {
    var memory = 0
    // An explicit stack instead of recursion, since scenes may be nested deeply.
    var left = [self]
    while let object = left.popLast() {
      for member in object.members {
        switch member.value {
        case .object(let object):
          if member.name == "layout" { memory += Self.boxCost }
          left.append(object)
        case .array(let values, _):
          let isLayers = Self.layerLists.contains(member.name)
          let cost = isLayers ? Self.layerCost : member.name == "spans" ? Self.spanCost : 0
          for case .object(let object) in values {
            memory += cost
            left.append(object)
          }
        default: break
        }
      }
    }
    return memory
  }
}
