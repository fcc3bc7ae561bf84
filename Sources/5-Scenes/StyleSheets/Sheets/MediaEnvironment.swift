// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// What a page is shown on: what media queries ask for and what `vw` refers to.
package struct MediaEnvironment: Sendable, Hashable {
  /// The kind of the medium.
  package enum Medium: String, Sendable { case screen, print }
  /// The colours that the reader prefers.
  package enum ColorScheme: String, Sendable { case light, dark }

  /// The room of the page, in points.
  package var viewport: Size
  /// The pixels of a point.
  package var scale: Double
  /// The kind of the medium.
  package var medium: Medium
  /// The colours that the reader prefers.
  package var colorScheme: ColorScheme

  /// Creates an environment.
  package init(
    viewport: Size, scale: Double = 1, medium: Medium = .screen, colorScheme: ColorScheme = .light
  ) {
    (self.viewport, self.scale) = (viewport, scale)
    (self.medium, self.colorScheme) = (medium, colorScheme)
  }
}
