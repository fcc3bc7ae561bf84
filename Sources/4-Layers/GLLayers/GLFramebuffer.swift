// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  public import CanvasGeometry

  /// A framebuffer in memory: a colour buffer of eight bits a component, and a depth buffer if it
  /// is wanted.
  ///
  /// It may be released on any thread; its objects are deleted on the queue of its context.
  public final class GLFramebuffer: Sendable {
    /// The size, in pixels.
    public let size: PixelSize
    /// Whether there is a depth buffer.
    public let hasDepth: Bool
    /// The name of the framebuffer.
    public let name: GLuint
    private let color: GLuint
    private let depth: GLuint
    private let context: GLContext

    // The unsafe calls below are C functions of OpenGL, which write each name to a variable.

    /// Makes a framebuffer.
    ///
    /// - Parameters:
    ///   - size: The size, in pixels: bounds times scale, rounded up.
    ///   - hasDepth: Whether it has a depth buffer.
    ///   - gl: The context, which is current.
    /// - Throws: ``GLError`` with `badSize`, `tooLarge`, `allocationFailed` or
    ///   `framebufferIncomplete`. Nothing is left behind.
    public init(
      size: PixelSize, hasDepth: Bool = false, in gl: borrowing CurrentGLContext
    ) throws(GLError) {
      try Self.check(size, in: gl)
      try gl.checkErrors()
      var (name, color, depth): (GLuint, GLuint, GLuint) = (0, 0, 0)
      unsafe glGenFramebuffers(1, &name)
      unsafe glGenRenderbuffers(1, &color)
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
      Self.attach(color, at: GL_COLOR_ATTACHMENT0, GL_RGBA8, size)
      if hasDepth {
        unsafe glGenRenderbuffers(1, &depth)
        Self.attach(depth, at: GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, size)
      }
      do throws(GLError) {
        try gl.checkErrors()
        try Self.checkStatus()
      } catch {
        Self.delete(name, color, depth)
        throw error
      }
      (self.size, self.hasDepth, self.name) = (size, hasDepth, name)
      (self.color, self.depth, context) = (color, depth, gl.context)
      context.noteObject()
    }

    deinit {
      let (name, color, depth) = (name, color, depth)
      context.delete { _ in Self.delete(name, color, depth) }
    }

    private static func attach(
      _ buffer: GLuint, at place: Int32, _ format: Int32, _ size: PixelSize
    ) {
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), buffer)
      glRenderbufferStorage(
        GLenum(GL_RENDERBUFFER), GLenum(format), GLsizei(size.width), GLsizei(size.height))
      glFramebufferRenderbuffer(
        GLenum(GL_FRAMEBUFFER), GLenum(place), GLenum(GL_RENDERBUFFER), buffer)
    }

    private static func delete(_ name: GLuint, _ color: GLuint, _ depth: GLuint) {
      // These calls ignore the name 0.
      unsafe glDeleteFramebuffers(1, [name])
      unsafe glDeleteRenderbuffers(2, [color, depth])
    }

    /// Checks a size against the limits of the library and of the driver.
    private static func check(
      _ size: PixelSize, in gl: borrowing CurrentGLContext
    ) throws(GLError) {
      guard size.width > 0, size.height > 0 else {
        throw GLError(
          .badSize,
          "A framebuffer needs at least one pixel on each side, not \(size.width)×\(size.height).")
      }
      let most = gl.largestFramebuffer
      let isTooLong = size.width > most.width || size.height > most.height
      if isTooLong || size.width * size.height > CanvasLimits.bitmapBytes / 4 {
        throw GLError(
          .tooLarge,
          "A framebuffer of \(size.width)×\(size.height) pixels is over the limit: "
            + "\(most.width)×\(most.height), and \(CanvasLimits.bitmapBytes / 4) pixels in all.")
      }
    }

    /// Binds the framebuffer, and sets the viewport to all of it.
    ///
    /// - Parameter gl: The context, which is current.
    /// - Throws: ``GLError`` with `framebufferIncomplete` if it cannot be drawn into, such as after
    ///   a buffer of it was deleted.
    public func bind(in gl: borrowing CurrentGLContext) throws(GLError) {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
      glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
      try Self.checkStatus()
    }

    /// The status of the framebuffer: 0x8CD5 if it is complete.
    ///
    /// - Parameter gl: The context, which is current.
    package func status(in gl: borrowing CurrentGLContext) -> UInt32 {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
      return glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    }

    private static func checkStatus() throws(GLError) {
      let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
      if status == GLenum(GL_FRAMEBUFFER_COMPLETE) { return }
      let reason =
        switch Int32(bitPattern: status) {
        case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT: "a buffer cannot be drawn into"
        case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT: "it has no buffer"
        case GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS: "its buffers differ in size"
        case GL_FRAMEBUFFER_UNSUPPORTED: "the driver does not have this mixture of buffers"
        default: "the driver does not say why"
        }
      throw GLError(
        .framebufferIncomplete,
        "The framebuffer is not complete: \(reason) (status \(GLError.hex(status))).",
        status: status)
    }
  }
#endif
