// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  public import CanvasGeometry
  internal import Dispatch
  internal import LayerCompositing
  public import LayerModel
  public import CanvasDrawing

  /// A layer that shows a film; the counterpart of `AVPlayerLayer`.
  ///
  /// Frames are decoded ahead on a queue of the layer's own, never on render lanes or the main
  /// queue, which only puts each into the contents at its time. ``VideoLimits`` bounds the frames
  /// that wait. A frame whose time has passed before it could be shown is left out and counted.
  ///
  /// A layer that is released stops decoding. Each layer decodes by itself, also where several
  /// share a player.
  @MainActor
  open class PlayerLayer: Layer {
    /// The player; a new one replaces the film.
    public final var player: VideoPlayer? {
      didSet { if player !== oldValue { playerChanged(from: oldValue) } }
    }
    /// The place of the film in the bounds.
    public final var videoGravity = VideoGravity.resizeAspect {
      didSet { contentsGravity = videoGravity.contentsGravity }
    }
    /// Whether a frame of the player's film is shown.
    public private(set) final var isReadyForDisplay = false
    /// The numbers of frames that were shown, and that were left out because they were late.
    package private(set) final var frameCounts = (shown: 0, late: 0)
    /// Why no further frame can be shown; `nil` as long as nothing failed.
    public final var error: VideoError? { ahead?.error }
    /// Called on the main queue after each new frame.
    package final var onFrame: (() -> Void)?

    /// The frame that is shown.
    package private(set) final var shownFrame: VideoFrame?
    private(set) final var ahead: DecodedFrameQueue?
    private var wake: ScheduledCall?

    /// Creates a layer.
    ///
    /// - Parameter player: The player; `nil` for none yet.
    public init(player: VideoPlayer? = nil) {
      self.player = player
      super.init()
      contentsGravity = .resizeAspect
      playerChanged(from: nil)
    }

    deinit {
      wake?.cancel()
      ahead?.stop()
    }

    open override class var keys: [LayerClassKey] {
      super.keys + [
        LayerClassKey(object: "player", \PlayerLayer.player),
        LayerClassKey(word: "videoGravity", \PlayerLayer.videoGravity),
      ]
    }

    /// The frame that is shown. Setting it has no effect: the player decides.
    open override var contents: Bitmap? {
      get { super.contents }
      set {}
    }

    /// The rectangle that the film fills, in the space of the bounds; empty without a film.
    public final var videoRect: Rect {
      guard let player else { return .zero }
      return videoGravity.rect(of: player.file.info.size, in: bounds)
    }

    // MARK: Frames

    private func playerChanged(from old: VideoPlayer?) {
      old?.remove(self)
      wake?.cancel()
      wake = nil
      ahead?.stop()
      (ahead, shownFrame, isReadyForDisplay) = (nil, nil, false)
      super.contents = nil
      guard let player else { return }
      player.add(self)
      ahead = DecodedFrameQueue(player.file, clock: player.clock, timeline: player.timeline) {
        [weak self] in
        DispatchQueue.main.async { [weak self] in
          MainActor.assumeIsolated { self?.showDueFrame() }
        }
      }
    }

    /// Follows a new rate or place of the player.
    final func timelineChanged() {
      guard let player else { return }
      ahead?.restart(player.timeline)
    }

    /// Shows the frame that is due, and asks the clock for the time of the next one.
    private func showDueFrame() {
      wake?.cancel()
      wake = nil
      guard let player, let ahead else { return }
      if let entry = ahead.take(at: player.clock.now) {
        shownFrame = entry.frame
        super.contents = entry.frame.image
        isReadyForDisplay = true
        frameCounts.shown += 1
        frameCounts.late = ahead.lateCount
        onFrame?()
      }
      let time = ahead.nextTime
      if time == .infinity { return }
      let call = player.clock.schedule(at: time) { [weak self] in
        DispatchQueue.main.async { [weak self] in
          MainActor.assumeIsolated { self?.showDueFrame() }
        }
      }
      wake = call
      // A manual clock that has passed this time meanwhile would not call before its next advance,
      // so the call is made here.
      if time <= player.clock.now { call.perform() }
    }
  }
#endif
