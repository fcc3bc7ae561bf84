// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension LineBreaking: Codable {
  private enum Word: String, Codable {
    case greedy, balanced, optimal
  }

  private enum CodingKeys: String, CodingKey {
    case optimal
  }

  /// Decodes a word, or an object with the member `optimal`, the costs.
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: CodingKeys.self) {
      self = .optimal(try members.decode(BreakCosts.self, forKey: .optimal))
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
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(costs, forKey: .optimal)
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
  private enum CodingKeys: String, CodingKey {
    case line, hyphen, consecutiveHyphens, finalHyphen, fitness, rivers, runt, runtLength
    case pretolerance, tolerance, emergencyStretch
  }

  /// Decodes costs; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    line = try members.decode(forKey: .line, default: line)
    hyphen = try members.decode(forKey: .hyphen, default: hyphen)
    consecutiveHyphens = try members.decode(
      forKey: .consecutiveHyphens, default: consecutiveHyphens)
    finalHyphen = try members.decode(forKey: .finalHyphen, default: finalHyphen)
    fitness = try members.decode(forKey: .fitness, default: fitness)
    rivers = try members.decode(forKey: .rivers, default: rivers)
    runt = try members.decode(forKey: .runt, default: runt)
    runtLength = try members.decode(forKey: .runtLength, default: runtLength)
    pretolerance = try members.decode(forKey: .pretolerance, default: pretolerance)
    tolerance = try members.decode(forKey: .tolerance, default: tolerance)
    emergencyStretch = try members.decode(forKey: .emergencyStretch, default: emergencyStretch)
  }

  /// Encodes the costs; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let usual = BreakCosts()
    try members.encode(line, forKey: .line, default: usual.line)
    try members.encode(hyphen, forKey: .hyphen, default: usual.hyphen)
    try members.encode(
      consecutiveHyphens, forKey: .consecutiveHyphens, default: usual.consecutiveHyphens)
    try members.encode(finalHyphen, forKey: .finalHyphen, default: usual.finalHyphen)
    try members.encode(fitness, forKey: .fitness, default: usual.fitness)
    try members.encode(rivers, forKey: .rivers, default: usual.rivers)
    try members.encode(runt, forKey: .runt, default: usual.runt)
    try members.encode(runtLength, forKey: .runtLength, default: usual.runtLength)
    try members.encode(pretolerance, forKey: .pretolerance, default: usual.pretolerance)
    try members.encode(tolerance, forKey: .tolerance, default: usual.tolerance)
    try members.encode(
      emergencyStretch, forKey: .emergencyStretch, default: usual.emergencyStretch)
  }
}
