// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextGraphics
package import TextModel

/// What a client hands over for one display: the task and the snapshot of the owner's geometry.
package struct DisplayRequest: ~Copyable, Sendable {
  /// The task; `nil` clears the contents.
  package var task: AnyDisplayTask?
  /// The size, in points; any number.
  package let size: Size
  /// Device pixels per point; any number.
  package let scale: Double
  /// What comes of the two.
  package let geometry: Geometry
  package var isOpaque = false
  package var backgroundColor: Color?
  /// How pixels are kept; `nil` lets the task choose.
  package var format: PixelFormat? = .rgba8
  /// Draw on the commit queue, at once.
  package var isSynchronous = false
  package var contentsPolicy = ContentsPolicy.keepOld
  /// How long the display may take.
  package var deadline: Duration?

  package init(task: AnyDisplayTask?, size: Size, scale: Double) {
    self.task = task
    self.size = size
    self.scale = scale
    geometry = Geometry(size, scale: scale)
  }

  /// What can be done with the geometry.
  package enum Geometry: Hashable {
    case drawable(PixelSize)
    /// Less than a device pixel on a side: there is nothing to see.
    case empty
    /// Negative, not a number, infinite, or over the cap.
    case bad

    fileprivate init(_ size: Size, scale: Double) {
      // The usual case; what is no number, or infinite, fails here.
      let (width, height) = (size.width * scale, size.height * scale)
      let most = Double(TextLimits.bitmapSide)
      if scale > 0, width >= 1, height >= 1, width <= most, height <= most {
        let pixels = PixelSize(width: Self.roundedUp(width), height: Self.roundedUp(height))
        self =
          pixels.width * pixels.height * 4 <= TextLimits.bitmapBytes ? .drawable(pixels) : .bad
        return
      }
      guard size.width >= 0, size.height >= 0, size.width.isFinite, size.height.isFinite,
        scale.isFinite, scale >= 0
      else {
        self = .bad
        return
      }
      let isOverTheCap = size.isDrawable(scale: scale)
      self = !isOverTheCap && width.isFinite && height.isFinite ? .empty : .bad
    }

    /// As `Double.rounded(.up)` does, without a call.
    private static func roundedUp(_ length: Double) -> Int {
      let whole = Int(length)
      return Double(whole) < length ? whole + 1 : whole
    }
  }

  /// What the bitmap is filled with: an opaque owner's colour, on white as far as it lets it through.
  package var background: Color? {
    guard isOpaque else { return nil }
    guard let color = backgroundColor else { return .white }
    let alpha = min(max(color.alpha, 0), 1)
    func onWhite(_ component: Float) -> Float { min(max(component, 0), 1) * alpha + (1 - alpha) }
    return Color(
      red: onWhite(color.red), green: onWhite(color.green), blue: onWhite(color.blue), alpha: 1)
  }
}

/// Who shows what an owner displays. All calls come on the commit queue, with no lock held, so a client may be bound
/// to the main actor if its coordinator commits on the main queue.
package protocol DisplayClient: AnyObject {
  /// Takes the snapshot for a display.
  func prepareDisplay() -> DisplayRequest
  /// Shows new contents. It calls no user code: the members of a group are all shown before anybody is told.
  func show(_ update: DisplayUpdate)
  /// Tells that they are shown; here user code may run.
  func didShow(_ update: DisplayUpdate)
}

extension DisplayClient {
  package func didShow(_ update: DisplayUpdate) {}
}

/// What a client shows from now on.
package enum DisplayUpdate: Sendable {
  case contents(DisplayContents)
  case cleared
  case placeholder
}

/// What happens to displays, for tests and for the stress tool. Told on the commit queue, with no lock held.
package enum DisplayEvent: Sendable {
  case accepted(generation: UInt64)
  case published(generation: UInt64)
  case ended(generation: UInt64, DisplayOutcome)
}
