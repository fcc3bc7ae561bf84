// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// What a page is shown on: what media queries ask for and what `vw` refers to.
public struct MediaEnvironment: Sendable, Hashable {
  /// The kind of the medium.
  public enum Medium: String, Sendable, Hashable { case screen, print }
  /// The colours that the reader prefers.
  public enum ColorScheme: String, Sendable, Hashable { case light, dark }

  /// The room of the page, in points.
  public var viewport: Size
  /// The pixels of a point.
  public var scale: Double
  /// The kind of the medium.
  public var medium: Medium
  /// The colours that the reader prefers.
  public var colorScheme: ColorScheme

  /// Creates an environment.
  public init(
    viewport: Size, scale: Double = 1, medium: Medium = .screen, colorScheme: ColorScheme = .light
  ) {
    (self.viewport, self.scale) = (viewport, scale)
    (self.medium, self.colorScheme) = (medium, colorScheme)
  }
}
