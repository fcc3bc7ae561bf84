// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  import SystemConcurrency

  /// The display of EGL that contexts are made from.
  ///
  /// Tests have platforms of their own, which fail.
  struct GLPlatform: Sendable {
    /// Opens the display.
    let open: @Sendable () throws(GLError) -> GLDisplayHandle

    /// The display without surfaces: it needs neither a window system nor a device.
    ///
    /// `eglGetDisplay(EGL_DEFAULT_DISPLAY)` would look for a window system, and fails without one.
    static let surfaceless = GLPlatform { () throws(GLError) in
      // A display that could not be opened is tried again: the packages may be installed by now.
      if let open = opened.withLock({ $0 }) { return open }
      let handle = try openSurfaceless()
      opened.withLock { $0 = handle }
      return handle
    }

    /// The display of this process. It is never terminated: other code may have it open, too.
    private static let opened = Mutex<GLDisplayHandle?>(nil)

    // The unsafe calls below are C functions of EGL, which only read the lists of attributes.

    private static func openSurfaceless() throws(GLError) -> GLDisplayHandle {
      // Some versions of EGL cannot handle a request for a platform that they lack, so the extension
      // is checked first.
      let known = unsafe text(eglQueryString(nil, EGL_EXTENSIONS))
      guard known.split(separator: " ").contains("EGL_MESA_platform_surfaceless") else {
        throw missing("this EGL knows no display without a surface", eglGetError())
      }
      let display = unsafe eglGetPlatformDisplay(
        EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
      guard let display = unsafe display else {
        throw missing("EGL has no display without a surface", eglGetError())
      }
      var (major, minor): (EGLint, EGLint) = (0, 0)
      guard unsafe eglInitialize(display, &major, &minor) == EGL_TRUE else {
        throw missing("the display cannot be initialised", eglGetError())
      }
      guard (major, minor) >= (1, 5) else {
        throw missing("EGL 1.5 is needed, not \(major).\(minor)", 0)
      }
      return unsafe GLDisplayHandle(pointer: display)
    }

    private static func missing(_ reason: String, _ error: EGLint) -> GLError {
      let status = UInt32(bitPattern: error)
      return GLError(
        .noEGL,
        "OpenGL cannot be used: \(reason) (EGL error \(GLError.hex(status))). On Debian it needs "
          + "the packages libegl1, libegl-mesa0, libgles2 and libgl1-mesa-dri.",
        status: status)
    }

    /// The text of a C string; empty for none.
    @unsafe static func text(_ string: UnsafePointer<CChar>?) -> String {
      guard let string = unsafe string else { return "" }
      return unsafe String(cString: string)
    }
  }

  /// An open display.
  // @unchecked Sendable: the pointer is a name for calls on any thread, and is never closed.
  @safe struct GLDisplayHandle: @unchecked Sendable {
    let pointer: EGLDisplay
  }
#endif
