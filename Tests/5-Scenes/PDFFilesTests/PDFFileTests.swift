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

  @Test func theTableLeadsToEachObject() throws {
    let bytes = try Self.file { file in
      let (catalog, stream, unused) = (file.reserve(), file.reserve(), file.reserve())
      _ = unused
      try file.write(stream, stream: Array(repeating: 65, count: 1000))
      try file.write(catalog) { $0.dictionary { $0.entry("Type", name: "Catalog") } }
      return catalog
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let rows = text.split(separator: "\n").drop { $0 != "xref" }.dropFirst(2)
    let entries = Array(rows.prefix { $0.hasSuffix(" n ") || $0.hasSuffix(" f ") })
    #expect(entries.count == 4 && entries[0] == "0000000000 65535 f ")
    #expect(entries[3].hasSuffix("f "))
    for number in 1...2 {
      let place = try #require(Int(entries[number].prefix(10)))
      #expect(bytes[place...].starts(with: "\(number) 0 obj".utf8))
    }
    let start = try #require(Int(text.split(separator: "\n").dropLast().last ?? ""))
    #expect(bytes[start...].starts(with: "xref".utf8) && text.hasSuffix("%%EOF\n"))
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
