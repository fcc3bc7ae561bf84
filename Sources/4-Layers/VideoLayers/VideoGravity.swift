// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerCompositing

/// The place of a film in the bounds of its layer; the counterpart of `AVLayerVideoGravity`.
public enum VideoGravity: String, CaseIterable, Sendable {
  /// All of the film, as large as fits, in the middle.
  case resizeAspect
  /// The film covers the bounds, and sticks out on two sides; `masksToBounds` cuts it off.
  case resizeAspectFill
  /// The film is stretched to the bounds.
  case resize

  /// The gravity of contents of the same name.
  public var contentsGravity: ContentsGravity {
    switch self {
    case .resizeAspect: .resizeAspect
    case .resizeAspectFill: .resizeAspectFill
    case .resize: .resize
    }
  }

  /// The rectangle that a film fills.
  ///
  /// - Parameters:
  ///   - size: The size of the film; an empty one fills nothing.
  ///   - bounds: The bounds of the layer.
  public func rect(of size: Size, in bounds: Rect) -> Rect {
    guard size.width > 0, size.height > 0, bounds.width > 0, bounds.height > 0 else {
      return .zero
    }
    let (x, y) = (bounds.width / size.width, bounds.height / size.height)
    let factor: Double
    switch self {
    case .resize: return bounds
    case .resizeAspect: factor = min(x, y)
    case .resizeAspectFill: factor = max(x, y)
    }
    let (width, height) = (size.width * factor, size.height * factor)
    return Rect(
      x: bounds.minX + (bounds.width - width) / 2, y: bounds.minY + (bounds.height - height) / 2,
      width: width, height: height)
  }
}
