// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package enum Spelling {
  /// The most similar word, if it is at most three edits and a third of the length away.
  package static func nearest(to word: String, among words: [String]) -> String? {
    guard word.utf8.count <= 40 else { return nil }
    let most = max(1, min(3, word.utf8.count / 3))
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = distance(Array(word.utf8), Array(candidate.utf8))
      if distance <= most && distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// The optimal string alignment distance: insertions, deletions, substitutions, transpositions.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var d = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { d = min(d, before[j - 1] + 1) }
        row.append(d)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
