// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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

  package init(_ stops: [TabStop], interval: Double) {
    (self.stops, self.interval) = (stops, interval)
  }

  mutating func scale(by factor: Double) {
    for index in stops.indices { stops[index].position *= factor }
    interval *= factor
  }
}

extension TabStops: Notation, Codable {
  /// Parses stops in any order; positions may be negative, that is before the start edge.
  package init?(notation: String) {
    func points(_ text: String) -> Double? {
      guard let length = Length(text), !length.isRelative else { return nil }
      return length.value
    }
    for part in notation.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      if pieces.count == 2, pieces[0] == "every" {
        guard let value = points(pieces[1]), value > 0 else { return nil }
        interval = value
        continue
      }
      guard pieces.count <= 2, let position = points(pieces[0]),
        let alignment = TabStop.Alignment(keyword: pieces.count == 2 ? pieces[1] : "start")
      else { return nil }
      stops.append(TabStop(position: position, alignment: alignment))
    }
  }

  package init?(former: [TabStop]) { self.init(former, interval: 0) }

  package var notation: String {
    var parts = stops.map {
      $0.position.notation + ($0.alignment == .start ? "" : ":\($0.alignment.keyword)")
    }
    if interval != 0 { parts.append("every:\(interval.notation)") }
    return parts.joined(separator: ",")
  }

  package init(from decoder: any Decoder) throws { try self.init(notationFrom: decoder) }
  package func encode(to encoder: any Encoder) throws { try notation.encode(to: encoder) }
}

extension ParagraphStyle.Fields {
  /// The tab stops with their interval.
  package var tabs: TabStops {
    get { TabStops(tabStops, interval: tabInterval) }
    set { (tabStops, tabInterval) = (newValue.stops, newValue.interval) }
  }
}

extension LineHeight: Codable {
  /// Decodes a height as documents write it: a number, a word, a length, or an object of bounds.
  public init(from decoder: any Decoder) throws {
    if let factor = try? Double(from: decoder) {
      self = .multiple(factor)
      return
    }
    if let text = try? String(from: decoder), let height = LineHeight(notation: text) {
      self = height
      return
    }
    // Archives of version 0.2.0 hold the bounds of `between` as a list of two numbers.
    let bounds =
      try (try? [String: [Double]](from: decoder))
      ?? [String: Double](from: decoder).mapValues { [$0] }
    let names = bounds.keys.sorted()
    switch (names, names.flatMap { bounds[$0] ?? [] }) {
    case (["min"], let points), (["atLeast"], let points): self = .atLeast(points[0])
    case (["max"], let points), (["atMost"], let points): self = .atMost(points[0])
    case (["max", "min"], let points): self = .between(least: points[1], most: points[0])
    case (["between"], let points) where points.count == 2:
      self = .between(least: points[0], most: points[1])
    case (["baselines"], let points), (["baselineDistance"], let points):
      self = .baselineDistance(points[0])
    case (["natural"], _): self = .natural
    case (["multiple"], let factors): self = .multiple(factors[0])
    case (["relative"], let factors): self = .relative(toSize: factors[0])
    case (["fixed"], let points): self = .fixed(points[0])
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "A line height has one rule."))
    }
  }

  private init?(notation: String) {
    if let height = LineHeight(notation) {
      self = height
    } else if let length = Length(notation, allowsPercentage: true) {
      // Archives may hold lengths that documents do not allow; they are read back unchanged.
      self = length.isRelative ? .relative(toSize: length.value) : .fixed(length.value)
    } else {
      return nil
    }
  }

  /// Encodes the height as documents write it.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .natural: try "natural".encode(to: encoder)
    case .multiple(let factor): try factor.encode(to: encoder)
    case .relative(let factor): try "\(factor.notation)em".encode(to: encoder)
    case .fixed(let points): try "\(points.notation)px".encode(to: encoder)
    case .atLeast(let points): try ["min": points].encode(to: encoder)
    case .atMost(let points): try ["max": points].encode(to: encoder)
    case .between(let least, let most): try ["min": least, "max": most].encode(to: encoder)
    case .baselineDistance(let points): try ["baselines": points].encode(to: encoder)
    }
  }
}

/// The words of ``LineBreaking``.
package enum LineBreakingWord: String, CaseIterable, Codable, Keyword {
  case greedy
  case balanced
  case optimal
}

extension LineBreaking: Codable {
  package init(_ word: LineBreakingWord) {
    self =
      switch word {
      case .greedy: .greedy
      case .balanced: .balanced
      case .optimal: .optimal
      }
  }

  /// Decodes a word, or an object with the member `optimal`, the costs.
  public init(from decoder: any Decoder) throws {
    if let word = try? LineBreakingWord(from: decoder) {
      self.init(word)
    } else {
      let costs = try [String: BreakCosts](from: decoder)
      guard let costs = costs["optimal"] else {
        throw DecodingError.keyNotFound(
          MemberName("optimal"),
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "Costs are those of optimal lines."))
      }
      self = .optimal(costs)
    }
  }

  /// Encodes a word, or an object with the costs if they are not the usual ones.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .greedy: try LineBreakingWord.greedy.encode(to: encoder)
    case .balanced: try LineBreakingWord.balanced.encode(to: encoder)
    case .optimal(BreakCosts()): try LineBreakingWord.optimal.encode(to: encoder)
    case .optimal(let costs): try ["optimal": costs].encode(to: encoder)
    }
  }
}

extension BreakCosts: FieldCodable {
  package static let fields = CodedFields(
    BreakCosts(),
    [
      CodedField("line", \.line), CodedField("hyphen", \.hyphen),
      CodedField("consecutiveHyphens", \.consecutiveHyphens),
      CodedField("finalHyphen", \.finalHyphen), CodedField("fitness", \.fitness),
      CodedField("rivers", \.rivers), CodedField("runt", \.runt),
      CodedField("runtLength", \.runtLength), CodedField("pretolerance", \.pretolerance),
      CodedField("tolerance", \.tolerance), CodedField("emergencyStretch", \.emergencyStretch),
    ])
}

extension JustificationLimits: FieldCodable {
  package static let fields = CodedFields(
    JustificationLimits(),
    [
      CodedField("spaces", \.spaces), CodedField("gaps", \.gaps),
      CodedField("letters", \.letters), CodedField("kashida", \.kashida),
      CodedField("shrink", formerly: "shrinksSpaces", \.shrinksSpaces),
      CodedField("strict", formerly: "isStrict", \.isStrict),
    ])
}

extension HangingPunctuation: Notation, Codable {
  package init?(notation: String) { self.init(words: [notation]) }
  package init?(former: UInt8) { self.init(rawValue: former & 15) }

  package var notation: String {
    Self.words.filter { contains($0.value) }.map(\.word).joined(separator: " ")
  }

  // An option set has a form as a number by itself.
  public init(from decoder: any Decoder) throws { try self.init(notationFrom: decoder) }
  public func encode(to encoder: any Encoder) throws { try notation.encode(to: encoder) }
}
