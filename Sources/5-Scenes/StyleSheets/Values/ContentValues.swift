// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package enum StyleContent: Sendable, Hashable {
  /// The element's own contents; of `::before` and `::after`: none.
  case normal
  case none
  /// What stands in place of the contents.
  case items([Item])

  /// A part of generated contents.
  package enum Item: Sendable, Hashable {
    case text(String)
    case image(StyleImage)
    /// The value of a counter.
    case counter(String, CounterStyle)
    /// The values of all counters of a name, with what stands between them.
    case counters(String, separator: String, CounterStyle)
    /// The value of an attribute of the element.
    case attribute(String)
    case openQuote, closeQuote, noOpenQuote, noCloseQuote
  }
}

/// How numbers of a list are written.
package enum CounterStyle: Sendable, Hashable {
  /// No marker.
  case none
  /// A predefined style or one of `@counter-style`, in lower case: `decimal`, `disc`.
  case named(String)
  /// The text itself.
  case text(String)

  package static let decimal = CounterStyle.named("decimal")
}

/// A change of a counter.
package struct CounterChange: Sendable, Hashable {
  /// The counter's name.
  package var name: String
  /// The number that it is set to or that is added to it.
  package var value: Int
}

package enum Quotes: Sendable, Hashable {
  /// Those of the language.
  case auto
  case none
  /// The marks of each level.
  case pairs([QuotePair])
}

/// The marks around a quotation.
package struct QuotePair: Sendable, Hashable {
  package var open: String
  package var close: String
}

package enum ListPosition: String, Sendable { case inside, outside }
