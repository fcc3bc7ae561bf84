// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemFiles

/// The paths of shards: one path with the number of the shard in its last step, as
/// `sets/train-%05d.tar`.
struct ShardPattern: Equatable, Sendable {
  /// The ending of a shard that is not whole yet.
  private static let partEnding = ".part"
  private static let ending = ".tar"

  /// The folder as it is written, with a slash at its end; empty for the current folder.
  private let folderPrefix: String
  private let start: String
  /// The least number of digits.
  private let digits: Int
  private let end: String

  /// Reads the value of `--into`.
  ///
  /// - Returns: `nil` for the name of a folder: one that ends in a slash, or has neither the number
  ///   of a shard nor the ending of one.
  /// - Throws: ``CommandError`` with `usage` for a name that is neither.
  init?(_ text: String) throws(CommandError) {
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    folderPrefix = slash.map { String(text[...$0]) } ?? ""
    let name = text[(slash.map { text.utf8.index(after: $0) } ?? text.startIndex)...]
    // Patterns are cut as bytes, as paths are.
    let units = Array(name.utf8)
    let places = units.indices.filter { Self.width(units[$0...]) != nil }
    let isNamedAsOne = name.utf8.count > 0 && units.suffix(4).elementsEqual(Self.ending.utf8)
    guard isNamedAsOne || !places.isEmpty else { return nil }
    func refusal(_ reason: String) -> CommandError {
      .usage(
        CommandOption.into.typed,
        "'\(text)' \(reason); shards are named as in set-%05d.tar, and the name of a folder ends in "
          + "a slash")
    }
    guard isNamedAsOne else { throw refusal("does not end in \(Self.ending)") }
    guard let place = places.first, let (length, digits) = Self.width(units[place...]) else {
      throw refusal("has no %d or %05d for the number of the shard")
    }
    let rest = units[(place + length)...]
    guard !units[..<place].contains(UInt8(ascii: "%")), !rest.contains(UInt8(ascii: "%")) else {
      throw refusal("has more than one %")
    }
    guard !folderPrefix.utf8.contains(UInt8(ascii: "%")) else {
      throw refusal("has a % in the name of its folder")
    }
    guard !text.utf8.contains(0) else { throw refusal("has a zero byte") }
    start = String(decoding: units[..<place], as: UTF8.self)
    end = String(decoding: rest, as: UTF8.self)
    self.digits = digits
  }

  /// The length of `%d` or `%05d` at the start of some bytes, and the least number of digits.
  private static func width(_ units: ArraySlice<UInt8>) -> (length: Int, digits: Int)? {
    guard units.first == UInt8(ascii: "%") else { return nil }
    let inner = units.dropFirst().prefix { $0 != UInt8(ascii: "d") }
    guard units.dropFirst(1 + inner.count).first == UInt8(ascii: "d") else { return nil }
    if inner.isEmpty { return (2, 1) }
    guard inner.first == UInt8(ascii: "0"), inner.count <= 3,
      inner.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let digits = Int(String(decoding: inner, as: UTF8.self)), (1...18).contains(digits)
    else { return nil }
    return (2 + inner.count, digits)
  }

  /// The folder of the shards.
  var folder: String { FilePath.folder(of: folderPrefix + "x") }

  /// The last step of the pattern.
  var text: String { start + (digits == 1 ? "%d" : "%0\(digits)d") + end }

  /// The path of a shard.
  func path(_ number: Int) -> String { folderPrefix + name(number) }

  /// The path of a shard that is not whole yet. Readers do not take it for one, since it has another
  /// ending.
  func partPath(_ number: Int) -> String { folderPrefix + partName(number) }

  /// The last step of ``partPath(_:)``.
  func partName(_ number: Int) -> String { name(number) + Self.partEnding }

  private func name(_ number: Int) -> String {
    let text = "\(number)"
    return start + String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text + end
  }

  /// The number of the shard whose name, whole or not, some name is; `nil` for other names.
  func number(of found: String) -> Int? {
    let isPart = found.utf8.suffix(Self.partEnding.utf8.count).elementsEqual(Self.partEnding.utf8)
    let whole = isPart ? found.utf8.dropLast(Self.partEnding.utf8.count) : found.utf8[...]
    guard whole.count > start.utf8.count + end.utf8.count,
      let number = Int(
        String(Substring(whole.dropFirst(start.utf8.count).dropLast(end.utf8.count)))),
      whole.elementsEqual(name(number).utf8)
    else { return nil }
    return number
  }
}
