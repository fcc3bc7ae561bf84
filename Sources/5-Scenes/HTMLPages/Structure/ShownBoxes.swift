// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerCompositing

/// The layers that show the contents of boxes, as a page is painted.
final class ShownBoxes {
  /// The layers of the lines of a box or of its picture, by its number: several for a box that is
  /// broken.
  private(set) var contents: [Int: [LayerID]] = [:]
  /// The layers of the markers of items, by the number of their box.
  private(set) var markers: [Int: LayerID] = [:]
  /// Whether boxes are painted that were painted before: the head of a table on the next sheet.
  var isRepeating = false

  /// The identity of a layer that shows the lines or the picture of a box.
  func contents(of box: PageBox) -> LayerID? {
    if isRepeating { return nil }
    let id = LayerID()
    contents[box.number, default: []].append(id)
    return id
  }

  /// The identity of the layer of an item's marker.
  func marker(of box: PageBox) -> LayerID? {
    if isRepeating { return nil }
    let id = LayerID()
    markers[box.number] = id
    return id
  }
}
