// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  import Dispatch
  import SystemConcurrency

  /// A context of OpenGL ES, after `EAGLContext`: its own objects, and a serial queue of its own.
  ///
  /// The context is current only within a block of its queue, from the beginning to the end, so any
  /// thread may run the block; never on a render lane, which must not wait for a driver. No
  /// surface and no window system is needed, on Debian only Mesa's packages. Several layers may
  /// share a context; their drawings then run one after another.
  ///
  /// ```swift
  /// let context = GLContext(api: .es2)
  /// let version = try await context.run { gl in gl.version }
  /// ```
  ///
  /// Creating one is cheap and does not fail: the driver is loaded (which takes up to a third of a
  /// second) when the first block runs, and that block's caller gets the error. The last reference
  /// may be released on any thread; the context ends on its queue.
  public final class GLContext: Sendable {
    /// The version of OpenGL ES that is asked for; the driver may give a later one that has all of
    /// it.
    public enum API: Sendable, Hashable, CaseIterable {
      /// OpenGL ES 2.0.
      case es2
      /// OpenGL ES 3.0.
      case es3

      var version: EGLint { self == .es2 ? 2 : 3 }
    }

    private struct State {
      var handle: GLContextHandle?
      var isLost = false
      /// The number of framebuffers and programs that have not been deleted.
      var objectCount = 0
      /// The program of basic effects, once it has been used.
      var basicProgram: BasicProgram?
    }

    /// The version that was asked for.
    public let api: API
    private let platform: GLPlatform
    private let queue = DispatchQueue(label: "AsyncTextLayer.GLContext")
    private let state = Mutex(State())

    /// Creates a context; the driver is loaded when it is first used.
    ///
    /// - Parameter api: The version of OpenGL ES.
    public convenience init(api: API = .es3) { self.init(api: api, platform: .surfaceless) }

    init(api: API, platform: GLPlatform) {
      (self.api, self.platform) = (api, platform)
      Self.countChange(by: 1)
    }

    /// Blocks on the queue retain the context, so no block runs after this.
    deinit {
      let handle = state.withLock { $0.handle.take() }
      queue.async {
        handle?.destroy()
        Self.countChange(by: -1)
      }
    }

    // MARK: Running

    /// Runs a block on the queue, with the context current, and returns its result.
    ///
    /// - Parameter body: Gets the proof that the context is current; calls of OpenGL are made
    ///   here, and nowhere else.
    /// - Throws: ``GLError`` with `noEGL`, `noContext` or `contextLost`, and the errors of the
    ///   block.
    public func run<Result: Sendable>(
      _ body: @escaping @Sendable (borrowing CurrentGLContext) throws -> Result
    ) async throws -> Result {
      try await withCheckedThrowingContinuation { continuation in
        enqueue { continuation.resume(with: Swift.Result { try self.withCurrent(body) }) }
      }
    }

    /// Runs a block on the queue, with the context current, and waits for its result, and so for
    /// all blocks before it.
    ///
    /// The main queue and render lanes should not wait; they use ``run(_:)`` or a ``GLLayer``.
    ///
    /// - Parameter body: Gets the proof that the context is current.
    /// - Throws: ``GLError`` with `noEGL`, `noContext` or `contextLost`, and the errors of the
    ///   block.
    /// - Precondition: The caller is not on the queue, where it has the context already.
    public func runAndWait<Result>(
      _ body: (borrowing CurrentGLContext) throws -> Result
    ) throws -> Result {
      dispatchPrecondition(condition: .notOnQueue(queue))
      return try queue.sync { try withCurrent(body) }
    }

    /// Runs an action on the queue; the context is not current unless ``withCurrent(_:)`` makes it.
    func enqueue(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

    /// Makes the context current for a block; on the queue only.
    func withCurrent<Result>(
      _ body: (borrowing CurrentGLContext) throws -> Result
    ) throws -> Result {
      dispatchPrecondition(condition: .onQueue(queue))
      let handle = try open()
      let previous = GLBinding.current
      do throws(GLError) {
        try handle.makeCurrent()
      } catch {
        if error.code == .contextLost { lose() }
        throw error
      }
      defer { previous.restore(after: handle) }
      let result = try body(CurrentGLContext(self))
      if isLost { throw Self.lostError }
      return result
    }

    private func open() throws(GLError) -> GLContextHandle {
      let (handle, isLost) = state.withLock { ($0.handle, $0.isLost) }
      if isLost { throw Self.lostError }
      if let handle { return handle }
      let new = try GLContextHandle(api: api, display: try platform.open())
      state.withLock { $0.handle = new }
      return new
    }

    // MARK: State

    /// Whether the context has been lost, such as by a reset of the device, with all its objects.
    /// Nothing can be drawn with it any more.
    public var isLost: Bool { state.withLock { $0.isLost } }

    /// The text of `GL_VERSION`: `OpenGL ES 3.2 Mesa …`.
    ///
    /// - Throws: ``GLError`` with `noEGL`, `noContext` or `contextLost`.
    public var version: String {
      get async throws { try await run { $0.version } }
    }

    /// Whether this machine can draw with OpenGL ES; the driver is loaded to find out. Blocks.
    public static var isAvailable: Bool {
      (try? GLContext(api: .es2).runAndWait { _ in true }) ?? false
    }

    /// A context for all that need none of their own; a new one once it is lost.
    public static var shared: GLContext {
      sharedContext.withLock { shared in
        if let context = shared, !context.isLost { return context }
        let context = GLContext()
        shared = context
        return context
      }
    }

    private static let sharedContext = Mutex<GLContext?>(nil)

    private static let lostError = GLError(
      .contextLost, "The OpenGL context is lost with all its objects; use a new GLContext.")

    /// Ends the context as if the device had been reset; on the queue.
    func lose() {
      let handle = state.withLock { state in
        state.isLost = true
        state.objectCount = 0
        state.basicProgram = nil
        return state.handle.take()
      }
      handle?.destroy()
    }

    /// The program of basic effects, once it has been used.
    var basicProgram: BasicProgram? { state.withLock { $0.basicProgram } }

    func keep(_ program: BasicProgram) { state.withLock { $0.basicProgram = program } }

    // MARK: Objects

    /// The number of framebuffers and programs that were made here and have not been deleted.
    package var objectCount: Int { state.withLock { $0.objectCount } }

    func noteObject() { state.withLock { $0.objectCount += 1 } }

    /// Deletes objects on the queue.
    ///
    /// - Parameter delete: Calls OpenGL; not called if the context, and so the objects, are lost.
    func delete(_ delete: @escaping @Sendable (borrowing CurrentGLContext) -> Void) {
      enqueue {
        if self.isLost { return }
        try? self.withCurrent(delete)
        // If the context turns out to be lost, its objects are gone already and are not counted.
        self.state.withLock { if !$0.isLost { $0.objectCount -= 1 } }
      }
    }

    /// The number of contexts that have not ended.
    static var liveCount: Int { live.withLock { $0 } }
    private static let live = Mutex(0)
    private static func countChange(by change: Int) { live.withLock { $0 += change } }
  }
#endif
