// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A linear model that tells where phrases begin, from the weights of the characters around a
/// place, singly, in pairs and in threes.
///
/// The model and the names of its features are those of BudouX.
struct PhraseModel: Sendable {
  /// A feature: the characters at some places around a boundary. Place 0 is right behind the
  /// boundary.
  private struct Feature {
    let name: String
    let places: Range<Int>
  }

  private static let features = [
    Feature(name: "UW1", places: -3 ..< -2), Feature(name: "UW2", places: -2 ..< -1),
    Feature(name: "UW3", places: -1..<0), Feature(name: "UW4", places: 0..<1),
    Feature(name: "UW5", places: 1..<2), Feature(name: "UW6", places: 2..<3),
    Feature(name: "BW1", places: -2..<0), Feature(name: "BW2", places: -1..<1),
    Feature(name: "BW3", places: 0..<2), Feature(name: "TW1", places: -3..<0),
    Feature(name: "TW2", places: -2..<1), Feature(name: "TW3", places: -1..<2),
    Feature(name: "TW4", places: 0..<3),
  ]

  /// The weight of each feature with its characters: the key holds the feature's number and the
  /// characters.
  private var weights: [UInt64: Int] = [:]
  /// The sum of all weights.
  private var total = 0

  static let japanese = PhraseModel(japaneseWeights)

  /// - Parameter table: Lines with the name of a feature, a space, and then characters, each group
  ///   followed by its weight.
  private init(_ table: String) {
    for line in table.split(separator: "\n") {
      guard let feature = Self.features.firstIndex(where: { line.hasPrefix($0.name) }) else {
        continue
      }
      var (key, isNegative, number) = (UInt64(feature), false, 0)
      var hasNumber = false
      func store() {
        let weight = isNegative ? -number : number
        weights[key] = weight
        total += weight
      }
      for unit in line.utf16.dropFirst(4) {
        switch unit {
        case 0x2D: isNegative = true
        case 0x30...0x39:
          number = 10 * number + Int(unit - 0x30)
          hasNumber = true
        default:
          if hasNumber {
            store()
            (key, isNegative, number, hasNumber) = (UInt64(feature), false, 0, false)
          }
          key = key << 16 | UInt64(unit)
        }
      }
      if hasNumber { store() }
    }
  }

  /// Whether the model begins a phrase at an offset within a text.
  ///
  /// - Complexity: O(1).
  func beginsPhrase(at offset: Int, of text: Span<UInt16>) -> Bool {
    var score = 0
    for (number, feature) in Self.features.enumerated() {
      let (first, end) = (offset + feature.places.lowerBound, offset + feature.places.upperBound)
      guard first >= 0, end <= text.count else { continue }
      var key = UInt64(number)
      for i in first..<end { key = key << 16 | UInt64(text[i]) }
      score += weights[key] ?? 0
    }
    return 2 * score > total
  }
}
