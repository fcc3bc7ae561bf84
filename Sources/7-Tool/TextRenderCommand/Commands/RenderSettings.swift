// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import ImageCodecs
import Pictures
internal import StyledDocuments

/// The options of `render` about the picture.
struct RenderSettings: Sendable {
  /// The file that is written; `nil` for standard output.
  let output: String?
  let preview: Bool
  let picture: PictureOptions
  /// Whether the places of the text are written in place of a picture.
  let writesFrames: Bool
  let pageHeight: Double?

  /// The format of the picture.
  var format: PictureFormat { picture.format ?? .png }

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`, or `tooLarge`.
  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    writesFrames = arguments.contains(.frames)
    let path = arguments.value(.output)
    output = path == "-" ? nil : path
    preview = arguments.contains(.preview)
    var picture = try arguments.pictureOptions()
    if inBatch, let format = picture.format, !format.isVector, output == nil, !preview {
      throw .usage(CommandOption.output.typed, "is missing: a \(format.name) needs it in a batch")
    }
    // Black text on a transparent background is invisible in a dark terminal.
    if preview, path == nil, picture.background == nil { picture.background = .white }
    self.picture = picture
    pageHeight = try arguments.length(.pageHeight, over: 0)
    try CommandError.converting { () throws(DocumentError) in
      try picture.check(for: .document) { CommandOption.named($0) }
    }
    try checkCombinations()
  }

  private func checkCombinations() throws(CommandError) {
    func refuse(
      _ option: CommandOption, _ conflicts: [(Bool, String)]
    ) throws(CommandError) {
      if let conflict = conflicts.first(where: \.0) { throw .usage(option.typed, conflict.1) }
    }
    if writesFrames {
      try refuse(
        .frames,
        [
          (preview, "draws no picture, so --preview has no effect"),
          (pageHeight != nil, "tells the places in one picture, not on pages"),
        ])
    }
    let conversions = PageNames.conversions(in: output ?? "")
    if pageHeight == nil, let first = conversions.first(where: { $0.hasSuffix("d") }) {
      let pattern = "a name with \(first) is a pattern for pages, which needs --page-height"
      throw .usage(CommandOption.output.typed, pattern)
    }
    if pageHeight != nil {
      if conversions.count > 1 || conversions.first?.hasSuffix("s") == true {
        let list = conversions.joined(separator: " and ")
        throw .usage(CommandOption.output.typed, "a pattern has one %d or %03d, not \(list)")
      }
      try refuse(
        .pageHeight,
        [
          (output == nil, "needs --output FILE, from which pages are named"),
          (format != .png, "makes PNG pictures only"),
          (picture.canvas != nil, "does not go with --canvas"),
          (preview, "does not go with --preview"), (picture.fitsInk, "does not go with --fit-ink"),
        ])
    }
    if preview { try refuse(.preview, [(format != .png, "shows PNG pictures only")]) }
  }
}
