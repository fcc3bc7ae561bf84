// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import ImageCodecs
internal import SystemFiles

/// A file of PDF 1.7 that is written object by object (ISO 32000-1, §7.5): in memory are no more
/// than the places of the objects.
///
/// The same objects give the same bytes: the file's identifier is a hash of what stands before it.
package struct PDFFile: ~Copyable {
  private let output: ([UInt8]) throws -> Void
  /// The place of each object in the file; `nil` until it is written.
  private var places: [Int?] = []
  private var length = 0
  private var hash = SHA256()
  /// Whether streams are packed.
  private let packs: Bool

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - packs: Whether streams are packed; unpacked ones can be read by eye.
  ///   - output: Takes the bytes, in order.
  /// - Throws: What `output` throws.
  package init(packs: Bool = true, output: @escaping ([UInt8]) throws -> Void) throws {
    (self.packs, self.output) = (packs, output)
    // Four bytes above 127 tell programs that the file is no text.
    try write(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    hash.update(bytes)
    length += bytes.count
    try output(bytes)
  }

  /// Gives the number of an object that is written later.
  package mutating func reserve() -> PDFReference {
    places.append(nil)
    return PDFReference(number: places.count)
  }

  /// Writes an object.
  ///
  /// - Throws: What the output throws.
  package mutating func write(
    _ reference: PDFReference, _ body: (inout PDFSyntax) -> Void
  ) throws {
    var syntax = PDFSyntax()
    body(&syntax)
    try begin(reference)
    try write(syntax.bytes + Array("\nendobj\n".utf8))
  }

  /// Writes a stream.
  ///
  /// - Parameters:
  ///   - isPacked: Whether the bytes are packed already, in a way that `entries` name.
  ///   - entries: Appends entries of its dictionary besides those of length and packing.
  /// - Throws: What the output throws.
  package mutating func write(
    _ reference: PDFReference, stream bytes: [UInt8], isPacked: Bool = false,
    _ entries: (inout PDFSyntax) -> Void = { _ in }
  ) throws {
    var (bytes, isDeflated) = (bytes, false)
    if packs, !isPacked, bytes.count > 64, let packed = ZlibStream.packed(bytes),
      packed.count < bytes.count
    {
      (bytes, isDeflated) = (packed, true)
    }
    var syntax = PDFSyntax()
    syntax.dictionary {
      entries(&$0)
      if isDeflated { $0.entry("Filter", name: "FlateDecode") }
      $0.entry("Length", bytes.count)
    }
    try begin(reference)
    try write(syntax.bytes + Array("\nstream\n".utf8))
    try write(bytes)
    try write(Array("\nendstream\nendobj\n".utf8))
  }

  private mutating func begin(_ reference: PDFReference) throws {
    places[reference.number - 1] = length
    var head: [UInt8] = []
    DecimalNumber.append(reference.number, to: &head)
    try write(head + Array(" 0 obj\n".utf8))
  }

  /// Ends the file with its table of objects.
  ///
  /// - Parameters:
  ///   - catalog: The document's catalogue.
  ///   - info: The dictionary of its metadata; `nil` for none.
  /// - Throws: What the output throws.
  package mutating func finish(catalog: PDFReference, info: PDFReference?) throws {
    let start = length
    var table: [UInt8] = Array("xref\n0 ".utf8)
    DecimalNumber.append(places.count + 1, to: &table)
    table += Array("\n0000000000 65535 f \n".utf8)
    for place in places {
      // Objects that were reserved and never written are free.
      let digits = Array("\(place ?? 0)".utf8)
      table += [UInt8](repeating: 0x30, count: max(0, 10 - digits.count)) + digits
      table += Array((place == nil ? " 65535 f \n" : " 00000 n \n").utf8)
      if table.count >= 1 << 16 {
        try write(table)
        table = []
      }
    }
    try write(table)
    let identifier = hash.digest.prefix(16)
    var trailer = PDFSyntax()
    trailer.raw("trailer")
    trailer.dictionary { syntax in
      syntax.entry("Size", places.count + 1)
      syntax.entry("Root", catalog)
      if let info { syntax.entry("Info", info) }
      syntax.key("ID")
      syntax.array {
        $0.string(identifier)
        $0.string(identifier)
      }
    }
    try write(trailer.bytes + Array("\nstartxref\n\(start)\n%%EOF\n".utf8))
  }
}
