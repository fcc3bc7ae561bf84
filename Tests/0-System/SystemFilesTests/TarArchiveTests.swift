// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
import Testing

struct TarArchiveTests {
  /// The bytes of the same members by another writer, Python's `tarfile`:
  ///
  /// ```python
  /// archive = tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT)
  /// for name, data in members:
  ///     info = tarfile.TarInfo(name)
  ///     info.size = len(data)
  ///     archive.addfile(info, io.BytesIO(data))
  /// ```
  @Test func theBytesOfAnotherWriter() {
    let members: [(String, [UInt8])] = [
      ("000000000.png", Array("abc".utf8)),
      ("a/000000001.json", []),
      ("é/000000001.txt", Array(0...255) + Array(0...255)),
      (String(repeating: "x", count: 95) + "/000000002.png", Array(repeating: 0x7A, count: 513)),
      (String(repeating: "x", count: 100), [0x31]),
      (String(repeating: "x", count: 101), [0x31]),
      (String(repeating: "ü", count: 300) + ".txt", [0x32]),
    ]
    var bytes: [UInt8] = []
    for (name, contents) in members { TarArchive.append(contents, named: name, to: &bytes) }
    #expect(bytes.count % TarArchive.blockLength == 0)
    bytes += TarArchive.end(after: bytes.count)
    #expect(bytes.count == 20480)
    #expect(
      SHA256.hexadecimal(SHA256.digest(of: bytes))
        == "2327cb744eb93d579698a9ff54b35eed5c2aa29a21e201cd985f40650080b11c")
  }

  /// A length in a `pax` record counts its own digits, also where it gets one more of them by that.
  @Test(arguments: [101, 106, 107, 990, 1000, 9987, 9990])
  func namesOfAllLengths(_ count: Int) throws {
    var bytes: [UInt8] = []
    TarArchive.append([], named: String(repeating: "y", count: count), to: &bytes)
    let record = bytes[512...].prefix { $0 != 0 }
    let digits = record.prefix { $0 != UInt8(ascii: " ") }
    #expect(Int(String(decoding: digits, as: UTF8.self)) == record.count)
    let value = record.dropFirst(digits.count + " path=".utf8.count).dropLast()
    #expect(value.count == count && record.last == UInt8(ascii: "\n"))
  }

  @Test(arguments: [
    (0, 10240), (512, 9728), (9216, 1024), (9728, 10752), (10240, 10240), (20480, 10240),
  ])
  func theEndFillsARecord(_ length: Int, _ expected: Int) {
    let end = TarArchive.end(after: length)
    #expect(end.count == expected && end.allSatisfy { $0 == 0 })
  }

  @Test func wholeArchives() {
    let zeros = [UInt8](repeating: 0, count: 1024)
    #expect(TarArchive.isWhole(byteCount: 10240, tail: zeros))
    #expect(!TarArchive.isWhole(byteCount: 0, tail: []))
    #expect(!TarArchive.isWhole(byteCount: 10239, tail: zeros))
    #expect(!TarArchive.isWhole(byteCount: 10240, tail: Array(zeros.dropLast()) + [1]))
    #expect(!TarArchive.isWhole(byteCount: 10240, tail: Array(zeros.dropLast())))
  }
}
