// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A pattern as the instructions of an automaton (Thompson, 1968).
struct PatternProgram: Sendable {
  static let maximumCount = 2000

  enum Instruction: Sendable {
    case scalar(Unicode.Scalar)
    case set(PatternSet)
    /// Goes on only where the condition holds.
    case assertion(PatternAssertion)
    /// Continues at both instructions; the first one has the higher priority.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  /// The most nodes that are compiled, a repeated node counted each time. The bound on instructions
  /// alone would not end the work, since repetitions of an empty pattern make no instructions.
  private static let maximumNodes = 20_000

  private(set) var instructions: [Instruction] = []
  private var nodes = 0
  let ignoresCase: Bool

  init(_ pattern: String, ignoresCase: Bool) throws(DataDetectionError) {
    self.ignoresCase = ignoresCase
    var parser = try PatternParser(pattern)
    try compile(try parser.parse())
    try emit(.match)
  }

  /// Whether an instruction reads a character.
  func reads(_ instruction: Instruction, _ scalar: Unicode.Scalar) -> Bool {
    switch instruction {
    case .scalar(let wanted):
      if wanted == scalar { return true }
      guard ignoresCase else { return false }
      let (a, b) = (wanted.simpleCases, scalar.simpleCases)
      return a.lower == b.lower || a.upper == b.upper
    case .set(let set):
      return set.contains(scalar, ignoresCase: ignoresCase)
    default:
      return false
    }
  }

  private mutating func emit(_ instruction: Instruction) throws(DataDetectionError) {
    if instructions.count == Self.maximumCount { throw Self.tooLarge }
    instructions.append(instruction)
  }

  private static let tooLarge = DataDetectionError(
    .tooLarge, at: 0, "with its repetitions written out the pattern is too long")

  private mutating func compile(_ node: PatternNode) throws(DataDetectionError) {
    nodes += 1
    if nodes > Self.maximumNodes { throw Self.tooLarge }
    switch node {
    case .empty: break
    case .scalar(let scalar): try emit(.scalar(scalar))
    case .set(let set): try emit(.set(set))
    case .assertion(let assertion): try emit(.assertion(assertion))
    case .sequence(let nodes):
      for node in nodes { try compile(node) }
    case .alternatives(let nodes):
      var jumps: [Int] = []
      for node in nodes.dropLast() {
        let split = instructions.count
        try emit(.split(split + 1, 0))
        try compile(node)
        jumps.append(instructions.count)
        try emit(.jump(0))
        instructions[split] = .split(split + 1, instructions.count)
      }
      if let last = nodes.last { try compile(last) }
      for jump in jumps { instructions[jump] = .jump(instructions.count) }
    case .repetition(let node, let minimum, let maximum, let isLazy):
      try compile(node, minimum: minimum, maximum: maximum, isLazy: isLazy)
    }
  }

  private mutating func compile(
    _ node: PatternNode, minimum: Int, maximum: Int?, isLazy: Bool
  ) throws(DataDetectionError) {
    for _ in 0..<minimum { try compile(node) }
    func split(_ into: Int, _ past: Int) -> Instruction {
      isLazy ? .split(past, into) : .split(into, past)
    }
    guard let maximum else {
      let start = instructions.count
      try emit(split(0, 0))
      try compile(node)
      try emit(.jump(start))
      instructions[start] = split(start + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in minimum..<maximum {
      splits.append(instructions.count)
      try emit(split(0, 0))
      try compile(node)
    }
    for place in splits { instructions[place] = split(place + 1, instructions.count) }
  }
}
