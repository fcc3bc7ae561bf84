// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Rates of births in equal steps of time.
///
/// The birth rates and the lifetimes of an animated emitter are constant within a step. So the
/// number of a birth, which seeds its random numbers, can be computed for any time without visiting
/// the births before it. All other properties are evaluated at the exact time of the birth.
struct StepBlock: Sendable {
  /// The steps of a block.
  static let stepCount = 64
  /// The number of blocks that last a second. Each later block lasts 1/512 of the age of its stage.
  static let evenCount = 512

  /// The time of a block.
  struct Span: Sendable {
    let start: Double
    /// The end of the block, or of the stage if that comes first.
    let end: Double
    private let wholeEnd: Double

    /// - Parameter limit: The end of the stage.
    init(start: Double, end: Double, limit: Double) {
      (self.start, self.end, wholeEnd) = (start, min(end, limit), end)
    }

    private func place(_ step: Double) -> Double {
      start + (wholeEnd - start) * (step / Double(stepCount))
    }

    /// The start of a step, which is the end of the step before.
    func time(_ step: Int) -> Double {
      step == stepCount ? end : min(end, place(Double(step)))
    }

    /// The middle of a step, even if the stage ends within the step.
    func middle(_ step: Int) -> Double { place(Double(step) + 0.5) }
  }

  let span: Span
  /// Births a second by step and cell.
  var rates: [Double]
  /// The births of each cell in the block, with a fraction.
  var sums: [Double]
  /// The longest time from a birth to the end of all that comes from it, by cell.
  var lifespans: [Double]

  init(span: Span, cellCount: Int) {
    self.span = span
    rates = [Double](repeating: 0, count: cellCount * Self.stepCount)
    (sums, lifespans) = (
      [Double](repeating: 0, count: cellCount), [Double](repeating: 0, count: cellCount)
    )
  }
}

/// A cache of the blocks of a timeline, so that frames do not compute them again.
///
/// It keeps the sums of up to 16,384 blocks and the rates of up to 256. When a bound is reached,
/// all sums or all rates are dropped, and computed again when they are needed.
final class StepBlocks: Sendable {
  private struct Known {
    /// The ages of a stage at which blocks begin.
    var ages = [0.0]
    /// The blocks without their rates.
    var sums: [Place: StepBlock] = [:]
    var blocks: [Place: StepBlock] = [:]
  }

  private struct Place: Hashable {
    var stage: Int
    var number: Int
  }

  private let known = Mutex(Known())

  private static let keptSums = 16_384
  private static let keptBlocks = 256

  /// A block. It is the same each time it is computed.
  ///
  /// - Parameters:
  ///   - hasRates: Whether its rates are needed; otherwise they may be missing.
  ///   - make: Makes a block from one age of its stage to another.
  func block(
    _ number: Int, of stage: Int, hasRates: Bool,
    make: (_ age: Double, _ next: Double) -> StepBlock
  ) -> StepBlock {
    let place = Place(stage: stage, number: number)
    let (block, age, next) = known.withLock { known in
      while known.ages.count < number + 2 {
        let age = known.ages[known.ages.count - 1]
        known.ages.append(age + max(1, age / Double(StepBlock.evenCount)))
      }
      let block = known.blocks[place] ?? (hasRates ? nil : known.sums[place])
      return (block, known.ages[number], known.ages[number + 1])
    }
    if let block { return block }
    let made = make(age, next)
    known.withLock { known in
      if known.sums.count >= Self.keptSums { known.sums = [:] }
      if known.blocks.count >= Self.keptBlocks { known.blocks = [:] }
      known.blocks[place] = made
      var sums = made
      sums.rates = []
      known.sums[place] = sums
    }
    return made
  }
}
