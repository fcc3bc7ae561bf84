// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import HostViews
import LayerModel
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import SDLHost

#if SDL
  import CHostSDL
#endif

#if canImport(Glibc)
  import Glibc
#endif

@Suite("SDLWindow", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct SDLWindowTests {
  #if SDL
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    private func window() -> (HostWindow, Layer) {
      let window = HostWindow(size: Size(width: 120, height: 80))
      let box = Layer()
      box.frame = Rect(x: 10, y: 10, width: 30, height: 30)
      box.backgroundColor = .red
      window.content = box
      return (window, box)
    }

    @Test("A window under the dummy driver shows frames, also after changes, and closes")
    func shows() async throws {
      let (window, box) = window()
      let shown = try await SDLWindow(window, title: "test")
      try await until { shown.presentedCount >= 1 }
      let count = shown.presentedCount
      box.position.x += 20
      try await until { shown.presentedCount > count }
      shown.close()
      shown.close()
    }

    @Test("Windows one after another, and two at a time")
    func several() async throws {
      for _ in 0..<5 {
        let (a, b) = (window().0, window().0)
        let (first, second) = (
          try await SDLWindow(a, title: "a"), try await SDLWindow(b, title: "b")
        )
        try await until {
          first.presentedCount > 0 && second.presentedCount > 0
        }
        first.close()
        second.close()
      }
    }

    @Test("A driver that does not exist is told")
    func noDriver() async throws {
      setenv("SDL_VIDEODRIVER", "nothing", 1)
      defer { setenv("SDL_VIDEODRIVER", "dummy", 1) }
      // The thread of the test before may not have ended yet.
      var errors: [SDLError] = []
      try await until { SDL_WasInit(SDL_INIT_VIDEO) == 0 }
      do throws(SDLError) { try await SDLWindow(window().0, title: "none").close() } catch {
        errors.append(error)
      }
      #expect(errors.map(\.code) == [.noScreen])
      #expect(errors.first?.message.contains("SDL_VIDEODRIVER") ?? false)
      // The next window has all that the one that failed had not.
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      let shown = try await SDLWindow(window().0, title: "after")
      try await until { shown.presentedCount >= 1 }
      #expect(shown.error == nil)
      shown.close()
    }

    @Test("Without a screen SDL does not draw where nothing is seen")
    func noScreen() async throws {
      let names = ["SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"]
      let old = names.map { getenv($0).map { String(cString: $0) } }
      for name in names { unsetenv(name) }
      defer {
        for (name, value) in zip(names, old) { if let value { setenv(name, value, 1) } }
      }
      try await until { SDL_WasInit(SDL_INIT_VIDEO) == 0 }
      let error = await #expect(throws: SDLError.self) {
        try await SDLWindow(window().0, title: "none").close()
      }
      #expect(error?.code == .noScreen)
    }

    @Test("Events come in the words of hosts")
    func events() {
      var events = SDLEvents()
      var event = SDL_Event()
      func told() -> HostEvent? {
        SDLEvent(event).flatMap { events.hostEvent($0, in: Size(width: 100, height: 50)) }
      }
      event.type = SDL_MOUSEMOTION.rawValue
      event.motion.x = 12
      event.motion.y = 7
      #expect(
        told()
          == .pointer(PointerEvent(.move, at: Point(x: 12, y: 7))))
      event = SDL_Event()
      event.type = SDL_MOUSEWHEEL.rawValue
      event.wheel.preciseY = -2
      #expect(
        told()
          == .wheel(WheelEvent(at: Point(x: 12, y: 7), delta: Size(width: 0, height: 80))))
      event = SDL_Event()
      event.type = SDL_FINGERDOWN.rawValue
      (event.tfinger.x, event.tfinger.y) = (0.5, 0.5)
      #expect(
        told()
          == .pointer(PointerEvent(.down, at: Point(x: 50, y: 25), pointerID: 1, isTouch: true)))
      let keys: [(SDL_KeyCode, String?)] = [
        (SDLK_DOWN, "ArrowDown"), (SDLK_a, "a"), (SDLK_F1, nil), (SDLK_RETURN, "Enter"),
      ]
      for (code, name) in keys {
        event = SDL_Event()
        event.type = SDL_KEYDOWN.rawValue
        event.key.state = 1
        event.key.keysym.sym = Int32(bitPattern: code.rawValue)
        #expect(told() == name.map { .key(KeyEvent(.down, $0)) })
      }
      event = SDL_Event()
      event.type = SDL_DROPFILE.rawValue
      #expect(told() == nil)
    }
  #else
    @Test("Without the trait a window is refused, with its name")
    func notBuilt() async {
      await #expect(throws: SDLError.self) {
        try await SDLWindow(HostWindow(size: Size(width: 9, height: 9)), title: "none")
      }
    }
  #endif
}
