// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import CanvasDrawing
public import FoundationEssentials
public import TextFonts
public import TextShaping
public import TextTypesetting

// Foundation shows the description of each error as its `localizedDescription`.

extension FontError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension GraphicsError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension ShapingError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension TypesettingError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension DisplayError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
