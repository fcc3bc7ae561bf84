// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  public import CanvasGeometry

  /// The proof that a context is current: blocks of its queue get it, and it does not outlive them.
  public struct CurrentGLContext: ~Copyable {
    /// The context.
    public let context: GLContext

    /// The major version that the driver gave, 2 or 3.
    let majorVersion: Int

    init(_ context: GLContext) {
      self.context = context
      // The major version is the first digit of "OpenGL ES 3.2 …".
      let digit = Self.text(of: GL_VERSION).utf8.dropFirst("OpenGL ES ".utf8.count).first
      majorVersion = digit.map { Int($0) - Int(UInt8(ascii: "0")) } ?? 2
    }

    // The unsafe calls below are C functions of OpenGL, which write to variables of a known size.

    /// The text of `GL_VERSION`.
    public var version: String { Self.text(of: GL_VERSION) }

    private static func text(of name: Int32) -> String {
      guard let text = unsafe glGetString(GLenum(name)) else { return "" }
      return unsafe String(cString: text)
    }

    /// The greatest width and height that a framebuffer may have, in pixels, each at most
    /// `CanvasLimits.bitmapSide`.
    public var largestFramebuffer: PixelSize {
      var (side, sides) = (GLint(0), SIMD2<GLint>())
      unsafe glGetIntegerv(GLenum(GL_MAX_RENDERBUFFER_SIZE), &side)
      unsafe withUnsafeMutableBytes(of: &sides) { sides in
        // The call writes two numbers.
        unsafe glGetIntegerv(
          GLenum(GL_MAX_VIEWPORT_DIMS), sides.assumingMemoryBound(to: GLint.self).baseAddress)
      }
      return PixelSize(
        width: min(CanvasLimits.bitmapSide, Int(min(side, sides.x))),
        height: min(CanvasLimits.bitmapSide, Int(min(side, sides.y))))
    }

    /// Throws the first error of the calls so far, and forgets the others.
    ///
    /// - Throws: ``GLError`` with `operation`, `allocationFailed` or `contextLost`.
    public func checkErrors() throws(GLError) {
      let first = glGetError()
      if first == GLenum(GL_NO_ERROR) { return }
      forgetErrors()
      let number = GLError.hex(first)
      switch first {
      case GLenum(GL_OUT_OF_MEMORY):
        throw GLError(.allocationFailed, "OpenGL has no memory left (\(number)).", status: first)
      case 0x0507:
        context.lose()
        throw GLError(
          .contextLost, "The OpenGL context is lost with all its objects; use a new GLContext.",
          status: first)
      default:
        let name =
          switch Int32(bitPattern: first) {
          case GL_INVALID_ENUM: "GL_INVALID_ENUM"
          case GL_INVALID_VALUE: "GL_INVALID_VALUE"
          case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
          case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
          default: "an unknown error"
          }
        throw GLError(
          .operation, "A call of OpenGL in the drawing was refused: \(name) (\(number)).",
          status: first)
      }
    }

    /// Forgets the errors of the calls so far.
    func forgetErrors() {
      // The loop is bounded: there are few kinds of errors, but a lost context repeats its error
      // for ever.
      for _ in 0..<64 where glGetError() == GLenum(GL_NO_ERROR) { return }
    }

    /// Sets the state that drawings depend on as it is in a new context, so that no drawing depends
    /// on those before it: capabilities, blending, masks, clear values, attributes, the places of
    /// pixels, and the bindings of programs, vertex arrays, buffers and of the first texture.
    ///
    /// Objects stay, and what belongs to them, such as the uniforms of a program.
    package func resetState() {
      for capability in [
        GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_POLYGON_OFFSET_FILL, GL_SAMPLE_ALPHA_TO_COVERAGE,
        GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST, GL_STENCIL_TEST,
      ] {
        glDisable(GLenum(capability))
      }
      glEnable(GLenum(GL_DITHER))
      glBlendFunc(GLenum(GL_ONE), GLenum(GL_ZERO))
      glBlendEquation(GLenum(GL_FUNC_ADD))
      glBlendColor(0, 0, 0, 0)
      let (on, off) = (GLboolean(GL_TRUE), GLboolean(GL_FALSE))
      glColorMask(on, on, on, on)
      glDepthMask(on)
      glDepthFunc(GLenum(GL_LESS))
      glDepthRangef(0, 1)
      glStencilMask(.max)
      glStencilFunc(GLenum(GL_ALWAYS), 0, .max)
      glStencilOp(GLenum(GL_KEEP), GLenum(GL_KEEP), GLenum(GL_KEEP))
      glClearColor(0, 0, 0, 0)
      glClearDepthf(1)
      glClearStencil(0)
      glCullFace(GLenum(GL_BACK))
      glFrontFace(GLenum(GL_CCW))
      glPolygonOffset(0, 0)
      glSampleCoverage(1, off)
      glLineWidth(1)
      glUseProgram(0)
      if majorVersion >= 3 {
        glBindVertexArray(0)
        glDisable(GLenum(GL_RASTERIZER_DISCARD))
        glDisable(GLenum(GL_PRIMITIVE_RESTART_FIXED_INDEX))
        for buffer in [GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER] {
          glBindBuffer(GLenum(buffer), 0)
        }
        for place in [
          GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_UNPACK_ROW_LENGTH,
          GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_IMAGE_HEIGHT,
          GL_UNPACK_SKIP_IMAGES,
        ] {
          glPixelStorei(GLenum(place), 0)
        }
      }
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
      glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), 0)
      // OpenGL ES has at least 8 vertex attributes.
      for attribute in GLuint(0)..<8 {
        glDisableVertexAttribArray(attribute)
        glVertexAttrib4f(attribute, 0, 0, 0, 1)
      }
      glActiveTexture(GLenum(GL_TEXTURE0))
      glBindTexture(GLenum(GL_TEXTURE_2D), 0)
      glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
    }
  }
#endif
