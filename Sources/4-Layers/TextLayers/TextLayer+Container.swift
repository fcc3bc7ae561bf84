// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerModel
public import TextModel
public import TextPainting
public import TextTypesetting

// The rules by which the text is set and drawn.
extension TextLayer {
  /// The choices for small and for light text; a new value needs a display.
  public var drawingOptions: TextDrawingOptions {
    get { options.drawing }
    set {
      if newValue == options.drawing { return }
      options.drawing = newValue
      setNeedsDisplay()
    }
  }

  /// The container of the text, as the next display uses it.
  ///
  /// Its width and height are those of `bounds`. Setting a container leaves `bounds` as they are,
  /// and takes everything else.
  public var container: TextContainer {
    get {
      var container = options.container
      let size = bounds.size
      container.width = size.width
      container.height = size.height
      return container
    }
    set {
      var rules = newValue
      (rules.width, rules.height) = (nil, nil)
      if rules == options.container { return }
      let isSameToken = rules.token == options.container.token
      options.container = rules
      if !isSameToken { openToken() }
      setNeedsDisplay()
      boxesChanged()
    }
  }

  /// Whether lines end at the layer's width; otherwise they end at mandatory breaks only, and are
  /// aligned and truncated in the width. Part of the ``container``.
  public var isWrapped: Bool {
    get { options.container.isWrapped }
    set { container.isWrapped = newValue }
  }

  /// The largest number of lines shown; 0 for as many as fit. Part of the ``container``.
  public var maximumLines: Int {
    get { options.container.maximumLines }
    set { container.maximumLines = newValue }
  }

  /// The treatment of text that does not fit. Part of the ``container``.
  public var truncation: TextContainer.Truncation {
    get { options.container.truncation }
    set { container.truncation = newValue }
  }

  /// The characters drawn in place of text left out. Part of the ``container``.
  public var ellipsis: String {
    get { options.container.ellipsis }
    set { container.ellipsis = newValue }
  }

  /// The text drawn in place of text left out, in its own styles; `nil` for the ``ellipsis``. Part
  /// of the ``container``.
  public var truncationToken: AttributedText? {
    get { options.container.token }
    set { container.token = newValue }
  }

  /// The distances between the edges of `bounds` and the room for lines, in points. Part of the
  /// ``container``.
  public var insets: EdgeInsets {
    get { options.container.insets }
    set { container.insets = newValue }
  }

  /// The place of the lines in the height of `bounds`. Part of the ``container``.
  public var verticalAlignment: TextContainer.VerticalAlignment {
    get { options.container.verticalAlignment }
    set { container.verticalAlignment = newValue }
  }

  /// The direction of lines, and that in which they follow each other. Part of the ``container``.
  public var writingMode: WritingMode {
    get { options.container.writingMode }
    set { container.writingMode = newValue }
  }

  /// The least factor by which text that does not fit is made smaller; 1 for none. Part of the
  /// ``container``.
  public var minimumScale: Double {
    get { options.container.minimumScale }
    set { container.minimumScale = newValue }
  }
}
