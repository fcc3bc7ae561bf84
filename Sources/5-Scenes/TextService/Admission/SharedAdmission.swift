// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import ImageCodecs
internal import Pictures

/// The memory of the pictures of a request, taken from its share.
struct SharedAdmission: PictureAdmission {
  /// The approximate memory of a text while it is laid out, in bytes for each UTF-16 unit.
  static let textCost = StoredDocuments.layoutCost

  /// The approximate memory of the elements, styles, boxes and lines of a page while it is laid
  /// out, for each byte of its HTML.
  private static let pageCost = 128

  let share: AdmittedShare
  /// The most pixels of a picture.
  let pixelLimit: Int

  func take(_ cost: PictureCost) throws {
    switch cost {
    case .parts(let object, let isScene):
      try share.take(object.partMemory, for: isScene ? "The scene" : "The document")
    case .page(let bytes): try share.take(bytes * Self.pageCost, for: "The page")
    case .text(let units): try share.take(units * Self.textCost, for: "The text")
    case .paths(let bytes): try share.take(bytes, for: "The paths of the scene")
    case .result(let bytes, let what): try share.take(bytes, for: what)
    case .pixels(let size, let format, let isScene):
      // The pixels of a scene count twice, since a layer may be drawn into a bitmap of its own. Raw
      // formats copy the pixels once more, into the answer.
      let copies = (isScene ? 2 : 1) + (format.isRaw ? 1 : 0)
      let (count, overflows) = size.width.multipliedReportingOverflow(by: size.height)
      guard !overflows, count <= pixelLimit else {
        throw ServiceRefusal(
          413, "tooLarge",
          "The picture would have \(size.width)x\(size.height) pixels; it has \(pixelLimit) at "
            + "most.")
      }
      try share.take(count * 4 * copies, for: "The picture")
    }
  }

  func give(_ cost: PictureCost) {
    if case .paths(let bytes) = cost { share.give(bytes) }
  }
}
