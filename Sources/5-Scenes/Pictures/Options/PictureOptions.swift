// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import DocumentJSON
package import HTMLPages
package import ImageCodecs
internal import PDFPictures
package import StyledDocuments
package import SystemConcurrency
package import TextPainting
package import TextTypesetting

/// How a picture is drawn and packed: the values of the ``PictureOption``s.
package struct PictureOptions: Sendable {
  /// The format; `nil` to leave the choice to the entry point.
  package var format: PictureFormat?
  /// How the pixels are packed in their format.
  package var packing = PackingOptions()
  /// Whether pixels are black or white alone, also where ``format`` has others.
  package var isOneBit = false
  /// How pixels become black or white.
  package var oneBit = OneBitOptions()
  /// Whether the options and the format together want black and white. Opacity alone has neither.
  var isBlackAndWhite: Bool { (isOneBit || format?.isOneBit == true) && format != .a8 }
  /// Device pixels per point, above 0; `nil` for 1 or, in a scene, for the scale of the scene.
  package var scale: Double?
  /// The space around the layout box, in points.
  package var padding = 0.0
  /// The colour behind the text; clear if `nil`.
  package var background: Color?
  /// The size of the picture in points; `nil` for the size of the layout with its padding.
  package var canvas: Size?
  /// The width of a page in points; `nil` for 800.
  package var width: Double?
  /// The height of a page in points; `nil` for that of its contents.
  package var height: Double?
  /// The medium of a page and its style sheets.
  package var page = HTMLPageOptions()
  /// The standards that a PDF says it follows.
  var standards: Set<PDFWriter.Standard> = []
  /// The place of ``anchor`` on the canvas, in points from the top left; `nil` for the corner.
  package var origin: Point?
  package var anchor = PictureAnchor.start
  /// Whether the picture grows until no ink is cut off.
  package var fitsInk = false
  package var drawing = TextDrawingOptions(gridFitting: .heights)
  /// The point in time of a scene, in seconds; `nil` for the time in the scene's JSON.
  package var time: Double?
  /// Whether unknown keys, and pictures that cannot be shown, are errors.
  package var isStrict = false
  /// The folder outside which no picture is read; `nil` for no bound.
  package var imageRoot: String?
  /// Whether the result reports the places of layers and texts.
  package var tellsFrames = false
  /// The options that were read, with their values.
  package internal(set) var given: [PictureOption: JSONValue] = [:]
  /// The places in JSON from which options were read.
  var places: [PictureOption: DocumentKey] = [:]

  package init() {}

  /// Device pixels per point for a document, which has no scale of its own.
  package var documentScale: Double { scale ?? 1 }

  /// Reads the options of a batch line.
  ///
  /// - Parameters:
  ///   - key: The key of the object.
  ///   - others: The names of members that the caller reads itself.
  ///   - unknownKeys: The list to which unknown members are appended.
  /// - Throws: `DocumentError` with `malformed`, or `unknownKey` where the options are strict.
  package mutating func read(
    _ object: JSONObject, _ key: DocumentKey, besides others: [String] = [],
    unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    for member in object.members where !others.contains(member.name) {
      let place = key.at(member)
      guard let option = PictureOption(rawValue: member.name) else {
        unknownKeys.append(
          UnknownKey(place, member.name, known: PictureOption.keys + others))
        continue
      }
      try option.read(member.value, place, into: &self)
    }
    if isStrict, let unknown = unknownKeys.first { throw unknown.error }
  }

  /// Reads an option of a query.
  ///
  /// - Returns: Whether there is an option of this name.
  package mutating func read(_ name: String, word: String) throws(DocumentError) -> Bool {
    guard let option = PictureOption(rawValue: name) else { return false }
    try option.read(.string(word), DocumentKey(name), into: &self)
    return true
  }

  /// The options that were read, one on a line, sorted by name: `name=value`, a value that is not a
  /// string as canonical JSON.
  package var canonical: String {
    given.sorted { $0.key.rawValue < $1.key.rawValue }.map { option, value in
      if case .string(let text) = value { return "\(option.rawValue)=\(text)" }
      var writer = JSONWriter()
      writer.canonical(value)
      return "\(option.rawValue)=\(String(decoding: writer.takeBytes(), as: UTF8.self))"
    }.joined(separator: "\n")
  }

  /// Checks options against each other and against the contents, once all are read.
  ///
  /// - Parameters:
  ///   - contents: The kind of the contents.
  ///   - name: How the entry point calls an option.
  /// - Throws: `DocumentError` with `malformed`, `unsupported` or `tooLarge`.
  package func check(
    for contents: PictureOption.Contents, _ name: (PictureOption) -> String = \.rawValue
  ) throws(DocumentError) {
    let what = contents.name
    for option in PictureOption.allCases
    where given[option] != nil && !option.contents.contains(contents) {
      throw error(option, "it has no effect on a \(what)", name: name)
    }
    if contents != .document, let format, !format.drawsLayers {
      throw error(
        .format, "\(what)s are drawn as pixels, PDF or SVG with all that a PNG shows", .unsupported,
        name: name)
    }
    guard let canvas else {
      for option in [PictureOption.origin, .anchor] where given[option] != nil {
        throw error(option, "it needs \(name(.canvas))", name: name)
      }
      return
    }
    if fitsInk {
      throw error(.fitInk, "it does not go with \(name(.canvas))", name: name)
    }
    guard max(canvas.width, canvas.height) * documentScale <= Double(CanvasLimits.bitmapSide) else {
      throw error(
        .canvas, "a side is over \(CanvasLimits.bitmapSide) pixels, the most that is drawn",
        .tooLarge, name: name)
    }
  }

  /// The key of an option in errors and notes: its key path and its place in the JSON from which it
  /// was read, or the entry point's name.
  package func key(
    _ option: PictureOption, name: (PictureOption) -> String = \.rawValue
  ) -> DocumentKey {
    places[option] ?? DocumentKey(name(option))
  }

  /// An error about an option that was read.
  package func error(
    _ option: PictureOption, _ message: String, _ code: DocumentError.Code = .malformed,
    name: (PictureOption) -> String = \.rawValue
  ) -> DocumentError {
    key(option, name: name).error(message, code)
  }

  /// Notes about options that were given and have no effect together with the other options.
  ///
  /// - Parameters:
  ///   - isDrawn: Whether there is a picture, and not its places alone.
  ///   - entryName: How the entry point calls an option that is not from JSON.
  package func idleNotes(
    isDrawn: Bool = true, _ entryName: (PictureOption) -> String = \.rawValue
  ) -> [String] {
    func name(_ option: PictureOption) -> String { key(option, name: entryName).path }
    var notes: [String] = []
    if origin != nil, given[.padding] != nil {
      notes.append("\(name(.padding)): it has no effect with \(name(.origin))")
    }
    if origin == nil, given[.anchor] != nil {
      notes.append("\(name(.anchor)): it has no effect without \(name(.origin))")
    }
    let packed = format ?? .png
    if given[.standard] != nil, packed != .pdf {
      notes.append("\(name(.standard)): it has an effect on PDF alone")
    }
    if given[.paper] != nil, packed != .pdf || height != nil {
      notes.append("\(name(.paper)): it has an effect on PDF without a height alone")
    }
    if !isDrawn || packed.isVector || !isBlackAndWhite {
      for option in [.dither, .threshold] as [PictureOption] where given[option] != nil {
        notes.append("\(name(option)): it has an effect on black and white pixels alone")
      }
    }
    if given[.oneBit] != nil, isDrawn, packed.isVector || packed == .a8 {
      notes.append("\(name(.oneBit)): it has no effect on shapes and opacity, only on pixels")
    }
    var idle: [PictureOption] = [.format, .quality, .effort, .background, .oneBit]
    if isDrawn {
      idle = (packed.hasQuality ? [] : [.quality]) + (packed.hasEffort ? [] : [.effort])
    }
    for option in idle where given[option] != nil {
      let what = isDrawn ? packed.name : "places, only on a picture"
      notes.append("\(name(option)): it has no effect on \(what)")
    }
    if format == .svg, given[.gridFitting] != nil {
      notes.append("\(name(.gridFitting)): it has no effect on shapes, only on pixels")
    }
    return notes
  }

  // MARK: Geometry

  /// The ink of a layout in points; with ``fitsInk``, the bounds of all pixels that are drawn.
  /// `nil` if nothing is drawn.
  package func ink(of layout: TextLayout, _ cancellation: Cancellation = .never) throws -> Rect? {
    let ink = try layout.inkBounds(
      scale: fitsInk ? documentScale : nil, options: drawing, cancellation: cancellation)
    return ink.isEmpty ? nil : ink
  }

  /// The size of the picture of a layout, and the place of the layout in it.
  ///
  /// - Parameter ink: The ink of the layout, in points.
  package func geometry(for layout: TextLayout, ink: Rect?) -> PictureGeometry {
    if let canvas {
      return PictureGeometry(
        canvas: canvas, place: origin, anchor: anchor, padding: padding, layout: layout)
    }
    var geometry = PictureGeometry(box: layout.size, padding: padding, scale: documentScale)
    if fitsInk, let ink { geometry.fit(ink, padding: padding, scale: documentScale) }
    return geometry
  }
}
