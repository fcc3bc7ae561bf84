// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  public import CanvasGeometry
  public import AsyncDisplay
  public import LayerModel
  import CanvasDrawing

  /// A layer whose contents are drawn with OpenGL ES, after `CAEAGLLayer`.
  ///
  /// ```swift
  /// let layer = GLLayer()
  /// layer.frame = Rect(x: 20, y: 20, width: 300, height: 300)
  /// layer.drawFrame = { gl, target in
  ///   glClearColor(1, 1, 1, 1)
  ///   glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  ///   try BasicEffect().prepareToDraw(in: gl)
  ///   GLMesh.triangle.draw(in: gl)
  /// }
  /// ```
  ///
  /// All invalidations in one turn of the main queue lead to one display at its end. The drawing
  /// runs on the queue of the ``context``, into a framebuffer of ⌈bounds · contentsScale⌉ pixels;
  /// what it leaves there becomes the `contents`, on the main queue. Neither the main queue nor a
  /// render lane waits. A layer has one drawing on the queue at a time; while it is under way the
  /// newest display waits, and those before it are dropped.
  ///
  /// To animate, set ``drawFrame`` or call `setNeedsDisplay()` from a `DisplayLink`, and build
  /// what does not change once, as a ``GLMesh``. `LayerHost.settledFrame()` waits for displays.
  @MainActor
  open class GLLayer: Layer {
    /// The context that draws; several layers may share one. A new one displays the layer.
    public final var context: GLContext {
      didSet {
        if context === oldValue { return }
        forgetPending()
        slot = GLDisplaySlot(context)
        setNeedsDisplay()
      }
    }
    /// The buffers of the framebuffer; a new value displays the layer.
    public final var drawableProperties = GLDrawableProperties() {
      didSet { if drawableProperties != oldValue { setNeedsDisplay() } }
    }
    /// The drawing of the contents, unless a subclass overrides ``makeFrame()``; `nil` clears them.
    /// A new value displays the layer.
    public final var drawFrame: GLDrawing? { didSet { setNeedsDisplay() } }
    /// The effect of a new display on a drawing under way: with `latestOnly` its result is
    /// dropped; with `progressive`, the default, it is shown until the new one is there, if the
    /// size is still the same, so that a layer which is always invalid shows progress.
    public final var supersedePolicy = SupersedePolicy.progressive

    /// The error of the last display that has ended; `nil` if it was shown. After an error the old
    /// contents stay, and nothing is tried again by itself. ``GLError``, or what the drawing threw.
    public private(set) final var displayError: (any Error)?
    /// The numbers of displays so far, by outcome.
    package private(set) final var counts = GLDisplayCounts()

    private var slot: GLDisplaySlot
    /// The number of the newest display; it grows with each display.
    private var generation: UInt64 = 0
    /// The number of the newest display that has ended.
    private var ended: UInt64 = 0
    /// The number of the display up to which results are dropped.
    private var lastVoid: UInt64 = 0

    /// Creates a layer without extent and drawing, on the shared context.
    public override convenience init() { self.init(context: .shared) }

    /// Creates a layer without extent and drawing.
    ///
    /// - Parameter context: The context that draws.
    public init(context: GLContext) {
      self.context = context
      slot = GLDisplaySlot(context)
      super.init()
      needsDisplayOnBoundsChange = true
    }

    /// Drops the display that waits; the framebuffer ends on the queue of the context.
    deinit { slot.cancel() }

    /// Whether alpha is 1 everywhere, whatever is drawn; a new value displays the layer.
    open override var isOpaque: Bool {
      didSet { if isOpaque != oldValue { setNeedsDisplay() } }
    }

    /// Returns the drawing of the next display, or `nil` to clear the contents.
    ///
    /// It is called on the main queue at the start of each display, and takes there the snapshot
    /// that is drawn. The default implementation returns ``drawFrame``.
    open func makeFrame() -> GLDrawing? { drawFrame }

    /// Called on the main queue after new contents are shown. The default does nothing.
    open func didPresent() {}

    /// Whether a display waits or is being drawn.
    open override var isDisplaying: Bool { ended < generation }

    /// Marks all contents as out of date, as `setNeedsDisplay()` does.
    open override func setNeedsDisplay(_ rect: Rect) { setNeedsDisplay() }

    /// Starts a display now.
    ///
    /// A layer of less than a pixel, or without a drawing, has no contents. One that is too large
    /// has a ``displayError``.
    open override func display() {
      takeDirtyRect()
      guard bounds.size.isDrawable(scale: contentsScale), let drawing = makeFrame() else {
        forgetPending()
        displayError = nil
        contents = nil
        return
      }
      guard let size = bounds.size.pixels(scale: contentsScale) else {
        forgetPending()
        displayError = GLError(
          .tooLarge,
          "A layer of \(bounds.width) × \(bounds.height) points at \(contentsScale) pixels each is "
            + "over the limit of \(CanvasLimits.bitmapSide) pixels a side.")
        return
      }
      generation += 1
      counts.requested += 1
      let display = GLDisplay(
        generation: generation, bounds: bounds, scale: contentsScale, size: size,
        properties: drawableProperties, isOpaque: isOpaque, drawing: drawing
      ) { [weak self] display, result in
        self?.end(display, result)
      }
      if slot.submit(display) { counts.superseded += 1 }
    }

    /// Drops the results of displays that wait or are being drawn.
    private func forgetPending() {
      if slot.cancel() { counts.superseded += 1 }
      (lastVoid, ended) = (generation, generation)
      displayDidEnd()
    }

    private func end(_ display: GLDisplay, _ result: Result<Bitmap, any Error>) {
      ended = max(ended, display.generation)
      if !isWanted(display) {
        counts.superseded += 1
      } else {
        switch result {
        case .success(let image):
          counts.presented += 1
          displayError = nil
          show(image, drawnFor: display.bounds, scale: display.scale)
          didPresent()
        case .failure(let error):
          counts.failed += 1
          displayError = error
        }
      }
      displayDidEnd()
    }

    /// Whether the result of a display is taken over.
    private func isWanted(_ display: GLDisplay) -> Bool {
      if display.generation == generation, display.generation > lastVoid { return true }
      return supersedePolicy == .progressive && display.generation > lastVoid
        && display.size == bounds.size.pixels(scale: contentsScale)
    }
  }
#endif
