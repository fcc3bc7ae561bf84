// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry

/// A client's request for one display: the task and a snapshot of the geometry.
package struct DisplayRequest: ~Copyable, Sendable {
  /// The task; `nil` clears the contents.
  package var task: AnyDisplayTask?
  /// The size in points; any number.
  package let size: Size
  /// Device pixels per point; any number.
  package let scale: Double
  /// The validated size.
  package let geometry: Geometry
  package var isOpaque = false
  package var backgroundColor: Color?
  /// The pixel format; `nil` lets the task choose.
  package var format: PixelFormat? = .rgba8
  /// Whether the display is drawn on the commit queue, at once.
  package var isSynchronous = false
  package var contentsPolicy = ContentsPolicy.keepOld
  /// The longest time from the request to the commit.
  package var deadline: Duration?

  package init(task: AnyDisplayTask?, size: Size, scale: Double) {
    self.task = task
    self.size = size
    self.scale = scale
    geometry = Geometry(size, scale: scale)
  }

  package enum Geometry: Hashable, Sendable {
    case drawable(PixelSize)
    /// Less than a device pixel on a side: nothing is visible.
    case empty
    /// Negative, NaN, infinite, or over the limits of `CanvasLimits`.
    case bad

    fileprivate init(_ size: Size, scale: Double) {
      let (width, height) = (size.width * scale, size.height * scale)
      let most = Double(CanvasLimits.bitmapSide)
      // A NaN among the numbers makes the condition false, since comparisons with NaN are false.
      if scale > 0, width >= 1, height >= 1, width <= most, height <= most {
        let pixels = PixelSize(
          width: Int(width.rounded(.up)), height: Int(height.rounded(.up)))
        self =
          pixels.width * pixels.height * 4 <= CanvasLimits.bitmapBytes ? .drawable(pixels) : .bad
        return
      }
      let isEmpty =
        size.width >= 0 && size.height >= 0 && size.width.isFinite && size.height.isFinite
        && scale.isFinite && scale >= 0 && width.isFinite && height.isFinite
        && !size.isDrawable(scale: scale)
      self = isEmpty ? .empty : .bad
    }
  }

  /// The color that the bitmap is filled with: an opaque client's background over white.
  package var background: Color? {
    guard isOpaque else { return nil }
    guard let color = backgroundColor else { return .white }
    let alpha = min(max(color.alpha, 0), 1)
    func onWhite(_ component: Double) -> Double { min(max(component, 0), 1) * alpha + (1 - alpha) }
    return Color(
      red: onWhite(color.red), green: onWhite(color.green), blue: onWhite(color.blue), alpha: 1)
  }
}

/// An object that is displayed: it makes requests and shows their results.
///
/// All calls come on the commit queue with no lock held.
package protocol DisplayClient: AnyObject {
  /// Takes the snapshot for a display.
  func makeDisplayRequest() -> DisplayRequest
  /// Shows new contents. Must not call user code: all members of a group are shown before any
  /// callback runs.
  func show(_ update: DisplayUpdate)
  /// Runs after contents are shown, or with `nil` after they were cleared, and not for a
  /// placeholder; may call user code.
  func didCommit(_ contents: DisplayContents?)
  /// Runs when a display has ended, after ``didCommit(_:)`` if it was shown, and when a group is
  /// cancelled before the client's display has begun; may call user code.
  func didDisplay(_ outcome: DisplayOutcome)
}

extension DisplayClient {
  package func didCommit(_ contents: DisplayContents?) {}

  package func didDisplay(_ outcome: DisplayOutcome) {}
}

/// New contents of a client.
package enum DisplayUpdate: Sendable {
  case contents(DisplayContents)
  case cleared
  case placeholder
}

/// The events of displays, for tests and the stress tool; reported on the commit queue.
package enum DisplayEvent: Sendable {
  case accepted(generation: UInt64)
  case published(generation: UInt64)
  case ended(generation: UInt64, DisplayOutcome)
}
