// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerModel
internal import TextLayers
internal import TextTypesetting

// MARK: - Commits

extension LabelUnderTest: AsyncLayerObserver {

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    guard let contents, let snapshot = journal.open[contents.generation] else { return }
    shownGeneration = contents.generation
    findings.expect(
      contents.generation == journal.lastPublished, .oneSnapshot, "shown, not published")
    findings.expect(
      contents.size == snapshot.size && contents.scale == scale
        && contents.image.pixelSize == snapshot.size.pixels(scale: scale), .oneSnapshot,
      "label \(index) shows \(contents.size), asked \(snapshot.size)")
    guard let layout = contents.layOutNow() else {
      return findings.report(.oneSnapshot, "the contents of label \(index) have no layout")
    }
    findings.expect(
      layout.text.string == snapshot.text.text.string
        && layout.container.width == snapshot.size.width, .oneSnapshot,
      "the layout of label \(index) is of another snapshot")
    var places: Set<Int> = []
    var sizes: [Size] = []
    for placed in layout.attachments {
      sizes.append(placed.rect.size)
      if check(placed, in: contents.image, snapshot.text) { places.insert(placed.offset) }
    }
    guard snapshot.textNumber == textNumber, snapshot.size == layer.bounds.size else { return }
    let visible = Set(layout.attachments.map(\.offset))
    findings.expect(
      shownPlaces.intersection(visible).isSubset(of: places), .keptPictures,
      "label \(index) lost a picture")
    shownPlaces.formUnion(places)
    layouts.insert(sizes)
    findings.expect(
      layouts.count <= 1 + text.lateSizeCount, .oneLayoutPerLateSize,
      "label \(index): \(layouts.count) layouts for \(text.lateSizeCount) late sizes")
  }

  /// Checks the place of a picture: its request, its rectangle, and the pixel in its middle.
  ///
  /// - Returns: Whether the place shows the picture.
  private func check(
    _ placed: PlacedAttachment, in bitmap: Bitmap, _ text: StormText
  ) -> Bool {
    guard let place = text.places[placed.offset],
      let content = placed.attachment.content as? ImageAttachment,
      content.request == place.image.request
    else {
      findings.report(.oneSnapshot, "label \(index) has no picture at \(placed.offset)")
      return false
    }
    let isThere = content.bitmap != nil
    let size = place.size ?? (isThere ? place.image.size : nil)
    if let size {
      findings.expect(
        placed.rect.size == size, .pictureSizes,
        "label \(index) shows \(place.image.number) as \(placed.rect.size), not \(size)")
    }
    if let found = content.bitmap?.pixel(x: 0, y: 0) {
      findings.expect(
        found == place.image.pixel, .noForeignPicture,
        "label \(index) has \(String(found, radix: 16)) for picture \(place.image.number)")
    }
    let (x, y) = (Int(placed.rect.midX * scale), Int(placed.rect.midY * scale))
    guard x >= 0, x < bitmap.width, y >= 0, y < bitmap.height else { return isThere }
    let pixel = bitmap.pixel(x: x, y: y)
    findings.expect(
      pixel == (isThere ? place.image.pixel : StormImage.placeholderPixel), .noForeignPicture,
      "label \(index) shows \(String(pixel, radix: 16)) at picture \(place.image.number)"
        + (isThere ? "" : ", which is not there"))
    return isThere
  }
}

// MARK: - Rest

extension LabelUnderTest {
  /// Whether the contents show a text with all of its pictures that have room.
  var showsAllPictures: Bool {
    guard let layer, shownGeneration == journal.lastAccepted, let layout = layer.layOutNow() else {
      return false
    }
    return layout.attachments.allSatisfy {
      ($0.attachment.content as? ImageAttachment)?.bitmap != nil
    }
  }

  /// Checks that the label shows its last request; nothing may be under way.
  func checkSettled() {
    guard let layer else { return }
    findings.expect(
      journal.open.isEmpty, .oneOutcome,
      "label \(index): \(journal.open.count) without an outcome")
    findings.expect(
      !layer.needsDisplay && !layer.isDisplaying && layer.contents != nil
        && shownGeneration == journal.lastAccepted && layer.text == text.text, .settledContents,
      "label \(index) shows \(shownGeneration), asked \(journal.lastAccepted)")
    findings.expect(
      showsAllPictures, .settledContents, "label \(index) waits for a picture for ever")
  }
}
