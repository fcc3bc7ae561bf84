// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

extension ParagraphStyle {
  /// Throws if a number is not finite, too large, or negative where it must not be.
  ///
  /// Each rule here must also stand in `ParagraphStyle.Fields.isValid` of TextModel: where that is
  /// true, nothing is checked here.
  ///
  /// - Parameter offset: The start of the paragraph, for the error.
  func validate(at offset: Int) throws(TypesettingError) {
    if storage.isValid { return }
    let fields = storage.fields
    for (property, field) in zip(StyleProperty.allCases, Fields.fields) {
      guard let field, let length = field.length?(fields) else { continue }
      try Self.check(length, property.key, offset, canBeNegative: field.isSigned)
    }
    try Self.check(fields.tabInterval, "tabInterval", offset)
    for stop in fields.tabStops {
      try Self.check(stop.position, "tabStops", offset, canBeNegative: true)
    }
    if let hyphenation = fields.hyphenation {
      try Self.check(hyphenation.zone, "hyphenation.zone", offset)
    }
    if let list = fields.list {
      try Self.check(list.gap, "list.gap", offset, canBeNegative: true)
    }
    switch fields.lineHeight {
    case .natural: break
    case .multiple(let value), .relative(toSize: let value), .fixed(let value),
      .atLeast(let value), .atMost(let value), .baselineDistance(let value):
      try Self.check(value, "lineHeight", offset)
    case .between(let least, let most):
      try Self.check(least, "lineHeight", offset)
      try Self.check(most, "lineHeight", offset)
    }
    if let found = fields.justification.invalid {
      throw TypesettingError(
        .badParagraphStyle, property: "justification", offset: offset,
        "the limit \(found.name) of \(found.value) is not from 0 to "
          + "\(JustificationLimits.greatest)")
    }
    if case .optimal(let costs) = fields.lineBreaking, let found = costs.invalid {
      throw TypesettingError(
        .badParagraphStyle, property: "lineBreaking", offset: offset,
        "the cost \(found.name) of \(found.value) is not from 0 to \(found.most)")
    }
  }

  private static func check(
    _ value: Double, _ property: String, _ offset: Int, canBeNegative: Bool = false
  ) throws(TypesettingError) {
    let least = canBeNegative ? -TextLimits.containerSide : 0
    guard value >= least && value <= TextLimits.containerSide else {
      throw TypesettingError(
        .badParagraphStyle, property: property, offset: offset,
        "\(value) is not a number from \(least) to \(TextLimits.containerSide)")
    }
  }
}
