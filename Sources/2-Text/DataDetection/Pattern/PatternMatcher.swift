// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Runs the program of a pattern over a text: all threads of the automaton at once, in the order of
/// their priority (Pike's machine).
///
/// Each character costs at most one step for each instruction, so one search takes linear time.
/// Many searches, each of which reads far beyond the match that it finds, could still take
/// quadratic time together; the sum of their steps is therefore bounded, and the matcher gives up
/// at the bound.
struct PatternMatcher {
  let program: PatternProgram
  let text: ScannedText
  /// The steps so far: threads started and threads moved by a character.
  private(set) var steps = 0
  /// Whether the steps are used up.
  private(set) var isIncomplete = false

  private let maximumSteps: Int
  private var current: ThreadList
  private var following: ThreadList

  /// The threads before one character, the first with the highest priority.
  private struct ThreadList {
    var threads: [(instruction: Int, start: Int)] = []
    /// For each instruction, the round in which a thread was last added at it.
    private var rounds: [Int]
    private var round = 0
    /// The instructions that the thread being added still has to follow.
    private var pending: [Int] = []

    init(instructions: Int) { rounds = Array(repeating: -1, count: instructions) }

    mutating func clear() {
      threads.removeAll(keepingCapacity: true)
      round += 1
    }

    /// Adds a thread at an offset, following all instructions that read nothing. An instruction
    /// that has been reached in this round is skipped: its thread has a higher priority.
    ///
    /// - Returns: The number of steps.
    mutating func add(
      _ instruction: Int, start: Int, at offset: Int, of program: PatternProgram,
      in text: ScannedText
    ) -> Int {
      var steps = 0
      pending.append(instruction)
      while let next = pending.popLast() {
        steps += 1
        if rounds[next] == round { continue }
        rounds[next] = round
        switch program.instructions[next] {
        case .jump(let target):
          pending.append(target)
        case .split(let first, let second):
          pending.append(second)
          pending.append(first)
        case .assertion(let assertion):
          if assertion.holds(in: text, at: offset) { pending.append(next + 1) }
        case .scalar, .set, .match:
          threads.append((next, start))
        }
      }
      return steps
    }
  }

  init(program: PatternProgram, text: ScannedText) {
    self.program = program
    self.text = text
    let count = program.instructions.count
    maximumSteps = 4 * (count + 16) * (text.count + 256)
    current = ThreadList(instructions: count)
    following = current
  }

  /// All matches that are not empty, in the order of the text.
  ///
  /// - Complexity: O(instructions × length of the text).
  mutating func matches(limits: LinkSearchLimits) throws -> [Range<Int>] {
    var matches: [Range<Int>] = []
    var offset = 0
    while offset < text.count, let match = try next(from: offset, limits: limits) {
      matches.append(match)
      offset = match.upperBound
      if matches.count > limits.maximumCount { break }
    }
    return matches
  }

  /// The first match at or after an offset.
  private mutating func next(from start: Int, limits: LinkSearchLimits) throws -> Range<Int>? {
    var match: Range<Int>?
    var offset = start
    var polled = steps
    current.clear()
    while true {
      // Cancellation is noticed within 8,192 steps, which take far less than a millisecond.
      if steps - polled >= 8192 {
        try limits.check()
        polled = steps
      }
      if steps > maximumSteps {
        isIncomplete = true
        return nil
      }
      if match == nil {
        steps += current.add(0, start: offset, at: offset, of: program, in: text)
      }
      let (scalar, length) = text.scalar(at: offset)
      let isEnd = offset >= text.count
      following.clear()
      for thread in current.threads {
        steps += 1
        let instruction = program.instructions[thread.instruction]
        if case .match = instruction {
          // An empty match does not count; the threads after a match have a lower priority and end.
          if thread.start == offset { continue }
          match = thread.start..<offset
          break
        }
        if !isEnd, program.reads(instruction, scalar) {
          steps += following.add(
            thread.instruction + 1, start: thread.start, at: offset + length, of: program,
            in: text)
        }
      }
      swap(&current, &following)
      if isEnd || (match != nil && current.threads.isEmpty) { return match }
      offset += length
    }
  }
}
