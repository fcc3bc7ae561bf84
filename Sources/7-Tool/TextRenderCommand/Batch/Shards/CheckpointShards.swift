// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// The part of a checkpoint that is about shards: their names, their limits, and how far they are.
struct CheckpointShards: Equatable, CustomStringConvertible {
  /// The names of the shards, such as `set-%05d.tar`.
  private let pattern: String
  private let (maximumCount, maximumSize): (Int, Int)
  let position: ShardPosition

  init(_ plan: ShardPlan, at position: ShardPosition) {
    pattern = plan.pattern.text
    (maximumCount, maximumSize) = (plan.maximumCount, plan.maximumSize)
    self.position = position
  }

  /// The names and limits, as an error tells them.
  var description: String {
    "shards '\(pattern)' of at most \(maximumCount) samples and \(maximumSize) bytes"
  }

  // MARK: - JSON

  private enum Member: String {
    case pattern
    case maxcount
    case maxsize
    case number
    case length
    case count
  }

  /// Reads the object; `nil` if it is damaged.
  init?(_ object: JSONObject) {
    func whole(_ member: Member) -> Int? {
      guard case .number(let number)? = object[member.rawValue], let whole = Int(exactly: number)
      else { return nil }
      return whole >= 0 ? whole : nil
    }
    guard case .string(let pattern)? = object[Member.pattern.rawValue],
      let maximumCount = whole(.maxcount), let maximumSize = whole(.maxsize),
      let number = whole(.number), let length = whole(.length), let count = whole(.count)
    else { return nil }
    self.pattern = pattern
    (self.maximumCount, self.maximumSize) = (maximumCount, maximumSize)
    position = ShardPosition(number: number, length: length, count: count)
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name(text: Member.pattern.rawValue)
    writer.string(pattern)
    for (member, number) in [
      (Member.maxcount, maximumCount), (.maxsize, maximumSize), (.number, position.number),
      (.length, position.length), (.count, position.count),
    ] {
      writer.name(text: member.rawValue)
      writer.number(number)
    }
    writer.endObject()
  }
}
