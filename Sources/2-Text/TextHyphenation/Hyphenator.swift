// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency
package import SystemFiles

/// The hyphenation of one language: a dictionary of patterns, `hyph_*.dic`, as libhyphen reads it,
/// or patterns of TeX's that are embedded in the program.
///
/// Immutable, shared by all threads. The points of a dictionary are those of libhyphen 2.8.8
/// (`hnj_hyphen_hyphenate2`) for the same word in lower case, those of embedded patterns TeX's.
///
/// Decision: own code, not Debian's libhyphen 2.8.8. Its licence (GPL, LGPL or MPL) would serve,
/// and so would its speed with a word, one to eight microseconds. But
/// - it trusts its file: under the address sanitizer the pattern `a1b/c=d,90,90` writes behind its
///   arrays, and `NOHYPHEN` without characters writes behind the word;
/// - it opens a path by itself, be it a FIFO or a device, and reads without a bound;
/// - reading cannot be cancelled, and takes 3.0 s for Debian's German and 0.33 s for its Hungarian
///   dictionary, since its table of strings has a fixed size; here 0.11 s and 0.08 s;
/// - lines beyond 99 bytes are silently read as several patterns;
/// - it takes bytes of the dictionary's character set, which each caller converts to and from.
///
/// The reader and the automaton take some 700 lines, work in arrays whose bounds are checked, and
/// are shared by all threads. `Scripts/compare/hyphens` compares both.
public final class Hyphenator: Sendable {
  /// The most bytes of a dictionary.
  package static let maximumByteCount = 8 << 20
  /// The most states of a dictionary's automaton, 13 bytes each.
  package static let maximumStateCount = PatternTableBuilder.maximumStateCount
  /// The longest word that is divided, in UTF-16 code units.
  package static let maximumWordLength = 512

  /// The path of the file, the name given to the bytes, or `embedded` and a language.
  public let name: String
  /// The language: `de-AT` for a file of the name `hyph_de_AT.dic`; `nil` if the name tells none.
  public let language: String?
  /// The fewest characters before a point.
  package var minimumBefore: Int { levels[0].minimumBefore > 0 ? levels[0].minimumBefore : 2 }
  /// The fewest characters behind a point.
  package var minimumAfter: Int { levels[0].minimumAfter > 0 ? levels[0].minimumAfter : 2 }
  private let levels: [HyphenationLevel]

  /// The bytes that the automaton takes.
  package var byteCount: Int {
    levels.reduce(0) { $0 + 13 * $1.patterns.stateCount + $1.patterns.digits.count }
  }

  /// Reads a dictionary.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file of at most 8 MiB.
  ///   - cancellation: Polled every 64 KiB and every 256 lines.
  /// - Throws: ``HyphenationError`` or `CancellationError`.
  /// - Complexity: O(*n*) in the bytes; 10 to 60 ms for a large one.
  public convenience init(dictionary path: String, cancellation: Cancellation = .never) throws {
    try self.init(ScopedFile(path), cancellation: cancellation)
  }

  /// Reads a dictionary that a document names.
  ///
  /// - Throws: ``HyphenationError`` or `CancellationError`.
  package convenience init(_ file: ScopedFile, cancellation: Cancellation = .never) throws {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try file.open().contents(limit: Self.maximumByteCount, cancellation)
    } catch {
      if case .tooLarge = error {
        throw HyphenationError(
          .tooLarge, file: file.name, "cannot be read: \(error.message)")
      }
      throw HyphenationError(.unreadable, file: file.name, "cannot be read: \(error.message)")
    }
    guard let bytes else { throw CancellationError() }
    try self.init(bytes, name: file.name, cancellation: cancellation)
  }

  /// Reads the bytes of a dictionary.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the dictionary, at most 8 MiB.
  ///   - name: The name that errors mention. If it is the name of a file, it also tells the
  ///     language.
  ///   - cancellation: Polled every 256 lines.
  /// - Throws: ``HyphenationError`` or `CancellationError`.
  public init(
    _ bytes: [UInt8], name: String = "dictionary", cancellation: Cancellation = .never
  ) throws {
    guard bytes.count <= Self.maximumByteCount else {
      throw HyphenationError(
        .tooLarge, file: name,
        "a dictionary has at most \(Self.maximumByteCount) bytes, not \(bytes.count)")
    }
    self.name = name
    language = SystemDictionaries.language(ofFile: name)
    var reader = DictionaryReader(bytes, file: name, cancellation)
    levels = try reader.levels()
  }

  /// The patterns that are embedded for a language.
  init(_ levels: [HyphenationLevel], name: String, language: String) {
    (self.levels, self.name, self.language) = (levels, name, language)
  }

  /// The points at which a word may be divided, in ascending order.
  ///
  /// Upper and lower case are the same; whether names and capitals are divided is for the caller to
  /// decide. A change of spelling follows the case of the word.
  ///
  /// - Parameters:
  ///   - word: A word without white space. One beyond 512 code units is not divided.
  ///   - minimumBefore: The fewest characters before a point; at least the dictionary's.
  ///   - minimumAfter: The fewest characters behind a point; at least the dictionary's.
  /// - Complexity: O(*n*), about a microsecond for a word.
  public func points(
    in word: String, minimumBefore: Int = 0, minimumAfter: Int = 0
  ) -> [HyphenationPoint] {
    points(in: Array(word.utf16).span, minimumBefore: minimumBefore, minimumAfter: minimumAfter)
  }

  /// The points in the code units of a word.
  package func points(
    in word: Span<UInt16>, minimumBefore: Int = 0, minimumAfter: Int = 0
  ) -> [HyphenationPoint] {
    guard word.count > 1, word.count <= Self.maximumWordLength else { return [] }
    let folded = FoldedWord(word)
    var divider = WordDivider(levels)
    let divided = divider.divide(
      folded.bytes, before: max(minimumBefore, self.minimumBefore),
      after: max(minimumAfter, self.minimumAfter))
    var points: [HyphenationPoint] = []
    for index in divided.digits.indices where divided.digits[index] & 1 == 1 {
      let offset = folded.offset(of: index + 1)
      guard offset > 0, offset < word.count, folded.isBoundary(index + 1) else { continue }
      points.append(
        HyphenationPoint(
          offset: offset,
          replacement: divided.change(at: index).flatMap { folded.replacement($0, at: index) }))
    }
    return points
  }

  /// The word with `=` at its points, changes of spelling made; for tests and the tool.
  package func hyphenated(_ word: String) -> String {
    let units = Array(word.utf16)
    var result: [UInt16] = []
    var done = 0
    for point in points(in: word) {
      if let change = point.replacement {
        guard change.range.lowerBound >= done else { continue }
        result += units[done..<change.range.lowerBound]
        result += Array("\(change.before)=\(change.after)".utf16)
        done = change.range.upperBound
      } else {
        guard point.offset >= done else { continue }
        result += units[done..<point.offset] + [UInt16(ascii: "=")]
        done = point.offset
      }
    }
    return String(decoding: result + units[done...], as: UTF16.self)
  }
}

extension UInt16 {
  /// The code unit of an ASCII character.
  init(ascii character: Unicode.Scalar) { self = UInt16(UInt8(ascii: character)) }
}

extension Hyphenator: Hashable {
  /// Whether both are one object: contents are not compared.
  public static func == (a: Hyphenator, b: Hyphenator) -> Bool { a === b }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
