// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  public import CanvasGeometry
  public import CanvasDrawing

  /// A drawing with OpenGL; runs on the queue of a context, with the framebuffer bound, the
  /// viewport set to all of it, and the other state as in a new context.
  ///
  /// It uses only what it captured: the snapshot of the state to draw.
  public typealias GLDrawing =
    @Sendable (_ gl: borrowing CurrentGLContext, _ target: GLFramebuffer) throws -> Void

  extension GLContext {
    /// Draws a picture of its own, without a layer. Blocks; see ``runAndWait(_:)``.
    ///
    /// - Parameters:
    ///   - size: The size, in pixels.
    ///   - properties: The buffers of the framebuffer, and the meaning of its pixels.
    ///   - isOpaque: Whether the picture is opaque, whatever alpha is drawn.
    ///   - drawing: The drawing.
    /// - Throws: ``GLError``, and the errors of the drawing.
    public func bitmapAndWait(
      size: PixelSize, properties: GLDrawableProperties = GLDrawableProperties(),
      isOpaque: Bool = false,
      drawing: (_ gl: borrowing CurrentGLContext, _ target: GLFramebuffer) throws -> Void
    ) throws -> Bitmap {
      try runAndWait { gl in
        let target = try GLFramebuffer(size: size, hasDepth: properties.hasDepth, in: gl)
        return try gl.draw(
          drawing, into: target, isFresh: true, properties: properties, isOpaque: isOpaque)
      }
    }
  }

  extension CurrentGLContext {
    /// Draws into a framebuffer and reads the picture back.
    ///
    /// - Parameters:
    ///   - drawing: The drawing.
    ///   - target: The framebuffer.
    ///   - isFresh: Whether nothing has been drawn into it.
    ///   - properties: Whether its pixels stay, and what their colours mean.
    ///   - isOpaque: Whether the picture is opaque.
    func draw(
      _ drawing: (borrowing CurrentGLContext, GLFramebuffer) throws -> Void,
      into target: GLFramebuffer, isFresh: Bool,
      properties: GLDrawableProperties, isOpaque: Bool
    ) throws -> Bitmap {
      // Errors of earlier calls are dropped: they do not belong to this drawing.
      forgetErrors()
      resetState()
      try target.bind(in: self)
      var buffers: Int32 = properties.retainedBacking && !isFresh ? 0 : GL_COLOR_BUFFER_BIT
      if target.hasDepth { buffers |= GL_DEPTH_BUFFER_BIT }
      if buffers != 0 { glClear(GLbitfield(buffers)) }
      try drawing(self, target)
      return try target.bitmap(alphaMode: properties.alphaMode, isOpaque: isOpaque, in: self)
    }
  }
#endif
