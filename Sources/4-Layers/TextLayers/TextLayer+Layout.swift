// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
import CanvasDrawing
public import CanvasGeometry
import TextModel
public import TextTypesetting

// The layout of the last commit.
extension TextLayer {
  /// The layout of the contents, if it was kept; never lays text out.
  ///
  /// Layouts are kept of texts over 128 UTF-16 code units, of texts that were measured with
  /// ``size(thatFits:)``, and if ``layOutNow()`` has returned them. For other short texts the
  /// property is `nil`, and whenever ``layOutNow()`` returns `nil`.
  ///
  /// - Complexity: O(1).
  public var layout: TextLayout? { committedSnapshot?.keptLayout }

  /// Returns the layout of the contents, and lays a short text out on the main queue if its layout
  /// was not kept.
  ///
  /// That happens at most once per commit, for texts of up to 128 UTF-16 code units only, and takes
  /// some 10 to 100 µs. See ``layout``.
  ///
  /// - Returns: The same object until the next commit; `nil` if the contents are not those of a
  ///   commit: there are none yet, they were cleared, a placeholder is shown, or a bitmap was
  ///   assigned.
  public func layOutNow() -> TextLayout? { committedSnapshot?.layOutNow() }
}

extension TextSnapshot {
  /// The colour of coverage-only contents.
  var tint: Color {
    var color = text.paint.value(ofRun: 0).color
    color.alpha = 1
    return color
  }
}

extension DisplayContents {
  /// The layout of a ``TextLayer``'s contents, if it was kept; see ``TextLayer/layout``. `nil` for
  /// the contents of other layers.
  public var layout: TextLayout? { payload(as: TextSnapshot.self)?.keptLayout }

  /// Returns the layout of a ``TextLayer``'s contents, and lays a short text out on the calling
  /// thread if its layout was not kept; see ``TextLayer/layOutNow()``. `nil` for the contents of
  /// other layers.
  public func layOutNow() -> TextLayout? { payload(as: TextSnapshot.self)?.layOutNow() }

  /// The colour for a ``TextLayer``'s contents in the format `alpha8`, opaque; `nil` for others.
  ///
  /// If `alpha8` was requested for a text with several colours, it is the first of them.
  public var tint: Color? {
    image.format == .alpha8 ? payload(as: TextSnapshot.self)?.tint : nil
  }
}
