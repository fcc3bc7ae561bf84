// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// `content`.
public enum StyleContent: Sendable, Hashable {
  /// The element's own contents; of `::before` and `::after`: none.
  case normal
  case none
  /// What stands in place of the contents.
  case items([Item])

  /// A part of generated contents.
  public enum Item: Sendable, Hashable {
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
public enum CounterStyle: Sendable, Hashable {
  /// No marker.
  case none
  /// A predefined style or one of `@counter-style`, in lower case: `decimal`, `disc`.
  case named(String)
  /// The text itself.
  case text(String)

  public static let decimal = CounterStyle.named("decimal")
}

/// A change of a counter.
public struct CounterChange: Sendable, Hashable {
  /// The counter's name.
  public var name: String
  /// The number that it is set to or that is added to it.
  public var value: Int
}

/// `quotes`.
public enum Quotes: Sendable, Hashable {
  /// Those of the language.
  case auto
  case none
  /// The marks of each level.
  case pairs([QuotePair])
}

/// The marks around a quotation.
public struct QuotePair: Sendable, Hashable {
  public var open: String
  public var close: String
}

/// `list-style-position`.
public enum ListPosition: String, Sendable, Hashable { case inside, outside }
