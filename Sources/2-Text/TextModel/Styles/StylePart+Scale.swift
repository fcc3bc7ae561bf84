// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension StylePart {
  /// Multiplies all lengths by a factor.
  fileprivate mutating func scale(by factor: Double) {
    for case let field? in Self.fields { field.scale(&self, by: factor) }
  }
}

extension ShapingStyle {
  /// Multiplies all lengths by a factor.
  package mutating func scale(by factor: Double) {
    update {
      $0.scale(by: factor)
      $0.inlineBox?.scale(by: factor)
      $0.lineSize = $0.lineSize.map { $0 * factor }
    }
  }

  /// The style of a ruby beside text of this style.
  ///
  /// - Parameter factor: The size of the ruby as a part of the text's.
  package func ofRuby(_ factor: Double) -> ShapingStyle {
    var style = self
    style.update { fields in
      fields.inlineBox = nil
      for (property, field) in zip(StyleProperty.allCases, Fields.fields) {
        if property.row.reachesRubies {
          field?.scale(&fields, by: factor)
        } else {
          field?.reset(&fields)
        }
      }
    }
    return style
  }
}

extension ParagraphStyle {
  /// Multiplies all lengths by a factor.
  package mutating func scale(by factor: Double) { update { $0.scale(by: factor) } }
}
