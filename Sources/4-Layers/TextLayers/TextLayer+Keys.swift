// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing
import LayerModel
import TextModel
import TextTypesetting

extension TextLayer {
  /// The rows that text layers add. The value of `font` is the list of the families' names.
  static let textKeys: [LayerClassKey] = [
    LayerClassKey("string", \TextLayer.string), LayerClassKey("fontSize", \TextLayer.fontSize),
    LayerClassKey(value: "foregroundColor", \TextLayer.foregroundColor),
    LayerClassKey("wrapped", \TextLayer.isWrapped),
    LayerClassKey(
      case: "alignmentMode", \TextLayer.alignmentMode,
      aliases: ["natural": .start, "justified": .justify]),
    LayerClassKey(case: "truncationMode", \TextLayer.truncationMode),
    LayerClassKey("maximumLines", \TextLayer.maximumLines),
    LayerClassKey(
      "font", read: { (layer: TextLayer) in .names(layer.font.families) },
      write: { layer, value in
        guard case .names(let families) = value else { return false }
        layer.font.families = families
        return true
      }),
  ]
}
