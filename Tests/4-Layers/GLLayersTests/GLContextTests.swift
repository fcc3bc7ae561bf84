// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  @testable import CanvasGeometry
  import Dispatch
  import FoundationEssentials
  import Glibc
  import LayerScenes
  import Testing
  import TextTestSupport

  @testable import GLLayers

  @Suite("GLContext", .needsEGL, .timeLimit(.minutes(30)))
  struct GLContextTests {
    @Test(arguments: GLContext.API.allCases)
    func s218_version(api: GLContext.API) async throws {
      let context = GLContext(api: api)
      let version = try await context.version
      #expect(version.hasPrefix("OpenGL ES "))
      let major = try await context.run { $0.majorVersion }
      #expect(major >= (api == .es2 ? 2 : 3))
      #expect(!context.isLost)
    }

    /// Before and after a block nothing is current, whatever thread runs it.
    @Test func s218_currentWithinABlockAlone() async throws {
      let context = GLContext(api: .es2)
      #expect(eglGetCurrentContext() == nil)
      let isCurrent = try context.runAndWait { _ in eglGetCurrentContext() != nil }
      #expect(isCurrent && eglGetCurrentContext() == nil)
      let other = GLContext(api: .es3)
      // `runAndWait` runs on the caller's thread: the outer context is current again afterwards.
      let isSame = try context.runAndWait { _ in
        let mine = eglGetCurrentContext()
        let theirs = try other.runAndWait { _ in eglGetCurrentContext() }
        return mine != nil && theirs != mine && eglGetCurrentContext() == mine
      }
      #expect(isSame)
      await withCheckedContinuation { done in
        context.enqueue {
          #expect(eglGetCurrentContext() == nil)
          done.resume()
        }
      }
    }

    /// Many tasks on one context: a block at a time.
    @Test func blocksOfManyThreadsAreSerial() async throws {
      let context = GLContext()
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for i in 1...40 {
          group.addTask {
            try await context.run { gl in
              let framebuffer = try GLFramebuffer(size: PixelSize(width: i, height: 8), in: gl)
              return try framebuffer.bitmap(in: gl).width
            }
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 }
      }
      #expect(counts == 40 * 41 / 2)
    }

    @Test func errorsOfABlockAreThrown() async throws {
      struct Failure: Error {}
      let context = GLContext()
      await #expect(throws: Failure.self) { try await context.run { _ in throw Failure() } }
      #expect(throws: Failure.self) { try context.runAndWait { _ in throw Failure() } }
      let error = #expect(throws: GLError.self) {
        try context.runAndWait { gl in
          glEnable(0xFFFF)
          try gl.checkErrors()
        }
      }
      #expect(error?.code == .operation && error?.status == UInt32(GL_INVALID_ENUM))
      #expect(try context.runAndWait { gl in glGetError() } == 0)
    }

    /// EGL's context is destroyed from outside, as by a driver.
    @Test func aLostContextIsTold() async throws {
      let context = GLContext(api: .es2)
      let framebuffer = try context.runAndWait { gl in
        try GLFramebuffer(size: PixelSize(width: 8, height: 8), in: gl)
      }
      let (display, name) = try context.runAndWait { _ in
        (eglGetCurrentDisplay(), eglGetCurrentContext())
      }
      #expect(eglDestroyContext(display, name) == EGL_TRUE)
      let error = #expect(throws: GLError.self) { try context.runAndWait { _ in } }
      #expect(error?.code == .contextLost && error?.message.contains("GLContext") == true)
      #expect(context.isLost && context.objectCount == 0)
      let again = await #expect(throws: GLError.self) { try await context.version }
      #expect(again?.code == .contextLost)
      // Its objects are released without a context.
      withExtendedLifetime(framebuffer) {}
    }

    /// In a process of its own: others draw with the shared context, too.
    @Test func theSharedContextIsReplacedOnceItIsLost() async {
      await #expect(processExitsWith: .success) {
        let first = GLContext.shared
        let isSame = GLContext.shared === first
        await withCheckedContinuation { done in
          first.enqueue {
            first.lose()
            done.resume()
          }
        }
        let version = try await GLContext.shared.version
        exit(isSame && first.isLost && GLContext.shared !== first && !version.isEmpty ? 0 : 1)
      }
    }

    @Test func s221_contextsEnd() async throws {
      _ = try GLContext().runAndWait { $0.version }
      let before = GLTests.descriptorCount
      for i in 0..<30 {
        let context = GLContext(api: i % 2 == 0 ? .es2 : .es3)
        _ = try await context.run { gl in
          try GLFramebuffer(size: PixelSize(width: 64, height: 64), in: gl).bitmap(in: gl)
        }
      }
      // Other tests have descriptors, too; a leak would be 30 and more.
      try await until { GLTests.descriptorCount < before + 20 }
    }
  }

  /// Machines without EGL; these tests need none.
  struct NoEGLTests {
    private static let reason = GLError(.noEGL, "no display here")

    @Test func aPlatformThatFails() async throws {
      let context = GLContext(
        api: .es2,
        platform: GLPlatform { () throws(GLError) in
          throw Self.reason
        })
      let error = await #expect(throws: GLError.self) { try await context.version }
      #expect(error == Self.reason)
      #expect(throws: Self.reason) { try context.runAndWait { _ in } }
      #expect(!context.isLost)
    }

    /// A process whose EGL finds no driver.
    @Test func aSystemWithoutDrivers() async {
      await #expect(processExitsWith: .success) {
        setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent", 1)
        let error = #expect(throws: GLError.self) {
          try GLContext().runAndWait { _ in }
        }
        #expect(error?.code == .noEGL && error?.message.contains("libegl-mesa0") == true)
        #expect(!GLContext.isAvailable)
        let json = #"{"size":[9,9],"layers":[{"type":"gl","frame":[0,0,9,9]}]}"#
        let told = #expect(throws: DocumentError.self) { try Scene(json: Array(json.utf8)) }
        #expect(told?.code == .unsupported && told?.keyPath == "layers[0]")
        #expect(told?.message.contains("libegl-mesa0") == true)
        exit(error?.code == .noEGL && told?.code == .unsupported ? 0 : 1)
      }
    }
  }
#endif
