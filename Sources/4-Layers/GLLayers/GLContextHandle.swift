// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  // The unsafe calls below are C functions of EGL, which only read the lists of attributes.
  // Contexts and displays are names that EGL checks.

  /// A context of EGL.
  // @unchecked Sendable: the context is a handle, which only the queue of its `GLContext` uses.
  @safe struct GLContextHandle: @unchecked Sendable {
    let display: EGLDisplay
    let context: EGLContext

    init(api: GLContext.API, display: GLDisplayHandle) throws(GLError) {
      unsafe self.display = display.pointer
      eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
      let renderable = api == .es2 ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_ES3_BIT
      let wanted: [EGLint] = [
        EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, renderable, EGL_NONE,
      ]
      var (config, count): (EGLConfig?, EGLint) = (nil, 0)
      // A context without a configuration can draw only into framebuffers of its own, which is
      // enough.
      if unsafe eglChooseConfig(self.display, wanted, &config, 1, &count) != EGL_TRUE || count == 0
      {
        unsafe config = nil
      }
      let attributes: [EGLint] = [
        EGL_CONTEXT_MAJOR_VERSION, api.version, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE,
      ]
      guard let context = unsafe eglCreateContext(self.display, config, nil, attributes) else {
        let status = UInt32(bitPattern: eglGetError())
        throw GLError(
          .noContext,
          "The driver makes no context of OpenGL ES \(api.version).0 (EGL error "
            + "\(GLError.hex(status))); ask for another version, or install a driver that has it.",
          status: status)
      }
      unsafe self.context = context
    }

    /// Makes the context current on the calling thread, without surfaces.
    func makeCurrent() throws(GLError) {
      // The API is bound again: the binding belongs to the thread, which other code uses as well.
      eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
      if unsafe eglMakeCurrent(display, nil, nil, context) == EGL_TRUE { return }
      let error = eglGetError()
      let status = UInt32(bitPattern: error)
      let isLost = error == EGL_CONTEXT_LOST || error == EGL_BAD_CONTEXT
      throw GLError(
        isLost ? .contextLost : .noContext,
        isLost
          ? "The OpenGL context is lost with all its objects; use a new GLContext."
          : "The OpenGL context cannot be made current (EGL error \(GLError.hex(status))).",
        status: status)
    }

    /// Ends the context; a context that is current on this thread ends when it is no longer
    /// current.
    func destroy() { unsafe eglDestroyContext(display, context) }
  }

  /// The context and the surfaces that are current on a thread.
  @safe struct GLBinding {
    let display: EGLDisplay?
    let context: EGLContext?
    let draw: EGLSurface?
    let read: EGLSurface?

    /// The context and the surfaces that are current on the calling thread.
    static var current: GLBinding {
      unsafe GLBinding(
        display: eglGetCurrentDisplay(), context: eglGetCurrentContext(),
        draw: eglGetCurrentSurface(EGL_DRAW), read: eglGetCurrentSurface(EGL_READ))
    }

    /// Makes this binding current again. `DispatchQueue.sync` runs blocks on the caller's thread,
    /// where other code may have a context in use.
    ///
    /// - Parameter handle: The context that is current now.
    func restore(after handle: GLContextHandle) {
      if let context = unsafe context {
        unsafe eglMakeCurrent(display, draw, read, context)
      } else {
        unsafe eglMakeCurrent(handle.display, nil, nil, nil)
      }
    }
  }
#endif
