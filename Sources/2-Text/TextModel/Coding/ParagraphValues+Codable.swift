// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension TabStop.Alignment: Codable {}

extension Double {
  /// The decimal notation, without a fraction where the number has none.
  fileprivate var notation: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
  }
}

/// Tab stops as documents write them: `80,160:end`, and `every:64` for the interval behind them.
package struct TabStops: Hashable, Sendable {
  package var stops: [TabStop] = []
  package var interval = 0.0

  package init() {}

  /// Parses tab stops; `nil` for anything else. The stops are as they were written, in any order
  /// and also before the edge.
  package init?(_ text: String) {
    func points(_ text: String) -> Double? {
      guard let length = Length(text), !length.isRelative else { return nil }
      return length.value
    }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      if pieces.count == 2, pieces[0] == "every" {
        guard let value = points(pieces[1]), value > 0 else { return nil }
        interval = value
        continue
      }
      guard pieces.count <= 2, let position = points(pieces[0]) else { return nil }
      var alignment = TabStop.Alignment.start
      if pieces.count == 2 {
        guard let named = TabStop.Alignment(keyword: pieces[1]) else { return nil }
        alignment = named
      }
      stops.append(TabStop(position: position, alignment: alignment))
    }
  }

  /// The text that is parsed as these stops.
  private var text: String {
    var parts = stops.map {
      $0.position.notation + ($0.alignment == .start ? "" : ":\($0.alignment.keyword)")
    }
    if interval != 0 { parts.append("every:\(interval.notation)") }
    return parts.joined(separator: ",")
  }

  mutating func scale(by factor: Double) {
    for index in stops.indices { stops[index].position *= factor }
    interval *= factor
  }
}

extension TabStops: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let stops = TabStops(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The value is no list of tab stops, as 80,160:end is.")
    }
    self = stops
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ParagraphStyle.Fields {
  /// The tab stops with their interval.
  package var tabs: TabStops {
    get {
      var tabs = TabStops()
      (tabs.stops, tabs.interval) = (tabStops, tabInterval)
      return tabs
    }
    set { (tabStops, tabInterval) = (newValue.stops, newValue.interval) }
  }
}

extension LineHeight: Codable {
  /// Decodes a height as documents write it: a number, a word, a length, or an object of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let factor = try? container.decode(Double.self) {
      self = .multiple(factor)
      return
    }
    if let text = try? container.decode(String.self) {
      let length = Length(text, allowsPercentage: true)
      if let height = LineHeight(text) {
        self = height
      } else if let length {
        self = length.isRelative ? .relative(toSize: length.value) : .fixed(length.value)
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(text)' is no height of lines.")
      }
      return
    }
    let members = try decoder.container(keyedBy: MemberName.self)
    func number(_ name: String) throws -> Double {
      try members.decode(Double.self, forKey: MemberName(name))
    }
    switch members.allKeys.map(\.stringValue).sorted() {
    case ["min"]: self = .atLeast(try number("min"))
    case ["max"]: self = .atMost(try number("max"))
    case ["max", "min"]: self = .between(least: try number("min"), most: try number("max"))
    case ["baselines"]: self = .baselineDistance(try number("baselines"))
    // Archives of version 0.2.0.
    case ["natural"]: self = .natural
    case ["multiple"]: self = .multiple(try number("multiple"))
    case ["relative"]: self = .relative(toSize: try number("relative"))
    case ["fixed"]: self = .fixed(try number("fixed"))
    case ["atLeast"]: self = .atLeast(try number("atLeast"))
    case ["atMost"]: self = .atMost(try number("atMost"))
    case ["baselineDistance"]: self = .baselineDistance(try number("baselineDistance"))
    case ["between"]:
      let numbers = try members.decode([Double].self, forKey: MemberName("between"))
      guard numbers.count == 2 else { fallthrough }
      self = .between(least: numbers[0], most: numbers[1])
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "A line height has one rule."))
    }
  }

  /// Encodes the height as documents write it.
  public func encode(to encoder: any Encoder) throws {
    func write(_ bounds: [String: Double]) throws {
      var members = encoder.container(keyedBy: MemberName.self)
      for (name, value) in bounds { try members.encode(value, forKey: MemberName(name)) }
    }
    func write(_ value: some Encodable) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
    switch self {
    case .natural: try write("natural")
    case .multiple(let factor): try write(factor)
    case .relative(let factor): try write("\(factor.notation)em")
    case .fixed(let points): try write("\(points.notation)px")
    case .atLeast(let points): try write(["min": points])
    case .atMost(let points): try write(["max": points])
    case .between(let least, let most): try write(["min": least, "max": most])
    case .baselineDistance(let points): try write(["baselines": points])
    }
  }
}

extension LineBreaking: Codable {
  private enum Word: String, Codable {
    case greedy, balanced, optimal
  }

  private static let costs = MemberName("optimal")

  /// Decodes a word, or an object with the member `optimal`, the costs.
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberName.self) {
      self = .optimal(try members.decode(BreakCosts.self, forKey: Self.costs))
      return
    }
    switch try decoder.singleValueContainer().decode(Word.self) {
    case .greedy: self = .greedy
    case .balanced: self = .balanced
    case .optimal: self = .optimal
    }
  }

  /// Encodes a word, or an object with the costs if they are not the usual ones.
  public func encode(to encoder: any Encoder) throws {
    if case .optimal(let costs) = self, costs != BreakCosts() {
      var members = encoder.container(keyedBy: MemberName.self)
      try members.encode(costs, forKey: Self.costs)
      return
    }
    var container = encoder.singleValueContainer()
    let word: Word =
      switch self {
      case .greedy: .greedy
      case .balanced: .balanced
      case .optimal: .optimal
      }
    try container.encode(word)
  }
}

extension BreakCosts: Codable {
  private static let fields: [CodedField<BreakCosts>] = {
    let usual = BreakCosts()
    return [
      CodedField("line", \.line, standard: usual.line),
      CodedField("hyphen", \.hyphen, standard: usual.hyphen),
      CodedField(
        "consecutiveHyphens", \.consecutiveHyphens, standard: usual.consecutiveHyphens),
      CodedField("finalHyphen", \.finalHyphen, standard: usual.finalHyphen),
      CodedField("fitness", \.fitness, standard: usual.fitness),
      CodedField("rivers", \.rivers, standard: usual.rivers),
      CodedField("runt", \.runt, standard: usual.runt),
      CodedField("runtLength", \.runtLength, standard: usual.runtLength),
      CodedField("pretolerance", \.pretolerance, standard: usual.pretolerance),
      CodedField("tolerance", \.tolerance, standard: usual.tolerance),
      CodedField("emergencyStretch", \.emergencyStretch, standard: usual.emergencyStretch),
    ]
  }()

  /// Decodes costs; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(BreakCosts(), from: decoder)
  }

  /// Encodes the costs; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

extension JustificationLimits: Codable {
  private static let fields: [CodedField<JustificationLimits>] = [
    CodedField("spaces", \.spaces, standard: .some(nil)),
    CodedField("gaps", \.gaps, standard: .some(nil)),
    CodedField("letters", \.letters, standard: 0), CodedField("kashida", \.kashida, standard: 0),
    CodedField("shrink", formerly: "shrinksSpaces", \.shrinksSpaces, standard: true),
    CodedField("strict", formerly: "isStrict", \.isStrict, standard: false),
  ]

  /// Decodes limits; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(JustificationLimits(), from: decoder)
  }

  /// Encodes the limits; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

extension HangingPunctuation: Codable {
  /// Decodes words, each a string or all in one, or the number of the bits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let bits = try? container.decode(UInt8.self) {
      self.init(rawValue: bits)
      return
    }
    let words = (try? container.decode(String.self)).map { [$0] }
    guard let marks = HangingPunctuation(words: try words ?? container.decode([String].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A word names no punctuation that hangs.")
    }
    self = marks
  }

  /// Encodes the words; the number of the bits if one of them has no word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let words = Self.words.filter { contains($0.value) }.map(\.word)
    if HangingPunctuation(words: words) == self {
      try container.encode(words)
    } else {
      try container.encode(rawValue)
    }
  }
}
