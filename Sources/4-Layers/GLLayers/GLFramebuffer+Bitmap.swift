// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  import CanvasGeometry
  public import CanvasDrawing

  extension GLFramebuffer {
    /// Reads the pixels back as a bitmap. Row 0 is the top, where OpenGL's y is greatest, and
    /// colours are premultiplied. Blocks until the drawing is done. O(pixels).
    ///
    /// - Parameters:
    ///   - alphaMode: The meaning of the colours in the framebuffer.
    ///   - isOpaque: Whether alpha is 1 everywhere, whatever was drawn.
    ///   - gl: The context, which is current.
    /// - Throws: ``GLError`` with `framebufferIncomplete`, `allocationFailed`, `contextLost`, and
    ///   `operation` for an earlier call that was refused.
    public func bitmap(
      alphaMode: GLDrawableProperties.AlphaMode = .premultiplied, isOpaque: Bool = false,
      in gl: borrowing CurrentGLContext
    ) throws(GLError) -> Bitmap {
      try bind(in: gl)
      try gl.checkErrors()
      var buffer: BitmapBuffer
      do throws(GraphicsError) {
        buffer = try BitmapBuffer(width: size.width, height: size.height, zeroed: false)
      } catch {
        throw GLError(.allocationFailed, error.message)
      }
      read(into: &buffer, gl)
      try gl.checkErrors()
      let rows = PixelRows(
        width: size.width, height: size.height, stride: buffer.bytesPerRow / 4)
      buffer.withMutablePixels { pixels in
        rows.flipVertically(&pixels)
        if isOpaque {
          rows.changeTranslucent(&pixels) { $0 | 0xFF00_0000 }
        } else if alphaMode == .straight {
          rows.changeTranslucent(&pixels, Self.premultiplied)
        } else {
          rows.changeTranslucent(&pixels, Self.cutToAlpha)
        }
      }
      return buffer.freeze()
    }

    /// Reads the rows, the lowest first.
    private func read(into buffer: inout BitmapBuffer, _ gl: borrowing CurrentGLContext) {
      let (stride, rowCount) = (buffer.bytesPerRow, GLsizei(size.height))
      let (width, format) = (GLsizei(size.width), GLenum(GL_RGBA))
      glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
      // OpenGL ES 2 cannot read into rows that are longer than the width: it reads row by row.
      let readsWhole = gl.majorVersion >= 3
      if readsWhole {
        glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
        for name in [GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS] { glPixelStorei(GLenum(name), 0) }
        glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(stride / 4))
      }
      unsafe buffer.withUnsafeMutableBytes { bytes in
        let type = GLenum(GL_UNSIGNED_BYTE)
        if readsWhole {
          // The call writes `rowCount` rows of `stride` bytes.
          unsafe glReadPixels(0, 0, width, rowCount, format, type, bytes.baseAddress)
        } else {
          for row in 0..<rowCount {
            // The call writes `width` pixels of one row: at most `stride` bytes.
            unsafe glReadPixels(
              0, row, width, 1, format, type,
              bytes.baseAddress.map { unsafe $0 + Int(row) * stride })
          }
        }
      }
    }

    /// A straight pixel times its alpha, rounded.
    private static func premultiplied(_ pixel: UInt32) -> UInt32 {
      let alpha = pixel >> 24
      func times(_ shift: UInt32) -> UInt32 {
        (((pixel >> shift & 0xFF) * alpha + 127) / 255) << shift
      }
      return alpha << 24 | times(0) | times(8) | times(16)
    }

    /// A pixel whose colours are at most its alpha, as those of premultiplied pixels are.
    private static func cutToAlpha(_ pixel: UInt32) -> UInt32 {
      let alpha = pixel >> 24
      func cut(_ shift: UInt32) -> UInt32 { min(pixel >> shift & 0xFF, alpha) << shift }
      return alpha << 24 | cut(0) | cut(8) | cut(16)
    }
  }

  /// The places of rows of pixels.
  private struct PixelRows {
    let width: Int
    let height: Int
    /// The pixels from one row to the next.
    let stride: Int

    /// Swaps the first row with the last, and so on.
    func flipVertically(_ pixels: inout MutableSpan<UInt32>) {
      for row in 0..<height / 2 {
        let (a, b) = (row * stride, (height - 1 - row) * stride)
        for x in 0..<width { pixels.swapAt(a + x, b + x) }
      }
    }

    /// Changes the pixels that are neither opaque nor clear black.
    @inline(__always)
    func changeTranslucent(_ pixels: inout MutableSpan<UInt32>, _ change: (UInt32) -> UInt32) {
      for row in 0..<height {
        for i in row * stride..<row * stride + width {
          let pixel = pixels[i]
          if pixel >> 24 != 255 { pixels[i] = change(pixel) }
        }
      }
    }
  }
#endif
