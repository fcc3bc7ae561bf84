// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if SDL
  import CanvasGeometry
  import CHostSDL
  import HostViews

  /// Translates events of SDL to ``HostEvent``s.
  struct SDLEvents {
    /// The last place of the pointer.
    private var pointer = Point.zero

    /// The distance, in points, that one notch of the wheel scrolls.
    private static let notch = 40.0

    /// Translates an event.
    ///
    /// - Parameter size: The size of the window, in points.
    /// - Returns: `nil` for an event without a counterpart. Changes of the size are reported by
    ///   ``SDLSurface``.
    mutating func hostEvent(_ event: SDLEvent, in size: Size) -> HostEvent? {
      switch event {
      case .motion(let motion):
        guard motion.which != UInt32.max else { return nil }
        pointer = Point(x: Double(motion.x), y: Double(motion.y))
        return .pointer(PointerEvent(.move, at: pointer, modifiers: modifiers))
      case .button(let button):
        // Mouse events that SDL makes of touches are ignored: touches have events of their own.
        guard button.which != UInt32.max, button.button == 1 else { return nil }
        pointer = Point(x: Double(button.x), y: Double(button.y))
        let phase = button.state == 1 ? PointerEvent.Phase.down : .up
        return .pointer(PointerEvent(phase, at: pointer, modifiers: modifiers))
      case .wheel(let wheel):
        let delta = Size(
          width: Double(wheel.preciseX) * Self.notch, height: -Double(wheel.preciseY) * Self.notch)
        return .wheel(WheelEvent(at: pointer, delta: delta, modifiers: modifiers))
      case .finger(let finger):
        let place = Point(
          x: Double(finger.x) * size.width, y: Double(finger.y) * size.height)
        let phase: PointerEvent.Phase =
          switch SDL_EventType(finger.type) {
          case SDL_FINGERDOWN: .down
          case SDL_FINGERUP: .up
          default: .move
          }
        return .pointer(
          PointerEvent(
            phase, at: place, pointerID: 1 + Int(truncatingIfNeeded: finger.fingerId),
            isTouch: true,
            modifiers: modifiers))
      case .key(let key):
        guard let name = Self.name(of: key.keysym) else { return nil }
        return .key(KeyEvent(key.state == 1 ? .down : .up, name, modifiers: modifiers))
      case .window: return nil
      }
    }

    private var modifiers: KeyModifiers {
      let state = SDL_GetModState().rawValue
      var held: KeyModifiers = []
      if state & 0x0003 != 0 { held.insert(.shift) }
      if state & 0x00C0 != 0 { held.insert(.control) }
      if state & 0x0300 != 0 { held.insert(.alt) }
      if state & 0x0C00 != 0 { held.insert(.meta) }
      return held
    }

    /// The W3C's name of a key; a letter or a sign by itself.
    private static func name(of key: SDL_Keysym) -> String? {
      switch SDL_KeyCode(UInt32(bitPattern: key.sym)) {
      case SDLK_UP: return "ArrowUp"
      case SDLK_DOWN: return "ArrowDown"
      case SDLK_LEFT: return "ArrowLeft"
      case SDLK_RIGHT: return "ArrowRight"
      case SDLK_PAGEUP: return "PageUp"
      case SDLK_PAGEDOWN: return "PageDown"
      case SDLK_HOME: return "Home"
      case SDLK_END: return "End"
      case SDLK_RETURN, SDLK_KP_ENTER: return "Enter"
      case SDLK_ESCAPE: return "Escape"
      case SDLK_TAB: return "Tab"
      case SDLK_BACKSPACE: return "Backspace"
      case SDLK_DELETE: return "Delete"
      default: break
      }
      guard key.sym >= 32, let scalar = Unicode.Scalar(UInt32(bitPattern: key.sym)) else {
        return nil
      }
      // The codes of keys without a character have bit 30 set.
      if key.sym & 1 << 30 != 0 { return nil }
      let isShifted = key.mod & 0x2003 != 0
      return isShifted ? String(scalar).uppercased() : String(scalar)
    }
  }
#endif
