// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing

/// The limits of the JSON documents that the tool reads; a document over one of them is an error.
package enum JSONLimits {
  /// The largest document, in bytes.
  package static let bytes = 256 << 20
  /// The most values (numbers, strings, lists, …) of a document.
  package static let values = 2 << 20
  /// The deepest nesting of a document.
  package static let depth = 128
  /// The deepest nesting of a scene: two levels for each layer.
  package static let sceneDepth = 2 * LayerLimits.depth + 16
}
