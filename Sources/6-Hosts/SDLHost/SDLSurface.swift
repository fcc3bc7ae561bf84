// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if SDL
  import CanvasGeometry
  import CHostSDL
  import HostViews
  import LayerCompositing
  import CanvasDrawing
  import SystemConcurrency

  /// The window, its renderer and its texture.
  ///
  /// @unchecked Sendable: `parts` is used on SDL's thread only, in closures that `SDLThread` runs
  /// and in the events that it passes on; all else is constant or locked.
  final class SDLSurface: SDLEventTarget, @unchecked Sendable {
    /// The objects of SDL; only its thread uses them.
    @safe private struct Parts {
      var window: OpaquePointer?
      var renderer: OpaquePointer?
      var texture: OpaquePointer?
      /// The size of the texture, and its device pixels per point.
      var pixels = PixelSize(width: 0, height: 0)
      var textureScale = 1.0
      var number: UInt32?
      var events = SDLEvents()
      /// The size in points, and device pixels per point, that were last sent to the window.
      var size = Size.zero
      var scale = 0.0
    }

    /// The frame to be shown next and its state, which any thread may change.
    private struct Next {
      /// The parts of the newest frame that the texture does not have yet.
      var viewer = ViewerState()
      var isScheduled = false
      var isClosed = false
      var presentedCount = 0
      var error: SDLError?
    }

    private var parts = Parts()
    private let next = Mutex(Next())
    private let title: String
    private let size: Size
    private let isResizable: Bool
    private let send: @Sendable (HostEvent) -> Void

    /// SDL_WINDOWPOS_CENTERED, a macro.
    private static let centred: Int32 = 0x2FFF_0000

    init(
      title: String, size: Size, isResizable: Bool, send: @escaping @Sendable (HostEvent) -> Void
    ) {
      (self.title, self.size, self.isResizable, self.send) = (title, size, isResizable, send)
    }

    var presentedCount: Int { next.withLock { $0.presentedCount } }
    /// The failure of the last frame.
    var error: SDLError? { next.withLock { $0.error } }

    // MARK: Opening and closing

    /// Opens the window; returns when it is there.
    func open() async throws(SDLError) {
      let result = await withCheckedContinuation { continuation in
        do throws(SDLError) {
          try SDLThread.shared.open { [self] in continuation.resume(returning: make()) }
        } catch {
          continuation.resume(returning: error)
        }
      }
      if let error = result { throw error }
    }

    /// Makes all parts; on SDL's thread.
    private func make() -> SDLError? {
      guard SDL_WasInit(SDL_INIT_VIDEO) != 0, Self.hasScreen else {
        // There is no window yet, so only its place in the thread's count is given back.
        next.withLock { $0.isClosed = true }
        SDLThread.shared.close(nil)
        let reason = SDL_WasInit(SDL_INIT_VIDEO) == 0 ? ": \(Self.reason)" : ""
        return SDLError(
          .noScreen, "SDL finds no screen\(reason). Set DISPLAY or SDL_VIDEODRIVER.")
      }
      var flags = SDL_WINDOW_ALLOW_HIGHDPI.rawValue
      if isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
      let (width, height) = (Int32(clamping: Int(size.width)), Int32(clamping: Int(size.height)))
      unsafe parts.window = SDL_CreateWindow(
        title, Self.centred, Self.centred, max(1, width), max(1, height), flags)
      if let window = unsafe parts.window {
        unsafe parts.renderer = SDL_CreateRenderer(window, -1, 0)
        if unsafe parts.renderer == nil {
          unsafe parts.renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue)
        }
      }
      guard let window = unsafe parts.window, unsafe parts.renderer != nil else {
        let error = SDLError(.noWindow, "SDL cannot make the window: \(Self.reason).")
        next.withLock { $0.isClosed = true }
        destroy()
        return error
      }
      let number = unsafe SDL_GetWindowID(window)
      parts.number = number
      SDLThread.shared.add(self, number: number)
      tellSize()
      return nil
    }

    /// Whether SDL has a screen, or a driver was chosen by `SDL_VIDEODRIVER`. Without a screen SDL
    /// chooses a driver that shows nothing, and reports no error.
    private static var hasScreen: Bool {
      // The C calls return texts, which are copied.
      if unsafe SDL_getenv("SDL_VIDEODRIVER") != nil { return true }
      guard let driver = unsafe SDL_GetCurrentVideoDriver() else { return false }
      return unsafe !["offscreen", "dummy"].contains(String(cString: driver))
    }

    private static var reason: String { unsafe String(cString: SDL_GetError()) }

    /// Closes the window; any thread may call it, several times.
    func close() {
      if next.withLock({ exchange(&$0.isClosed, with: true) }) { return }
      SDLThread.shared.run { [self] in destroy() }
    }

    private func destroy() {
      // SDL ignores parts that were not made.
      unsafe SDL_DestroyTexture(parts.texture)
      unsafe SDL_DestroyRenderer(parts.renderer)
      unsafe SDL_DestroyWindow(parts.window)
      SDLThread.shared.close(parts.number)
      parts = Parts()
      next.withLock { $0.viewer = ViewerState() }
    }

    // MARK: Events

    func take(_ event: SDLEvent) {
      if case .window(let event) = event {
        switch SDL_WindowEventID(UInt32(event.event)) {
        case SDL_WINDOWEVENT_SIZE_CHANGED: tellSize()
        case SDL_WINDOWEVENT_EXPOSED: present()
        case SDL_WINDOWEVENT_CLOSE: send(.closed)
        default: break
        }
      } else if let event = parts.events.hostEvent(event, in: parts.size) {
        send(event)
      }
    }

    /// Sends the size to the window if it has changed.
    private func tellSize() {
      guard case (let window?, let renderer?) = unsafe (parts.window, parts.renderer) else {
        return
      }
      var (width, height, pixels, rows): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      unsafe SDL_GetWindowSize(window, &width, &height)
      _ = unsafe SDL_GetRendererOutputSize(renderer, &pixels, &rows)
      let size = Size(width: Double(width), height: Double(height))
      let scale = width > 0 && pixels > 0 ? Double(pixels) / Double(width) : 1
      if size == parts.size, scale == parts.scale { return }
      (parts.size, parts.scale) = (size, scale)
      send(.resized(size, scale: scale))
    }

    // MARK: Frames

    /// Shows a frame soon, in place of one that waits; any thread may call it.
    func show(_ frame: Frame) {
      let isFirst = next.withLock { next in
        if next.isClosed { return false }
        next.viewer.take(frame)
        return !exchange(&next.isScheduled, with: true)
      }
      if isFirst { SDLThread.shared.run { [self] in presentNext() } }
    }

    private func presentNext() {
      let update = next.withLock { next in
        next.isScheduled = false
        return next.viewer.next()
      }
      guard let update, let renderer = unsafe parts.renderer else { return }
      let error = unsafe take(update, renderer)
      if error == nil { present() }
      next.withLock { next in
        next.viewer.sent()
        next.error = error
        if error == nil { next.presentedCount += 1 }
      }
    }

    /// Shows the texture at the top left corner; its points are as large as those of the window.
    private func present() {
      guard case (let renderer?, let texture?) = unsafe (parts.renderer, parts.texture) else {
        return
      }
      let factor = parts.scale / parts.textureScale
      func length(_ pixels: Int) -> Int32 {
        Int32(clamping: Int((Double(pixels) * factor).rounded()))
      }
      var place = SDL_Rect(
        x: 0, y: 0, w: length(parts.pixels.width), h: length(parts.pixels.height))
      _ = unsafe SDL_RenderClear(renderer)
      _ = unsafe SDL_RenderCopy(renderer, texture, nil, &place)
      unsafe SDL_RenderPresent(renderer)
    }

    /// Copies the changed pixels into the texture; a picture of another size gets a new texture.
    private func take(_ update: ViewerState.Update, _ renderer: OpaquePointer) -> SDLError? {
      let (image, scale) = (update.frame.image, update.frame.scale)
      if unsafe parts.texture == nil || parts.pixels != image.pixelSize {
        unsafe SDL_DestroyTexture(parts.texture)
        unsafe parts.texture = SDL_CreateTexture(
          renderer, SDL_PIXELFORMAT_RGBA32.rawValue, Int32(SDL_TEXTUREACCESS_STREAMING.rawValue),
          Int32(image.width), Int32(image.height))
        parts.pixels = image.pixelSize
      }
      guard let texture = unsafe parts.texture else {
        return SDLError(
          .noPicture,
          "SDL cannot show a picture of \(image.width) x \(image.height) pixels: "
            + "\(Self.reason).")
      }
      _ = unsafe SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE)
      _ = unsafe SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear)
      parts.textureScale = scale > 0 ? scale : 1
      if !isResizable { fit(image) }
      // A new texture is filled as a whole, since a frame of another size comes as a whole picture.
      for area in update.region.rectangles {
        var rect = SDL_Rect(
          x: Int32(area.x), y: Int32(area.y), w: Int32(area.width), h: Int32(area.height))
        // The bytes that are read lie within the picture, as the rectangles do.
        unsafe image.withUnsafeBytes { bytes in
          let start = unsafe bytes.baseAddress?.advanced(
            by: area.y * image.bytesPerRow + area.x * 4)
          _ = unsafe SDL_UpdateTexture(texture, &rect, start, Int32(image.bytesPerRow))
        }
      }
      return nil
    }

    /// Gives a window that viewers cannot resize the size of its picture.
    private func fit(_ image: Bitmap) {
      func points(_ pixels: Int) -> Int32 {
        Int32(clamping: max(1, Int((Double(pixels) / parts.textureScale).rounded())))
      }
      let (width, height) = (points(image.width), points(image.height))
      guard let window = unsafe parts.window,
        Size(width: Double(width), height: Double(height)) != parts.size
      else { return }
      unsafe SDL_SetWindowSize(window, width, height)
      tellSize()
    }
  }
#endif
