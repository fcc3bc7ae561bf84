// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

@testable import PDFFiles

/// The syntax of files of PDF, and their table of objects (ISO 32000-1, 7.3 and 7.5).
@Suite struct PDFFileTests {
  private static func text(_ body: (inout PDFSyntax) -> Void) -> String {
    var syntax = PDFSyntax()
    body(&syntax)
    return String(decoding: syntax.bytes, as: UTF8.self)
  }

  private static func file(
    packs: Bool = true, _ body: (inout PDFFile) throws -> PDFReference
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var file = try PDFFile(packs: packs) { bytes += $0 }
    let catalog = try body(&file)
    try file.finish(catalog: catalog, info: nil)
    return bytes
  }

  @Test func tokensAreWrittenAsTheStandardSays() {
    #expect(Self.text { $0.number(-0.12345) } == "-0.1235 ")
    #expect(Self.text { $0.number(.nan) } == "0 ")
    #expect(Self.text { $0.name("A B/é") } == "/A#20B#2F#C3#A9 ")
    #expect(Self.text { $0.text(#"a(b)\c"#) } == #"(a\(b\)\\c) "#)
    #expect(Self.text { $0.text("é😀") } == "<FEFF00E9D83DDE00> ")
    #expect(Self.text { $0.string([0, 171]) } == "<00AB> ")
    #expect(
      Self.text { $0.dictionary { $0.entry("Type", name: "Page") } } == "<< /Type /Page >> ")
  }

  /// Factors keep nine decimals, since large numbers are multiplied by them.
  @Test func mapsKeepSmallFactors() {
    let map = AffineTransform(a: 0.0000625, b: -1e-9, c: 0, d: -2.5, tx: 1.23456, ty: 0)
    #expect(Self.text { $0.transform(map) } == "0.0000625 -0.000000001 0 -2.5 1.2346 0 cm ")
  }

  /// A quadratic curve is the cubic one whose control points lie two thirds of the way to its own.
  @Test func quadraticCurvesBecomeCubic() {
    var path = Path()
    path.move(to: .zero)
    path.addQuadCurve(to: Point(x: 6, y: 0), control: Point(x: 3, y: 3))
    path.closeSubpath()
    #expect(Self.text { $0.path(path) } == "0 0 m 2 2 4 2 6 0 c h ")
  }

  /// The rows of a table that is not packed: the kind of place, and its two numbers.
  private static func rows(of bytes: [UInt8]) throws -> [(Int, Int, Int)] {
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.split(separator: "\n").dropLast().last.flatMap { Int($0) })
    let table = bytes[start...]
    let head = "stream\n"
    let first = try #require(table.indices.first { table[$0...].starts(with: head.utf8) })
    let data = Array(table[(first + head.utf8.count)...])
    let count = try #require(
      String(decoding: table, as: UTF8.self).firstMatch(of: /Size (\d+)/).flatMap { Int($0.1) })
    return (0..<count).map { row in
      let row = data[8 * row..<8 * row + 8].map { Int($0) }
      return (row[0], row[1...5].reduce(0) { $0 << 8 | $1 }, row[6] << 8 | row[7])
    }
  }

  @Test func theTableLeadsToEachObject() throws {
    let bytes = try Self.file(packs: false) { file in
      let (catalog, stream, unused) = (file.reserve(), file.reserve(), file.reserve())
      _ = unused
      try file.write(stream, stream: Array(repeating: 65, count: 1000))
      try file.write(catalog) { $0.dictionary { $0.entry("Type", name: "Catalog") } }
      return catalog
    }
    let rows = try Self.rows(of: bytes)
    #expect(rows.count == 5 && rows[0] == (0, 0, 0xFFFF))
    #expect(rows[3].0 == 0, "an object that was never written is free")
    for number in [1, 2, 4] {
      #expect(rows[number].0 == 1)
      #expect(bytes[rows[number].1...].starts(with: "\(number) 0 obj".utf8))
    }
    #expect(bytes.suffix(6).elementsEqual("%%EOF\n".utf8))
  }

  /// Small objects lie together in streams of at most 200, which the table says.
  @Test func smallObjectsArePackedTogether() throws {
    var plain: [UInt8] = []
    let bytes = try Self.file { file in
      let catalog = file.reserve()
      for number in 0..<450 {
        try file.write(file.reserve()) { $0.dictionary { $0.entry("N", number) } }
      }
      try file.write(catalog) { $0.dictionary { $0.entry("Type", name: "Catalog") } }
      return catalog
    }
    plain = try Self.file(packs: false) { file in
      let catalog = file.reserve()
      for number in 0..<450 {
        try file.write(file.reserve()) { $0.dictionary { $0.entry("N", number) } }
      }
      try file.write(catalog) { $0.dictionary { $0.entry("Type", name: "Catalog") } }
      return catalog
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.split(separator: "/ObjStm").count == 4)
    #expect(text.contains("/N 200") && text.contains("/N 51"))
    #expect(bytes.count * 4 < plain.count)
  }

  @Test func theSameObjectsGiveTheSameBytes() throws {
    func made(_ byte: UInt8) throws -> [UInt8] {
      try Self.file { file in
        let catalog = file.reserve()
        try file.write(catalog, stream: [byte])
        return catalog
      }
    }
    #expect(try made(1) == made(1))
    #expect(try made(1).suffix(120) != made(2).suffix(120))
  }

  @Test func anErrorOfTheOutputEndsTheFile() throws {
    struct Full: Error {}
    var left = 100
    #expect(throws: Full.self) {
      var file = try PDFFile { bytes in
        left -= bytes.count
        if left < 0 { throw Full() }
      }
      let reference = file.reserve()
      try file.write(reference, stream: Array(repeating: 7, count: 4000), isPacked: true)
    }
  }
}
