// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import ImageCodecs
internal import SystemFiles

/// A file of PDF 1.7 that is written object by object (ISO 32000-1, §7.5): in memory are no more
/// than the places of the objects, and the small objects that are packed together next.
///
/// The same objects give the same bytes: the file's identifier is a hash of what stands before it.
package struct PDFFile: ~Copyable {
  /// Where an object is.
  private enum Place {
    /// The byte at which it begins.
    case byte(Int)
    /// The number of the stream that holds it, and its index there.
    case packed(stream: Int, index: Int)
  }

  private let output: ([UInt8]) throws -> Void
  /// The place of each object in the file; `nil` until it is written.
  private var places: [Place?] = []
  private var length = 0
  private var hash = SHA256()
  /// Whether streams are packed, and small objects together.
  private let packs: Bool
  /// The objects that are packed together next, each with its number.
  private var small: [(number: Int, bytes: [UInt8])] = []
  private var smallBytes = 0

  /// The most objects that are packed together, and the most bytes: a reader unpacks all of them
  /// for one.
  private static let packedObjects = 200
  private static let packedBytes = 1 << 16

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - packs: Whether streams are packed, and small objects together; a file without can be read
  ///     by eye.
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
    guard packs else {
      try begin(reference)
      return try write(syntax.bytes + Array("\nendobj\n".utf8))
    }
    small.append((reference.number, syntax.bytes))
    smallBytes += syntax.bytes.count
    if small.count >= Self.packedObjects || smallBytes >= Self.packedBytes { try pack() }
  }

  /// Writes the small objects as one stream (§7.5.7).
  private mutating func pack() throws {
    if small.isEmpty { return }
    let stream = reserve()
    var (head, bodies): (PDFSyntax, [UInt8]) = (PDFSyntax(), [])
    bodies.reserveCapacity(smallBytes)
    for (index, object) in small.enumerated() {
      head.integer(object.number)
      head.integer(bodies.count)
      bodies += object.bytes
      places[object.number - 1] = .packed(stream: stream.number, index: index)
    }
    let (count, first) = (small.count, head.bytes.count)
    (small, smallBytes) = ([], 0)
    try write(stream, stream: head.bytes + bodies) {
      $0.entry("Type", name: "ObjStm")
      $0.entry("N", count)
      $0.entry("First", first)
    }
  }

  /// Writes a stream.
  ///
  /// - Parameters:
  ///   - isPacked: Whether the bytes are packed already, in a way that `entries` name, or are not to
  ///     be packed.
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
    places[reference.number - 1] = .byte(length)
    var head: [UInt8] = []
    DecimalNumber.append(reference.number, to: &head)
    try write(head + Array(" 0 obj\n".utf8))
  }

  /// Ends the file with its table of objects, as a stream (§7.5.8).
  ///
  /// - Parameters:
  ///   - catalog: The document's catalogue.
  ///   - info: The dictionary of its metadata; `nil` for none.
  /// - Throws: What the output throws.
  package mutating func finish(catalog: PDFReference, info: PDFReference?) throws {
    try pack()
    let table = reserve()
    let start = length
    places[table.number - 1] = .byte(start)
    // Each row has the kind of place, five bytes, and two more: those of files below 1 TiB.
    var rows: [UInt8] = []
    rows.reserveCapacity(8 * (places.count + 1))
    func append(_ kind: UInt8, _ value: Int, _ last: Int) {
      rows.append(kind)
      for shift in stride(from: 32, through: 0, by: -8) {
        rows.append(UInt8(truncatingIfNeeded: value >> shift))
      }
      rows.append(UInt8(truncatingIfNeeded: last >> 8))
      rows.append(UInt8(truncatingIfNeeded: last))
    }
    append(0, 0, 0xFFFF)
    for place in places {
      switch place {
      // Objects that were reserved and never written are free.
      case nil: append(0, 0, 0xFFFF)
      case .byte(let byte): append(1, byte, 0)
      case .packed(let stream, let index): append(2, stream, index)
      }
    }
    let (identifier, size) = (hash.digest.prefix(16), places.count + 1)
    try write(table, stream: rows) { syntax in
      syntax.entry("Type", name: "XRef")
      syntax.entry("Size", size)
      syntax.key("W")
      syntax.array { for width in [1, 5, 2] { $0.integer(width) } }
      syntax.entry("Root", catalog)
      if let info { syntax.entry("Info", info) }
      syntax.key("ID")
      syntax.array {
        $0.string(identifier)
        $0.string(identifier)
      }
    }
    try write(Array("startxref\n\(start)\n%%EOF\n".utf8))
  }
}
