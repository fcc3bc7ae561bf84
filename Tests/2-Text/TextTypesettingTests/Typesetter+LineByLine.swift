// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextShaping

@testable import TextTypesetting

extension Typesetter {
  /// Sets a text by the general way alone: every line by ``setLine(_:_:)``, without the shortcuts
  /// that `Typesetter.set` takes before it.
  static func setLineByLine(_ shaped: ShapedText, in container: TextContainer) throws -> Result {
    var typesetter = try Typesetter(shaped, in: container, cancellation: .never)
    try typesetter.begin()
    for index in shaped.paragraphs.indices {
      var open = try typesetter.open(paragraph: index)
      var breaker = try LineBreaker(shaped, open.paragraph, units: typesetter.units)
      var next = Next.line
      while next == .line { next = try typesetter.setLine(&open, &breaker) }
      guard try next == .end && typesetter.close(open) else { break }
    }
    return try typesetter.finish()
  }
}
