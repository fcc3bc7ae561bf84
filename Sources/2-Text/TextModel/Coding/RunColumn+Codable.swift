// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A column as the list of its different values, and for each run the index of its value and its
/// length: `{"values": […], "runs": [0, 12, 1, 3, 0, 40]}`.
extension RunColumn: Encodable where Value: Encodable {
  /// Encodes each value once.
  public func encode(to encoder: any Encoder) throws {
    var values: [Value] = []
    var indices: [Value: Int] = [:]
    var runs: [Int] = []
    runs.reserveCapacity(2 * count)
    for run in 0..<count {
      let value = value(ofRun: run)
      let index = indices[value] ?? values.count
      if index == values.count {
        indices[value] = index
        values.append(value)
      }
      runs.append(index)
      runs.append(range(of: run).count)
    }
    var members = encoder.container(keyedBy: RunColumnKeys.self)
    try members.encode(values, forKey: .values)
    try members.encode(runs, forKey: .runs)
  }
}

extension RunColumn: Decodable where Value: Decodable {
  /// Decodes a column.
  ///
  /// - Throws: `DecodingError`, also if a run is empty or names a value that is not listed, and if
  ///   all runs together are longer than ``TextLimits/textLength``. Only the single run of an empty
  ///   text may be empty.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: RunColumnKeys.self)
    let values = try members.decode([Value].self, forKey: .values)
    let runs = try members.decode([Int].self, forKey: .runs)
    func fail(_ sentence: String) -> DecodingError {
      .dataCorruptedError(forKey: .runs, in: members, debugDescription: sentence)
    }
    guard runs.count >= 2, runs.count.isMultiple(of: 2) else {
      throw fail("Runs are pairs of a value's index and a length, at least one.")
    }
    guard values.indices.contains(runs[0]) else {
      throw fail("There is no value \(runs[0]).")
    }
    var column = RunColumn(values[runs[0]], length: 0)
    for run in stride(from: 0, to: runs.count, by: 2) {
      let (index, length) = (runs[run], runs[run + 1])
      guard values.indices.contains(index) else { throw fail("There is no value \(index).") }
      guard length > 0 || (length == 0 && runs.count == 2) else {
        throw fail("A run has no length of \(length).")
      }
      guard length <= TextLimits.textLength - column.length else {
        throw fail("A text has at most \(TextLimits.textLength) code units.")
      }
      column.append(values[index], count: length)
    }
    self = column
  }
}

private enum RunColumnKeys: String, CodingKey {
  case values, runs
}
