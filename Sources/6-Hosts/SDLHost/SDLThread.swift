// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if SDL
  import CHostSDL
  import SystemConcurrency
  import Glibc

  /// The thread of SDL, on which all of its calls are made: it sleeps until SDL has an event or
  /// there is something to do. It ends with the last window.
  ///
  /// Neither the main queue nor the main thread would do: SDL's calls may block, and under
  /// `dispatchMain()` the main queue moves between threads.
  final class SDLThread: Sendable {
    static let shared = SDLThread()

    private struct State {
      var tasks: [@Sendable () -> Void] = []
      var isRunning = false
      /// The number of windows, including those that are being made.
      var windowCount = 0
    }

    private let state = Mutex(State())
    /// Held by a thread as long as it uses SDL: a new thread waits for the end of the old one.
    private let life = Mutex(())
    /// The windows by their numbers in SDL.
    private let windows = Mutex<[UInt32: any SDLEventTarget]>([:])

    /// The longest sleep without an event, in milliseconds; events end it.
    private static let sleep: Int32 = 250

    /// Runs a closure on the thread, soon. It is dropped if the last window has ended.
    func run(_ body: @escaping @Sendable () -> Void) {
      let wakes = state.withLock { state in
        if state.isRunning { state.tasks.append(body) }
        return state.isRunning
      }
      if wakes { wake() }
    }

    /// Starts the thread if it does not run, and runs a closure there that makes a window.
    ///
    /// - Throws: `noWindow`.
    func open(_ body: @escaping @Sendable () -> Void) throws(SDLError) {
      let isNew = state.withLock { state in
        state.windowCount += 1
        state.tasks.append(body)
        return !exchange(&state.isRunning, with: true)
      }
      if !isNew { return wake() }
      if let thread = BlockingThread.start({ [self] in life.withLock { _ in serve() } }) {
        // The thread is detached, since it is never joined.
        pthread_detach(thread)
      } else {
        state.withLock { $0 = State() }
        throw SDLError(.noWindow, "No thread can be made for SDL.")
      }
    }

    /// Forgets a window; on the thread.
    func close(_ number: UInt32?) {
      if let number { _ = windows.withLock { $0.removeValue(forKey: number) } }
      state.withLock { $0.windowCount -= 1 }
    }

    /// Registers a window, so that it is sent its events; on the thread.
    func add(_ window: any SDLEventTarget, number: UInt32) {
      windows.withLock { $0[number] = window }
    }

    private func wake() {
      var event = unsafe SDL_Event()
      unsafe event.type = SDL_USEREVENT.rawValue
      // The C call copies the event, and is allowed on any thread. Before SDL is ready it has no
      // effect; the thread then looks at its tasks without an event.
      _ = unsafe SDL_PushEvent(&event)
    }

    /// The work of the thread, from its start to its end.
    private func serve() {
      // SDL must not replace the program's own signal handlers.
      unsafe SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
      var isInitialized = SDL_InitSubSystem(SDL_INIT_VIDEO) == 0
      while true {
        let (tasks, isDone) = state.withLock { state in
          let tasks = exchange(&state.tasks, with: [])
          let isDone = tasks.isEmpty && state.windowCount <= 0
          if isDone { state.isRunning = false }
          return (tasks, isDone)
        }
        if isDone { break }
        for task in tasks { task() }
        var event = unsafe SDL_Event()
        guard isInitialized else { continue }
        if tasks.isEmpty, unsafe SDL_WaitEventTimeout(&event, Self.sleep) == 1 {
          unsafe tell(event)
        }
        while unsafe SDL_PollEvent(&event) == 1 { unsafe tell(event) }
      }
      if isInitialized { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
      isInitialized = false
    }

    private func tell(_ event: SDL_Event) {
      guard let event = unsafe SDLEvent(event) else { return }
      windows.withLock { $0[event.windowNumber] }?.take(event)
    }
  }

  /// A receiver of the events of a window, called on SDL's thread.
  protocol SDLEventTarget: Sendable {
    func take(_ event: SDLEvent)
  }
#endif
