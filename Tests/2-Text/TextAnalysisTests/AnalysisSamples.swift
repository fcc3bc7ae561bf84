// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import FoundationEssentials
import Testing

@testable import TextAnalysis

/// Pseudo-random numbers that are the same on every run.
struct AnalysisRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ n: Int) -> Int { Int(next() >> 11) % n }

  mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
}

/// Texts for comparison with ICU: short runs from scripts, punctuation, controls and emoji.
enum AnalysisSamples {
  static let pools: [[UInt32]] = [
    Array(0x20...0x7E), Array(0x20...0x7E), Array(0x61...0x7A), Array(0xA0...0x17F),
    Array(0x5D0...0x5EA), Array(0x627...0x64A), Array(0x660...0x669), Array(0x300...0x310),
    Array(0x2000...0x206F), Array(0x4E00...0x4E40), Array(0x3040...0x30FF),
    Array(0x3000...0x301F), Array(0xAC00...0xAC20), Array(0x0E01...0x0E3A) + Array(0xE40...0xE5B),
    Array(0x1780...0x17DD), Array(0x0E81...0x0E83) + Array(0xE94...0xEB9), Array(0x1000...0x109F),
    Array(0x905...0x94D), Array(0x1F300...0x1F640), Array(0x1F3FB...0x1F3FF),
    Array(0x1F1E6...0x1F1FF), [0x200D, 0xFE0F, 0xFE0E, 0x20E3], [0x0A, 0x0D, 0x0B, 0x85, 0x2028],
    [0x28, 0x29, 0x5B, 0x5D, 0x2329, 0x232A, 0x3008, 0x3009, 0x7B, 0x7D],
    [0x2066, 0x2067, 0x2068, 0x2069, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x200E, 0x200F],
    Array(0x10900...0x10920), Array(0x1EE00...0x1EE20), Array(0x20000...0x20010),
    Array(0x1100...0x1112) + Array(0x1161...0x1170) + Array(0x11A8...0x11B0), [0xD800, 0xDC00],
    [0x20], [0x20, 0x20, 0x2C, 0x2E, 0x22, 0x27, 0x2D, 0x2F, 0x30, 0x31, 0x24, 0x25],
  ]

  static func text(_ random: inout AnalysisRandom, length: Int) -> [UInt16] {
    var units: [UInt16] = []
    while units.count < length {
      let pool = random.pick(pools)
      for _ in 0..<random.below(6) + 1 {
        let c = random.pick(pool)
        if c > 0xFFFF {
          units.append(UInt16(0xD800 + (c - 0x10000) >> 10))
          units.append(UInt16(0xDC00 + (c - 0x10000) & 0x3FF))
        } else {
          units.append(UInt16(c))
        }
      }
    }
    return units
  }

  static func describe(_ text: [UInt16]) -> String {
    text.map { String($0, radix: 16) }.joined(separator: " ")
  }
}

/// ICU's own iterators.
enum BreakOracle {
  /// The boundaries after 0, with their rule status.
  static func boundaries(_ kind: Int32, _ locale: String, _ text: [UInt16]) -> [(Int, Int32)] {
    guard let iterator = ctext_icu_break_open(kind, locale) else { return [] }
    defer { ctext_icu_break_close(iterator) }
    return text.withUnsafeBufferPointer { text in
      guard ctext_icu_break_set_text(iterator, text.baseAddress, Int32(text.count)) else {
        return []
      }
      var result: [(Int, Int32)] = []
      while true {
        let b = ctext_icu_break_next(iterator)
        if b < 0 { return result }
        result.append((Int(b), ctext_icu_break_status(iterator)))
      }
    }
  }
}

/// The Unicode Character Database where Debian's package `unicode-data` puts it.
enum UnicodeData {
  static let folder = "/usr/share/unicode"
  /// Why a test is skipped where ``isPresent`` is false.
  static let missing: Comment = "no Unicode data (Debian: unicode-data)"

  static var isPresent: Bool {
    FileManager.default.fileExists(atPath: folder + "/BidiTest.txt")
  }

  /// The version of the data, for example 15.0.
  static var version: String {
    let file = URL(fileURLWithPath: folder + "/BidiTest.txt")
    guard let data = try? Data(contentsOf: file) else { return "" }
    // "# BidiTest-15.1.0.txt"
    let first = String(decoding: data.prefix(80), as: UTF8.self)
    let parts = first.split { "-.\n".contains($0) }
    return parts.count > 2 ? "\(parts[1]).\(parts[2])" : ""
  }

  /// Whether the data are of an earlier version of Unicode than ICU's.
  static var isOlderThanICU: Bool { version != LibraryVersions.unicode }

  /// The whole data, not a sample of it: `ATL_FULL=1`.
  static let isFull = ProcessInfo.processInfo.environment["ATL_FULL"] != nil

  /// The lines of a file without comments and empty lines, with their numbers from 1.
  static func lines(_ name: String) throws -> [(number: Int, text: Substring)] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    var result: [(Int, Substring)] = []
    var number = 0
    for bytes in data.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      var line = bytes
      if let hash = line.firstIndex(of: 0x23) { line = line[..<hash] }
      while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
      if !line.isEmpty { result.append((number, Substring(decoding: line, as: UTF8.self))) }
    }
    return result
  }
}
