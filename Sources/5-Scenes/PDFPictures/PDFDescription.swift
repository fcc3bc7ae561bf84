// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import PDFFiles

/// What a file says of itself: its metadata as XMP (ISO 16684-1), and the space of its colours.
enum PDFDescription {
  /// Writes the metadata.
  ///
  /// - Parameter standards: The standards that the file follows.
  static func write(
    _ metadata: PDFWriter.Metadata, _ standards: [PDFWriter.Standard], to document: PDFDocument
  ) throws -> PDFReference {
    func escaped(_ text: String) -> String {
      text.unicodeScalars.reduce(into: "") { result, scalar in
        switch scalar {
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "&": result += "&amp;"
        // XML has no other controls.
        case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": break
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    var fields = ""
    if !metadata.title.isEmpty {
      fields += "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(metadata.title))"
      fields += "</rdf:li></rdf:Alt></dc:title>\n"
    }
    if !metadata.author.isEmpty {
      fields += "<dc:creator><rdf:Seq><rdf:li>\(escaped(metadata.author))</rdf:li></rdf:Seq>"
      fields += "</dc:creator>\n"
    }
    if !metadata.language.isEmpty {
      fields += "<dc:language><rdf:Bag><rdf:li>\(escaped(metadata.language))</rdf:li></rdf:Bag>"
      fields += "</dc:language>\n"
    }
    fields += "<pdf:Producer>AsyncTextLayer</pdf:Producer>\n"
    for standard in standards {
      switch standard {
      case .archive:
        fields += "<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>U</pdfaid:conformance>\n"
        // The schema of PDF/UA is none of those that PDF/A knows.
        if standards.contains(.accessible) { fields += universalSchema }
      case .accessible: fields += "<pdfuaid:part>1</pdfuaid:part>\n"
      }
    }
    let packet = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
        xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
      \(fields)</rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
    let reference = document.reserve()
    // Programs that know nothing of PDF look for the packet in the bytes of the file.
    try document.write(reference, stream: Array(packet.utf8), isPacked: true) {
      $0.entry("Type", name: "Metadata")
      $0.entry("Subtype", name: "XML")
    }
    return reference
  }

  /// The description of the field `pdfuaid:part` for readers of PDF/A (ISO 19005-2, §6.6.2.3).
  private static let universalSchema = """
    <pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
      xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>part</pdfaProperty:name>
    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
    <pdfaProperty:category>internal</pdfaProperty:category>
    <pdfaProperty:description>The part of ISO 14289</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>

    """

  /// Writes the space of the colours of a file for archives: sRGB.
  static func writeIntent(to document: PDFDocument) throws -> PDFReference {
    let (profile, intent) = (document.reserve(), document.reserve())
    try document.write(profile, stream: ColorProfile.sRGB) { $0.entry("N", 3) }
    try document.write(intent) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "OutputIntent")
        $0.entry("S", name: "GTS_PDFA1")
        $0.entry("OutputConditionIdentifier", text: "sRGB IEC61966-2.1")
        $0.entry("DestOutputProfile", profile)
      }
    }
    return intent
  }
}

/// Profiles of colour spaces (ICC.1:2010).
enum ColorProfile {
  /// The colours of sRGB (IEC 61966-2-1), adapted to the white of D50.
  static let sRGB: [UInt8] = {
    func number(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func fixed(_ value: Double) -> [UInt8] {
      number(UInt32(bitPattern: Int32((value * 65536).rounded())))
    }
    func name(_ text: String) -> [UInt8] { Array(text.utf8) }
    func text(_ text: String) -> [UInt8] {
      name("mluc") + number(0) + number(1) + number(12) + name("enUS")
        + number(UInt32(2 * text.utf8.count)) + number(28) + text.utf8.flatMap { [0, $0] }
    }
    func point(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
      name("XYZ ") + number(0) + [x, y, z].flatMap(fixed)
    }
    let curve =
      name("para") + number(0) + [0, 3, 0, 0]
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
    let adaptation =
      name("sf32") + number(0)
      + [
        1.047882, 0.022919, -0.050201, 0.029587, 0.990479, -0.017059, -0.009232, 0.015076,
        0.751678,
      ].flatMap(fixed)
    let tags: [(names: [String], bytes: [UInt8])] = [
      (["desc"], text("sRGB")), (["cprt"], text("CC0")), (["wtpt"], point(0.9642, 1, 0.8249)),
      (["chad"], adaptation), (["rXYZ"], point(0.43607, 0.22249, 0.01392)),
      (["gXYZ"], point(0.38515, 0.71687, 0.09708)), (["bXYZ"], point(0.14307, 0.06061, 0.7141)),
      (["rTRC", "gTRC", "bTRC"], curve),
    ]
    let count = tags.reduce(0) { $0 + $1.names.count }
    var (table, data) = (number(UInt32(count)), [UInt8]())
    for tag in tags {
      for tagName in tag.names {
        table += name(tagName) + number(UInt32(128 + 4 + 12 * count + data.count))
        table += number(UInt32(tag.bytes.count))
      }
      data += tag.bytes
      while data.count & 3 != 0 { data.append(0) }
    }
    let size = 128 + table.count + data.count
    var header = number(UInt32(size)) + number(0) + number(0x0420_0000)
    header += name("mntrRGB XYZ ") + [7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + name("acsp")
    header += [UInt8](repeating: 0, count: 28) + [0.9642, 1, 0.8249].flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }()
}
