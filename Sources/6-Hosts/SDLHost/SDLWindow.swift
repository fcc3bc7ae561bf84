// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import HostViews

#if SDL
  import CHostSDL
  import Dispatch
  import LayerCompositing
  import LayerModel
#endif

/// A window of the desktop that shows a `HostWindow`, by SDL 2: on X11, Wayland or a bare screen.
///
/// SDL's calls are made on a thread of its own, which is asleep while nothing happens. A frame is
/// copied into a texture where it is damaged; of frames that come faster than the screen shows them
/// the newest is taken. Events come to the `HostWindow` on the main queue.
///
/// Available with the package trait `SDL`; without it the initializer throws.
@MainActor
public final class SDLWindow {
  /// The window that is shown.
  public let window: HostWindow

  #if SDL
    private let surface: SDLSurface
    private var following: Task<Void, Never>?
  #endif

  /// Opens a window of the size of what is shown.
  ///
  /// - Parameters:
  ///   - window: The window whose content is shown.
  ///   - title: The title of the window.
  /// - Throws: `notBuilt`, `noScreen` or `noWindow`.
  public init(_ window: HostWindow, title: String) async throws(SDLError) {
    self.window = window
    #if SDL
      let isResizable = window.sizing == .filling
      surface = SDLSurface(title: title, size: window.size, isResizable: isResizable) {
        [weak window] event in
        DispatchQueue.main.async { MainActor.assumeIsolated { window?.send(event) } }
      }
      try await surface.open()
      let (host, surface) = (window.host, surface)
      following = Task {
        for await frame in host.frames { surface.show(frame) }
      }
    #else
      throw SDLError(
        .notBuilt, "This program was built without the package trait SDL, so it has no windows.")
    #endif
  }

  /// The number of pictures that the screen has been given.
  package var presentedCount: Int {
    #if SDL
      surface.presentedCount
    #else
      0
    #endif
  }

  /// The failure of the last frame; `nil` if it was shown.
  public var error: SDLError? {
    #if SDL
      surface.error
    #else
      nil
    #endif
  }

  /// Closes the window. The `HostWindow` stays as it is.
  public func close() {
    #if SDL
      following?.cancel()
      following = nil
      surface.close()
    #endif
  }

  deinit {
    #if SDL
      following?.cancel()
      surface.close()
    #endif
  }
}
