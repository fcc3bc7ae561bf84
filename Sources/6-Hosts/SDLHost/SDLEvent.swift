// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if SDL
  import CHostSDL

  /// An event of SDL that is about a window.
  enum SDLEvent {
    case window(SDL_WindowEvent)
    case motion(SDL_MouseMotionEvent)
    case button(SDL_MouseButtonEvent)
    case wheel(SDL_MouseWheelEvent)
    case key(SDL_KeyboardEvent)
    case finger(SDL_TouchFingerEvent)

    /// Reads the part of SDL's union that its type names; `nil` for other events.
    init?(_ event: SDL_Event) {
      switch unsafe SDL_EventType(event.type) {
      case SDL_WINDOWEVENT: self = .window(unsafe event.window)
      case SDL_MOUSEMOTION: self = .motion(unsafe event.motion)
      case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: self = .button(unsafe event.button)
      case SDL_MOUSEWHEEL: self = .wheel(unsafe event.wheel)
      case SDL_KEYDOWN, SDL_KEYUP: self = .key(unsafe event.key)
      case SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION: self = .finger(unsafe event.tfinger)
      default: return nil
      }
    }

    /// The number of the window.
    var windowNumber: UInt32 {
      switch self {
      case .window(let event): event.windowID
      case .motion(let event): event.windowID
      case .button(let event): event.windowID
      case .wheel(let event): event.windowID
      case .key(let event): event.windowID
      case .finger(let event): event.windowID
      }
    }
  }
#endif
